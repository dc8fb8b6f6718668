'use client';

import { formatAmount, parseMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { TypedField, type TypedFieldProps } from './typed-field';

const signs: Record<string, string> = { EUR: '€', USD: '$', GBP: '£' };

/** An amount, typed as the user writes it (`1.234,56`); reads as integer cents. */
export function MoneyField({
  currency,
  defaultCents,
  onCentsChange,
  ...field
}: TypedFieldProps & {
  /** Default: the currency of the user's formats, which is the portfolio's. */
  currency?: string;
  defaultCents?: number | null;
  onCentsChange?: (amountCents: number | null) => void;
}) {
  const userFormats = useFormats();
  const formats = currency ? { ...userFormats, currency } : userFormats;
  return (
    <TypedField
      {...field}
      value={defaultCents}
      onValueChange={onCentsChange}
      inputMode="decimal"
      align="end"
      unit={signs[formats.currency] ?? formats.currency}
      write={(cents) => formatAmount(cents, formats)}
      read={(text) => {
        const parsed = parseMoney(text, formats);
        return parsed.ok ? { ok: true, value: parsed.cents } : { ok: false, code: parsed.reason };
      }}
    />
  );
}
