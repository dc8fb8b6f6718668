import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  pgPolicy,
  pgRole,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/** Our own schema: Supabase's Data API serves `public` only and never sees it. */
export const hausbuch = pgSchema('hausbuch');

const appRole = pgRole('hausbuch_app').existing();
const eraseRole = pgRole('hausbuch_erase').existing();

/** Integer cents of the portfolio's currency. */
export const cents = () => bigint({ mode: 'number' });
/** Integer hundredths of a square metre. */
export const areaSqm100 = () => integer();
/** A calendar date as `YYYY-MM-DD`; never an instant. */
export const day = () => date({ mode: 'string' });
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** A folded name that sorts as a dictionary does (Ä beside A), the same on every server. */
export const sortText = customType<{ data: string; notNull: true }>({
  dataType: () => 'text collate "und-x-icu"',
});

/** Floors that have a word instead of a number, in the languages houses are named in here. */
const underground = 'ug|kg|untergeschoss|kellergeschoss|keller|souterrain|basement';
const ground = 'eg|erdgeschoss|parterre|ground floor';

/**
 * A `name` folded for sorting, its numbers filled up with noughts: flat 2 before flat 10, house 2 before house 10. The ground
 * floor is below the first, and the cellar below it: UG, EG, 1. OG, 2. OG, DG.
 */
export const countedName = () => {
  const below = sql`regexp_replace(lower(name), '\\m(${sql.raw(underground)})\\M', '!')`;
  const floors = sql`regexp_replace(regexp_replace(${below}, '\\m(${sql.raw(ground)})\\M', '0'), '\\mhochparterre\\M', '0z')`;
  return sortText()
    .notNull()
    .generatedAlwaysAs(
      sql`regexp_replace(regexp_replace(${floors}, '([0-9]+)', '00000000\\1', 'g'), '0*([0-9]{8})(?![0-9])', '\\1', 'g')`,
    );
};

/** A text column whose values come from one list of `domain/vocabulary.ts`; pair it with `oneOf`. */
export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  text({ enum: values as unknown as [T[number], ...T[number][]] });

/** Values of a closed list as they stand in a statement's text. */
export const literals = (values: readonly string[]): SQL =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));

/**
 * Condition that a column has one of some values of its closed list, as they stand in the statement's text: of a parameter Postgres does
 * not see that an index holds just those rows (`WHERE state = 'waiting'`).
 */
export const isAnyOf = (column: AnyPgColumn, ...values: readonly [string, ...string[]]): SQL =>
  sql`${column} in (${literals(values)})`;

/** CHECK that a `choice` column holds one of its values. */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${literals(values)})`);

/**
 * CHECK that a column holds a language's tag as BCP 47 shapes it (`de`, `pt-BR`, `sr-Latn`). Which languages there are
 * the files in messages/ say: one more needs no migration.
 */
export const isLanguageTag = (name: string, column: AnyPgColumn) =>
  check(name, sql`${column} ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'`);

/** The key columns of every portfolio row. Ids are time-ordered uuids, so that a key also pages. */
export const keyed = () => ({
  portfolioId: uuid().notNull(),
  id: uuid().notNull().default(sql`hausbuch.uuid_v7()`),
});

export const created = () => ({ createdAt: instant().notNull().defaultNow() });

/** Columns of rows that a person edits; `version` guards against two editors. */
export const edited = () => ({
  version: integer().notNull().default(1),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

/**
 * For whom, or in which portfolio, the transaction was entered, where the app has sealed that; null otherwise. No
 * subquery, though Postgres would ask it once for each statement then: a cluster takes none in policies.
 */
export const entered = (what: 'user' | 'portfolio') => sql.raw(`hausbuch.entered('${what}')::uuid`);

type Keyed = { portfolioId: AnyPgColumn; id: AnyPgColumn };

/** Primary key `(portfolio_id, id)` and the isolation policy that every portfolio table carries. */
export const portfolioTable = (name: string, table: Keyed) => [
  primaryKey({ name: `${name}_pkey`, columns: [table.portfolioId, table.id] }),
  portfolioPolicy(table.portfolioId),
];

/** Only rows of the portfolio that `enter_request` was given with a seal exist for the application. */
export const portfolioPolicy = (portfolioId: AnyPgColumn) => {
  const own = sql`${portfolioId} = ${entered('portfolio')}`;
  return pgPolicy('portfolio_isolation', {
    as: 'permissive',
    for: 'all',
    to: [appRole, eraseRole],
    using: own,
    withCheck: own,
  });
};

/**
 * Foreign key that carries the portfolio, with the index it needs: `(portfolio_id, column)`, and the days by
 * which rows of the target are read, so that a period reads its rows and not the history.
 */
export const belongsTo = (
  name: string,
  portfolioId: AnyPgColumn,
  column: AnyPgColumn,
  target: Keyed,
  ...readBy: AnyPgColumn[]
) => [
  foreignKey({
    name: `${name}_fkey`,
    columns: [portfolioId, column] as [AnyPgColumn, AnyPgColumn],
    foreignColumns: [target.portfolioId, target.id] as [AnyPgColumn, AnyPgColumn],
  }),
  index(`${name}_idx`).on(portfolioId, column, ...readBy),
];

export { appRole, eraseRole };

/**
 * A file of the portfolio itself: the server fetches and removes it with the key to all of them, on the word of a row. Storage
 * is asked by address, in which two dots lead out of a folder.
 */
export const ownFile = (name: string, t: { portfolioId: AnyPgColumn; storagePath: AnyPgColumn }) =>
  check(
    name,
    sql`starts_with(${t.storagePath}, ${t.portfolioId}::text || '/') and position('..' in ${t.storagePath}) = 0`,
  );
