import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names';
import { describedBy, FieldFrame, type FieldProps, labelId } from './field-frame';
import type { FieldName } from './field-name';
import type { Reading } from './form-context';
import { useField } from './use-field';

export type TypedFieldProps = FieldProps & {
  /** What an empty field reads as. */
  empty?: 'null' | 'omit';
  placeholder?: string;
  autoFocus?: boolean;
  readOnly?: boolean;
  /** The empty list it would begin: what is wrong with that is shown here. */
  listName?: FieldName | undefined;
};

/**
 * Text that stands for a value: an amount, a number, a day, in the user's own format. It is read when the form
 * is sent and written tidily when the field is left; what cannot be read stays as it was typed.
 */
export function TypedField<Value>({
  name,
  label,
  hint,
  optional,
  className,
  empty = 'null',
  value,
  read,
  write,
  onValueChange,
  inputMode,
  unit,
  end,
  align = 'start',
  listName,
  ...input
}: TypedFieldProps &
  Pick<ComponentProps<'input'>, 'list' | 'onFocus'> & {
    value: Value | null | undefined;
    read: (text: string) => { ok: true; value: Value } | { ok: false; code: string };
    write: (value: Value) => string;
    /** The value while it is typed; null while it cannot be read. */
    onValueChange?: (value: Value | null) => void;
    inputMode: 'decimal' | 'numeric' | 'text';
    /** Stands behind the number, e.g. `€` or `m²`. */
    unit?: string;
    /** Gets the id of the field's label, too. */
    end?: (set: (value: Value) => void, labelId: string) => ReactNode;
    align?: 'start' | 'end';
  }) {
  const saved = value === null || value === undefined ? '' : write(value);
  const field = useField<HTMLInputElement>(
    name,
    (element): Reading => {
      if (element.value.trim() === '') return { ok: true, value: empty === 'null' ? null : undefined };
      const reading = read(element.value);
      return reading.ok ? reading : { ...reading, value: Number.NaN };
    },
    {
      mine: (element) => {
        const reading = read(element.value);
        return reading.ok ? write(reading.value) : element.value.trim();
      },
      saved,
      take: (element) => {
        element.value = saved;
        field.changed();
        onValueChange?.(value ?? null);
      },
      put: type,
    },
    listName,
  );

  const unitId = unit === undefined ? '' : `${field.id}-unit`;

  function type(element: HTMLInputElement, text: string) {
    element.value = text;
    field.changed();
    const reading = read(text);
    onValueChange?.(reading.ok ? reading.value : null);
  }

  function set(next: Value) {
    if (field.ref.current) field.ref.current.value = write(next);
    field.changed();
    onValueChange?.(next);
  }

  return (
    <FieldFrame {...{ id: field.id, label, hint, optional, problem: field.problem, className }}>
      <span className="relative flex">
        <input
          {...input}
          ref={field.ref}
          id={field.id}
          name={name ?? undefined}
          type="text"
          inputMode={inputMode}
          autoComplete="off"
          defaultValue={field.typed ?? saved}
          onChange={(event) => {
            field.changed();
            const reading = read(event.target.value);
            onValueChange?.(reading.ok ? reading.value : null);
          }}
          onBlur={(event) => {
            const reading = read(event.target.value);
            if (reading.ok) event.target.value = write(reading.value);
          }}
          aria-invalid={field.problem ? true : undefined}
          aria-describedby={
            `${unitId} ${describedBy(field.id, hint, field.problem) ?? ''}`.trim() || undefined
          }
          data-invalid={field.problem ? true : undefined}
          // A letter of the unit is no wider than a digit of the number.
          style={unit === undefined ? undefined : { paddingInlineEnd: `calc(${unit.length}ch + 1.5rem)` }}
          className={classNames(
            'input input--full-width tabular-nums',
            align === 'end' && 'text-end',
            end !== undefined && 'pe-10',
          )}
        />
        {unit !== undefined && (
          <span
            id={unitId}
            className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-sm text-muted"
          >
            {unit}
          </span>
        )}
        {end !== undefined && (
          <span className="absolute inset-y-0 end-1 flex items-center">{end(set, labelId(field.id))}</span>
        )}
      </span>
    </FieldFrame>
  );
}
