import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { describedBy, FieldFrame } from '@/components/form/field-frame';
import { useLengthOf } from '@/components/form/text-length';
import type { WrittenKind } from '@/domain/vocabulary';
import type { Composed } from '../compose-rules';
import type { TemplateValues } from '../template-rules';
import { TextWithFields } from './text-with-fields';
import { type Marks, storedBound } from './use-marks';

type Text = { subject: string; body: string };

/** The words of a letter, its fields in brackets; what is wrong stands where it is. */
export function LetterText({
  kind,
  marks,
  values,
  labels,
  text,
  issues,
  onChange,
}: {
  kind: WrittenKind;
  marks: Marks;
  /** What its fields give. */
  values: TemplateValues;
  /** What the two fields are called, where there are others beside them. */
  labels?: Text;
  text: Text;
  issues: Composed['issues'];
  onChange: (text: Text) => void;
}) {
  const t = useTranslations('WriteLetter');
  const id = useId();
  const length = useLengthOf(text.subject, storedBound('subject', marks));
  const problem = [length.problem, ...issues.subject.map(marks.say)].filter(Boolean).join(' ') || undefined;
  return (
    <>
      <FieldFrame id={id} label={labels?.subject ?? t('subject')} problem={problem}>
        <input
          id={id}
          value={text.subject}
          onChange={(event) => onChange({ ...text, subject: event.target.value })}
          onBlur={length.leave}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy(id, undefined, problem)}
          data-invalid={problem ? true : undefined}
          className="input input--full-width"
        />
        {length.told}
      </FieldFrame>
      <TextWithFields
        {...{ kind, marks, values }}
        label={labels?.body}
        value={text.body}
        problems={issues.body.map(marks.say)}
        onChange={(body) => onChange({ ...text, body })}
      />
    </>
  );
}
