import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateText, MonthText } from '@/components/date-text';
import { Dialog } from '@/components/dialog';
import { ExplainButton } from '@/components/explain/explain-button';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { NumberField } from '@/components/form/number-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Money } from '@/components/money';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { previewReductionInput, reduceRentInput } from '@/ledger/inputs';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';

const field = fieldsOf<typeof reduceRentInput>();

/** Reduces booked rents for a defect, paid or not; open as long as it is mounted. */
export function ReduceRentDialog({
  leaseId,
  period,
  onClose,
}: {
  leaseId: string;
  /** The days it begins with: those of a month. */
  period: { from: string; to: string };
  onClose: () => void;
}) {
  const t = useTranslations('ReduceRent');
  const [from, setFrom] = useState<string | null>(period.from);
  const [to, setTo] = useState<string | null>(period.to);
  const [shareBp, setShare] = useState<number | null>(null);
  const typed = previewReductionInput.safeParse({ leaseId, from, to, shareBp });
  const key = typed.success ? JSON.stringify(typed.data) : null;
  const asked = useDebounced(key, 350);
  const isSettled = key !== null && asked === key;
  const preview = trpc.charge.previewReduction.useQuery(isSettled && typed.success ? typed.data : skipToken, {
    retry: false,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const found = key !== null && !preview.isPlaceholderData ? preview.data : undefined;
  // One id for each month, however often it is looked at: sent again it is the same reduction.
  const [ids] = useState(() => new Map<string, string>());
  const idOf = (chargeId: string) => {
    const id = ids.get(chargeId) ?? newId();
    ids.set(chargeId, id);
    return id;
  };
  const reduce = trpc.charge.reduce.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: reduceRentInput,
    fixed: { leaseId },
    prepare: (values) => ({
      ...values,
      months: found?.months.map(({ chargeId, amountCents, waivedCents }) => ({
        id: idOf(chargeId),
        ...{ chargeId, amountCents, waivedCents },
      })),
    }),
    submit: (input) => reduce.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('text')}>
      <DomainForm form={form}>
        <FieldRow>
          <DateField name={field('from')} label={t('from')} defaultDay={period.from} onDayChange={setFrom} />
          <DateField name={field('to')} label={t('to')} defaultDay={period.to} onDayChange={setTo} />
        </FieldRow>
        <NumberField
          name={field('shareBp')}
          label={t('share')}
          hint={t('shareHint')}
          decimals={2}
          unit="%"
          onScaledChange={setShare}
          autoFocus
          className="sm:w-1/2 sm:pe-2"
        />
        <TextField name={field('reason')} label={t('reason')} hint={t('reasonHint')} />
        {found && <Preview found={found} />}
        <FormActions onClose={onClose} disabled={!isSettled || !found || found.months.length === 0}>
          {t('reduce')}
        </FormActions>
      </DomainForm>
    </Dialog>
  );
}

/** What each month would be less by, and what is not booked yet. */
function Preview({ found }: { found: Outputs['charge']['previewReduction'] }) {
  const t = useTranslations('ReduceRent');
  const { months, totalCents, trace, unbookedFrom } = found;
  const [last] = months.slice(-1);
  return (
    <section aria-live="polite" className="flex flex-col gap-3">
      {last === undefined ? (
        <Notice>{t('nothing')}</Notice>
      ) : (
        <div className="flex flex-col gap-2 rounded-xl bg-surface-secondary p-4 text-sm">
          <table className="w-full tabular-nums">
            <caption className="sr-only">{t('caption')}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{t('month')}</th>
                <th scope="col">{t('amount')}</th>
              </tr>
            </thead>
            <tbody>
              {months.map((month) => (
                <tr key={month.chargeId}>
                  <th scope="row" className="py-1 text-start font-normal">
                    <MonthText month={month.month} />{' '}
                    <span className="text-muted">{t('days', { days: month.days, of: month.ofDays })}</span>
                    {month.waivedCents > 0 && (
                      <span className="block text-xs text-muted">
                        {t('before')} <Money amountCents={month.waivedCents} />
                      </span>
                    )}
                  </th>
                  <td className="py-1 text-end align-top">
                    <Money amountCents={month.amountCents} />
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="border-t border-separator font-medium">
                <th scope="row" className="pt-2 text-start font-medium">
                  {t('total')}
                </th>
                <td className="pt-2 text-end">
                  <span className="inline-flex items-center gap-1">
                    <ExplainButton trace={trace} className="-my-2 text-muted" />
                    <Money amountCents={totalCents} />
                  </span>
                </td>
              </tr>
            </tfoot>
          </table>
          <p className="text-muted">{t('credit')}</p>
        </div>
      )}
      {months.some(({ advanceCents }) => advanceCents > 0) && <Notice>{t('advances')}</Notice>}
      {unbookedFrom && <Notice>{t.rich('beyond', { day: () => <DateText day={unbookedFrom} /> })}</Notice>}
    </section>
  );
}
