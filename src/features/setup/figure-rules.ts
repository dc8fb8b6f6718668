import { areaUnits, type MoneyResult, parseDecimal, parseMoney, type UserFormats } from '@/i18n/formats';

/**
 * An amount of somebody's own list, which may be written otherwise than they write here: `1,234.56` or `1.234,56`. What is an
 * amount in the user's own way is that one; the other is taken only where nothing else can be meant.
 */
export function centsOf(text: string, formats: UserFormats): MoneyResult {
  const own = parseMoney(text, formats);
  if (own.ok || !['separators', 'too_many_decimals'].includes(own.reason)) return own;
  const isComma = ['de', 'fr'].includes(formats.numberFormat);
  const other = parseMoney(text, { ...formats, numberFormat: isComma ? 'en' : 'de' });
  return other.ok ? other : own;
}

const areaSigns = {
  sqm: /\s*(?:m²|m2|qm|sqm|sq\.?\s?m\.?)$/i,
  sqft: /\s*(?:sq\.?\s?ft\.?|sqft|ft²|ft2)$/i,
} as const;

type Scaled = ReturnType<typeof parseDecimal>;

/** Hundredths of a square metre, out of what homes are measured in where the portfolio is. */
export function areaOf(text: string, formats: UserFormats): Scaled {
  const unit = areaUnits[formats.areaUnit];
  const read = parseDecimal(text.trim().replace(areaSigns[formats.areaUnit], ''), unit.decimals, formats);
  return read.ok ? { ok: true, scaled: unit.toSqm100(read.scaled) } : read;
}

/** Tenths of a room: `3`, `2,5`, `2½`. */
export function roomsOf(text: string, formats: UserFormats): Scaled {
  const half = /^\s*(\d+)\s*½\s*$/.exec(text)?.[1];
  return half === undefined ? parseDecimal(text, 1, formats) : { ok: true, scaled: Number(half) * 10 + 5 };
}
