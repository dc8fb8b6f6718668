import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { NumberField } from '@/components/form/number-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { publisherOf } from '@/features/legal/components/figure-words';
import { firstOfMonth, monthOf } from '@/lib/calendar';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { whenFresh } from '@/trpc/fresh-link';
import { retryTransient } from '@/trpc/query-client';
import { agreeIndexInput, updateIndexInput } from '../../index-schema';
import type { Clause, IndexRent } from './index-part';

const field = fieldsOf<typeof agreeIndexInput>();

type Props = {
  leaseId: string;
  figures: IndexRent['figures'];
  isGerman: boolean;
  onClose: () => void;
  onSaved: () => void;
};

const monthStart = (typed: unknown): unknown =>
  typeof typed === 'string' ? firstOfMonth(monthOf(typed)) : typed;
const asStored = (values: Record<string, unknown>) => ({
  ...values,
  baseMonth: monthStart(values.baseMonth),
});

/** The index clause as the contract has it: agreed anew, or put right. */
export function ClauseForm({ clause, ...props }: Props & { clause: Clause | null }) {
  return clause ? <EditClause clause={clause} {...props} /> : <NewClause {...props} />;
}

function useSaved(onSaved: () => void) {
  const t = useTranslations('IndexRent');
  return async () => {
    await whenFresh();
    showSuccess(t('clauseSaved'));
    onSaved();
  };
}

function NewClause({ leaseId, figures, isGerman, onClose, onSaved }: Props) {
  const [lease] = trpc.lease.get.useSuspenseQuery({ id: leaseId });
  const [id] = useState(newId);
  const agree = trpc.rent.agreeIndex.useMutation({ retry: retryTransient });
  const saved = useSaved(onSaved);
  const form = useDomainForm({
    schema: agreeIndexInput,
    fixed: { id, leaseId },
    prepare: asStored,
    submit: (input) => agree.mutateAsync(input),
    onSuccess: () => void saved(),
  });
  const start = firstOfMonth(monthOf(lease.startsOn));
  return (
    <DomainForm form={form}>
      <Fields {...{ figures, isGerman }} agreedOn={lease.signedOn ?? lease.startsOn} baseMonth={start} />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function EditClause({ clause, figures, isGerman, onClose, onSaved }: Props & { clause: Clause }) {
  const update = trpc.rent.updateIndex.useMutation();
  const saved = useSaved(onSaved);
  const form = useDomainForm({
    schema: updateIndexInput,
    fixed: { id: clause.id, version: clause.version },
    prepare: asStored,
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => void saved(),
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <Fields
        {...{ figures, isGerman }}
        agreedOn={clause.agreedOn}
        baseMonth={clause.baseMonth}
        indexMilli={clause.baseIndexMilli}
        note={clause.note}
      />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function Fields({
  figures,
  isGerman,
  agreedOn,
  baseMonth,
  indexMilli,
  note,
}: {
  figures: IndexRent['figures'];
  isGerman: boolean;
  agreedOn: string;
  baseMonth: string;
  indexMilli?: number;
  note?: string | null;
}) {
  const t = useTranslations('IndexRent');
  const labels = useTranslations('AgreeRent');
  const [month, setMonth] = useState<string | null>(baseMonth);
  const known = month === null ? undefined : figures.find((one) => monthOf(one.month) === monthOf(month));
  const isUntouched = month !== null && monthOf(month) === monthOf(baseMonth);
  const proposed = (isUntouched ? indexMilli : undefined) ?? known?.indexMilli;
  return (
    <>
      <DateField name={field('agreedOn')} label={t('agreedOn')} defaultDay={agreedOn} />
      <FieldRow>
        <DateField
          name={field('baseMonth')}
          label={t('baseMonth')}
          hint={t('baseMonthHint')}
          defaultDay={baseMonth}
          onDayChange={setMonth}
        />
        {/* Germany's index is published with one decimal, others with up to three. */}
        <NumberField
          key={proposed ?? 'unknown'}
          name={field('baseIndexMilli')}
          label={t(isGerman ? 'index' : 'indexAbroad')}
          hint={
            known
              ? t('knownIndex', { source: publisherOf(known.source) })
              : t(isGerman ? 'unknownIndex' : 'unknownIndexAbroad')
          }
          decimals={3}
          defaultScaled={proposed ?? null}
        />
      </FieldRow>
      <TextField
        name={field('note')}
        label={labels('note')}
        optional
        autoComplete="off"
        defaultValue={note ?? undefined}
      />
    </>
  );
}
