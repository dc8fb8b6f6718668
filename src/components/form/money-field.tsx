import { isSignBehind, parseMoney, writeMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { TypedField, type TypedFieldProps } from './typed-field';

const signs: Record<string, string> = { EUR: '€', USD: '$', GBP: '£' };

/** An amount, typed as the user writes it (`1.234,56`, left as `$1,234.56`); reads as integer cents. */
export function MoneyField({
  currency,
  defaultCents,
  onCentsChange,
  signed = false,
  ...field
}: TypedFieldProps & {
  /** Default: the currency of the user's formats, which is the portfolio's. */
  currency?: string;
  defaultCents?: number | null;
  onCentsChange?: (amountCents: number | null) => void;
  /** May be below zero: a phone's keyboard for amounts has no minus. */
  signed?: boolean;
}) {
  const userFormats = useFormats();
  const formats = currency ? { ...userFormats, currency } : userFormats;
  const sign = signs[formats.currency] ?? formats.currency;
  const isBehind = isSignBehind(formats);
  return (
    <TypedField
      {...field}
      value={defaultCents}
      onValueChange={onCentsChange}
      inputMode={signed ? 'text' : 'decimal'}
      align="end"
      {...(isBehind ? { unit: sign } : { placeholder: field.placeholder ?? sign })}
      write={(cents) => writeMoney(cents, formats)}
      read={(text) => {
        const parsed = parseMoney(text, formats);
        return parsed.ok ? { ok: true, value: parsed.cents } : { ok: false, code: parsed.reason };
      }}
    />
  );
}
