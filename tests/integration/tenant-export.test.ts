import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFilled } from '../factories/filled.ts';
import { type Row, readAnswer } from '../factories/person-archive.ts';
import { asAdmin } from '../factories/records.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** What a tenant is told of what is held about them is at least what a deletion of them takes. */

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

const keyOf = (row: Row) => String(row.id ?? row.charge_id ?? row.payment_id);

/** Every row of a portfolio by table and key. */
async function allRows(portfolioId: string): Promise<Map<string, Map<string, Row>>> {
  return asAdmin(database, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'hausbuch' and column_name = 'portfolio_id' order by 1`;
    const found = new Map<string, Map<string, Row>>();
    for (const { name } of tables) {
      const rows = await sql<{ row: Row }[]>`
        select to_jsonb(t) as row from ${sql(`hausbuch.${name}`)} t where portfolio_id = ${portfolioId}`;
      found.set(name, new Map(rows.map(({ row }) => [keyOf(row), row])));
    }
    return found;
  });
}

/** What is no more of a person than that the row was changed, and what only repeats the rest. */
const bookkeeping = ['version', 'updated_at', 'forgotten_at'];
const derived: Record<string, readonly string[]> = {
  bank_line: ['raw'],
  document: ['search_text'],
  document_version: ['content'],
};

/** A row that a deletion took, or what it changed of one. */
type Taken = { name: string; key: string; column: string | null; value: unknown };

async function takenBy(portfolioId: string, remove: () => Promise<unknown>): Promise<Taken[]> {
  const before = await allRows(portfolioId);
  await remove();
  const after = await allRows(portfolioId);
  const isWritten = (name: string) => ['audit_event', 'file_removal'].includes(name);
  return [...before].flatMap(([name, rows]) =>
    isWritten(name)
      ? []
      : [...rows].flatMap(([key, row]): Taken[] => {
          const now = after.get(name)?.get(key);
          if (!now) return [{ name, key, column: null, value: null }];
          return Object.entries(row)
            .filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(now[column]))
            .filter(([column]) => !bookkeeping.includes(column) && !derived[name]?.includes(column))
            .map(([column, value]) => ({ name, key, column, value }));
        }),
  );
}

type Answer = Awaited<ReturnType<typeof readAnswer>>;

/** What the answer lacks of what a deletion took; not what it says it left out for the sake of others. */
const lackedBy = ({ tables, texts }: Answer, taken: readonly Taken[]) => {
  const leftOut = texts.get('left-out.csv') ?? '';
  return taken.filter(({ name, key, column, value }) => {
    const row = tables[name]?.find((one) => keyOf(one) === key);
    if (column !== null && leftOut.includes(`\n${name},${key},${column}`)) return false;
    return !row || (column !== null && JSON.stringify(row[column]) !== JSON.stringify(value));
  });
};

test('everything that a deletion of a tenant takes or forgets is in the answer', async () => {
  const { rows } = await createFilled(database);
  const { id: portfolioId, owner, ownerId: userId } = rows.books;
  const tenantId = rows.ids.tenant;
  const answer = await readAnswer(database, { userId, portfolioId, tenantId });
  const taken = await takenBy(portfolioId, () =>
    owner.tenant.delete({ id: tenantId, typedName: rows.tenantName }),
  );
  expect(new Set(taken.map(({ name }) => name)).size).toBeGreaterThan(30);
  expect(lackedBy(answer, taken)).toEqual([]);
});

test('so it is of everybody in the demo, who share leases and have left some', async () => {
  const [userId, portfolioId] = [randomUUID(), randomUUID()];
  const owner = await createTestCaller({ appUrl: database.appUrl, userId, portfolioId });
  const founded = { jurisdiction: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin', language: 'de' } as const;
  await owner.demo.create({ id: portfolioId, ...founded });
  const { rows: tenants } = await owner.tenant.list({ archive: 'all' });
  expect(tenants.length).toBeGreaterThan(5);
  for (const { id, name } of tenants) {
    const answer = await readAnswer(database, { userId, portfolioId, tenantId: id });
    const others = tenants.filter((one) => one.id !== id).flatMap((one) => one.emails);
    const everything = [...answer.texts.values()].join('\n');
    const own = tenants.find((one) => one.id === id)?.emails ?? [];
    expect(others.filter((email) => !own.includes(email) && everything.includes(email))).toEqual([]);
    const taken = await takenBy(portfolioId, () => owner.tenant.delete({ id, typedName: name }));
    // What is known of senders of a lease that others go on with goes whoever they are: theirs is not told.
    const lacked = lackedBy(answer, taken).filter((one) => one.name !== 'bank_rule');
    expect(lacked, name).toEqual([]);
  }
});
