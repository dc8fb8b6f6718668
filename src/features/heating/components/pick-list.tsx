import { useEffect, useId, useRef } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { FieldProblemText } from '@/components/form/field-frame';
import type { FieldName } from '@/components/form/field-name';
import { useFormConnection } from '@/components/form/form-context';
import { useErrorWords } from '@/i18n/error-words';

/** Some of a few, all in sight; the parent keeps which. */
export function PickList({
  name,
  label,
  hint,
  options,
  picked,
  onPicked,
}: {
  /** What is wrong with the choice stands under it; left out: nothing can be. */
  name?: FieldName;
  label: string;
  hint?: string;
  options: readonly { id: string; label: string }[];
  picked: readonly string[];
  onPicked: (picked: string[]) => void;
}) {
  const form = useFormConnection();
  const words = useErrorWords();
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() =>
    name === undefined
      ? undefined
      : form?.register(name, { element: () => box.current?.querySelector('input') ?? null }),
  );
  const fault = name === undefined ? undefined : form?.problems[name];
  return (
    <fieldset ref={box} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {hint !== undefined && <p className="text-xs text-muted">{hint}</p>}
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <CheckboxField
            key={option.id}
            name={null}
            label={option.label}
            defaultChecked={picked.includes(option.id)}
            onCheckedChange={(checked) => {
              if (name !== undefined) form?.changed(name);
              onPicked(
                options
                  .map(({ id: one }) => one)
                  .filter((one) => (one === option.id ? checked : picked.includes(one))),
              );
            }}
          />
        ))}
      </div>
      <FieldProblemText id={id} problem={fault && words.field(fault)} />
    </fieldset>
  );
}
