import { useTranslations } from 'next-intl';
import { useId, useRef } from 'react';
import { describedBy, FieldFrame } from '@/components/form/field-frame';
import { useLengthOf } from '@/components/form/text-length';
import type { WrittenKind } from '@/domain/vocabulary';
import type { TemplateValues } from '../template-rules';
import { FieldPicker } from './field-picker';
import { type Marks, storedBound } from './use-marks';

/** The text of a letter, into which fields are put where the cursor is; what is wrong stands below, with its line. */
export function TextWithFields({
  kind,
  marks,
  values,
  label,
  value,
  problems,
  onChange,
}: {
  kind: WrittenKind;
  marks: Marks;
  values: TemplateValues;
  /** What it is called where there is another text beside it. */
  label: string | undefined;
  value: string;
  problems: readonly string[];
  onChange: (text: string) => void;
}) {
  const t = useTranslations('WriteLetter');
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const hint = t('bodyHint');
  const length = useLengthOf(value, storedBound('body', marks), { isCounted: true });
  const problem = [length.problem, ...problems].filter(Boolean).join(' ') || undefined;
  return (
    <div className="flex flex-col gap-2">
      <FieldFrame id={id} label={label ?? t('body')} hint={hint} problem={problem}>
        <textarea
          ref={area}
          id={id}
          value={value}
          rows={12}
          onChange={(event) => onChange(event.target.value)}
          onBlur={length.leave}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy(id, hint, problem)}
          data-invalid={problem ? true : undefined}
          className="textarea textarea--full-width field-sizing-content max-h-[60dvh] min-h-60"
        />
        {length.told}
      </FieldFrame>
      <FieldPicker {...{ kind, marks, values }} of={label} into={() => area.current} />
    </div>
  );
}
