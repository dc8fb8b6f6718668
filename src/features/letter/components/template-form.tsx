'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DialogActions } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { languages, type WrittenKind, writtenKinds } from '@/domain/vocabulary';
import { languageName } from '@/i18n/language-name';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { kindsFor } from '../kind-facts';
import { createTemplateInput, updateTemplateInput } from '../schema';
import type { Template } from './own-text';
import { type Marks, useMarks } from './use-marks';

const field = fieldsOf<typeof createTemplateInput>();

type Props = { onClose: () => void };
type Text = { subject?: unknown; body?: unknown };

/** What people see of a text, as it is stored. */
const storedText = <Values extends Text>(values: Values, marks: Marks): Values => ({
  ...values,
  ...(typeof values.subject === 'string' && { subject: marks.store(values.subject) }),
  ...(typeof values.body === 'string' && { body: marks.store(values.body) }),
});

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
  const [{ jurisdiction, currency }] = trpc.portfolio.get.useSuspenseQuery();
  const marks = useMarks(kind);
  const create = trpc.letterTemplate.create.useMutation();
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
        options={kindsFor({ isGerman: jurisdiction === 'DE', currency }).map((value) => ({
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
      />
      <Fields text={null} onClose={onClose} />
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
      <Fields
        text={{ name: latest.name, subject: marks.show(latest.subject), body: marks.show(latest.body) }}
        onClose={onClose}
      />
    </DomainForm>
  );
}

function Fields({ text, onClose }: Props & { text: { name: string; subject: string; body: string } | null }) {
  const t = useTranslations('OwnTexts');
  const write = useTranslations('WriteLetter');
  const words = useTranslations('Form');
  return (
    <>
      <TextField
        name={field('name')}
        label={t('name')}
        defaultValue={text?.name}
        autoComplete="off"
        maxLength={200}
      />
      <TextField
        name={field('subject')}
        label={write('subject')}
        defaultValue={text?.subject}
        autoComplete="off"
        maxLength={200}
      />
      <TextareaField
        name={field('body')}
        label={write('body')}
        hint={write('bodyHint')}
        defaultValue={text?.body ?? null}
        rows={12}
        maxLength={6_000}
      />
      <DialogActions>
        <Button look="tertiary" onClick={onClose}>
          {words('cancel')}
        </Button>
        <SubmitButton>{words('save')}</SubmitButton>
      </DialogActions>
    </>
  );
}
