import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOriginal } from './original-error';

test('a statement is told once, under what Postgres says of it and before where to look', () => {
  const statement = 'select "no_such" from "tenant" where "id" = $1';
  // The driver, too, puts the statement on its error.
  const refused = Object.assign(new Error('column "no_such" does not exist'), {
    code: '42703',
    query: statement,
  });
  expect(describeOriginal(new DrizzleQueryError(statement, ['7'], refused)).split('\n')).toEqual([
    'Error: column "no_such" does not exist (42703)',
    `  ${statement}`,
    '  $1 = "7"',
    expect.stringContaining('npm run generate'),
  ]);
  expect(describeOriginal(refused).split('\n')).toContain(`  ${statement}`);
});
