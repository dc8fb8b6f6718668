import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { DateText } from '@/components/date-text';
import { Dialog } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { SkeletonForm } from '@/components/skeleton-form';
import { showSuccess } from '@/components/toast';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { reallocatePaymentInput } from '@/ledger/inputs';
import { sumCents } from '@/lib/money';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { useChargeTitle } from './charge-words';

/** Changes by hand what a payment settles; open as long as it is mounted. */
export function ReallocatePaymentDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const t = useTranslations('ReallocatePayment');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('text')}>
      <Suspense fallback={<SkeletonForm fields={4} />}>
        <ReallocatePaymentForm paymentId={paymentId} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}

function ReallocatePaymentForm({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const t = useTranslations('ReallocatePayment');
  const titleOf = useChargeTitle();
  const formats = useFormats();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const [served] = trpc.payment.get.useSuspenseQuery({ id: paymentId }, { staleTime: 0, gcTime: 0 });
  // As it was seen: the amounts typed are of these charges, and what has become of them meanwhile is told at saving.
  const [payment] = useState(served);
  const [cents, setCents] = useState<(number | null)[]>(payment.charges.map((charge) => charge.settledCents));
  const move = trpc.payment.reallocate.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: reallocatePaymentInput,
    fixed: {
      paymentId,
      seen: payment.charges.flatMap(({ chargeId, settledCents: amountCents }) =>
        amountCents > 0 ? [{ chargeId, amountCents }] : [],
      ),
      allocations: payment.charges.flatMap(({ chargeId }, index) => {
        const amountCents = cents[index] ?? 0;
        return amountCents > 0 ? [{ chargeId, amountCents }] : [];
      }),
    },
    submit: (input) => move.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  const restCents = payment.amountCents - payment.refundedCents - sumCents(cents.map((value) => value ?? 0));
  return (
    <DomainForm form={form}>
      <p className="text-sm text-muted">
        {t('payment', { amount: money(payment.amountCents), day: formatDate(payment.paidOn, formats) })}
      </p>
      <ul className="max-h-80 divide-y divide-separator overflow-y-auto rounded-xl border border-border">
        {payment.charges.map((charge, index) => (
          <li
            key={charge.chargeId}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-3.5 py-2.5"
          >
            <span className="min-w-0 text-sm">
              <span className="block font-medium">{titleOf(charge)}</span>
              <span className="block text-xs text-muted">
                {t('due')} <DateText day={charge.dueOn} />
                {' · '}
                {charge.openCents > 0 ? t('open', { amount: money(charge.openCents) }) : t('settled')}
              </span>
            </span>
            <MoneyField
              name={null}
              label={<span className="sr-only">{t('amountFor', { charge: titleOf(charge) })}</span>}
              defaultCents={charge.settledCents || null}
              onCentsChange={(value) => setCents(cents.with(index, value))}
              className="w-28 sm:w-32"
            />
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm">
        {restCents < 0
          ? t('tooMuch', { amount: money(-restCents) })
          : restCents > 0
            ? t('rest', { amount: money(restCents) })
            : t('allUsed')}
      </p>
      <FormActions onClose={onClose}>{t('save')}</FormActions>
    </DomainForm>
  );
}
