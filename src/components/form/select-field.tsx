import { Icon } from '../icon';
import { chevronDownIcon } from '../icons';
import { describedBy, FieldFrame, type FieldProps } from './field-frame';
import { useField } from './use-field';

export type Option = { value: string; label: string; disabled?: boolean };

/** One of a few; the browser's own list, which phones show best. An empty choice reads as null. */
export function SelectField({
  name,
  label,
  hint,
  optional,
  className,
  options,
  placeholder,
  defaultValue,
  onValueChange,
}: FieldProps & {
  options: readonly Option[];
  /** Shown while nothing is chosen; without it the first option is. */
  placeholder?: string;
  defaultValue?: string | null;
  onValueChange?: (value: string) => void;
}) {
  const saved = defaultValue ?? (placeholder === undefined ? (options[0]?.value ?? '') : '');
  const labelOf = (value: string) =>
    value === '' ? '' : (options.find((option) => option.value === value)?.label ?? value);
  const field = useField<HTMLSelectElement>(
    name,
    ({ value }) => ({ ok: true, value: value === '' ? null : value }),
    {
      mine: ({ value }) => labelOf(value),
      saved: labelOf(saved),
      take: (element) => {
        element.value = saved;
        field.changed();
        onValueChange?.(saved);
      },
    },
  );
  return (
    <FieldFrame {...{ id: field.id, label, hint, optional, problem: field.problem, className }}>
      <span className="relative flex">
        <select
          ref={field.ref}
          id={field.id}
          name={name ?? undefined}
          defaultValue={field.typed ?? saved}
          onChange={(event) => {
            field.changed();
            onValueChange?.(event.target.value);
          }}
          aria-invalid={field.problem ? true : undefined}
          aria-describedby={describedBy(field.id, hint, field.problem)}
          data-invalid={field.problem ? true : undefined}
          className="input input--full-width appearance-none truncate pe-9"
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          icon={chevronDownIcon}
          className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
        />
      </span>
    </FieldFrame>
  );
}
