import { expect, test } from 'vitest';
import { placeName, placeWords, tenantName } from './names';

const person = { kind: 'person' as const, firstName: 'Änne', lastName: 'Müller', companyName: null };

test('a person is called by first and last name, a company by its own', () => {
  expect(tenantName(person)).toBe('Änne Müller');
  expect(tenantName({ ...person, firstName: null })).toBe('Müller');
  expect(tenantName({ ...person, kind: 'company', companyName: 'Müller GmbH' })).toBe('Müller GmbH');
});

test('the only unit of a property, or one called like it, needs no name', () => {
  const flat = { propertyName: 'Lindenstraße 4', unitName: '2. OG rechts', isOnlyUnit: false };
  expect(placeName(flat)).toBe('Lindenstraße 4, 2.\u00a0OG\u00a0rechts');
  expect(placeName({ ...flat, isOnlyUnit: true })).toBe('Lindenstraße 4');
  expect(placeName({ ...flat, unitName: 'Lindenstraße 4' })).toBe('Lindenstraße 4');
});

test('a lease is named by its units, property by property, each once', () => {
  const flat = { id: '1', name: 'flat 2', propertyName: 'Lindenstraße 4' };
  const garage = { id: '2', name: 'garage', propertyName: 'Lindenstraße 4' };
  const yard = { id: '3', name: 'yard', propertyName: 'Am Hof 1', isOnlyUnit: true };
  expect(placeWords([flat, garage, flat, yard])).toBe('Lindenstraße 4, flat 2 + garage · Am Hof 1');
  expect(placeWords([])).toBe('');
});
