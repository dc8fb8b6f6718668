import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { ChoiceField } from '@/components/form/choice-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { SelectField } from '@/components/form/select-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Money } from '@/components/money';
import { useUndo } from '@/components/use-undo';
import { recordedMethods } from '@/domain/account-kinds';
import { useChargeTitle } from '@/features/rent-account/components/charge-words';
import { useUndoPayments } from '@/features/rent-account/components/use-undo-payments';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { recordPaymentsInput } from '@/ledger/inputs';
import { type CalendarDate, minDate } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { isBacklog } from '../backlog-rules';
import { partiesOf } from './parties';

const field = fieldsOf<typeof recordPaymentsInput>();

/** When they came: all on one day, as arrears paid in one go, or each when it was due, as months entered afterwards. */
const paidDays = ['one', 'due'] as const;

/** Everything overdue, ticked; what is unticked has not come in yet. */
export function PayOverdueForm({
  propertyId,
  leaseId = null,
  dueThrough = null,
  onClose,
}: {
  propertyId: string | null;
  leaseId?: string | null;
  dueThrough?: CalendarDate | null;
  onClose: () => void;
}) {
  const t = useTranslations('PayOverdue');
  const labels = useTranslations('Labels');
  const formats = useFormats();
  const titleOf = useChargeTitle();
  const undo = useUndoPayments();
  const offerUndo = useUndo();
  const [[portfolio], [overdue]] = [
    trpc.portfolio.get.useSuspenseQuery(),
    trpc.charge.overdue.useSuspenseQuery({ propertyId, leaseId, dueThrough }, { staleTime: 0, gcTime: 0 }),
  ];
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [days, setDays] = useState<(typeof paidDays)[number]>(() =>
    isBacklog(overdue.rows) ? 'due' : 'one',
  );
  // One id per charge for as long as the dialog is open, whatever is ticked.
  const [ids] = useState(() => new Map<string, string>());
  // Where one of them came on another day than the rest.
  const ownDays = useRef(new Map<string, CalendarDate | null>());
  const record = trpc.payment.recordMany.useMutation({ retry: retryTransient });
  const checked = overdue.rows.filter((row) => !skipped.includes(row.id));
  const sum = sumCents(checked.map((row) => row.openCents));

  function idOf(chargeId: string): string {
    const id = ids.get(chargeId) ?? newId();
    ids.set(chargeId, id);
    return id;
  }

  const form = useDomainForm({
    schema: recordPaymentsInput,
    // Of no payment then: each has a day of its own.
    ...(days === 'due' && { fixed: { paidOn: portfolio.today } }),
    prepare: (values) => ({
      ...values,
      payments: checked.map((row) => ({
        id: idOf(row.id),
        chargeId: row.id,
        amountCents: row.openCents,
        paidOn: ownDays.current.get(row.id) ?? (days === 'due' ? minDate(row.dueOn, portfolio.today) : null),
      })),
    }),
    submit: async (input) => {
      const { amountCents, count } = await record.mutateAsync(input);
      return { amountCents, count, ids: input.payments.map((part) => part.id) };
    },
    onSuccess: (done) => {
      offerUndo(
        t('done', { count: done.count, amount: formatMoney(done.amountCents, formats.currency, formats) }),
        () => undo(done.ids),
      );
      onClose();
    },
  });

  if (overdue.rows.length === 0) return <p className="text-sm text-muted">{t('nothing')}</p>;
  return (
    <DomainForm form={form}>
      {overdue.rows.length > 1 && (
        <ChoiceField
          label={t('days')}
          hint={days === 'due' ? t('dueDaysHint') : undefined}
          options={paidDays.map((value) => ({ value, label: t(`paidDays.${value}`) }))}
          value={days}
          onValueChange={setDays}
        />
      )}
      <FieldRow>
        {days === 'one' && (
          <DateField name={field('paidOn')} label={t('paidOn')} defaultDay={portfolio.today} />
        )}
        <SelectField
          name={field('method')}
          label={t('method')}
          options={recordedMethods.map((value) => ({ value, label: labels(`paymentMethod.${value}`) }))}
        />
      </FieldRow>
      <fieldset className="min-w-0">
        <legend className="sr-only">{t('charges')}</legend>
        <div className="flex justify-end gap-1 pb-2">
          <Button look="ghost" size="sm" disabled={skipped.length === 0} onClick={() => setSkipped([])}>
            {t('all')}
          </Button>
          <Button
            look="ghost"
            size="sm"
            disabled={checked.length === 0}
            onClick={() => {
              ownDays.current.clear();
              setSkipped(overdue.rows.map((row) => row.id));
            }}
          >
            {t('none')}
          </Button>
        </div>
        <ul className="max-h-80 divide-y divide-separator overflow-y-auto rounded-xl border border-border">
          {overdue.rows.map((row) => (
            <li key={row.id} className="px-3.5 py-2.5 text-sm">
              <label className="flex cursor-pointer items-start gap-3">
                <input
                  type="checkbox"
                  checked={!skipped.includes(row.id)}
                  onChange={(event) => {
                    ownDays.current.delete(row.id);
                    setSkipped(
                      event.target.checked ? skipped.filter((id) => id !== row.id) : [...skipped, row.id],
                    );
                  }}
                  className="mt-1 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{partiesOf(row)}</span>
                  <span className="block text-xs text-muted">
                    {titleOf(row)} · {t('due')} <DateText day={row.dueOn} />
                  </span>
                </span>
                <Money amountCents={row.openCents} className="font-medium" />
              </label>
              {!skipped.includes(row.id) && (
                <OwnDay
                  what={`${titleOf(row)}, ${partiesOf(row)}`}
                  dueOn={row.dueOn}
                  today={portfolio.today}
                  onDay={(day) => ownDays.current.set(row.id, day)}
                />
              )}
            </li>
          ))}
        </ul>
        {overdue.hasMore && <p className="mt-2 text-xs text-muted">{t('more')}</p>}
        <p role="status" className="mt-3 flex justify-between gap-4 text-sm font-semibold">
          <span>{t('sum', { count: checked.length })}</span>
          <Money amountCents={sum} />
        </p>
      </fieldset>
      <FormActions onClose={onClose} disabled={checked.length === 0}>
        {t('record', { count: checked.length })}
      </FormActions>
    </DomainForm>
  );
}

/** A day of its own for one of the payments, asked for with a click; proposed is the day it was due, if that is over. */
function OwnDay({
  what,
  dueOn,
  today,
  onDay,
}: {
  what: string;
  dueOn: CalendarDate;
  today: CalendarDate;
  onDay: (day: CalendarDate | null) => void;
}) {
  const t = useTranslations('PayOverdue');
  const [isOpen, setOpen] = useState(false);
  const proposed = minDate(dueOn, today);
  if (isOpen) {
    return (
      <DateField
        name={null}
        label={t('paidOn')}
        defaultDay={proposed}
        autoFocus
        onDayChange={onDay}
        className="mt-2 ms-7 max-w-52"
      />
    );
  }
  return (
    <Button
      look="ghost"
      size="sm"
      aria-label={t('otherDayOf', { what })}
      onClick={() => {
        onDay(proposed);
        setOpen(true);
      }}
      className="-mb-1 ms-4 text-muted"
    >
      {t('otherDay')}
    </Button>
  );
}
