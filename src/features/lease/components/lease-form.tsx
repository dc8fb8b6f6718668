import { skipToken } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { ChoiceField } from '@/components/form/choice-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import type { Found } from '@/components/form/search-picker';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import type { DueRule, Jurisdiction, ProrationMethod } from '@/domain/vocabulary';
import { RentLinesField } from '@/features/rent/components/rent-lines-field';
import { RentPreview } from '@/features/rent/components/rent-preview';
import type { RentLine } from '@/features/rent/rules';
import { netCentsOf } from '@/features/rent/step-rules';
import { habitsOf, usualDue } from '@/features/rent/usual-rules';
import { type DateRange, eachMonth, firstOfMonth, type Month, minDate, monthOf } from '@/lib/calendar';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createLeaseInput } from '../schema';
import { type Due, DueFields } from './due-fields';
import { type EarlierRent, EarlierRents } from './earlier-rents';
import { LastRent } from './last-rent';
import { LettingCheck } from './letting-check';
import { type Opening, OpeningFields, openingSigns, signedOpening } from './opening-fields';
import { TenantPicker } from './tenant-picker';
import { UnitPicker } from './unit-picker';

const field = fieldsOf<typeof createLeaseInput>();

const durations = ['open', 'fixed'] as const;
type Duration = (typeof durations)[number];

const netRentOf = (cents: number | null): RentLine[] =>
  cents === null ? [] : [{ component: 'net', settlement: 'none', vatRateBp: 0, amountCents: cents }];

/** What a contract that follows another takes over from it. */
export type KnownTerms = {
  unitIds: readonly string[];
  propertyIds: readonly string[];
  tenants: readonly Found[];
  startsOn: string;
  lines: readonly RentLine[];
  dueRule: DueRule;
  dueDay: number | null;
  prorationMethod: ProrationMethod;
  persons: number | null;
};

