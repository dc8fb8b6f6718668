import { expect, test } from 'vitest';
import { namesOf } from './name-rules';

const person = (firstName: string | null, lastName: string) => ({
  kind: 'person',
  firstName,
  lastName,
  companyName: null,
});

test('a person is first and last name, however they are written', () => {
  expect(namesOf('Anna Schmidt')).toEqual(person('Anna', 'Schmidt'));
  expect(namesOf('  Schmidt ,  Anna Lena ')).toEqual(person('Anna Lena', 'Schmidt'));
  expect(namesOf('Ludwig van der Berg')).toEqual(person('Ludwig', 'van der Berg'));
  expect(namesOf('Anna & Ben Schmidt')).toEqual(person('Anna & Ben', 'Schmidt'));
  expect(namesOf('Cher')).toEqual(person(null, 'Cher'));
});

test('a company is known by how it signs, and by nothing within a name', () => {
  expect(namesOf('Bäckerei Krume GmbH')).toEqual({
    kind: 'company',
    firstName: null,
    lastName: null,
    companyName: 'Bäckerei Krume GmbH',
  });
  for (const name of ['Acme Inc.', 'Bau KG', 'Wohnen eG', 'Deli SA', 'Krume gGmbH (Filiale)']) {
    expect(namesOf(name).kind, name).toBe('company');
  }
  expect(namesOf('Nguyen Sa')).toEqual(person('Nguyen', 'Sa'));
  expect(namesOf('Kim Se').kind).toBe('person');
  expect(namesOf('Agnes Sauer').kind).toBe('person');
});
