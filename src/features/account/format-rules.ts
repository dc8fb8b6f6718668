import { sheetOf } from '../../domain/sheet.ts';
import type { Jurisdiction, Language } from '../../domain/vocabulary.ts';
import { defaultFormats, type UserFormats } from '../../i18n/formats.ts';
import { wordingOf } from '../../i18n/wording.ts';
import type { DateFormat, NumberFormat } from '../../lib/format-names.ts';

/**
 * How a language is written in a country, where nobody has chosen: German has “Jänner” and € 1.234,56 in Austria, and CHF
 * 1’234.56 in Switzerland (CLDR 46, de-AT and de-CH).
 */
export const formatsThere = (language: Language, jurisdiction: Jurisdiction | undefined): UserFormats => {
  const isNeighbour = jurisdiction === 'AT' || jurisdiction === 'CH';
  return defaultFormats(language, language === 'de' && isNeighbour ? `de-${jurisdiction}` : undefined);
};

/** The language's formats with what the user chose instead, and the portfolio's currency and measure of homes. */
export function userFormats(
  language: Language,
  profile: { dateFormat: DateFormat | null; numberFormat: NumberFormat | null },
  portfolio: { currency: string; jurisdiction: Jurisdiction } | null,
): UserFormats {
  const formats = formatsThere(language, portfolio?.jurisdiction);
  return {
    ...formats,
    dateFormat: profile.dateFormat ?? formats.dateFormat,
    numberFormat: profile.numberFormat ?? formats.numberFormat,
    currency: portfolio?.currency ?? formats.currency,
    areaUnit: portfolio?.jurisdiction === 'US' ? 'sqft' : 'sqm',
    wording: wordingOf(language, portfolio?.jurisdiction),
    citesGermanLaw: portfolio === null || portfolio.jurisdiction === 'DE',
    hasIbans: portfolio?.jurisdiction !== 'US',
    sheet: sheetOf(portfolio?.jurisdiction),
  };
}

// Elsewhere, as in Ireland, English has strokes.
const hasDots: readonly Jurisdiction[] = ['DE', 'AT', 'CH'];

/** What goes to tenants. English alone says the month first, which outside America is read as the day: 04/07 is in July. */
export function tenantFormats(formats: UserFormats, jurisdiction: Jurisdiction): UserFormats {
  const there = {
    ...formats,
    wording: wordingOf(formats.language, jurisdiction),
    sheet: sheetOf(jurisdiction),
  };
  if (formats.dateFormat !== 'mm/dd/yyyy' || jurisdiction === 'US') return there;
  return { ...there, dateFormat: hasDots.includes(jurisdiction) ? 'dd.mm.yyyy' : 'dd/mm/yyyy' };
}

/** The same of a landlord: whoever has chosen how days are written has them so. */
export function letterFormats(
  language: Language,
  profile: Parameters<typeof userFormats>[1],
  portfolio: { currency: string; jurisdiction: Jurisdiction },
): UserFormats {
  const formats = userFormats(language, profile, portfolio);
  return profile.dateFormat === null ? tenantFormats(formats, portfolio.jurisdiction) : formats;
}
