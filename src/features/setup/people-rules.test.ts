import { expect, test } from 'vitest';
import { namesOf } from './name-rules';
import { peopleIn } from './people-rules';

const people = (text: string) =>
  peopleIn(text)?.map((name) => {
    const { firstName, lastName, companyName } = namesOf(name);
    return companyName ?? `${firstName ?? '–'} | ${lastName}`;
  }) ?? null;

test.each([
  ['Anna Müller', ['Anna | Müller']],
  ['Nguyen Sa', ['Nguyen | Sa']],
  ['Müller, Anna', ['Anna | Müller']],
  ['Schmidt, Anna Lena', ['Anna Lena | Schmidt']],
  ['van der Berg, Ludwig Maria', ['Ludwig Maria | van der Berg']],
  ['Anna Müller, Ben Schmidt', ['Anna | Müller', 'Ben | Schmidt']],
  ['Anna Müller und Ben Schmidt', ['Anna | Müller', 'Ben | Schmidt']],
  ['Anna Müller, Ben Schmidt & Cleo Fox', ['Anna | Müller', 'Ben | Schmidt', 'Cleo | Fox']],
  ['Anna & Ben Müller', ['Anna | Müller', 'Ben | Müller']],
  ['Anna und Ludwig van der Berg', ['Anna | van der Berg', 'Ludwig | van der Berg']],
  ['Anna, Ben, Cleo Müller', ['Anna | Müller', 'Ben | Müller', 'Cleo | Müller']],
  ['Müller, Anna und Ben', ['Anna | Müller', 'Ben | Müller']],
  ['Müller, Anna & Schmidt, Ben', ['Anna | Müller', 'Ben | Schmidt']],
  ['Müller, Anna; Schmidt, Ben', ['Anna | Müller', 'Ben | Schmidt']],
  ['Herr und Frau Müller', ['– | Müller', '– | Müller']],
  ['Eheleute Anna und Ben Müller', ['Anna | Müller', 'Ben | Müller']],
  ['Frau Anna Müller', ['Anna | Müller']],
  ['Familie Anna und Ben Müller', ['Anna | Müller', 'Ben | Müller']],
  ['Familie Müller', ['– | Müller']],
  ['Fam. Müller', ['– | Müller']],
  ['Müller & Schmidt', ['– | Müller', '– | Schmidt']],
  ['Cher', ['– | Cher']],
  ['Müller & Söhne GmbH', ['Müller & Söhne GmbH']],
  ['Krume GmbH & Co. KG', ['Krume GmbH & Co. KG']],
  ['Krume GmbH; Anna Müller', ['Krume GmbH', 'Anna | Müller']],
  ['Marcus Undine', ['Marcus | Undine']],
])('%s', (text, expected) => {
  expect(people(text)).toEqual(expected);
});

test.each([
  'Anna Müller und Ben',
  'Anna Müller, Ben',
  'García Márquez, Gabriel',
  'Müller, Anna, Schmidt, Ben',
])('what could be read in two ways is asked about: %s', (text) => {
  expect(peopleIn(text)).toBeNull();
});
