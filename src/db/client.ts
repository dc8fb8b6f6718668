import 'server-only';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { env } from '@/lib/env';
import { withPreparedStatements } from './prepared';
import * as schema from './schema';

export type Database = PostgresJsDatabase<typeof schema>;
/** A transaction that `db/scope.ts` has entered: role, user and portfolio are set. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A pooled database for a connection string; tests open their own. */
export function openDatabase(url: string): { db: Database; close: () => Promise<void> } {
  const client = postgres(url, {
    max: 10,
    // Supabase's transaction pooler knows no prepared statements; others are found out by `withPreparedStatements`.
    prepare: new URL(url).port !== '6543',
    onnotice: () => {},
    connection: { application_name: 'hausbuch' },
  });
  return {
    db: drizzle({ client: withPreparedStatements(client), schema, casing: 'snake_case' }),
    close: () => client.end({ timeout: 5 }),
  };
}

// One pool per process, kept over hot reloads in development; `scripts/app-server.ts`, which loads this file
// beside Next's bundle of it, has one of its own.
const shared = globalThis as { hausbuchPools?: Map<string, Database> };
const bundle = process.env.NEXT_RUNTIME ?? 'plain';

/** The application's database, opened at first use. */
export function database(): Database {
  shared.hausbuchPools ??= new Map();
  const known = shared.hausbuchPools.get(bundle);
  if (known) return known;
  const { db } = openDatabase(env().databaseUrl);
  shared.hausbuchPools.set(bundle, db);
  return db;
}
