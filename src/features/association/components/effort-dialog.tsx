import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { SelectField } from '@/components/form/select-field';
import { TextareaField } from '@/components/form/textarea-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { effortWays } from '@/domain/vocabulary';
import { newId } from '@/lib/new-id';
import type { Period } from '@/lib/period';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { noteEffortInput } from '../schema';

const field = fieldsOf<typeof noteEffortInput>();

/** Notes a reminder to an association's manager. Open as long as it is mounted. */
export function EffortDialog({
  associationId,
  propertyId,
  period,
  onClose,
}: {
  associationId: string;
  propertyId: string;
  period: Period;
  onClose: () => void;
}) {
  const t = useTranslations('Association');
  const [id] = useState(newId);
  const documents = trpc.document.list.useQuery({ on: { kind: 'property', id: propertyId } });
  const note = trpc.association.noteEffort.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: noteEffortInput,
    fixed: { id, associationId, ...period },
    submit: (input) => note.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('effortSaved'));
      onClose();
    },
  });
  const papers = documents.data?.rows ?? [];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('effortTitle')}>
      <DomainForm form={form}>
        <FieldRow>
          <DateField name={field('askedOn')} label={t('askedOn')} />
          <SelectField
            name={field('way')}
            label={t('way')}
            options={effortWays.map((way) => ({ value: way, label: t(`ways.${way}`) }))}
          />
        </FieldRow>
        <TextareaField name={field('note')} label={t('note')} optional />
        {papers.length > 0 && (
          <SelectField
            name={field('documentId')}
            label={t('document')}
            hint={t('documentHint')}
            optional
            placeholder="–"
            options={papers.map(({ id: value, title }) => ({ value, label: title }))}
          />
        )}
        <FormActions onClose={onClose} />
      </DomainForm>
    </Dialog>
  );
}