/** A new lease: unit, tenant, time, rent; what it will owe is shown while it is typed. */
export default function LeaseForm({
  propertyId,
  unitId,
  tenantId,
  within,
  known,
  onCreated,
  onCancel,
}: {
  propertyId?: string;
  unitId?: string;
  tenantId?: string;
  /** The days that are free: proposed as start, and as end where somebody follows. */
  within?: DateRange;
  known?: KnownTerms;
  onCreated: (created: { id: string }) => void;
  onCancel: () => void;
}) {
  const t = useTranslations('LeaseForm');
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [jurisdiction, followHouses] = useHabits(propertyId, portfolio.jurisdiction);
  const [id] = useState(newId);
  const [unitIds, setUnitIds] = useState<readonly string[]>(known?.unitIds ?? (unitId ? [unitId] : []));
  const [startsOn, setStartsOn] = useState<string | null>(known?.startsOn ?? within?.from ?? null);
  const [endsOn, setEndsOn] = useState<string | null>(within?.to ?? null);
  const [duration, setDuration] = useState<Duration>(within?.to ? 'fixed' : 'open');
  const { lines, setLines, takeLines, taken, askedCents, proposeRent, isTyped } = useRentLines(
    known?.lines ?? [],
  );
  const [earlier, setEarlier] = useState<EarlierRent[]>([]);
  const [rentSince, setRentSince] = useState<string | null>(null);
  // What is usual where the house is, until somebody chooses.
  const [chosenDue, setDue] = useState<Partial<Due>>(
    known ? { rule: known.dueRule, day: known.dueDay, method: known.prorationMethod } : {},
  );
  const due: Due = { ...usualDue(jurisdiction), method: portfolio.prorationMethod, ...chosenDue };
  const [bookedFrom, setBookedFrom] = useState(monthOf(portfolio.today));
  const [opening, setOpening] = useState<Opening>('none');
  const [openingCents, setOpeningCents] = useState<number | null>(null);

  const end = duration === 'fixed' ? endsOn : null;
  const months = monthsRun(startsOn, end, portfolio.today);
  const hasRun = startsOn !== null && monthOf(startsOn) < monthOf(portfolio.today);
  const firstBooked = months.includes(bookedFrom) ? bookedFrom : months[0];
  const bookedDay = firstBooked ? firstOfMonth(firstBooked) : startsOn && firstOfMonth(monthOf(startsOn));
  const opened = firstBooked ? opening : 'none';

  // Only a lease that has been running was ever let for another rent; the first of them began with it.
  const earlierRents = (hasRun ? earlier : []).map((rent, index) => ({
    validFrom: index === 0 ? startsOn : rent.validFrom,
    lines: rent.lines,
  }));

  const create = trpc.lease.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createLeaseInput,
    fixed: { id, isFixedTerm: duration === 'fixed' },
    prepare: ({ openingBalanceCents, ...values }) => ({
      ...values,
      rentLines: lines,
      rentSince: earlierRents.length > 0 ? (values.rentSince ?? null) : null,
      earlierRents,
      // A start that is missing is told by its own field; any month does until then.
      bookedFrom: values.bookedFrom ?? bookedDay ?? firstOfMonth(monthOf(portfolio.today)),
      openingBalanceCents: signedOpening(opened, openingBalanceCents),
    }),
    submit: (input) => create.mutateAsync(input),
    onSuccess: ({ id: leaseId }) => {
      showSuccess(t('created'));
      onCreated({ id: leaseId });
    },
  });

  return (
    <DomainForm form={form} className="gap-7">
      <Group title={t('units')}>
        <UnitPicker
          propertyIds={known?.propertyIds ?? (propertyId ? [propertyId] : [])}
          unitIds={unitIds}
          onUnitsChange={setUnitIds}
          onHousesChange={followHouses}
          onAskingRentChange={proposeRent}
        />
      </Group>
      <Group title={t('tenants')}>
        <TenantPicker tenantId={tenantId} tenants={known?.tenants} />
      </Group>
      <Group title={t('term')}>
        <TermFields
          duration={duration}
          onDurationChange={setDuration}
          within={{ from: known?.startsOn ?? within?.from, to: within?.to }}
          onStartChange={setStartsOn}
          onEndChange={setEndsOn}
        />
        {firstBooked !== undefined && (
          <OpeningFields
            months={months}
            month={firstBooked}
            onMonthChange={setBookedFrom}
            opening={opening}
            onOpeningChange={setOpening}
            onCentsChange={setOpeningCents}
            thisMonth={monthOf(portfolio.today)}
          />
        )}
      </Group>
      <Group title={t('rent')}>
        {hasRun && (
          <EarlierRents
            startsOn={startsOn}
            rents={earlier}
            jurisdiction={jurisdiction}
            onRentsChange={setEarlier}
            onRentSinceChange={setRentSince}
          />
        )}
        {!known && <LastRent unitIds={unitIds} onTake={takeLines} />}
        <RentLinesField
          key={`${askedCents} ${jurisdiction} ${taken}`}
          name={field('rentLines')}
          lines={isTyped ? lines : known?.lines}
          jurisdiction={jurisdiction}
          netCents={askedCents}
          onLinesChange={setLines}
        />
        <DueFields
          due={due}
          onDueChange={(change) => setDue((before) => ({ ...before, ...change }))}
          jurisdiction={jurisdiction}
          keptRule={known?.dueRule}
          persons={known?.persons}
        />
        {!hasRun && <LettingCheck unitIds={unitIds} startsOn={startsOn} netCents={netCentsOf(lines)} />}
        <RentPreview
          input={previewOf({
            startsOn,
            endsOn: end,
            bookedFrom: bookedDay,
            due,
            unitIds,
            lines,
            rentSince,
            earlierRents,
          })}
          openingCents={openingSigns[opened] * (openingCents ?? 0)}
        />
      </Group>
      <FormActions onClose={onCancel}>{t('create')}</FormActions>
    </DomainForm>
  );
}

/** Whose habits the lease follows: of the house it is made for, then of those it is about. */
function useHabits(
  propertyId: string | undefined,
  own: Jurisdiction,
): [Jurisdiction, (countries: readonly string[]) => void] {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  // What is let stands above everything else: the form comes with it, or all of it would move down.
  const place = propertyId ? [propertyId] : [];
  trpc.property.get.usePrefetchQuery(propertyId ? { id: propertyId } : skipToken);
  trpc.useSuspenseQueries((each) => place.map((of) => each.unit.list({ propertyId: of })));
  const houses = trpc.useSuspenseQueries((each) => place.map((of) => each.property.get({ id: of })))[0];
  return [habitsOf(own, chosen?.map((country) => ({ country })) ?? houses), setChosen];
}

