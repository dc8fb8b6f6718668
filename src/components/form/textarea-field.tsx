import { describedBy, FieldFrame, type FieldProps } from './field-frame';
import { useField } from './use-field';

/** Several lines of text; empty reads as null. */
export function TextareaField({
  name,
  label,
  hint,
  optional,
  className,
  defaultValue,
  onValueChange,
  rows = 3,
  maxLength,
}: FieldProps & {
  defaultValue?: string | null;
  onValueChange?: (value: string) => void;
  rows?: number;
  maxLength?: number;
}) {
  const field = useField<HTMLTextAreaElement>(
    name,
    ({ value }) => ({ ok: true, value: value.trim() === '' ? null : value }),
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
      <textarea
        ref={field.ref}
        id={field.id}
        name={name ?? undefined}
        rows={rows}
        maxLength={maxLength ?? field.longest}
        defaultValue={field.typed ?? defaultValue ?? ''}
        onChange={(event) => {
          field.changed();
          onValueChange?.(event.target.value);
        }}
        aria-invalid={field.problem ? true : undefined}
        aria-describedby={describedBy(field.id, hint, field.problem)}
        data-invalid={field.problem ? true : undefined}
        className="textarea textarea--full-width field-sizing-content min-h-20"
      />
    </FieldFrame>
  );
}
