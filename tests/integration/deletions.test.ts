import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { failureOf } from '../factories/failure.ts';
import { createFilled } from '../factories/filled.ts';
import { call, cases, inputFor } from '../factories/procedure-calls.ts';
import { asAdmin } from '../factories/records.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { openUndoneDatabase } from '../factories/undone-database.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/**
 * What a deletion takes along is what its preview has said, over all tables of the catalog. A new table fails here until
 * it is filled, erased, and either counted or said to be a part of what is counted.
 */

const here = 'tests/integration/deletions.test.ts';
/** What a person counts, by table: the name of the count, and which rows are one of it. */
const counted: Record<string, { as: string; where?: string }> = {
  property: { as: 'properties' },
  unit: { as: 'units' },
  tenant: { as: 'tenants' },
  lease: { as: 'leases' },
  rent: { as: 'rents' },
  charge: { as: 'charges' },
  // A reversal takes the other row with it; what a bank took back was a payment.
  payment: {
    as: 'payments',
    where: `reverses_payment_id is null and not exists (select 1 from hausbuch.payment other
      where other.portfolio_id = t.portfolio_id and other.reverses_payment_id = t.id and not other.is_returned)`,
  },
  deposit: { as: 'deposits' },
  handover: { as: 'handovers' },
  meter: { as: 'meters' },
  letter: { as: 'letters' },
  cost_statement: { as: 'statements' },
  heating_plant: { as: 'plants' },
  objection: { as: 'objections' },
  // A reversal takes the other row with it.
  transaction: {
    as: 'transactions',
    where: `reverses_transaction_id is null and not exists (select 1 from hausbuch.transaction other
      where other.portfolio_id = t.portfolio_id and other.reverses_transaction_id = t.id)`,
  },
  recurring: { as: 'recurring', where: 'voided_at is null' },
  document: { as: 'documents', where: 'deleted_at is null and current_version_id is not null' },
};
/** What goes without being counted, by table: that of which it is a part. */
const partOf: Record<string, string> = {
  allocation: 'payment',
  association: 'property',
  association_effort: 'property',
  association_year: 'property',
  bank_match: 'payment',
  bank_rule: 'lease',
  charge_line: 'charge',
  collection: 'lease',
  collection_item: 'lease',
  cost_agreement: 'lease',
  cost_sharing: 'property',
  cost_statement_lease: 'lease',
  mandate: 'lease',
  credit: 'payment',
  deposit_movement: 'deposit',
  document_link: 'document',
  document_version: 'document',
  handover_defect: 'handover',
  handover_key: 'handover',
  handover_room: 'handover',
  heating_year: 'heating_plant',
  household: 'lease',
  index_clause: 'rent',
  lease_tenant: 'lease',
  letter_enclosure: 'letter',
  letter_item: 'letter',
  letter_mail: 'letter',
  receipt_room: 'lease',
  receipt_room_event: 'lease',
  receipt_room_paper: 'lease',
  letter_tenant: 'letter',
  lease_unit: 'lease',
  meter_reading: 'meter',
  open_item: 'charge',
  payout: 'lease',
  payout_item: 'lease',
  property_owner: 'property',
  recurring_amount: 'recurring',
  refund_part: 'payment',
  rent_line: 'rent',
  transaction_share: 'transaction',
  unit_period: 'unit',
  valuation: 'property',
};
/** What keeps a unit from being deleted, and why. All else that hangs on one goes with it. */
const hinders: Record<string, string> = {
  document_link: 'a paper of the unit is put elsewhere or thrown away first',
  handover: 'it was handed over with a lease',
  lease_unit: 'it was let',
  recurring: 'something is booked on it again and again',
  transaction: 'something was booked on it: the figures of its year stay',
  transaction_share: 'it bears a part of what was booked',
};
/** Written by a deletion. */
const written = ['audit_event', 'file_removal'];

let database: TestDatabase;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  database = await createTestDatabase();
});
afterAll(async () => {
  await closeTestCallers();
  await database?.drop();
  vi.useRealTimers();
});

/** Rows of a portfolio by table, of those that are counted the ones a person counts. */
async function rowsOf(portfolioId: string): Promise<Record<string, number>> {
  return asAdmin(database, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'hausbuch' and column_name = 'portfolio_id' order by 1`;
    const rows: Record<string, number> = {};
    for (const { name } of tables.filter((table) => !written.includes(table.name))) {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from ${sql(`hausbuch.${name}`)} t
        where portfolio_id = ${portfolioId} and (${sql.unsafe(counted[name]?.where ?? 'true')})`;
      rows[name] = row?.count ?? 0;
    }
    return rows;
  });
}

