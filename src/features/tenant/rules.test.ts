import { expect, test } from 'vitest';
import { ownNamesOnly } from './rules';

const person = { kind: 'person' as const, firstName: 'Änne', lastName: 'Müller', companyName: null };

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
