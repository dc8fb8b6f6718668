import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names';
import { describedBy, FieldFrame, type FieldProps } from './field-frame';
import { boundOf } from './longest';
import { useTextLength } from './text-length';
import { useField } from './use-field';

type TextFieldProps = FieldProps &
  Pick<
    ComponentProps<'input'>,
    | 'type'
    | 'autoComplete'
    | 'autoCapitalize'
    | 'autoFocus'
    | 'inputMode'
    | 'placeholder'
    | 'readOnly'
    | 'spellCheck'
    | 'enterKeyHint'
  > & {
    defaultValue?: string | null;
    onValueChange?: (value: string) => void;
    /** How many characters it takes, where the schema of its form does not say. */
    longest?: number;
    /** What an empty field reads as. */
    empty?: 'null' | 'omit' | 'text';
    /** Stands inside the field at its end, e.g. a button. */
    end?: ReactNode;
  };

/** One line of text. An empty field reads as null. */
export function TextField({
  name,
  label,
  hint,
  optional,
  className,
  defaultValue,
  onValueChange,
  longest,
  empty = 'null',
  end,
  ...input
}: TextFieldProps) {
  const field = useField<HTMLInputElement>(
    name,
    ({ value }) => {
      if (value.trim() !== '' || empty === 'text') return { ok: true, value };
      return { ok: true, value: empty === 'null' ? null : undefined };
    },
    {
      mine: ({ value }) => value.trim(),
      saved: (defaultValue ?? '').trim(),
      take: (element) => {
        element.value = defaultValue ?? '';
        changed(element.value);
      },
      put: (element, text) => {
        element.value = text;
        changed(text);
      },
    },
  );
  const shown = field.typed ?? defaultValue ?? '';
  const length = useTextLength(longest === undefined ? field.bound : boundOf(longest), shown);
  const problem = length.problem ?? field.problem;

  function changed(text: string) {
    field.changed();
    length.measure(text);
    onValueChange?.(text);
  }

  return (
    <FieldFrame {...{ id: field.id, label, hint, optional, problem, className }}>
      <span className="relative flex">
        <input
          type="text"
          {...input}
          ref={field.ref}
          id={field.id}
          name={name ?? undefined}
          defaultValue={shown}
          onChange={(event) => changed(event.target.value)}
          onBlur={length.leave}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy(field.id, hint, problem)}
          data-invalid={problem ? true : undefined}
          className={classNames('input input--full-width', end !== undefined && 'pe-10')}
        />
        {end !== undefined && <span className="absolute inset-y-0 end-1 flex items-center">{end}</span>}
      </span>
      {length.told}
    </FieldFrame>
  );
}