/** The tables whose rows cannot be without one of these tables: by foreign keys that are never null, over any number. */
async function below(roots: readonly string[]): Promise<string[]> {
  const found = await asAdmin(
    database,
    (sql) => sql<{ name: string }[]>`
      with recursive parent as (
        select distinct child.oid as child, child.relname as name, owner.relname as parent
        from pg_constraint key
        join pg_class child on child.oid = key.conrelid
        join pg_class owner on owner.oid = key.confrelid
        where key.contype = 'f' and key.connamespace = 'hausbuch'::regnamespace and not exists (
          select 1 from pg_attribute part
          where part.attrelid = key.conrelid and part.attnum = any (key.conkey) and not part.attnotnull)
      ), under as (
        select name from parent where parent in ${sql([...roots])}
        union select parent.name from parent join under on under.name = parent.parent
      )
      select name from under order by 1`,
  );
  return found.map((row) => row.name);
}

const preview = z.object({ counts: z.record(z.string(), z.number()) });

/** What a preview says, and the rows that the deletion then takes, by table. */
async function deletion(asked: string, does: string) {
  const { rows } = await createFilled(database);
  const run = (path: string) => {
    const one = cases.find(([name]) => name === path)?.[1];
    return call(rows.books.owner, path, one && inputFor(one, rows));
  };
  const before = await rowsOf(rows.books.id);
  const { counts } = preview.parse(await run(asked));
  expect(
    await failureOf(run(does)),
    `${does}: a table that hangs on what goes is not erased. On a unit or property see deleteUnit and deleteProperty in ` +
      'src/features/{unit,property}/commands.ts, else src/db/erase-*.ts and the erasing functions of drizzle/0002_guards.sql, in a migration of their own',
  ).toBe('no failure');
  const after = await rowsOf(rows.books.id);
  const gone = new Map(
    Object.entries(before).map(([name, count]) => [name, count - (after[name] ?? 0)] as const),
  );
  return { before, counts, gone };
}

const deletions = [
  { asked: 'property.deletePreview', does: 'property.delete', of: 'property', roots: ['property', 'lease'] },
  { asked: 'tenant.deletePreview', does: 'tenant.delete', of: 'tenant', roots: ['tenant', 'lease'] },
  {
    asked: 'erasure.previewPortfolio',
    does: 'erasure.erasePortfolio',
    of: null,
    roots: Object.keys(counted),
  },
];

test('a procedure that previews a deletion is tried here', () => {
  const previews = cases.flatMap(([path]) =>
    /\.(deletePreview|preview(?=Portfolio))/.test(path) ? [path] : [],
  );
  expect(deletions.map(({ asked }) => asked).sort(), here).toEqual(previews.sort());
});

test.each(deletions)('$asked says what $does takes', async ({ asked, does, of, roots }) => {
  const { before, counts, gone } = await deletion(asked, does);
  const empty = Object.keys(before).filter((name) => before[name] === 0);
  expect(empty, 'tables without a row to try with: add one in tests/factories/filled.ts').toEqual([]);

  const left = (await below(roots)).filter((name) => gone.get(name) === 0);
  expect(left, `hang on a ${of}, but no row of theirs goes: add one in tests/factories/filled.ts`).toEqual(
    [],
  );

  const { keptLeases: _, ...said } = counts;
  const taken = Object.fromEntries(
    Object.keys(said).map((name) => {
      const table = Object.keys(counted).find((one) => counted[one]?.as === name);
      return [name, table ? gone.get(table) : `no table is counted by that name in ${here}`];
    }),
  );
  expect(said, `what ${asked} says is not what ${does} takes`).toEqual(taken);

  // Of a portfolio everything goes, and what is counted is only the most of it.
  if (of === null) return;
  const untold = [...gone].flatMap(([name, rows]) => {
    const whole = partOf[name] ?? name;
    const isTold = whole === of || (counted[whole] !== undefined && counted[whole].as in counts);
    return rows === 0 || isTold ? [] : [name];
  });
  expect(
    untold,
    `${does} takes them, but ${asked} does not say so: count them there, or name in partOf of ${here} what they are ` +
      'a part of',
  ).toEqual([]);
});

test('what hangs on a unit goes with it, or hinders that', async () => {
  const hanging = await asAdmin(
    database,
    (sql) => sql<{ name: string }[]>`
      select distinct child.relname as name from pg_constraint key
      join pg_class child on child.oid = key.conrelid
      where key.contype = 'f' and key.confrelid = 'hausbuch.unit'::regclass order by 1`,
  );
  const { rows } = await createFilled(database);
  const undone = await openUndoneDatabase(database.appUrl);
  try {
    const { ownerId: userId, id: portfolioId } = rows.books;
    const { appUrl } = database;
    const owner = await createTestCaller({ appUrl, userId, portfolioId, database: undone.database });
    await undone.attempt(async () => {
      undone.statements.length = 0;
      await owner.unit.delete({ id: rows.ids.spareUnit, version: 1 });
    });
    const erased = undone.statements.map((text) => /^delete from "hausbuch"\."(\w+)"/.exec(text)?.[1]);
    const left = hanging.map(({ name }) => name).filter((name) => !erased.includes(name));
    expect(
      left,
      `deleteUnit in src/features/unit/commands.ts takes it along, or \`hinders\` of ${here} says why it does not`,
    ).toEqual(Object.keys(hinders).sort());
  } finally {
    await undone.close();
  }
});
