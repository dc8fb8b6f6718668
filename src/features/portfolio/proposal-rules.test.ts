import { describe, expect, test } from 'vitest';
import { jurisdictions } from '@/domain/vocabulary';
import { isTimeZone } from '@/lib/calendar';
import de from '../../../messages/de.json';
import en from '../../../messages/en.json';
import {
  proposeCurrency,
  proposeFormats,
  proposePlace,
  usualTimeZone,
  zonesByCity,
  zoneTyped,
} from './proposal-rules';

describe('proposePlace', () => {
  test('English without more is offered the United States, German is offered Germany', () => {
    expect(proposePlace('en')).toEqual({ jurisdiction: 'US', timeZone: 'America/New_York' });
    expect(proposePlace('de')).toEqual({ jurisdiction: 'DE', timeZone: 'Europe/Berlin' });
  });

  test('en-GB in Berlin is offered Germany: where one is outweighs what one reads', () => {
    expect(proposePlace('en', { locale: 'en-GB', timeZone: 'Europe/Berlin' })).toEqual({
      jurisdiction: 'DE',
      timeZone: 'Europe/Berlin',
    });
  });

  test('in a zone that tells nothing the region of the browser decides', () => {
    expect(proposePlace('en', { locale: 'en-GB', timeZone: 'Asia/Tokyo' }).jurisdiction).toBe('GB');
    expect(proposePlace('de', { locale: 'de-CH', timeZone: 'UTC' })).toEqual({
      jurisdiction: 'CH',
      timeZone: 'Europe/Zurich',
    });
  });

  test('on a German page the region of an English browser tells nothing, as English is read everywhere', () => {
    for (const locale of ['en-US', 'en-GB', 'en']) {
      expect(proposePlace('de', { locale, timeZone: 'UTC' })).toEqual({
        jurisdiction: 'DE',
        timeZone: 'Europe/Berlin',
      });
    }
    expect(proposePlace('de', { locale: 'en-US', timeZone: 'Europe/Madrid' }).jurisdiction).toBe('other');
    expect(proposePlace('de', { locale: 'de-AT', timeZone: 'UTC' }).jurisdiction).toBe('AT');
    expect(proposePlace('de', { locale: 'fr-CH', timeZone: 'UTC' }).jurisdiction).toBe('CH');
    expect(proposePlace('en', { locale: 'en-US', timeZone: 'UTC' }).jurisdiction).toBe('US');
    expect(proposePlace('en', { locale: 'de-DE', timeZone: 'UTC' }).jurisdiction).toBe('DE');
  });

  test('a browser in Dublin is offered another country, euros and its own clock, whatever its English is', () => {
    for (const locale of ['en-IE', 'en-US', 'en-GB']) {
      expect(proposePlace('en', { locale, timeZone: 'Europe/Dublin' })).toEqual({
        jurisdiction: 'other',
        timeZone: 'Europe/Dublin',
      });
    }
    // Who reads German abroad, on holiday or for good, mostly lets at home.
    expect(proposePlace('de', { locale: 'de-DE', timeZone: 'Europe/Madrid' }).jurisdiction).toBe('DE');
    expect(proposePlace('de', { locale: 'de-LU', timeZone: 'Europe/Luxembourg' }).jurisdiction).toBe('other');
  });

  test('Chicago keeps its own zone, Buenos Aires is not taken for the United States', () => {
    expect(proposePlace('de', { timeZone: 'America/Chicago' })).toEqual({
      jurisdiction: 'US',
      timeZone: 'America/Chicago',
    });
    expect(proposePlace('de', { timeZone: 'America/Argentina/Buenos_Aires' }).jurisdiction).toBe('DE');
  });

  const renamed = { en: en.PortfolioForm.cities, de: de.PortfolioForm.cities };
  const zonesOf = (zones: readonly string[], language: 'en' | 'de' = 'en') =>
    zonesByCity(zones, renamed[language]);

  test('zones are found by their city', () => {
    const listed = [
      'Europe/Berlin',
      'America/Argentina/Buenos_Aires',
      'UTC',
      'Africa/Algiers',
      'Europe/Vienna',
    ];
    expect(zonesOf(listed).map(({ label }) => label)).toEqual([
      ...[
        'Algiers (Africa)',
        'Berlin (Europe)',
        'Buenos Aires (America, Argentina)',
        'UTC',
        'Vienna (Europe)',
      ],
    ]);
    expect(zonesOf(listed, 'de').map(({ label }) => label)).toEqual([
      ...['Algier (Afrika)', 'Berlin (Europa)', 'Buenos Aires (Amerika, Argentina)', 'UTC', 'Wien (Europa)'],
    ]);
  });

  test('a city, a label or a name means its zone; two cities of one name mean none', () => {
    const zones = zonesOf([
      'Europe/Berlin',
      'America/Sao_Paulo',
      'America/Louisville',
      'America/Kentucky/Louisville',
    ]);
    for (const typed of ['berlin', ' Berlin (Europe) ', 'Europe/Berlin'])
      expect(zoneTyped(typed, zones)).toBe('Europe/Berlin');
    expect(zoneTyped('São Paulo', zones)).toBe('America/Sao_Paulo');
    expect(zoneTyped('Zürich', zonesOf(['Europe/Zurich']))).toBe('Europe/Zurich');
    expect(zoneTyped('Asia/Kolkata', zones)).toBe('Asia/Kolkata');
    expect(zoneTyped('Louisville', zones)).toBeNull();
    expect(zoneTyped('Louisville (America)', zones)).toBe('America/Louisville');
    expect(zoneTyped('', zones)).toBeNull();
    expect(zoneTyped('Bonn', zones)).toBeNull();
  });

  test.each([
    ['de', 'Wien', 'Europe/Vienna'],
    ['de', 'vienna', 'Europe/Vienna'],
    ['de', 'Lissabon (Europa)', 'Europe/Lisbon'],
    ['en', 'Kyiv', 'Europe/Kiev'],
  ] as const)('in %s “%s” is %s', (language, typed, zone) => {
    expect(zoneTyped(typed, zonesOf(Intl.supportedValuesOf('timeZone'), language))).toBe(zone);
  });

  test.each(['en', 'de'] as const)(
    'everything that is called otherwise in %s stands in the list',
    (language) => {
      const listed = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
        zone.replaceAll('_', ' ').split('/'),
      );
      const pairs = renamed[language].split(', ').map((pair) => pair.split(' = '));
      expect(pairs.filter((pair) => pair.length !== 2 || !listed.includes(pair[1] ?? ''))).toEqual([]);
    },
  );

  test('every jurisdiction has a currency and a zone that exists', () => {
    for (const jurisdiction of jurisdictions) {
      expect(isTimeZone(usualTimeZone[jurisdiction])).toBe(true);
      expect(proposeCurrency(jurisdiction)).toMatch(/^[A-Z]{3}$/);
    }
    expect(proposeCurrency('CH')).toBe('CHF');
  });
});

test.each([
  ['en', 'en-GB', { dateFormat: 'dd/mm/yyyy', numberFormat: null }],
  ['en', 'en-IE', { dateFormat: 'dd/mm/yyyy', numberFormat: null }],
  ['en', 'en-US', null],
  ['en', 'en', null],
  ['en', 'de-DE', null],
  ['de', 'de-DE', null],
  ['de', 'de-AT', null],
  ['de', 'de-CH', { dateFormat: null, numberFormat: 'ch' }],
  ['de', undefined, null],
] as const)('formats for %s in a browser that reads %s', (language, locale, formats) => {
  expect(proposeFormats(language, locale)).toEqual(formats);
});
