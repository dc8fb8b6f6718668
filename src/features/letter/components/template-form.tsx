import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { languages, type WrittenKind, writtenKinds } from '@/domain/vocabulary';
import { languageName } from '@/i18n/language-name';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { kindsFor } from '../kind-facts';
import { createTemplateInput, updateTemplateInput } from '../schema';
import type { Template } from './own-text';
import { storedText, TemplateFields } from './template-fields';
import { useMarks } from './use-marks';

const field = fieldsOf<typeof createTemplateInput>();

type Props = { onClose: () => void };
export default function TemplateForm({ template, ...props }: Props & { template: Template | null }) {
  return template ? <EditForm {...props} template={template} /> : <NewForm {...props} />;
}

function NewForm({ onClose }: Props) {
  const t = useTranslations('OwnTexts');
  const write = useTranslations('WriteLetter');
  const kinds = useTranslations('LetterKinds');
  const locale = useLocale();
  const [id] = useState(newId);
  const [kind, setKind] = useState<WrittenKind>('free');
  const [language, setLanguage] = useState(locale);
  const [{ jurisdiction, currency }] = trpc.portfolio.get.useSuspenseQuery();
  const marks = useMarks(kind);
  const create = trpc.letterTemplate.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createTemplateInput,
    fixed: { id },
    prepare: (values) => storedText(values, marks),
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('kept'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <SelectField
        name={field('kind')}
        label={write('kind')}
        options={kindsFor({ isGerman: jurisdiction === 'DE', isDwelling: true, currency }).map((value) => ({
          value,
          label: kinds(`${value}.name`),
        }))}
        defaultValue="free"
        onValueChange={(value) => setKind(writtenKinds.find((one) => one === value) ?? 'free')}
      />
      <SelectField
        name={field('language')}
        label={write('language')}
        options={languages.map((value) => ({ value, label: languageName(value, locale) }))}
        defaultValue={locale}
        onValueChange={(value) => setLanguage(languages.find((one) => one === value) ?? locale)}
      />
      <TemplateFields {...{ kind, language, marks }} text={null} onClose={onClose}>
        <NameField />
      </TemplateFields>
    </DomainForm>
  );
}

function EditForm({ template, onClose }: Props & { template: Template }) {
  const t = useTranslations('OwnTexts');
  const [rows] = trpc.letterTemplate.list.useSuspenseQuery({ archive: 'all' });
  // The list may have been read again since the dialog opened.
  const latest = rows.find((row) => row.id === template.id) ?? template;
  const marks = useMarks(latest.kind);
  const update = trpc.letterTemplate.update.useMutation();
  const form = useDomainForm({
    schema: updateTemplateInput,
    fixed: { id: latest.id, version: latest.version },
    prepare: (values) => storedText(values, marks),
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <TemplateFields
        {...{ kind: latest.kind, language: latest.language, marks }}
        text={{ subject: marks.show(latest.subject), body: marks.show(latest.body) }}
        onClose={onClose}
      >
        <NameField name={latest.name} />
      </TemplateFields>
    </DomainForm>
  );
}

function NameField({ name }: { name?: string }) {
  const t = useTranslations('OwnTexts');
  return <TextField name={field('name')} label={t('name')} defaultValue={name} autoComplete="off" />;
}
