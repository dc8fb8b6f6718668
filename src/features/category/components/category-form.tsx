import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { anlageVGroups } from '../built-in-facts';
import { createCategoryInput, updateCategoryInput } from '../schema';
import type { CategoryRow } from './category-field';
import { useCategoryName } from './category-words';

const field = fieldsOf<typeof createCategoryInput>();

type Props = { onClose: () => void };

export default function CategoryForm({ category, ...props }: Props & { category: CategoryRow | null }) {
  return category ? <EditForm {...props} category={category} /> : <NewForm {...props} />;
}

function NewForm({ onClose }: Props) {
  const t = useTranslations('Categories');
  const nameOf = useCategoryName();
  const [id] = useState(newId);
  const [rows] = trpc.category.list.useSuspenseQuery({ archive: 'all' });
  const create = trpc.category.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createCategoryInput,
    fixed: { id },
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('created'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <SelectField
        name={field('parentId')}
        label={t('group')}
        options={rows
          .filter((row) => row.parentId === null)
          .map((row) => ({ value: row.id, label: nameOf(row) }))}
      />
      <Fields category={null} onClose={onClose} />
    </DomainForm>
  );
}

function EditForm({ category, onClose }: Props & { category: CategoryRow }) {
  const t = useTranslations('Categories');
  const [rows] = trpc.category.list.useSuspenseQuery({ archive: 'all' });
  // The list may have been read again since the dialog opened.
  const latest = rows.find((row) => row.id === category.id) ?? category;
  const update = trpc.category.update.useMutation();
  const { hasAnlageV, hasScheduleE } = useTaxForms();
  const form = useDomainForm({
    schema: updateCategoryInput,
    fixed: {
      id: category.id,
      version: latest.version,
      betrkvNo: latest.betrkvNo,
      // What is not shown stays as it is.
      ...(!hasAnlageV && { anlageVGroup: latest.anlageVGroup }),
      ...(!hasScheduleE && { scheduleELine: latest.scheduleELine }),
    },
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <Fields category={latest} onClose={onClose} />
    </DomainForm>
  );
}

/** The tax forms of the portfolio's country: a landlord elsewhere files neither. */
function useTaxForms() {
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  return { hasAnlageV: jurisdiction === 'DE', hasScheduleE: jurisdiction === 'US' };
}

function Fields({ category, onClose }: { category: CategoryRow | null; onClose: () => void }) {
  const t = useTranslations('Categories');
  const { hasAnlageV, hasScheduleE } = useTaxForms();
  return (
    <>
      <TextField
        name={field('name')}
        label={t('name')}
        defaultValue={category?.name}
        autoComplete="off"
        autoFocus
      />
      <CheckboxField
        name={field('isRecoverable')}
        label={t('recoverable')}
        defaultChecked={category?.isRecoverable ?? false}
      />
      {(hasAnlageV || hasScheduleE) && (
        <FieldRow>
          {hasAnlageV && (
            <SelectField
              name={field('anlageVGroup')}
              label={t('anlageV')}
              optional
              placeholder={t('none')}
              options={anlageVGroups.map((value) => ({ value, label: t(`anlageVGroups.${value}`) }))}
              defaultValue={category?.anlageVGroup}
            />
          )}
          {hasScheduleE && (
            <NumberField
              name={field('scheduleELine')}
              label={t('scheduleE')}
              optional
              defaultScaled={category?.scheduleELine}
            />
          )}
        </FieldRow>
      )}
      <FormActions onClose={onClose} />
    </>
  );
}
