import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { Dialog } from '@/components/dialog';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { trash2Icon } from '@/components/icons';
import { Money } from '@/components/money';
import { showFailure, showSuccess } from '@/components/toast';
import { VatField } from '@/features/transaction/components/bill-fields';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { setAmountInput } from '../schema';
import type { RecurringItem } from './recurring-list';

const field = fieldsOf<typeof setAmountInput>();

/** Another amount from a day on, and the amounts so far. */
export function AmountDialog({
  item: opened,
  today,
  onClose,
}: {
  item: RecurringItem;
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('RecurringForm');
  const { data: item } = trpc.recurring.get.useQuery({ id: opened.id }, { initialData: opened });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('amountTitle')}
      description={item.title}
    >
      <div className="flex flex-col gap-6">
        <AmountForm item={item} today={today} onClose={onClose} />
        <AmountHistory item={item} />
      </div>
    </Dialog>
  );
}

function AmountForm({ item, today, onClose }: { item: RecurringItem; today: string; onClose: () => void }) {
  const t = useTranslations('RecurringForm');
  const booking = useTranslations('BookingForm');
  const proposed = item.nextDueOn ?? today;
  const [validFrom, setValidFrom] = useState<string | null>(proposed);
  const [amountCents, setAmountCents] = useState<number | null>(item.amountCents);
  const [vatRateBp, setVatRateBp] = useState<number | null>(item.vatRateBp);
  const next = item.amounts.find((amount) => validFrom !== null && amount.validFrom > validFrom)?.validFrom;
  const posted = trpc.recurring.posted.useQuery(
    { id: item.id, from: validFrom ?? today },
    { enabled: validFrom !== null && validFrom <= today },
  );
  const concerned =
    validFrom !== null && validFrom <= today
      ? (posted.data ?? []).filter(
          (row) => row.amountCents !== amountCents && (next === undefined || (row.dueOn ?? '') < next),
        )
      : [];
  const set = trpc.recurring.setAmount.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: setAmountInput,
    fixed: { recurringId: item.id, version: item.version },
    submit: (input) => set.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('amountSaved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <FieldRow>
        <DateField
          name={field('validFrom')}
          label={t('validFrom')}
          defaultDay={proposed}
          onDayChange={setValidFrom}
        />
        <MoneyField
          name={field('amountCents')}
          label={booking('amount')}
          defaultCents={item.amountCents}
          onCentsChange={setAmountCents}
          autoFocus
        />
      </FieldRow>
      <VatField amountCents={amountCents} rateBp={vatRateBp} onRateChange={setVatRateBp} />
      {concerned.length > 0 && (
        <CheckboxField
          name={field('correctPosted')}
          label={t('correctPosted', { count: concerned.length })}
          hint={t('correctPostedHint')}
        />
      )}
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function AmountHistory({ item }: { item: RecurringItem }) {
  const t = useTranslations('RecurringForm');
  const errors = useErrorWords();
  const remove = trpc.recurring.deleteAmount.useMutation();
  return (
    <section aria-labelledby={`${item.id}-amounts`} className="flex flex-col gap-2">
      <h3 id={`${item.id}-amounts`} className="text-sm font-medium">
        {t('amounts')}
      </h3>
      <ul className="divide-y divide-separator rounded-xl border border-border text-sm">
        {item.amounts.map((amount, index) => (
          <li key={amount.validFrom} className="flex min-h-11 items-center justify-between gap-4 px-3.5 py-1">
            <span>{t.rich('from', { day: () => <DateText day={amount.validFrom} /> })}</span>
            <span className="flex items-center gap-2">
              <Money amountCents={amount.amountCents} />
              {index > 0 ? (
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  icon={trash2Icon}
                  aria-label={t('removeAmount')}
                  pending={remove.isPending}
                  onClick={() =>
                    remove.mutate(
                      { recurringId: item.id, version: item.version, validFrom: amount.validFrom },
                      { onError: (error) => showFailure(errors.failure(error)) },
                    )
                  }
                />
              ) : (
                <span className="size-8" />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
