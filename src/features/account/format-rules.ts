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
