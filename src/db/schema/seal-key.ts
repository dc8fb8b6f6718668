import { sql } from 'drizzle-orm';
import { check, customType, pgPolicy, text } from 'drizzle-orm/pg-core';
import { appRole, eraseRole, hausbuch, instant } from '../columns.ts';

const bytes = customType<{ data: Buffer; notNull: true }>({ dataType: () => 'bytea' });

/**
 * Directory table: what the app seals its entries with (`src/db/seal.ts`), written at the start and read by
 * `hausbuch.entered` alone. One row, and of a secret that was replaced another for the day in which processes are
 * restarted one after the other.
 */
export const sealKey = hausbuch.table(
  'seal_key',
  {
    /** Says nothing of the key. */
    name: text().primaryKey(),
    innerPad: bytes().notNull(),
    outerPad: bytes().notNull(),
    writtenAt: instant().notNull().defaultNow(),
    /** When a process was started with another secret; null for the one that was started last. */
    replacedAt: instant(),
  },
  (t) => [
    check('seal_key_length_check', sql`length(${t.innerPad}) = 64 and length(${t.outerPad}) = 64`),
    pgPolicy('seal_key_nobody', {
      for: 'all',
      to: [appRole, eraseRole],
      using: sql`false`,
      withCheck: sql`false`,
    }),
  ],
);
