import 'server-only';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { env } from '@/lib/server/env';
import { Pool, type PoolLimits } from './pool';
import * as schema from './schema';

export type Database = PostgresJsDatabase<typeof schema>;
/** A transaction that `db/scope.ts` has entered: role, user and portfolio are set. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];

/**
 * Drizzle over transactions of a pool: it knows postgres.js' own client only, of which this has what a transaction
 * begins with. A statement outside a transaction would have no role and no portfolio.
 */
function drizzleOver(pool: Pool): Database {
  const client = new Proxy(formats, {
    get(target, key) {
      if (key === 'begin') return (work: Parameters<Pool['transaction']>[0]) => pool.transaction(work);
      if (key === 'unsafe') {
        return () => {
          throw new Error('A statement belongs into a transaction of db/scope.ts.');
        };
      }
      return Reflect.get(target, key);
    },
  });
  return drizzle({ client, schema, casing: 'snake_case' });
}

/** Never connected: it holds the formats of values, some of which Drizzle replaces by its own. */
const formats = postgres({ max: 1, host: 'localhost' });

const poolFor = (url: string, limits: Partial<PoolLimits> = {}) =>
  new Pool(
    url,
    {
      applicationName: 'hausbuch',
      // Supabase's transaction pooler knows no prepared statements; the pool finds out about others.
      prepare: new URL(url).port !== '6543',
      ...limits,
    },
    ({ parsers, serializers }) => {
      Object.assign(parsers, formats.options.parsers);
      Object.assign(serializers, formats.options.serializers);
    },
  );

/** A pooled database for a connection string; tests open their own. */
export function openDatabase(
  url: string,
  limits?: Partial<PoolLimits>,
): { db: Database; close: () => Promise<void> } {
  const pool = poolFor(url, limits);
  return { db: drizzleOver(pool), close: () => pool.close() };
}

// One pool per process, also where Next's bundle and `scripts/app-server.ts` have each loaded this file, and over hot
// reloads in development: what asks for the health of the product asks through the connections that requests use.
const shared = globalThis as { hausbuchPool?: Pool };
let opened: Database | undefined;

/** The application's database, connected at first use. */
export function database(): Database {
  shared.hausbuchPool ??= poolFor(env().databaseUrl);
  opened ??= drizzleOver(shared.hausbuchPool);
  return opened;
}
