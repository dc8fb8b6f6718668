import type { Jurisdiction, Language } from '@/domain/vocabulary';
import { defaultFormats, type UserFormats } from '@/i18n/formats';
import type { DateFormat, NumberFormat } from '@/lib/format-names';

/** The language's formats with what the user chose instead, and the portfolio's currency and measure of homes. */
export function userFormats(
  language: Language,
  profile: { dateFormat: DateFormat | null; numberFormat: NumberFormat | null },
  portfolio: { currency: string; jurisdiction: Jurisdiction } | null,
): UserFormats {
  const formats = defaultFormats(language);
  return {
    ...formats,
    dateFormat: profile.dateFormat ?? formats.dateFormat,
    numberFormat: profile.numberFormat ?? formats.numberFormat,
    currency: portfolio?.currency ?? formats.currency,
    areaUnit: portfolio?.jurisdiction === 'US' ? 'sqft' : 'sqm',
  };
}

/**
 * The same on what goes to tenants. English alone says the month first, which outside America is read as the day: 04/07 is
 * in July. Whoever has chosen how days are written has them so.
 */
export function letterFormats(
  language: Language,
  profile: Parameters<typeof userFormats>[1],
  portfolio: { currency: string; jurisdiction: Jurisdiction },
): UserFormats {
  const formats = userFormats(language, profile, portfolio);
  const isUsual = profile.dateFormat === null && formats.dateFormat === 'mm/dd/yyyy';
  if (!isUsual || portfolio.jurisdiction === 'US') return formats;
  return { ...formats, dateFormat: portfolio.jurisdiction === 'GB' ? 'dd/mm/yyyy' : 'dd.mm.yyyy' };
}
