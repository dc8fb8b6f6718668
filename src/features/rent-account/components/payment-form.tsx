import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { useUndo } from '@/components/use-undo';
import { recordedMethods } from '@/domain/account-kinds';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { recordPaymentInput } from '@/ledger/inputs';
import { sumCents } from '@/lib/money';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { findAlike } from '../alike-rules';
import { PayerFields, payerFields } from './payer-fields';
import { SettlementChoice } from './settlement-choice';
import { useSeen } from './use-seen';
import { useUndoPayments } from './use-undo-payments';

const field = fieldsOf<typeof recordPaymentInput>();

/** Money received: the amount proposes what is open, and what it settles is shown before it is recorded. */
export default function PaymentForm({
  leaseId,
  chargeId,
  onClose,
}: {
  leaseId: string;
  chargeId: string | undefined;
  onClose: () => void;
}) {
  const t = useTranslations('PaymentForm');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const offerUndo = useUndo();
  const undo = useUndoPayments();
  const [[portfolio], [account]] = [
    trpc.portfolio.get.useSuspenseQuery(),
    trpc.ledger.openItems.useSuspenseQuery({ leaseId }, { staleTime: 0, gcTime: 0 }),
  ];
  const { items } = account;
  const [proposedCents] = useState(() => {
    const asked = items.filter((item) => item.chargeId === chargeId);
    const due = items.filter((item) => item.dueOn <= portfolio.today);
    const open = [asked, due, items].find((some) => some.length > 0) ?? [];
    return sumCents(open.map((item) => item.openCents)) || null;
  });
  const [id] = useState(newId);
  const [amountCents, setAmountCents] = useState(proposedCents);
  const [paidOn, setPaidOn] = useState<string | null>(portfolio.today);
  const [purpose, setPurpose] = useState<string[]>(
    items.some((item) => item.chargeId === chargeId) && chargeId ? [chargeId] : [],
  );
  const record = trpc.payment.record.useMutation({ retry: retryTransient });
  const alike = findAlike(account.received, { amountCents, paidOn });
  const sendSeen = useSeen(
    id,
    account.received.map((row) => row.id),
    alike?.id,
  );
  const form = useDomainForm({
    schema: recordPaymentInput,
    fixed: { id, leaseId, chargeIds: purpose },
    submit: async (input) => {
      await sendSeen((seen) => record.mutateAsync({ ...input, seen }));
      return input.amountCents;
    },
    onSuccess: (cents) => {
      offerUndo(t('done', { amount: formatMoney(cents, formats.currency, formats) }), () => undo([id]));
      onClose();
    },
  });
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
      {alike && alike.id !== form.failure?.params?.id && (
        <Notice tone="warning" live>
          {t('alike', {
            amount: formatMoney(alike.amountCents, formats.currency, formats),
            day: formatDate(alike.paidOn, formats),
            method: labels(`paymentMethod.${alike.method}`),
          })}
        </Notice>
      )}
      <SettlementChoice
        items={items}
        creditCents={account.creditCents}
        amountCents={amountCents}
        paidOn={paidOn}
        purpose={purpose}
        onPurposeChange={setPurpose}
      />
      <SelectField
        name={field('method')}
        label={t('method')}
        options={recordedMethods.map((value) => ({ value, label: labels(`paymentMethod.${value}`) }))}
      />
      <Fold title={t('more')} fields={payerFields}>
        <PayerFields leaseId={leaseId} />
      </Fold>
      <FormActions onClose={onClose}>{t('record')}</FormActions>
    </DomainForm>
  );
}
