import { describe, expect, test } from 'vitest';
import { germanStates } from '@/features/rent/holiday-rules';
import de from '../../messages/de.json';
import en from '../../messages/en.json';
import { countryOptions } from './country-options';
import { addressLines, postalLines, stateKind, streetLine } from './regions';
import { stateName, stateOptions } from './states';

const berlin = { street: 'Lindenstraße', houseNumber: '12', postalCode: '10969', city: 'Berlin' };

test('a letter that crosses a border names the country, in the language of the letter', () => {
  const palma = { street: 'Carrer de la Mar', houseNumber: '7', postalCode: '07012', city: 'Palma' };
  const lines = ['Carrer de la Mar 7', '07012 Palma'];
  expect(postalLines({ ...palma, country: 'ES' }, 'DE', 'de')).toEqual([...lines, 'SPANIEN']);
  expect(postalLines({ ...palma, country: 'ES' }, 'DE', 'en')).toEqual([...lines, 'SPAIN']);
  expect(postalLines({ ...palma, country: 'ES' }, 'ES', 'de')).toEqual(lines);
  expect(postalLines({ ...palma, country: 'ES' }, null, 'de')).toEqual(lines);
});

describe('addressLines', () => {
  test('German: street before number, postal code before city', () => {
    expect(addressLines({ ...berlin, country: 'DE' })).toEqual(['Lindenstraße 12', '10969 Berlin']);
  });

  test('American: number before street, the state between city and ZIP code', () => {
    const miami = { street: 'Ocean Drive', houseNumber: '801', postalCode: '33139', city: 'Miami Beach' };
    expect(addressLines({ ...miami, state: 'US-FL', country: 'US' })).toEqual([
      '801 Ocean Drive',
      'Miami Beach, FL 33139',
    ]);
  });

  test('in Canada and Australia the state stands there without a comma', () => {
    const toronto = { street: 'Queen Street', houseNumber: '100', postalCode: 'M5H 2N2', city: 'Toronto' };
    expect(addressLines({ ...toronto, state: 'CA-ON', country: 'CA' })).toEqual([
      '100 Queen Street',
      'Toronto ON M5H 2N2',
    ]);
    const sydney = { street: 'George Street', houseNumber: '1', postalCode: '2000', city: 'Sydney' };
    expect(addressLines({ ...sydney, state: 'AU-NSW', country: 'AU' })[1]).toBe('Sydney NSW 2000');
    expect(addressLines({ ...sydney, state: null, country: 'AU' })[1]).toBe('Sydney 2000');
  });

  test('a state names the country where nobody has, and says nothing in another one', () => {
    const austin = { street: 'Congress Avenue', houseNumber: '1100', postalCode: '78701', city: 'Austin' };
    expect(addressLines({ ...austin, state: 'US-TX', country: null })).toEqual([
      '1100 Congress Avenue',
      'Austin, TX 78701',
    ]);
    expect(addressLines({ ...austin, state: 'US-TX', country: 'CA' })[1]).toBe('Austin 78701');
  });

  test('street and number stand in one column of a table as on a letter', () => {
    expect(streetLine({ street: 'Maple Avenue', houseNumber: '914', country: 'US' })).toBe(
      '914 Maple Avenue',
    );
    expect(streetLine({ street: 'Wiesengasse', houseNumber: '214', country: 'AT' })).toBe('Wiesengasse 214');
    expect(streetLine({ street: null, houseNumber: null, country: 'IE' })).toBe('');
  });

  test('what is missing leaves no gap', () => {
    expect(
      addressLines({ ...berlin, street: null, houseNumber: null, postalCode: null, country: 'DE' }),
    ).toEqual(['Berlin']);
    expect(
      addressLines({ street: null, houseNumber: null, postalCode: null, city: null, country: 'DE' }),
    ).toEqual([]);
  });
});

test('every German state that has holidays of its own can be chosen, and has a name', () => {
  const offered = stateOptions('DE', de.Labels.state).map((option) => option.value);
  expect(offered.sort()).toEqual(germanStates.map((state) => `DE-${state}`).sort());
  expect(stateName('DE-BY', de.Labels.state)).toBe('Bayern');
  expect(stateName('DE-BY', en.Labels.state)).toBe('Bavaria');
  expect(stateName('XX-1', en.Labels.state)).toBe('XX-1');
});

test('the 26 cantons of Switzerland are offered, by the name the language has for them', () => {
  const cantons = stateOptions('CH', de.Labels.state);
  expect(cantons).toHaveLength(26);
  expect(cantons).toContainEqual({ value: 'CH-ZH', label: 'Zürich' });
  expect(['CH-GE', 'CH-TI', 'CH-SG'].map((code) => stateName(code, en.Labels.state))).toEqual([
    ...['Geneva', 'Ticino', 'St. Gallen'],
  ]);
  expect([de.Labels.stateKind[stateKind('CH')], en.Labels.stateKind[stateKind('CH')]]).toEqual([
    ...['Kanton', 'Canton'],
  ]);
});

test('a state is called what its country calls it, in German not by the word for the sixteen', () => {
  const called = (country: string, words: typeof en | typeof de) =>
    words.Labels.stateKind[stateKind(country)];
  expect(['DE', 'AT', 'US', 'AU', 'CA'].map((country) => called(country, de))).toEqual([
    ...['Bundesland', 'Bundesland', 'Bundesstaat', 'Bundesstaat', 'Provinz'],
  ]);
  expect(['DE', 'US', 'CA'].map((country) => called(country, en))).toEqual(['State', 'State', 'Province']);
});

test('a country outside the list stays selectable where it was entered', () => {
  expect(countryOptions('de', 'AQ').at(-1)).toEqual({ value: 'AQ', label: 'Antarktis' });
  expect(countryOptions('de')[0]).toEqual({ value: 'DE', label: 'Deutschland' });
});

test('a tenant who moved to Japan or a house in Singapore has its country: all are offered, the near ones first', () => {
  for (const language of ['en', 'de'] as const) {
    const offered = countryOptions(language);
    const codes = offered.map(({ value }) => value);
    for (const code of ['JP', 'SG', 'BR', 'IN', 'UA', 'ZA', 'MC', 'XK']) expect(codes).toContain(code);
    expect(codes.slice(0, 5)).toEqual(['DE', 'AT', 'CH', 'US', 'GB']);
    expect(new Set(codes).size).toBe(codes.length);
    expect(offered.filter(({ value, label }) => label === value)).toEqual([]);
    const others = offered.slice(codes.indexOf('AE') + 1).map(({ label }) => label);
    expect(others).toEqual(others.toSorted((a, b) => a.localeCompare(b, language)));
    expect(countryOptions(language, 'JP')).toEqual(offered);
  }
});
