import { expect, test } from 'vitest';
import { ownNamesOnly, tenantName } from './rules';

const person = { kind: 'person' as const, firstName: 'Änne', lastName: 'Müller', companyName: null };

test('a person is called by first and last name, a company by its own', () => {
  expect(tenantName(person)).toBe('Änne Müller');
  expect(tenantName({ ...person, firstName: null })).toBe('Müller');
  expect(tenantName({ ...person, kind: 'company', companyName: 'Müller GmbH' })).toBe('Müller GmbH');
});

test('the name of the other kind is dropped, everything else stays', () => {
  const both = { ...person, companyName: 'Müller GmbH', notes: 'x' };
  expect(ownNamesOnly(both)).toEqual({ ...both, companyName: null });
  expect(ownNamesOnly({ ...both, kind: 'company' })).toEqual({
    ...both,
    kind: 'company',
    firstName: null,
    lastName: null,
  });
});
