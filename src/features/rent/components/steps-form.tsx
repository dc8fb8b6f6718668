import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateText } from '@/components/date-text';
import { ExplainButton } from '@/components/explain/explain-button';
import { ChoiceField } from '@/components/form/choice-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Money } from '@/components/money';
import { showSuccess } from '@/components/toast';
import { addMonths, firstOfMonth, maxDate, monthOf, shiftMonth } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { type RentLine, rentOn } from '../rules';
import { planStepsInput } from '../schema';
import { MONTHS_BETWEEN_STEPS, netCentsOf, planSteps, type StepIncrease, withNetCents } from '../step-rules';
import { hasStepLaw } from '../usual-rules';
import type { Difference } from './posted-differences';

const field = fieldsOf<typeof planStepsInput>();

/** Steps of a stepped rent, worked out and shown with their days before they are agreed. */
export function StepsForm({
  leaseId,
  onClose,
  onAgreed,
}: {
  leaseId: string;
  onClose: () => void;
  /** With the booked months that differ now. */
  onAgreed: (differences: readonly Difference[]) => void;
}) {
  const t = useTranslations('Steps');
  const labels = useTranslations('AgreeRent');
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [rents] = trpc.rent.list.useSuspenseQuery({ leaseId });
  const last = rents.at(-1);
  const nextMonth = firstOfMonth(shiftMonth(monthOf(portfolio.today), 1));
  const proposed = maxDate(nextMonth, last && addMonths(last.validFrom, MONTHS_BETWEEN_STEPS));
  const [firstOn, setFirstOn] = useState<string | null>(proposed);
  const [everyMonths, setEveryMonths] = useState<number | null>(MONTHS_BETWEEN_STEPS);
  const [count, setCount] = useState<number | null>(3);
  const [kind, setKind] = useState<StepIncrease['kind']>('amount');
  const [cents, setCents] = useState<number | null>(null);
  const [basisPoints, setBasisPoints] = useState<number | null>(null);
  const [ids] = useState(() => Array.from({ length: 50 }, newId));

  const before = firstOn && rents[0] ? rentOn(rents, maxDate(firstOn, rents[0].validFrom)) : null;
  const increase = increaseOf(kind, cents, basisPoints);
  const [lease] = trpc.lease.get.useSuspenseQuery({ id: leaseId });
  const isGerman = hasStepLaw(portfolio.jurisdiction, lease.units);
  const isReady =
    firstOn !== null &&
    before !== null &&
    increase !== null &&
    everyMonths !== null &&
    everyMonths >= 1 &&
    everyMonths <= 120 &&
    count !== null &&
    count >= 1 &&
    count <= 50;
  const planned = isReady
    ? planSteps({ netCents: netCentsOf(before.lines), firstOn, everyMonths, count, increase, isGerman })
    : null;
  const isTooOften = isGerman && everyMonths !== null && everyMonths < MONTHS_BETWEEN_STEPS;

  const agree = trpc.rent.agreeSteps.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: planStepsInput,
    fixed: { leaseId },
    // The fields only steer the steps; a missing one is said where the steps stand.
    prepare: ({ note }) => ({
      leaseId,
      note,
      steps: planned?.result.map((step, index) => ({ id: ids[index], ...step })),
    }),
    submit: (input) => agree.mutateAsync(input),
    onSuccess: ({ differences }) => {
      showSuccess(t('done'));
      onAgreed(differences);
    },
  });
  return (
    <DomainForm form={form}>
      <FieldRow>
        <DateField
          name={field('steps.0.validFrom')}
          label={t('firstOn')}
          defaultDay={proposed}
          onDayChange={setFirstOn}
        />
        <NumberField
          name={null}
          label={t('everyMonths')}
          hint={isTooOften ? t('tooOften') : undefined}
          defaultScaled={MONTHS_BETWEEN_STEPS}
          onScaledChange={setEveryMonths}
        />
      </FieldRow>
      <ChoiceField
        label={t('increase')}
        hint={kind === 'percent' && isGerman ? t('percentHint') : undefined}
        options={(['amount', 'percent'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={kind}
        onValueChange={setKind}
      />
      <FieldRow>
        {kind === 'amount' ? (
          <MoneyField name={field('steps')} label={t('amount')} onCentsChange={setCents} autoFocus />
        ) : (
          <NumberField
            name={field('steps')}
            label={t('percent')}
            decimals={2}
            unit="%"
            onScaledChange={setBasisPoints}
            autoFocus
          />
        )}
        <NumberField name={null} label={t('count')} defaultScaled={3} onScaledChange={setCount} />
      </FieldRow>
      {planned && before && <PlannedSteps planned={planned} lines={before.lines} />}
      <TextField name={field('note')} label={labels('note')} optional autoComplete="off" />
      <FormActions onClose={onClose}>{t('agree')}</FormActions>
    </DomainForm>
  );
}

/** Each step with its day, before anything is agreed. */
function PlannedSteps({
  planned: { result, trace },
  lines,
}: {
  planned: ReturnType<typeof planSteps>;
  /** The rent that the first step raises. */
  lines: readonly RentLine[];
}) {
  const t = useTranslations('Steps');
  const labels = useTranslations('AgreeRent');
  return (
    <section aria-label={t('planned')} aria-live="polite" className="rounded-xl bg-surface-secondary p-4">
      <p className="flex items-center gap-1 text-sm font-semibold">
        {t('planned')} <ExplainButton trace={trace} className="text-muted" />
      </p>
      <table className="mt-1 w-full text-sm tabular-nums">
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="py-1 text-start font-medium">
              {labels('validFrom')}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {t('net')}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {t('total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {result.map((step) => (
            <tr key={step.validFrom} className="border-t border-separator">
              <th scope="row" className="py-1.5 text-start font-normal">
                <DateText day={step.validFrom} />
              </th>
              <td className="py-1.5 text-end">
                <Money amountCents={step.netCents} />
              </td>
              <td className="py-1.5 text-end font-medium">
                <Money
                  amountCents={sumCents(
                    withNetCents(lines, step.netCents).map(({ amountCents }) => amountCents),
                  )}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function increaseOf(
  kind: StepIncrease['kind'],
  cents: number | null,
  basisPoints: number | null,
): StepIncrease | null {
  if (kind === 'amount') return cents !== null && cents > 0 ? { kind, cents } : null;
  return basisPoints !== null && basisPoints > 0 ? { kind, basisPoints } : null;
}
