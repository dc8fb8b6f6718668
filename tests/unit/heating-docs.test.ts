import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ShownStatement, statement } from '../factories/statements.ts';

/** What docs/heating.md tells an accountant of a plant inside a statement is what comes out. */
const page = readFileSync(new URL('../../docs/heating.md', import.meta.url), 'utf8');

test('the case of the page gives the last row of its table', () => {
  const given: unknown = JSON.parse(/```json\n([\s\S]+?)```/.exec(page)?.[1] ?? '');
  const found: ShownStatement = statement(given as object);
  const row = page.split('\n').find((one) => one.startsWith('| Together |'));
  const shown = row
    ?.split('|')
    .slice(2, -1)
    .map((cell) => Math.round(Number(cell) * 100));
  expect(found.problems).toEqual([]);
  expect(shown).toHaveLength(3);
  expect(found.lines[0]?.shares.map(({ amountCents }) => amountCents)).toEqual(shown);
});
