import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (folder: string, isWanted: (name: string) => boolean) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isWanted)
    .map((name) => ({ name, text: fs.readFileSync(path.join(root, folder, name), 'utf8') }));

const camelOf = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Columns whose values decide which rows an index holds, with its condition: `bankLine.state` of `WHERE "state" = 'waiting'`. */
const decisive = read('drizzle', (name) => name.endsWith('.sql')).flatMap(({ text }) =>
  [...text.matchAll(/INDEX "\w+" ON "hausbuch"\."(\w+)" [^;]* WHERE ([^;]*);/gi)].flatMap(
    ([, table = '', condition = '']) =>
      [...condition.matchAll(/"?\b(state|is_\w+)\b"?(?! is (?:not )?null)/g)].map(([, column = '']) => ({
        column: `${camelOf(table)}.${camelOf(column)}`,
        condition,
      })),
  ),
);

test('what an index holds only some rows by is asked in the text of a statement, not by a parameter', () => {
  expect(decisive.map(({ column }) => column)).toEqual(
    expect.arrayContaining(['bankLine.state', 'letterMail.state', 'leaseUnit.isVoided']),
  );
  const faults = read('src', (name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).flatMap(
    ({ name, text }) =>
      [...text.matchAll(/\b(?:eq|ne|inArray|notInArray)\(\s*(\w+)\.(\w+), ([^)]*)\)/g)]
        .filter(([, table, column = '', value = '']) =>
          decisive.some((one) => {
            const literal = /'(\w+)'/.exec(value)?.[1];
            const isAsked =
              literal === undefined || one.condition.includes('<>') || one.condition.includes(`'${literal}'`);
            // A table goes by other names, too; a flag is called alike in none that has no such index.
            return one.column === `${table}.${column}` ||
              (column.startsWith('is') && one.column.endsWith(`.${column}`))
              ? isAsked
              : false;
          }),
        )
        // By its id a row is found without.
        .filter(({ index }) => !/isRow\([^;]*$/.test(text.slice(Math.max(0, index - 120), index)))
        .map(([asked]) => `${name}: ${asked}`),
  );
  expect(faults, 'Plans are made for any values (src/db/pool.ts): `isAnyOf` of src/db/columns.ts').toEqual(
    [],
  );
});
