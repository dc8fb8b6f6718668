import { classNames } from './class-names';

/** One of two or three views of the same thing, side by side. */
export function SegmentedChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  /** What is chosen, for someone who cannot see it. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-1 rounded-xl bg-default p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => option.value !== value && onChange(option.value)}
          className={classNames(
            'rounded-lg px-3 py-1 text-sm transition-colors',
            option.value === value ? 'bg-segment text-segment-foreground shadow-surface' : 'text-muted',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
