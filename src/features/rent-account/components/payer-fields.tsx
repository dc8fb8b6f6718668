import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { accountText } from '@/domain/bank-account';
import type { recordPaymentInput } from '@/ledger/inputs';
import { trpc } from '@/trpc/client';

const field = fieldsOf<typeof recordPaymentInput>();

export const payerFields = [
  field('payerTenantId'),
  field('bankAccountId'),
  field('reference'),
  field('note'),
];

type Known = {
  payerTenantId: string | null;
  bankAccountId: string | null;
  reference: string | null;
  note: string | null;
};

/** Who paid, onto which account, and what the transfer said. */
export function PayerFields({ leaseId, known }: { leaseId: string; known?: Known }) {
  const t = useTranslations('PaymentForm');
  const lease = trpc.lease.get.useQuery({ id: leaseId });
  const accounts = trpc.bankAccount.list.useQuery({});
  const payers = new Map((lease.data?.tenants ?? []).map((tenant) => [tenant.id, tenant.name]));
  return (
    <>
      {payers.size > 1 && (
        <SelectField
          name={field('payerTenantId')}
          label={t('payer')}
          optional
          placeholder={t('notStated')}
          defaultValue={known?.payerTenantId}
          options={[...payers].map(([value, label]) => ({ value, label }))}
        />
      )}
      {accounts.data && accounts.data.length > 0 && (
        <SelectField
          name={field('bankAccountId')}
          label={t('bankAccount')}
          optional
          placeholder={t('notStated')}
          defaultValue={known?.bankAccountId}
          options={accounts.data.map((row) => ({
            value: row.id,
            label: `${row.holder} · ${accountText(row)}`,
          }))}
        />
      )}
      <TextField
        name={field('reference')}
        label={t('reference')}
        optional
        autoComplete="off"
        defaultValue={known?.reference ?? undefined}
      />
      <TextField
        name={field('note')}
        label={t('note')}
        optional
        autoComplete="off"
        defaultValue={known?.note ?? undefined}
      />
    </>
  );
}
