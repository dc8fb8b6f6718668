import { sql } from 'drizzle-orm';
import { check, integer, pgPolicy, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { legalFigureKinds, placeFigureKinds } from '../../domain/vocabulary.ts';
import {
  appRole,
  choice,
  day,
  edited,
  eraseRole,
  hausbuch,
  keyed,
  literals,
  oneOf,
  portfolioTable,
} from '../columns.ts';
import { portfolio } from './portfolio.ts';
import { withinPortfolio } from './within-portfolio.ts';

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
    /** When the Bundesbank last said so; null for what came with the program. */
    fetchedOn: day(),
  },
  (t) => [
    primaryKey({ name: 'base_rate_pkey', columns: [t.validFrom] }),
    pgPolicy('base_rate_read', { for: 'select', to: [appRole, eraseRole], using: sql`true` }),
  ],
);

/**
 * Legal table (global): Germany's consumer price index, 2020 = 100, by the first day of its month. A month without
 * a row is not known here; the portfolio may enter it (`legal_figure`).
 */
export const consumerPriceIndex = hausbuch.table(
  'consumer_price_index',
  {
    month: day().notNull(),
    /** In thousandths: 119300 is 119.3. */
    indexMilli: integer().notNull(),
    source: text().notNull(),
    fetchedOn: day(),
  },
  (t) => [
    primaryKey({ name: 'consumer_price_index_pkey', columns: [t.month] }),
    pgPolicy('consumer_price_index_read', { for: 'select', to: [appRole, eraseRole], using: sql`true` }),
  ],
);

/**
 * A figure that a portfolio entered itself, from a day on and with its source: one published since, what a state's
 * ordinance says of a place (§ 558 (3), § 556d BGB), or outside Germany its own. `value`: rates in hundredths of a per cent, an index or months in thousandths.
 */
export const legalFigure = hausbuch.table(
  'legal_figure',
  {
    ...keyed(),
    kind: choice(legalFigureKinds).notNull(),
    /** The town an ordinance is about; empty for what holds everywhere. */
    place: text().notNull().default(''),
    validFrom: day().notNull(),
    /** The last day an ordinance holds. */
    validUntil: day(),
    value: integer().notNull(),
    source: text().notNull(),
    /** When it was fetched from the Bundesbank; null for what somebody typed. */
    fetchedOn: day(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('legal_figure', t),
    withinPortfolio('legal_figure', t.portfolioId, portfolio),
    unique('legal_figure_day_key').on(t.portfolioId, t.kind, t.place, t.validFrom),
    oneOf('legal_figure_kind_check', t.kind, legalFigureKinds),
    check(
      'legal_figure_place_check',
      sql`(${t.kind} in (${literals(placeFigureKinds)})) = (${t.place} <> '')`,
    ),
    check('legal_figure_days_check', sql`${t.validUntil} is null or ${t.validUntil} >= ${t.validFrom}`),
    check('legal_figure_value_check', sql`${t.value} between -10000 and 10000000`),
  ],
);
