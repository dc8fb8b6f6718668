import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names';
import { describedBy, FieldFrame, type FieldProps } from './field-frame';
import { useField } from './use-field';

type TextFieldProps = FieldProps &
  Pick<
    ComponentProps<'input'>,
    | 'type'
    | 'autoComplete'
    | 'autoCapitalize'
    | 'autoFocus'
    | 'inputMode'
    | 'maxLength'
    | 'placeholder'
    | 'readOnly'
    | 'spellCheck'
    | 'enterKeyHint'
  > & {
    defaultValue?: string | null;
    onValueChange?: (value: string) => void;
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
        field.changed();
        onValueChange?.(element.value);
      },
    },
  );
  return (
    <FieldFrame {...{ id: field.id, label, hint, optional, problem: field.problem, className }}>
      <span className="relative flex">
        <input
          type="text"
          maxLength={field.longest}
          {...input}
          ref={field.ref}
          id={field.id}
          name={name ?? undefined}
          defaultValue={field.typed ?? defaultValue ?? ''}
          onChange={(event) => {
            field.changed();
            onValueChange?.(event.target.value);
          }}
          aria-invalid={field.problem ? true : undefined}
          aria-describedby={describedBy(field.id, hint, field.problem)}
          data-invalid={field.problem ? true : undefined}
          className={classNames('input input--full-width', end !== undefined && 'pe-10')}
        />
        {end !== undefined && <span className="absolute inset-y-0 end-1 flex items-center">{end}</span>}
      </span>
    </FieldFrame>
  );
}
