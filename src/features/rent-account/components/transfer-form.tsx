import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Money } from '@/components/money';
import { useUndo } from '@/components/use-undo';
import { recordedMethods } from '@/domain/account-kinds';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { splitTransfer } from '@/ledger/allocation-rules';
import { recordTransferInput } from '@/ledger/inputs';
import { sumCents } from '@/lib/money';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { useSeen } from './use-seen';
import { useUndoPayments } from './use-undo-payments';

const field = fieldsOf<typeof recordTransferInput>();

/** One transfer for several leases: how it is shared out is shown, and may be changed, before it is recorded. */
export default function TransferForm({
  leases,
  onClose,
}: {
  leases: readonly { id: string; label: string }[];
  onClose: () => void;
}) {
  const t = useTranslations('PaymentForm');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const offerUndo = useUndo();
  const undo = useUndoPayments();
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [accounts] = trpc.useSuspenseQueries((each) =>
    leases.map(({ id }) => each.ledger.openItems({ leaseId: id }, { staleTime: 0, gcTime: 0 })),
  );
  const openLines = accounts.flatMap(({ items }, index) =>
    items.flatMap((item) => item.lines.map((line) => ({ ...line, leaseId: leases[index]?.id ?? '' }))),
  );
  const leaseIds = leases.map((lease) => lease.id);
  const [id] = useState(newId);
  const [proposedCents] = useState(
    () =>
      sumCents(openLines.filter((line) => line.dueOn <= portfolio.today).map((line) => line.openCents)) ||
      null,
  );
  const [amountCents, setAmountCents] = useState(proposedCents);
  const [paidOn, setPaidOn] = useState<string | null>(portfolio.today);
  const [byHand, setByHand] = useState<readonly (number | null)[] | null>(null);
  const shares =
    amountCents !== null && amountCents > 0
      ? splitTransfer({ amountCents, leaseIds, openLines, ...(paidOn && { paidOn }) })
      : [];
  const shareOf = (leaseId: string) => shares.find((share) => share.leaseId === leaseId)?.amountCents ?? 0;
  const record = trpc.payment.recordTransfer.useMutation({ retry: retryTransient });
  const sendSeen = useSeen(id, [], undefined);
  const form = useDomainForm({
    schema: recordTransferInput,
    fixed: {
      id,
      leaseIds,
      parts:
        byHand?.flatMap((cents, index) => {
          const leaseId = leaseIds[index];
          return leaseId && cents ? [{ leaseId, amountCents: cents }] : [];
        }) ?? null,
    },
    submit: async (input) => {
      const { paymentIds } = await sendSeen((seen) => record.mutateAsync({ ...input, seen }));
      return { paymentIds, cents: input.amountCents };
    },
    onSuccess: ({ paymentIds, cents }) => {
      // Of a transfer one part takes all back.
      offerUndo(t('done', { amount: money(cents) }), () => undo(paymentIds.slice(0, 1)));
      onClose();
    },
  });
  const restCents = byHand === null ? 0 : (amountCents ?? 0) - sumCents(byHand.map((cents) => cents ?? 0));
  return (
    <DomainForm form={form}>
      <FieldRow>
        <MoneyField
          name={field('amountCents')}
          label={t('amount')}
          defaultCents={proposedCents}
          onCentsChange={setAmountCents}
          autoFocus
        />
        <DateField
          name={field('paidOn')}
          label={t('paidOn')}
          defaultDay={portfolio.today}
          onDayChange={setPaidOn}
        />
      </FieldRow>
      <fieldset className="min-w-0">
        <legend className="text-sm font-medium">{t('shares')}</legend>
        <p className="mt-0.5 text-xs text-muted">{t(byHand === null ? 'sharesText' : 'sharesByHand')}</p>
        <ul className="mt-2 divide-y divide-separator rounded-xl border border-border">
          {leases.map((lease, index) => (
            <li
              key={lease.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.5 py-2.5 text-sm"
            >
              <span className="min-w-0">
                <span className="block font-medium">{lease.label}</span>
                <span className="block text-xs text-muted">
                  {t('openOfLease', { amount: money(accounts[index]?.openCents ?? 0) })}
                </span>
              </span>
              {byHand === null ? (
                <Money amountCents={shareOf(lease.id)} className="font-medium" />
              ) : (
                <MoneyField
                  name={null}
                  label={<span className="sr-only">{t('shareOf', { lease: lease.label })}</span>}
                  defaultCents={byHand[index] || null}
                  onCentsChange={(cents) => setByHand(byHand.with(index, cents))}
                  className="w-32"
                />
              )}
            </li>
          ))}
        </ul>
        <p role="status" className="mt-2 text-sm">
          {restCents > 0 && t('sharesMissing', { amount: money(restCents) })}
          {restCents < 0 && t('sharesTooMuch', { amount: money(-restCents) })}
        </p>
        {byHand === null && shares.length > 0 && (
          <Button
            size="sm"
            look="ghost"
            onClick={() => setByHand(leaseIds.map((leaseId) => shareOf(leaseId)))}
          >
            {t('changeShares')}
          </Button>
        )}
      </fieldset>
      <SelectField
        name={field('method')}
        label={t('method')}
        options={recordedMethods.map((value) => ({ value, label: labels(`paymentMethod.${value}`) }))}
      />
      <TextField name={field('reference')} label={t('reference')} optional autoComplete="off" />
      <FormActions onClose={onClose}>{t('record')}</FormActions>
    </DomainForm>
  );
}
