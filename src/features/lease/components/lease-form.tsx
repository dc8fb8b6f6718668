'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { DialogActions } from '@/components/dialog';
import { ChoiceField } from '@/components/form/choice-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { NumberField } from '@/components/form/number-field';
import type { Found } from '@/components/form/search-picker';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { TextareaField } from '@/components/form/textarea-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { type DueRule, dueRules, type ProrationMethod, prorationMethods } from '@/domain/vocabulary';
import { RentLinesField } from '@/features/rent/components/rent-lines-field';
import { RentPreview } from '@/features/rent/components/rent-preview';
import type { RentLine } from '@/features/rent/rules';
import { netCentsOf } from '@/features/rent/step-rules';
import { offeredDueRules } from '@/features/rent/usual-rules';
import { type DateRange, eachMonth, firstOfMonth, minDate, monthOf } from '@/lib/calendar';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createLeaseInput } from '../schema';
import { type EarlierRent, EarlierRents } from './earlier-rents';
import { LettingCheck } from './letting-check';
import { type Opening, OpeningFields } from './opening-fields';
import { TenantPicker } from './tenant-picker';
import { UnitPicker } from './unit-picker';

const field = fieldsOf<typeof createLeaseInput>();

const isOneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

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
  const words = useTranslations('Form');
  const labels = useTranslations('Labels');
  const proration = useTranslations('Proration');
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [id] = useState(newId);
  const [unitIds, setUnitIds] = useState<readonly string[]>(known?.unitIds ?? (unitId ? [unitId] : []));
  const [startsOn, setStartsOn] = useState<string | null>(known?.startsOn ?? within?.from ?? null);
  const [endsOn, setEndsOn] = useState<string | null>(within?.to ?? null);
  const [duration, setDuration] = useState<'open' | 'fixed'>(within?.to ? 'fixed' : 'open');
  const [lines, setLines] = useState<RentLine[]>(() => [...(known?.lines ?? [])]);
  const [askedCents, setAskedCents] = useState<number | null>(null);
  const [earlier, setEarlier] = useState<EarlierRent[]>([]);
  const [rentSince, setRentSince] = useState<string | null>(null);
  const [dueRule, setDueRule] = useState<DueRule>(
    known?.dueRule ?? offeredDueRules(portfolio.jurisdiction)[0],
  );
  const [dueDay, setDueDay] = useState<number | null>(known?.dueDay ?? null);
  const [method, setMethod] = useState<ProrationMethod>(known?.prorationMethod ?? portfolio.prorationMethod);
  const [bookedFrom, setBookedFrom] = useState(monthOf(portfolio.today));
  const [opening, setOpening] = useState<Opening>('none');
  const [openingCents, setOpeningCents] = useState<number | null>(null);

  const thisMonth = monthOf(portfolio.today);
  const end = duration === 'fixed' ? endsOn : null;
  const hasRun = startsOn !== null && monthOf(startsOn) < thisMonth;
  const months = hasRun
    ? eachMonth(monthOf(startsOn), minDate(thisMonth, end && monthOf(end))).toReversed()
    : [];
  const firstBooked = months.includes(bookedFrom) ? bookedFrom : months[0];
  const asksOpening = firstBooked !== undefined;
  const bookedDay = firstBooked ? firstOfMonth(firstBooked) : startsOn && firstOfMonth(monthOf(startsOn));
  const sign = { none: 0, owed: 1, credit: -1 }[asksOpening ? opening : 'none'];
  const day = dueRule === 'day_of_month' ? dueDay : null;

  // Only a lease that has been running was ever let for another rent; the first of them began with it.
  const earlierRents = (hasRun ? earlier : []).map((rent, index) => ({
    validFrom: index === 0 ? startsOn : rent.validFrom,
    lines: rent.lines,
  }));

  /** What is asked for the units is their rent until somebody types another. */
  function proposeRent(cents: number | null) {
    const proposed = netRentOf(askedCents);
    const isTyped = lines.length !== proposed.length || lines[0]?.amountCents !== proposed[0]?.amountCents;
    if (isTyped || cents === askedCents) return;
    setAskedCents(cents);
    setLines(netRentOf(cents));
  }

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
      bookedFrom: values.bookedFrom ?? bookedDay ?? firstOfMonth(thisMonth),
      // An amount that was asked for and left empty is missing, not zero.
      openingBalanceCents: signed(openingBalanceCents, sign),
    }),
    submit: (input) => create.mutateAsync(input),
    onSuccess: ({ id: leaseId }) => {
      showSuccess(t('created'));
      onCreated({ id: leaseId });
    },
  });

  const earlierPreview = earlierRents.flatMap(({ validFrom, lines: rentLines }) =>
    validFrom !== null && rentLines.length > 0 ? [{ validFrom, lines: [...rentLines] }] : [],
  );
  const isPreviewable = startsOn !== null && bookedDay !== null && lines.length > 0;
  const isDueKnown = dueRule !== 'day_of_month' || (day !== null && day >= 1 && day <= 31);
  const isInOrder = !end || (startsOn !== null && startsOn <= end);
  return (
    <DomainForm form={form} className="gap-7">
      <Group title={t('units')}>
        <UnitPicker
          propertyIds={known?.propertyIds ?? (propertyId ? [propertyId] : [])}
          unitIds={unitIds}
          onUnitsChange={setUnitIds}
          onAskingRentChange={proposeRent}
        />
      </Group>
      <Group title={t('tenants')}>
        <TenantPicker tenantId={tenantId} tenants={known?.tenants} />
      </Group>
      <Group title={t('term')}>
        <ChoiceField
          label={t('duration')}
          options={(['open', 'fixed'] as const).map((value) => ({ value, label: t(`durations.${value}`) }))}
          value={duration}
          onValueChange={setDuration}
        />
        <FieldRow>
          <DateField
            name={field('startsOn')}
            label={t('startsOn')}
            defaultDay={known?.startsOn ?? within?.from}
            onDayChange={setStartsOn}
          />
          {duration === 'fixed' && (
            <DateField
              name={field('endsOn')}
              label={t('endsOn')}
              hint={t('endsOnHint')}
              defaultDay={within?.to}
              onDayChange={setEndsOn}
            />
          )}
        </FieldRow>
        {firstBooked !== undefined && (
          <OpeningFields
            months={months}
            month={firstBooked}
            onMonthChange={setBookedFrom}
            opening={opening}
            onOpeningChange={setOpening}
            onCentsChange={setOpeningCents}
          />
        )}
      </Group>
      <Group title={t('rent')}>
        {hasRun && (
          <EarlierRents
            startsOn={startsOn}
            rents={earlier}
            onRentsChange={setEarlier}
            onRentSinceChange={setRentSince}
          />
        )}
        <RentLinesField
          key={askedCents}
          name={field('rentLines')}
          lines={known?.lines}
          netCents={askedCents}
          onLinesChange={setLines}
        />
        <FieldRow>
          <SelectField
            name={field('dueRule')}
            label={t('dueRule')}
            options={offeredDueRules(portfolio.jurisdiction, known?.dueRule).map((value) => ({
              value,
              label: labels(`dueRule.${value}`),
            }))}
            defaultValue={dueRule}
            onValueChange={(value) => setDueRule(isOneOf(dueRules, value) ?? dueRule)}
          />
          {dueRule === 'day_of_month' && (
            <NumberField
              name={field('dueDay')}
              label={t('dueDay')}
              defaultScaled={dueDay}
              onScaledChange={setDueDay}
            />
          )}
        </FieldRow>
        <Fold
          title={t('more')}
          fields={[field('prorationMethod'), field('persons'), field('signedOn'), field('notes')]}
        >
          <SelectField
            name={field('prorationMethod')}
            label={t('proration')}
            hint={method === 'thirty_days' ? proration('thirtyDays') : t('prorationHint')}
            options={prorationMethods.map((value) => ({ value, label: labels(`proration.${value}`) }))}
            defaultValue={method}
            onValueChange={(value) => setMethod(isOneOf(prorationMethods, value) ?? method)}
          />
          <FieldRow>
            <NumberField
              name={field('persons')}
              label={t('persons')}
              optional
              defaultScaled={known?.persons}
            />
            <DateField name={field('signedOn')} label={t('signedOn')} optional />
          </FieldRow>
          <TextareaField name={field('notes')} label={t('notes')} optional maxLength={10_000} />
        </Fold>
        {!hasRun && <LettingCheck unitIds={unitIds} startsOn={startsOn} netCents={netCentsOf(lines)} />}
        <RentPreview
          input={
            isPreviewable && isDueKnown && isInOrder
              ? {
                  startsOn,
                  endsOn: end,
                  bookedFrom: bookedDay,
                  prorationMethod: method,
                  dueRule,
                  dueDay: day,
                  unitIds: [...unitIds],
                  lines,
                  ...(earlierPreview.length > 0 && { rentSince, earlierRents: earlierPreview }),
                }
              : null
          }
          openingCents={sign * (openingCents ?? 0)}
        />
      </Group>
      <DialogActions>
        <Button look="tertiary" onClick={onCancel}>
          {words('cancel')}
        </Button>
        <SubmitButton>{t('create')}</SubmitButton>
      </DialogActions>
    </DomainForm>
  );
}

function signed(value: unknown, sign: number): unknown {
  if (sign === 0) return 0;
  return typeof value === 'number' ? value * sign : value;
}

function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h3 className="text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}
