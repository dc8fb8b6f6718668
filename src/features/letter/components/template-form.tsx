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
import { type Language, languages, type WrittenKind, writtenKinds } from '@/domain/vocabulary';
import { languageName } from '@/i18n/language-name';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { compose } from '../compose-rules';
import { kindsFor } from '../kind-facts';
import { createTemplateInput, updateTemplateInput } from '../schema';
import { FieldPicker, useLastPlace } from './field-picker';
import type { Template } from './own-text';
import { TemplatePreview } from './template-preview';
import { type Marks, useMarks } from './use-marks';
import { usePreview } from './use-preview';

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
  const [language, setLanguage] = useState(locale);
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
      <Fields {...{ kind, language, marks }} text={null} onClose={onClose} />
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
        {...{ kind: latest.kind, language: latest.language, marks }}
        text={{ name: latest.name, subject: marks.show(latest.subject), body: marks.show(latest.body) }}
        onClose={onClose}
      />
    </DomainForm>
  );
}

/** The text beside how it looks; below it where there is no room. What is wrong is named while it is typed. */
function Fields({
  kind,
  language,
  marks,
  text,
  onClose,
}: Props & {
  kind: WrittenKind;
  language: Language;
  marks: Marks;
  text: { name: string; subject: string; body: string } | null;
}) {
  const t = useTranslations('OwnTexts');
  const write = useTranslations('WriteLetter');
  const words = useTranslations('Form');
  const [typed, setTyped] = useState({ subject: text?.subject ?? '', body: text?.body ?? '' });
  const { issues } = compose(marks.own, typed, {});
  const preview = usePreview(kind, language);
  const { ref, place } = useLastPlace([field('subject'), field('body')]);
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div ref={ref} className="flex min-w-0 flex-col gap-4">
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
          onValueChange={(subject) => setTyped((before) => ({ ...before, subject }))}
          autoComplete="off"
          maxLength={200}
        />
        <Issues found={issues.subject.map(marks.say)} />
        <TextareaField
          name={field('body')}
          label={write('body')}
          hint={write('bodyHint')}
          defaultValue={text?.body ?? null}
          onValueChange={(body) => setTyped((before) => ({ ...before, body }))}
          rows={12}
          maxLength={6_000}
        />
        <Issues found={issues.body.map(marks.say)} />
        <FieldPicker {...{ kind, marks }} values={preview.shown?.values ?? {}} into={place} />
        <DialogActions>
          <Button look="tertiary" onClick={onClose}>
            {words('cancel')}
          </Button>
          <SubmitButton>{words('save')}</SubmitButton>
        </DialogActions>
      </div>
      <TemplatePreview {...{ preview, marks }} text={typed} />
    </div>
  );
}

/** What cannot be read of a text, with its line. */
function Issues({ found }: { found: readonly string[] }) {
  if (found.length === 0) return null;
  return (
    <ul className="-mt-2 text-sm text-danger" aria-live="polite">
      {found.map((said) => (
        <li key={said}>{said}</li>
      ))}
    </ul>
  );
}
