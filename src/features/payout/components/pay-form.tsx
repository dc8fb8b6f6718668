import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Money } from '@/components/money';
import { showSuccess } from '@/components/toast';
import { accountText } from '@/domain/bank-account';
import { formatDate, formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { sumCents } from '@/lib/money';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { useOwnAccount } from '../../rent-account/components/use-own-account';
import { MAX_TRANSFERS } from '../rules';
import { createPayoutInput } from '../schema';
import { keyOf, TransferChoice } from './transfer-choice';
import { usePayoutFile } from './use-payout-file';

const field = fieldsOf<typeof createPayoutInput>();

type Payable = Outputs['payout']['payable'];

/** Makes the file of what is ticked; nothing is, until somebody says so. */
export function PayForm({
  payable,
  day,
  canEdit,
  isStale,
}: {
  payable: Payable;
  day: ReactNode;
  canEdit: boolean;
  isStale: boolean;
}) {
  const t = useTranslations('Payouts');
  const formats = useFormats();
  const handOut = usePayoutFile();
  const [id, setId] = useState(newId);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [amounts, setAmounts] = useState<ReadonlyMap<string, number | null>>(new Map());
  const create = trpc.payout.create.useMutation({ retry: retryTransient });
  const { firstId, choose, rows, hasMore, others, unserved } = useOwnAccount(
    payable.accounts,
    payable.rows,
    canEdit,
    MAX_TRANSFERS,
  );
  const chosen = rows.filter((row) => ticked.has(keyOf(row)));
  const amountOf = (row: Payable['rows'][number]) => {
    const typed = amounts.get(keyOf(row));
    return typed === undefined ? row.amountCents : (typed ?? 0);
  };
  const form = useDomainForm({
    schema: createPayoutInput,
    fixed: { id, executeOn: payable.executeOn },
    recordId: undefined,
    prepare: ({ items, ...values }) => ({
      ...values,
      items: chosen.map((row, at) => ({
        ...(Array.isArray(items) ? items[at] : {}),
        leaseId: row.lease.id,
        depositId: row.depositId,
      })),
    }),
    submit: (input) => create.mutateAsync(input),
    onSuccess: (made) => {
      setId(newId());
      // What was ticked and typed of other owners' rows stands.
      const paid = new Set(chosen.map(keyOf));
      setTicked(new Set([...ticked].filter((key) => !paid.has(key))));
      setAmounts(new Map([...amounts].filter(([key]) => !paid.has(key))));
      showSuccess(
        t('made', {
          day: formatDate(payable.executeOn, formats),
          count: made.count,
          amount: formatMoney(made.amountCents, formats.currency, formats),
        }),
      );
      void handOut(made.id);
    },
  });
  return (
    <DomainForm form={form}>
      <div className="flex flex-col gap-5 rounded-2xl bg-surface p-4 shadow-surface sm:p-6">
        {canEdit && (
          <>
            {day}
            <FieldRow>
              <SelectField
                name={field('bankAccountId')}
                label={t('account')}
                hint={
                  [
                    others > 0 && t('ofOtherOwners', { count: others }),
                    unserved > 0 && t('ofNoAccount', { count: unserved }),
                  ]
                    .filter(Boolean)
                    .join(' ') || undefined
                }
                defaultValue={firstId}
                onValueChange={choose}
                options={payable.accounts.map((account) => ({
                  value: account.id,
                  label: `${account.holder} · ${accountText(account)}`,
                }))}
              />
              <TextField
                name={field('purpose')}
                label={t('purpose')}
                defaultValue={t('purposeDefault')}
                autoComplete="off"
              />
            </FieldRow>
            <CheckboxField name={field('isBatch')} label={t('isBatch')} hint={t('isBatchHint')} />
          </>
        )}
        <TransferChoice
          rows={rows}
          chosen={chosen}
          canEdit={canEdit}
          onTick={(next) => {
            const shown = new Set(rows.map(keyOf));
            setTicked(new Set([...[...ticked].filter((key) => !shown.has(key)), ...next]));
          }}
          onAmount={(row, cents) => setAmounts(new Map(amounts).set(keyOf(row), cents))}
        />
        {hasMore && <p className="text-sm text-muted">{t('more')}</p>}
        {canEdit && (
          <>
            <p role="status" className="flex justify-between gap-4 font-semibold">
              <span>{t('sum', { count: chosen.length })}</span>
              <Money amountCents={sumCents(chosen.map(amountOf))} />
            </p>
            <p className="text-sm text-muted">
              {t('names')} {t('booked')}
            </p>
            <div className="flex justify-end">
              <SubmitButton disabled={chosen.length === 0 || isStale}>
                {t('make', { count: chosen.length })}
              </SubmitButton>
            </div>
          </>
        )}
      </div>
    </DomainForm>
  );
}
