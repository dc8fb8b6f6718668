import { describedBy, FieldFrame, type FieldProps } from './field-frame';
import { boundOf } from './longest';
import { useTextLength } from './text-length';
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
  longest,
  rows = 3,
}: FieldProps & {
  defaultValue?: string | null;
  onValueChange?: (value: string) => void;
  /** How many characters it takes, where the schema of its form does not say. */
  longest?: number;
  rows?: number;
}) {
  const field = useField<HTMLTextAreaElement>(
    name,
    ({ value }) => ({ ok: true, value: value.trim() === '' ? null : value }),
    {
      mine: ({ value }) => value.trim(),
      saved: (defaultValue ?? '').trim(),
      take: (element) => {
        element.value = defaultValue ?? '';
        changed(element.value);
      },
    },
  );
  const shown = field.typed ?? defaultValue ?? '';
  const bound = longest === undefined ? field.bound : boundOf(longest);
  const length = useTextLength(bound, shown, { isCounted: true });
  const problem = length.problem ?? field.problem;

  function changed(text: string) {
    field.changed();
    length.measure(text);
    onValueChange?.(text);
  }

  return (
    <FieldFrame {...{ id: field.id, label, hint, optional, problem, className }}>
      <textarea
        ref={field.ref}
        id={field.id}
        name={name ?? undefined}
        rows={rows}
        defaultValue={shown}
        onChange={(event) => changed(event.target.value)}
        onBlur={length.leave}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(field.id, hint, problem)}
        data-invalid={problem ? true : undefined}
        className="textarea textarea--full-width field-sizing-content max-h-[60dvh] min-h-20"
      />
      {length.told}
    </FieldFrame>
  );
}
