import { sql } from 'drizzle-orm';
import { integer, pgPolicy, primaryKey, text } from 'drizzle-orm/pg-core';
import { appRole, day, eraseRole, hausbuch } from '../columns.ts';

/**
 * Legal table (global): the statutory base rate (Basiszinssatz, § 247 BGB) from a day on, as dated data with
 * its source. A half-year without a row is not known yet; the rate before it is not assumed silently.
 */
export const baseRate = hausbuch.table(
  'base_rate',
  {
    validFrom: day().notNull(),
    /** Hundredths of a per cent: 362 is 3.62 %; may be negative. */
    rateBp: integer().notNull(),
    source: text().notNull(),
  },
  (t) => [
    primaryKey({ name: 'base_rate_pkey', columns: [t.validFrom] }),
    pgPolicy('base_rate_read', { for: 'select', to: [appRole, eraseRole], using: sql`true` }),
  ],
);
