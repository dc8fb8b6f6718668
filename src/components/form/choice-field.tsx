import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import { classNames } from '../class-names';
import { describedBy, FieldProblemText, hintId } from './field-frame';
import type { FieldName } from './field-name';
import { useFormConnection } from './form-context';

/** One of two or three, all in sight; the parent keeps the choice, since it usually changes what else is asked. */
export function ChoiceField<Value extends string>({
  name,
  label,
  hint,
  options,
  value,
  saved,
  onValueChange,
}: {
  /** Where the value goes in what is sent; without it the choice only steers the form. */
  name?: FieldName;
  label: ReactNode;
  hint?: ReactNode;
  options: readonly { value: Value; label: string }[];
  value: Value;
  /** What the record holds; tells somebody else's change from one's own. */
  saved?: Value | undefined;
  onValueChange: (value: Value) => void;
}) {
  const form = useFormConnection();
  const words = useErrorWords();
  const id = useId();
  const first = useRef<HTMLInputElement>(null);

  const key = name ?? (`${id}~` as const);
  const labelOf = (one: Value) => options.find((option) => option.value === one)?.label ?? one;

  useEffect(() => {
    if (name === undefined && saved === undefined) return;
    return form?.register(key, {
      element: () => first.current,
      ...(name !== undefined && { read: () => ({ ok: true, value }) }),
      ...(saved !== undefined && {
        compare: {
          label: () =>
            typeof label === 'string'
              ? label
              : (first.current?.closest('fieldset')?.querySelector('legend')?.textContent ?? ''),
          mine: () => labelOf(value),
          saved: () => labelOf(saved),
          take: () => onValueChange(saved),
        },
      }),
    });
  });

  const fault = name === undefined ? undefined : form?.problems[name];
  const problem = fault && words.field(fault);
  return (
    <fieldset aria-describedby={describedBy(id, hint, problem)} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <span className="flex flex-wrap gap-1 self-start rounded-xl bg-default p-1">
        {options.map((option, index) => (
          <label
            key={option.value}
            className={classNames(
              'cursor-pointer rounded-lg px-3.5 py-1.5 text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
              option.value === value
                ? 'bg-segment font-medium text-segment-foreground shadow-surface'
                : 'text-muted hover:text-foreground',
            )}
          >
            <input
              ref={index === 0 ? first : undefined}
              type="radio"
              name={`${id}-choice`}
              value={option.value}
              checked={option.value === value}
              onChange={() => {
                form?.changed(key);
                onValueChange(option.value);
              }}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </span>
      <FieldProblemText id={id} problem={problem} />
      {hint && (
        <p id={hintId(id)} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
