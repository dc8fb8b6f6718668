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
import { formatDate, formatMoney, formatMonth } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { monthOf } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { retryTransient } from '@/trpc/query-client';
import { useOwnAccount } from '../../rent-account/components/use-own-account';
import { MAX_COLLECTED } from '../rules';
import { createCollectionInput } from '../schema';
import { DebitChoice } from './debit-choice';
import { useDebitFile } from './use-debit-file';

const field = fieldsOf<typeof createCollectionInput>();

type Due = Outputs['debit']['due'];

/** Makes the file of what is ticked: everything that may be collected, but what the bank took back. */
export function CollectForm({
  due,
  day,
  canEdit,
  isStale,
}: {
  due: Due;
  day: ReactNode;
  canEdit: boolean;
  isStale: boolean;
}) {
  const t = useTranslations('Debits');
  const formats = useFormats();
  const handOut = useDebitFile();
  const [id, setId] = useState(newId);
  const [choice, setChoice] = useState<ReadonlyMap<string, boolean>>(new Map());
  const create = trpc.debit.create.useMutation({ retry: retryTransient });
  const accounts = due.accounts.toSorted(
    (a, b) => Number(!a.creditorIdentifier) - Number(!b.creditorIdentifier),
  );
  const usable = accounts.filter((account) => account.creditorIdentifier);
  const { firstId, choose, rows, hasMore, others, unserved } = useOwnAccount(
    usable,
    due.rows,
    canEdit,
    MAX_COLLECTED,
  );
  const chosen = rows.filter((row) => choice.get(row.mandateId) ?? !row.isHeld);
  const amountCents = sumCents(chosen.map((row) => row.amountCents));
  const form = useDomainForm({
    schema: createCollectionInput,
    fixed: { id, collectOn: due.collectOn },
    recordId: undefined,
    prepare: (values) => ({
      ...values,
      items: chosen.map((row) => ({ mandateId: row.mandateId, amountCents: row.amountCents })),
    }),
    submit: (input) => create.mutateAsync(input),
    onSuccess: (made) => {
      setId(newId());
      // What was chosen of other owners' rows stands.
      setChoice(
        (before) => new Map([...before].filter(([key]) => !chosen.some((row) => row.mandateId === key))),
      );
      showSuccess(
        t('made', {
          day: formatDate(due.collectOn, formats),
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
        {day}
        {canEdit && (
          <>
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
                options={accounts.map((account) => {
                  const name = `${account.holder} · ${accountText(account)}`;
                  return account.creditorIdentifier
                    ? { value: account.id, label: name }
                    : { value: account.id, label: t('noCreditorId', { account: name }), disabled: true };
                })}
              />
              <TextField
                name={field('purpose')}
                label={t('purpose')}
                defaultValue={t('purposeDefault', { month: formatMonth(monthOf(due.collectOn), formats) })}
                autoComplete="off"
              />
            </FieldRow>
            <CheckboxField name={field('isBatch')} label={t('isBatch')} hint={t('isBatchHint')} />
          </>
        )}
        <DebitChoice
          rows={rows}
          chosen={chosen}
          canEdit={canEdit}
          onChoose={(next) => setChoice((before) => new Map([...before, ...next]))}
        />
        {hasMore && <p className="text-sm text-muted">{t('more')}</p>}
        {canEdit && (
          <>
            <p role="status" className="flex justify-between gap-4 font-semibold">
              <span>{t('sum', { count: chosen.length })}</span>
              <Money amountCents={amountCents} />
            </p>
            <p className="text-sm text-muted">{t('preNotice')}</p>
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
