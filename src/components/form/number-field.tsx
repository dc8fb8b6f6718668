import { formatDecimal, parseDecimal } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { TypedField, type TypedFieldProps } from './typed-field';

/** A number in the user's format, read as an integer scaled by 10^decimals (85,5 m² with two decimals is 8550). */
export function NumberField({
  decimals = 0,
  defaultScaled,
  onScaledChange,
  unit,
  ...field
}: TypedFieldProps & {
  decimals?: number;
  defaultScaled?: number | null;
  onScaledChange?: (scaled: number | null) => void;
  unit?: string;
}) {
  const formats = useFormats();
  return (
    <TypedField
      {...field}
      value={defaultScaled}
      onValueChange={onScaledChange}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      align="end"
      unit={unit}
      write={(scaled) => formatDecimal(scaled, decimals, formats)}
      read={(text) => {
        const parsed = parseDecimal(text, decimals, formats);
        return parsed.ok ? { ok: true, value: parsed.scaled } : { ok: false, code: parsed.reason };
      }}
    />
  );
}
