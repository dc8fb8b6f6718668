import fs from 'node:fs';
import path from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as schema from '../../src/db/schema/index.ts';

/** A column that nobody writes or reads compiles, is migrated and backed up: only here somebody notices. */

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const wordsOf = (text: string) => new Set(text.match(/\w+/g));

const sources = fs
  .globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['src/db/schema/**', '**/*.test.*'] })
  .map((file) => wordsOf(read(file)));
/** Some rows are written by functions of the database alone, or at the start by its owner. */
const byHand = ['drizzle/0000_prelude.sql', 'drizzle/0002_guards.sql', 'src/db/seal-keys.ts'];
/** Functions that later migrations have made or replaced; what is generated names every column. */
const functions = fs
  .globSync('drizzle/*.sql', { cwd: root })
  .flatMap((file) => read(file).split('--> statement-breakpoint'))
  .filter((statement) => /^\s*(--.*\n\s*)*CREATE (OR REPLACE )?FUNCTION\b/.test(statement));
const guards = wordsOf([...byHand.map(read), ...functions].join('\n'));

const inSql = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Named = { name: string; sql: string };

/** Columns that neither a file that names their table nor a function of the database has a word of. */
function unused(table: Named, columns: readonly Named[]): string[] {
  const known = new Set(sources.filter((file) => file.has(table.name)).flatMap((file) => [...file]));
  const isGuarded = (column: Named) => guards.has(table.sql) && guards.has(column.sql);
  return columns
    .filter((column) => !known.has(column.name) && !isGuarded(column))
    .map((column) => `${table.name}.${column.name}`);
}

test('a column that nobody names is found', () => {
  const columns = ['portfolioId', 'shoeSize'].map((name) => ({ name, sql: name }));
  expect(unused({ name: 'tenant', sql: 'tenant' }, columns)).toEqual(['tenant.shoeSize']);
});

test('every column that does not fill itself is named where its table is', () => {
  const tables = Object.entries(schema).flatMap(([name, table]) =>
    is(table, PgTable) ? [{ name, table }] : [],
  );
  expect(tables.length).toBeGreaterThan(40);
  const found = tables.flatMap(({ name, table }) => {
    const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !column.hasDefault);
    return unused(
      { name, sql: getTableName(table) },
      columns.map(([key]) => ({ name: key, sql: inSql(key) })),
    );
  });
  expect(found).toEqual([]);
});
