import fs from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { ownMigrations } from '../src/db/migration-history.ts';
import { listKept } from '../tests/upgrades/kept.ts';

test.each(listKept())('the migrations that made $name are frozen', ({ kept }) => {
  const now = readMigrationFiles({ migrationsFolder: ownMigrations }).map(({ hash }) => hash);
  const changed = kept.head.migrations.filter(({ hash }, index) => hash !== now[index]);
  expect(
    changed.map(({ tag }) => `drizzle/${tag}.sql`),
    'The baseline is frozen: databases of people were made by it, and a start refuses them when it changes. Put the file back and write a migration: npm run generate -- --name what_changes (CONTRIBUTING.md, Changing the database)',
  ).toEqual([]);
});

test('what stands in for a migration on a cluster is named as one', () => {
  const sqlFiles = (folder: string) => fs.readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const stands = sqlFiles(path.join(ownMigrations, 'cluster'));
  expect(stands).not.toEqual([]);
  expect(sqlFiles(ownMigrations)).toEqual(expect.arrayContaining(stands));
});
