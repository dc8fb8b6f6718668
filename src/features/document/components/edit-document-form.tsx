import { useTranslations } from 'next-intl';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { documentCategories } from '@/domain/vocabulary';
import { trpc } from '@/trpc/client';
import { updateDocumentInput } from '../schema';
import type { DocumentRow } from './document-words';

const field = fieldsOf<typeof updateDocumentInput>();

/** Title, category, validity and note of a document. */
export function EditDocumentForm({ row: opened, onClose }: { row: DocumentRow; onClose: () => void }) {
  const t = useTranslations('Documents');
  const categories = useTranslations('DocumentCategory');
  const update = trpc.document.update.useMutation();
  const { data: row = opened } = trpc.document.get.useQuery({ id: opened.id });
  const domainForm = useDomainForm({
    schema: updateDocumentInput,
    fixed: { id: row.id, version: row.version },
    submit: (input) => update.mutateAsync(input),
    onSuccess: onClose,
  });
  return (
    <DomainForm form={domainForm}>
      <EditConflict form={domainForm} />
      <TextField name={field('title')} label={t('title')} defaultValue={row.title} />
      <SelectField
        name={field('category')}
        label={t('category')}
        defaultValue={row.category}
        options={documentCategories.map((category) => ({ value: category, label: categories(category) }))}
      />
      <DateField
        name={field('validUntil')}
        label={t('validUntil')}
        hint={t('validUntilHint')}
        defaultDay={row.validUntil}
        optional
      />
      <TextareaField name={field('note')} label={t('note')} defaultValue={row.note ?? ''} optional />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}
