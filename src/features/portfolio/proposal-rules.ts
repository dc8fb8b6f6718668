import {
  type Currency,
  currencies,
  type Jurisdiction,
  jurisdictions,
  type Language,
} from '@/domain/vocabulary';
import { defaultFormats } from '@/i18n/formats';
import { countryOfZone } from '@/i18n/zones';
import { isTimeZone } from '@/lib/calendar';
import type { DateFormat, NumberFormat } from '@/lib/format-names';
import { languageFacts } from '@/lib/languages';
import { withoutMarks } from '@/lib/search';

const currencyOf: Record<Jurisdiction, Currency> = {
  DE: 'EUR',
  AT: 'EUR',
  CH: 'CHF',
  US: 'USD',
  GB: 'GBP',
  other: 'EUR',
};

/** The currency rents are agreed in there; the user may choose another. */
export function proposeCurrency(jurisdiction: string): Currency {
  const known = Object.entries(currencyOf).find(([code]) => code === jurisdiction);
  return known?.[1] ?? currencies[0];
}

/** A zone of the jurisdiction, for when the browser's own lies elsewhere or is not known. */
export const usualTimeZone: Record<Jurisdiction, string> = {
  DE: 'Europe/Berlin',
  AT: 'Europe/Vienna',
  CH: 'Europe/Zurich',
  US: 'America/New_York',
  GB: 'Europe/London',
  other: 'Europe/Berlin',
};

export type Zone = { value: string; cities: string[]; label: string };

/**
 * Zones as one looks for them: by the city, `Buenos Aires (America, Argentina)`.
 *
 * @param renamed cities, and parts of the world, that the language calls otherwise than the list: `Wien = Vienna, Rom = Rome`. Browsers
 * know neither, and of the latter not all of them.
 */
export function zonesByCity(zones: readonly string[], renamed: string): Zone[] {
  const own = new Map(renamed.split(/,\s*/).map((pair) => pair.split(' = ').reverse() as [string, string]));
  return zones
    .map((value) => {
      const parts = value.replaceAll('_', ' ').split('/');
      const listed = parts.at(-1) ?? value;
      const [city = value, ...around] = parts.map((part) => own.get(part) ?? part).toReversed();
      const region = around.toReversed().join(', ');
      return { value, cities: [city, listed], label: region === '' ? city : `${city} (${region})` };
    })
    .sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** `São Paulo` as the list of zones has it: `sao paulo`. */
const bare = (text: string) => withoutMarks(text).replaceAll('_', ' ').trim().toLowerCase();

/** The zone that is meant: its name, its label, or a city that only one has; null for any other text. */
export function zoneTyped(text: string, zones: readonly Zone[]): string | null {
  const typed = bare(text);
  const named = zones.find(({ value, label }) => [value, label].some((name) => bare(name) === typed));
  const ofCity = zones.filter(({ cities }) => cities.some((city) => bare(city) === typed));
  const found = (named ?? (ofCity.length === 1 ? ofCity[0] : undefined))?.value;
  // The list has one name of each zone; Asia/Kolkata is as good as Asia/Calcutta.
  return found ?? (text.includes('/') && isTimeZone(text.trim()) ? text.trim() : null);
}

const zoneJurisdictions: Record<string, Jurisdiction> = {
  'Europe/Berlin': 'DE',
  'Europe/Busingen': 'DE',
  'Europe/Vienna': 'AT',
  'Europe/Zurich': 'CH',
  'Europe/London': 'GB',
  'Europe/Belfast': 'GB',
};

// America/… is two continents; these are the zones of the United States' larger part.
const americanZones =
  /^(US\/|America\/(New_York|Chicago|Denver|Phoenix|Los_Angeles|Anchorage|Detroit|Boise|Juneau|Indiana\/|Kentucky\/|North_Dakota\/)|Pacific\/Honolulu)/;

/** The jurisdiction of a browser's locale, `de-AT`. English is read everywhere: on a page in another language it tells nothing. */
function knownRegion(language: Language, locale = ''): Jurisdiction | undefined {
  if (language !== 'en' && /^en\b/.test(locale)) return undefined;
  const region = /-([A-Z]{2})\b/.exec(locale)?.[1];
  return jurisdictions.find((code) => code === region);
}

/**
 * Which country's rules and which zone a new portfolio is offered. Where the browser stands says more about
 * where the flats stand than the language its user reads: en-GB in Berlin is offered Germany.
 */
export function proposePlace(
  language: Language,
  browser: { timeZone?: string | undefined; locale?: string | undefined } = {},
): { jurisdiction: Jurisdiction; timeZone: string } {
  const { timeZone, locale } = browser;
  const byZone =
    timeZone === undefined
      ? undefined
      : americanZones.test(timeZone)
        ? 'US'
        : Object.entries(zoneJurisdictions).find(([zone]) => zone === timeZone)?.[1];
  const country = timeZone === undefined ? null : countryOfZone(timeZone);
  // English is read everywhere, so that its region says nothing against the clock: en-US in Dublin is in Ireland.
  const elsewhere = country !== null && language === 'en' ? 'other' : undefined;
  const jurisdiction =
    byZone ??
    elsewhere ??
    knownRegion(language, locale) ??
    (country === null ? knownRegion(language, languageFacts[language].locale) : undefined) ??
    'other';
  const isOwnZone = byZone !== undefined || (jurisdiction === 'other' && country !== null);
  return { jurisdiction, timeZone: isOwnZone && timeZone ? timeZone : usualTimeZone[jurisdiction] };
}

// The month stands first in few places.
const monthFirst = ['US', 'CA', 'PH'];

/**
 * How the browser's region writes days and numbers, where that is not how the language does here: en-GB has
 * 21/11/2026, de-CH 1’234.56. Null: as the language.
 */
export function proposeFormats(
  language: Language,
  locale: string | undefined,
): { dateFormat: DateFormat | null; numberFormat: NumberFormat | null } | null {
  const [spoken, region] = locale?.split('-') ?? [];
  if (spoken !== language || region === undefined) return null;
  const usual = defaultFormats(language);
  const { numberFormat } = defaultFormats(language, locale);
  const isDayFirst = usual.dateFormat === 'mm/dd/yyyy' && !monthFirst.includes(region);
  if (!isDayFirst && numberFormat === usual.numberFormat) return null;
  return {
    dateFormat: isDayFirst ? 'dd/mm/yyyy' : null,
    numberFormat: numberFormat === usual.numberFormat ? null : numberFormat,
  };
}
