import { areaUnits, formatDecimal, parseDecimal } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { TypedField, type TypedFieldProps } from './typed-field';

/** An area in the unit of the portfolio's country; reads as integer hundredths of a square metre. */
export function AreaField({ defaultSqm100, ...field }: TypedFieldProps & { defaultSqm100?: number | null }) {
  const formats = useFormats();
  const unit = areaUnits[formats.areaUnit];
  const write = (sqm100: number) => formatDecimal(unit.fromSqm100(sqm100), unit.decimals, formats);
  return (
    <TypedField
      {...field}
      value={defaultSqm100}
      inputMode="decimal"
      align="end"
      unit={unit.sign}
      write={write}
      read={(text) => {
        // What nobody touched stays as exact as it was kept.
        if (defaultSqm100 != null && text === write(defaultSqm100)) return { ok: true, value: defaultSqm100 };
        const parsed = parseDecimal(text, unit.decimals, formats);
        return parsed.ok
          ? { ok: true, value: unit.toSqm100(parsed.scaled) }
          : { ok: false, code: parsed.reason };
      }}
    />
  );
}
