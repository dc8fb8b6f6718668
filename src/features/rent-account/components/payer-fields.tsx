'use client';

import { useTranslations } from 'next-intl';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { formatIban } from '@/lib/iban';
import { trpc } from '@/trpc/client';

export const payerFields = ['payerTenantId', 'bankAccountId', 'reference', 'note'] as const;

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
          name="payerTenantId"
          label={t('payer')}
          optional
          placeholder={t('notStated')}
          defaultValue={known?.payerTenantId}
          options={[...payers].map(([value, label]) => ({ value, label }))}
        />
      )}
      {accounts.data && accounts.data.length > 0 && (
        <SelectField
          name="bankAccountId"
          label={t('bankAccount')}
          optional
          placeholder={t('notStated')}
          defaultValue={known?.bankAccountId}
          options={accounts.data.map((row) => ({
            value: row.id,
            label: `${row.holder} · ${formatIban(row.iban)}`,
          }))}
        />
      )}
      <TextField
        name="reference"
        label={t('reference')}
        optional
        autoComplete="off"
        maxLength={200}
        defaultValue={known?.reference ?? undefined}
      />
      <TextField
        name="note"
        label={t('note')}
        optional
        autoComplete="off"
        maxLength={500}
        defaultValue={known?.note ?? undefined}
      />
    </>
  );
}
