import { skipToken } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateText } from '@/components/date-text';
import { ChoiceField } from '@/components/form/choice-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextareaField } from '@/components/form/textarea-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Notice } from '@/components/notice';
import { showSuccess } from '@/components/toast';
import { useDebounced } from '@/components/use-debounced';
import { type ProrationMethod, prorationMethods } from '@/domain/vocabulary';
import { CorrectPosted } from '@/features/rent/components/correct-posted';
import type { Difference } from '@/features/rent/components/posted-differences';
import { habitsOf, offeredDueRules } from '@/features/rent/usual-rules';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import { updateLeaseInput } from '../../schema';
import type { Contract } from './contract';
import { PostedCheck, unasked } from './posted-check';

const field = fieldsOf<typeof updateLeaseInput>();

/** Term and terms of payment; booked months that would differ are listed before anything is saved. */
export default function TermsForm({ lease, onDone }: { lease: Contract; onDone: () => void }) {
  const t = useTranslations('Contract');
  const fields = useTranslations('LeaseForm');
  const labels = useTranslations('Labels');
  const proration = useTranslations('Proration');
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const isPosted = lease.postedThrough !== null;
  // An end that a notice or an agreement set is changed where that is entered.
  const isEnding = lease.endsOn !== null && !lease.isFixedTerm;
  const [duration, setDuration] = useState<'open' | 'fixed'>(lease.isFixedTerm ? 'fixed' : 'open');
  const [startsOn, setStartsOn] = useState<string | null>(lease.startsOn);
  const [endsOn, setEndsOn] = useState(lease.endsOn);
  const [method, setMethod] = useState<ProrationMethod>(lease.prorationMethod);
  const [dueRule, setDueRule] = useState<string>(lease.dueRule);
  const asksEnd = !isEnding && duration === 'fixed';
  const end = isEnding ? lease.endsOn : duration === 'fixed' ? endsOn : null;
  const same = {
    id: lease.id,
    version: lease.version,
    isFixedTerm: !isEnding && duration === 'fixed',
    signedOn: lease.signedOn,
    dueRule: lease.dueRule,
    dueDay: lease.dueDay,
    notes: lease.notes,
  };
  const changed = { startsOn: startsOn ?? lease.startsOn, endsOn: end, prorationMethod: method };
  const asked = useDebounced(JSON.stringify(changed), 350);
  const isChanged = end !== lease.endsOn || startsOn !== lease.startsOn || method !== lease.prorationMethod;
  const isAskable =
    isChanged && isPosted && asked === JSON.stringify(changed) && (!asksEnd || endsOn !== null);
  const preview = trpc.lease.previewUpdate.useQuery(isAskable ? { ...same, ...changed } : skipToken, {
    // What is wrong with the days is said when the form is sent, under its field.
    retry: false,
    gcTime: 0,
  });
  const found = isAskable ? preview.data : undefined;
  const [differing, setDiffering] = useState<readonly Difference[] | null>(null);
  const update = trpc.lease.update.useMutation();
  const form = useDomainForm({
    schema: updateLeaseInput,
    fixed: {
      id: lease.id,
      version: lease.version,
      isFixedTerm: same.isFixedTerm,
      endsOn: end,
    },
    submit: async (input) => {
      const left = unasked(input, await update.mutateAsync(input));
      await whenFresh();
      // Months that were left as they are stay so, whatever else is changed.
      return isChanged ? left : [];
    },
    onSuccess: (left) => {
      showSuccess(t('saved'));
      if (left.length > 0) setDiffering(left);
      else onDone();
    },
  });
  const areDaysChanged = changed.startsOn !== lease.startsOn || end !== lease.endsOn;
  // Beside what it follows from: below the notes it would be out of sight.
  const check = (
    <>
      <AddedMonths {...found?.added} />
      <PostedCheck differences={found?.differences} isMistake={changed.startsOn !== lease.startsOn} />
    </>
  );
  if (differing) return <CorrectPosted leaseId={lease.id} differences={differing} onClose={onDone} />;
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      {isEnding ? (
        <Notice>
          {t('endIsSet')} {lease.endsOn && <DateText day={lease.endsOn} />}
        </Notice>
      ) : (
        <ChoiceField
          label={fields('duration')}
          options={(['open', 'fixed'] as const).map((value) => ({
            value,
            label: fields(`durations.${value}`),
          }))}
          value={duration}
          saved={lease.isFixedTerm ? 'fixed' : 'open'}
          onValueChange={setDuration}
        />
      )}
      <FieldRow>
        <DateField
          name={field('startsOn')}
          label={fields('startsOn')}
          hint={isPosted ? t('startIsPosted') : undefined}
          defaultDay={lease.startsOn}
          onDayChange={setStartsOn}
        />
        {asksEnd && (
          <DateField
            name={field('endsOn')}
            label={fields('endsOn')}
            hint={fields('endsOnHint')}
            defaultDay={lease.endsOn}
            onDayChange={setEndsOn}
          />
        )}
      </FieldRow>
      {areDaysChanged && check}
      <FieldRow>
        <SelectField
          name={field('dueRule')}
          label={fields('dueRule')}
          hint={isPosted ? t('dueHint') : undefined}
          options={offeredDueRules(habitsOf(portfolio.jurisdiction, lease.units), lease.dueRule).map(
            (value) => ({
              value,
              label: labels(`dueRule.${value}`),
            }),
          )}
          defaultValue={lease.dueRule}
          onValueChange={setDueRule}
        />
        {dueRule === 'day_of_month' && (
          <NumberField name={field('dueDay')} label={fields('dueDay')} defaultScaled={lease.dueDay} />
        )}
      </FieldRow>
      <SelectField
        name={field('prorationMethod')}
        label={fields('proration')}
        hint={method === 'thirty_days' ? proration('thirtyDays') : fields('prorationHint')}
        options={prorationMethods.map((value) => ({ value, label: labels(`proration.${value}`) }))}
        defaultValue={lease.prorationMethod}
        onValueChange={(value) => setMethod(prorationMethods.find((one) => one === value) ?? method)}
      />
      {!areDaysChanged && check}
      <FieldRow>
        <DateField name={field('signedOn')} label={fields('signedOn')} optional defaultDay={lease.signedOn} />
      </FieldRow>
      <TextareaField
        name={field('notes')}
        label={fields('notes')}
        optional
        defaultValue={lease.notes ?? undefined}
      />
      <FormActions onClose={onDone} />
    </DomainForm>
  );
}

/** What is booked besides, of a lease that begins in an earlier month. */
function AddedMonths({ months = 0, totalCents = 0 }: { months?: number; totalCents?: number }) {
  const t = useTranslations('Contract');
  const formats = useFormats();
  if (months === 0) return null;
  const amount = formatMoney(totalCents, formats.currency, formats);
  return (
    <p
      role="status"
      className="rounded-xl bg-warning-soft p-4 text-sm font-medium text-warning-soft-foreground"
    >
      {t('addedMonths', { count: months, amount })}
    </p>
  );
}
