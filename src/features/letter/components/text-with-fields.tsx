'use client';

import { useTranslations } from 'next-intl';
import { useId, useRef } from 'react';
import { describedBy, FieldFrame } from '@/components/form/field-frame';
import type { WrittenKind } from '@/domain/vocabulary';
import { fieldsOf, isLetterField } from '../kind-facts';
import type { Marks } from './use-marks';

/** The text of a letter, into which fields are put where the cursor is; what is wrong stands below, with its line. */
export function TextWithFields({
  kind,
  marks,
  label,
  value,
  problems,
  onChange,
}: {
  kind: WrittenKind;
  marks: Marks;
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
  const problem = problems.length > 0 ? problems.join(' ') : undefined;
  const insert = (mark: string) => {
    const { selectionStart: at = value.length, selectionEnd: to = at } = area.current ?? {};
    onChange(value.slice(0, at) + mark + value.slice(to));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(at + mark.length, at + mark.length);
    });
  };
  return (
    <div className="flex flex-col gap-2">
      <FieldFrame id={id} label={label ?? t('body')} hint={hint} problem={problem}>
        <textarea
          ref={area}
          id={id}
          value={value}
          rows={12}
          maxLength={6_000}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy(id, hint, problem)}
          data-invalid={problem ? true : undefined}
          className="textarea textarea--full-width field-sizing-content min-h-60"
        />
      </FieldFrame>
      <FieldPicker kind={kind} marks={marks} of={label} onPick={insert} />
    </div>
  );
}

/** What can be filled in, and what can be asked about. */
function FieldPicker({
  kind,
  marks,
  of,
  onPick,
}: {
  kind: WrittenKind;
  marks: Marks;
  of: string | undefined;
  onPick: (mark: string) => void;
}) {
  const t = useTranslations('WriteLetter');
  const fields = fieldsOf(kind).toSorted(([a], [b]) => marks.nameOf(a).localeCompare(marks.nameOf(b)));
  const choose = (chosen: string) => {
    const [as, key = ''] = chosen.split(' ');
    if (isLetterField(key)) onPick(marks.markOf(key, as === 'ask' ? 'ask' : 'fill'));
  };
  return (
    <select
      aria-label={of === undefined ? t('fields') : `${t('fields')}: ${of}`}
      value=""
      onChange={(event) => choose(event.target.value)}
      className="input self-start"
    >
      <option value="">{t('fields')}</option>
      <optgroup label={t('fill')}>
        {fields
          .filter(([, of]) => of !== 'condition')
          .map(([key]) => (
            <option key={key} value={`fill ${key}`}>
              {marks.nameOf(key)}
            </option>
          ))}
      </optgroup>
      <optgroup label={t('ask')}>
        {fields.map(([key]) => (
          <option key={key} value={`ask ${key}`}>
            {marks.nameOf(key)}
          </option>
        ))}
      </optgroup>
    </select>
  );
}
