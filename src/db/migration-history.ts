import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type postgres from 'postgres';
import { listTaken } from './cluster/tables.ts';

export const ownMigrations = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** The hashes of the migrations a database was made by, oldest first; none for a new one. Asked by who migrates. */
export async function listApplied(sql: postgres.Sql): Promise<string[]> {
  const [table] = await sql<{ isThere: boolean }[]>`
    select to_regclass('hausbuch.__migrations') is not null as "isThere"`;
  if (!table?.isThere) return [];
  await sql`set role hausbuch_owner`;
  const rows = await sql<{ hash: string }[]>`select hash from hausbuch.__migrations order by created_at, id`;
  await sql`reset role`;
  return rows.map((row) => row.hash);
}

/**
 * The migrations in their order. For a spread cluster, a file of the same name in `cluster/` stands in for what Citus refuses
 * there; its hash is that of the one it stands for, since it leaves behind the same.
 */
export async function readMigrations(sql: postgres.Sql, migrationsFolder: string): Promise<MigrationMeta[]> {
  const migrations = readMigrationFiles({ migrationsFolder });
  if ((await listTaken(sql)).size === 0) return migrations;
  const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
    readFileSync(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  );
  return migrations.map((migration) => {
    const tag = journal.entries.find(({ when }) => when === migration.folderMillis)?.tag;
    const file = path.join(migrationsFolder, 'cluster', `${tag}.sql`);
    if (!existsSync(file)) return migration;
    return { ...migration, sql: readFileSync(file, 'utf8').split('--> statement-breakpoint') };
  });
}

/**
 * Refuses what another version has made. Drizzle itself compares no more than the time of the last migration, and
 * would call any younger database finished, whatever its tables.
 */
export function demandKnown(
  what: 'database' | 'backup',
  applied: readonly string[],
  migrationsFolder: string = ownMigrations,
): void {
  const known = readMigrationFiles({ migrationsFolder }).map((migration) => migration.hash);
  if (known.some((hash, index) => index < applied.length && hash !== applied[index])) {
    throw new Error(
      `This ${what} was made by another version of Hausbuch, whose tables this one cannot take over: use the version that made it, or begin with an empty one.`,
    );
  }
  if (applied.length > known.length) {
    throw new Error(`This ${what} was made by a newer version of Hausbuch: update Hausbuch, then try again.`);
  }
}
