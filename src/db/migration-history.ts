import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type postgres from 'postgres';

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