/** The rent as it is typed; what is asked for the units is their rent until somebody types another. */
function useRentLines(known: readonly RentLine[]) {
  const [lines, setLines] = useState<RentLine[]>(() => [...known]);
  const [askedCents, setAskedCents] = useState<number | null>(null);
  /** How often those of the last lease were taken over: the fields begin anew with them. */
  const [taken, setTaken] = useState(0);
  const proposed = netRentOf(askedCents);
  const isTyped = lines.length !== proposed.length || lines[0]?.amountCents !== proposed[0]?.amountCents;
  function proposeRent(cents: number | null) {
    if (isTyped || cents === askedCents) return;
    setAskedCents(cents);
    setLines(netRentOf(cents));
  }
  function takeLines(last: readonly RentLine[]) {
    setLines([...last]);
    setTaken(taken + 1);
  }
  return { lines, setLines, takeLines, taken, askedCents, proposeRent, isTyped };
}

/** From when, and whether to an agreed end. */
function TermFields({
  duration,
  onDurationChange,
  within,
  onStartChange,
  onEndChange,
}: {
  duration: Duration;
  onDurationChange: (duration: Duration) => void;
  /** The days that are proposed. */
  within: { from: string | undefined; to: string | null | undefined };
  onStartChange: (day: string | null) => void;
  onEndChange: (day: string | null) => void;
}) {
  const t = useTranslations('LeaseForm');
  return (
    <>
      <ChoiceField
        label={t('duration')}
        options={durations.map((value) => ({ value, label: t(`durations.${value}`) }))}
        value={duration}
        onValueChange={onDurationChange}
      />
      <FieldRow>
        <DateField
          name={field('startsOn')}
          label={t('startsOn')}
          defaultDay={within.from}
          onDayChange={onStartChange}
        />
        {duration === 'fixed' && (
          <DateField
            name={field('endsOn')}
            label={t('endsOn')}
            hint={t('endsOnHint')}
            defaultDay={within.to}
            onDayChange={onEndChange}
          />
        )}
      </FieldRow>
    </>
  );
}

/** What the preview asks; null until enough is typed, and in order. */
function previewOf({
  startsOn,
  endsOn,
  bookedFrom,
  due,
  unitIds,
  lines,
  rentSince,
  earlierRents,
}: {
  startsOn: string | null;
  endsOn: string | null;
  bookedFrom: string | null;
  due: Due;
  unitIds: readonly string[];
  lines: RentLine[];
  rentSince: string | null;
  earlierRents: readonly Omit<EarlierRent, 'key'>[];
}): ComponentProps<typeof RentPreview>['input'] {
  const dueDay = due.rule === 'day_of_month' ? due.day : null;
  const isDueKnown = due.rule !== 'day_of_month' || (dueDay !== null && dueDay >= 1 && dueDay <= 31);
  if (startsOn === null || bookedFrom === null || lines.length === 0 || !isDueKnown) return null;
  if (endsOn && startsOn > endsOn) return null;
  const earlier = earlierRents.flatMap(({ validFrom, lines: rentLines }) =>
    validFrom !== null && rentLines.length > 0 ? [{ validFrom, lines: [...rentLines] }] : [],
  );
  return {
    startsOn,
    endsOn,
    bookedFrom,
    prorationMethod: due.method,
    dueRule: due.rule,
    dueDay,
    unitIds: [...unitIds],
    lines,
    ...(earlier.length > 0 && { rentSince, earlierRents: earlier }),
  };
}

/** The months a lease has run until this one, the latest first; none where it begins now or later. */
function monthsRun(startsOn: string | null, endsOn: string | null, today: string): Month[] {
  const thisMonth = monthOf(today);
  if (startsOn === null || monthOf(startsOn) >= thisMonth) return [];
  return eachMonth(monthOf(startsOn), minDate(thisMonth, endsOn && monthOf(endsOn))).toReversed();
}

function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h3 className="text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}
