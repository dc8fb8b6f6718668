import { areaUnits, type MoneyResult, parseDecimal, parseMoney, type UserFormats } from '@/i18n/formats';

type Figure = { ok: true } | { ok: false; reason: string };

/**
 * A figure of somebody's own list, which may be written otherwise than they write here: `1,234.56` or `1.234,56`. What is one
 * in the user's own way is that one; the other is taken only where nothing else can be meant.
 */
function eitherWay<Read extends Figure>(read: (formats: UserFormats) => Read, formats: UserFormats): Read {
  const own = read(formats);
  if (own.ok || !['separators', 'too_many_decimals'].includes(own.reason)) return own;
  const isComma = ['de', 'fr'].includes(formats.numberFormat);
  const other = read({ ...formats, numberFormat: isComma ? 'en' : 'de' });
  return other.ok ? other : own;
}

export const centsOf = (text: string, formats: UserFormats): MoneyResult =>
  eitherWay((written) => parseMoney(text, written), formats);

const areaSigns = {
  sqm: /\s*(?:m²|m2|qm|sqm|sq\.?\s?m\.?)$/i,
  sqft: /\s*(?:sq\.?\s?ft\.?|sqft|ft²|ft2)$/i,
} as const;

type Scaled = ReturnType<typeof parseDecimal>;

/** Hundredths of a square metre, out of what homes are measured in where the portfolio is. */
export function areaOf(text: string, formats: UserFormats): Scaled {
  const unit = areaUnits[formats.areaUnit];
  const bare = text.trim().replace(areaSigns[formats.areaUnit], '');
  const read = eitherWay((written) => parseDecimal(bare, unit.decimals, written), formats);
  return read.ok ? { ok: true, scaled: unit.toSqm100(read.scaled) } : read;
}

/** Tenths of a room: `3`, `2,5`, `2½`. */
export function roomsOf(text: string, formats: UserFormats): Scaled {
  const half = /^\s*(\d+)\s*½\s*$/.exec(text)?.[1];
  return half === undefined
    ? eitherWay((written) => parseDecimal(text, 1, written), formats)
    : { ok: true, scaled: Number(half) * 10 + 5 };
}
