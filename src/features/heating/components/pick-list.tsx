import { CheckboxField } from '@/components/form/checkbox-field';

/** Some of a few, all in sight; the parent keeps which. */
export function PickList({
  label,
  hint,
  options,
  picked,
  onPicked,
}: {
  label: string;
  hint: string;
  options: readonly { id: string; label: string }[];
  picked: readonly string[];
  onPicked: (picked: string[]) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <p className="text-xs text-muted">{hint}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <CheckboxField
            key={option.id}
            name={null}
            label={option.label}
            defaultChecked={picked.includes(option.id)}
            onCheckedChange={(checked) =>
              onPicked(
                options
                  .map(({ id }) => id)
                  .filter((id) => (id === option.id ? checked : picked.includes(id))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
