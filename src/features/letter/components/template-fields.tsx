import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { DialogActions } from '@/components/dialog';
import { fieldsOf } from '@/components/form/field-name';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import type { Language, TextKind } from '@/domain/vocabulary';
import { compose } from '../compose-rules';
import { needsOf } from '../kind-facts';
import type { createTemplateInput } from '../schema';
import { FieldPicker, useLastPlace } from './field-picker';
import { TemplatePreview } from './template-preview';
import type { Marks } from './use-marks';
import { usePreview } from './use-preview';

const field = fieldsOf<typeof createTemplateInput>();

/** What people see of a text, as it is stored. */
export const storedText = <Values extends { subject?: unknown; body?: unknown }>(
  values: Values,
  marks: Marks,
): Values => ({
  ...values,
  ...(typeof values.subject === 'string' && { subject: marks.store(values.subject) }),
  ...(typeof values.body === 'string' && { body: marks.store(values.body) }),
});

/** The text beside how it looks; below it where there is no room. What is wrong is named while it is typed. */
export function TemplateFields({
  kind,
  language,
  marks,
  text,
  actions,
  onClose,
  children,
}: {
  kind: TextKind;
  language: Language;
  marks: Marks;
  text: { subject: string; body: string } | null;
  /** Beside what closes and what saves. */
  actions?: ReactNode;
  onClose: () => void;
  /** Above the subject. */
  children?: ReactNode;
}) {
  const write = useTranslations('WriteLetter');
  const words = useTranslations('Form');
  const [typed, setTyped] = useState({ subject: text?.subject ?? '', body: text?.body ?? '' });
  const { issues } = compose(marks.own, typed, {}, needsOf(kind));
  const preview = usePreview(kind, language);
  const { ref, place } = useLastPlace([field('subject'), field('body')]);
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div ref={ref} className="flex min-w-0 flex-col gap-4">
        {children}
        <TextField
          name={field('subject')}
          label={write('subject')}
          defaultValue={text?.subject}
          onValueChange={(subject) => setTyped((before) => ({ ...before, subject }))}
          autoComplete="off"
        />
        <Issues found={issues.subject.map(marks.say)} />
        <TextareaField
          name={field('body')}
          label={write('body')}
          hint={write('bodyHint')}
          defaultValue={text?.body ?? null}
          onValueChange={(body) => setTyped((before) => ({ ...before, body }))}
          rows={12}
        />
        <Issues found={issues.body.map(marks.say)} />
        <FieldPicker {...{ kind, marks }} values={preview.shown?.values ?? {}} into={place} />
        <DialogActions>
          {actions}
          <Button look="tertiary" onClick={onClose}>
            {words('cancel')}
          </Button>
          <SubmitButton>{words('save')}</SubmitButton>
        </DialogActions>
      </div>
      <TemplatePreview {...{ preview, marks, kind }} text={typed} />
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
