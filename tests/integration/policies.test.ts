import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { packedFile, statementOf, unknownTable } from '../factories/bank-import.ts';
import { createCollection, createCreditor, createMandate } from '../factories/debits.ts';
import { enterAs } from '../factories/enter.ts';
import { mailLetter, twoReminders } from '../factories/letters.ts';
import { createPayout } from '../factories/payouts.ts';
import { attachReceipts, openRoom, toldOf } from '../factories/receipts.ts';
import {
  categoryId,
  createBankAccount,
  createHandover,
  createLandlord,
  createLease,
  createPortfolio,
  createProperty,
  createRecurring,
  createTenant,
  monthStart,
  type Records,
  recordPayment,
  recordTransaction,
  today,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { firstHalf, settleCosts } from '../factories/settled.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** Tables whose features come later and that nothing can fill yet; their policies stand in schema.test.ts. */
const notYetFilled = ['document', 'document_link', 'document_version', 'file_removal', 'valuation'];

let database: TestDatabase;
let admin: postgres.Sql;
let app: postgres.Sql;
let own: Records;
let foreign: Records;
/** Tables with a portfolio_id, each with a row in either portfolio. */
let tables: string[];

async function bringBankLine(
  owner: Records['owner'],
  { id: bankAccountId, iban }: { id: string; iban: string },
) {
  const line = { on: today(), cents: 4_200, name: 'Kegelverein', text: 'Beitrag' };
  const packed = packedFile(statementOf(iban, [line]));
  await owner.bank.import({ id: randomUUID(), fileName: 'auszug.xml', packed });
  const { text, columns } = unknownTable(today(), '43,00');
  const table = { id: randomUUID(), fileName: 'umsatz.csv', packed: packedFile(text), bankAccountId };
  await owner.bank.import({ ...table, columns });
  const [waiting] = (await owner.bank.inbox({})).rows;
  await owner.bank.leaveOut({ lineId: waiting?.id ?? '', forGood: true });
}

/** A portfolio with a row in every table that the procedures can fill. */
async function fillPortfolio(): Promise<Records> {
  const books = await createPortfolio(database);
  const { owner } = books;
  const landlord = await createLandlord(owner);
  const account = await createBankAccount(owner, { landlordId: landlord.id });
  const house = await createProperty(owner);
  await owner.property.setOwners({
    propertyId: house.id,
    version: 1,
    owners: [{ landlordId: landlord.id, shareNumerator: 1, shareDenominator: 1 }],
  });
  const tenant = await createTenant(owner);
  const lease = await createLease(owner, { unitIds: [house.unitId], tenantIds: [tenant.id] }, { persons: 2 });
  await recordPayment(owner, lease.id, 90_000, { bankAccountId: account.id, payerTenantId: tenant.id });
  await owner.payment.refund({ id: randomUUID(), leaseId: lease.id, paidOn: today(), amountCents: 100 });
  await owner.costAgreement.set({ leaseId: lease.id, agreesAll: true, named: [] });
  await owner.costSharing.set({
    ...{ propertyId: house.id, vacantPersons: 2, from: '2025-01-01', to: '2025-12-31' },
    ...{ categoryId: await categoryId(owner, 'property_tax'), key: 'area' },
  });
  const associationId = randomUUID();
  await owner.association.create({
    ...{ id: associationId, propertyId: house.id, unitId: house.unitId, name: 'WEG Am Ring' },
  });
  const ofYear = { associationId, from: '2025-01-01', to: '2025-12-31' };
  await owner.association.setYear({
    ...ofYear,
    lines: [{ id: randomUUID(), name: 'Verwaltung', totalCents: 2, ownCents: 1 }],
  });
  await owner.association.noteEffort({ id: randomUUID(), ...ofYear, askedOn: today(), way: 'mail' });
  const plantId = randomUUID();
  await owner.heating.create({ id: plantId, propertyId: house.id, name: 'Gaskessel' });
  await owner.heating.setYear({
    plantId,
    from: '2025-01-01',
    to: '2025-12-31',
    co2Grams: 1,
    co2CostCents: 1,
  });
  await owner.reminderRule.set(twoReminders);
  await owner.letterTemplate.create({
    ...{ id: randomUUID(), kind: 'free', language: 'de', name: 'Wartung' },
    ...{ subject: 'Wartung', body: 'am Montag.' },
  });
  const depositId = randomUUID();
  await owner.deposit.create({ id: depositId, leaseId: lease.id, agreedCents: 100_000 });
  await owner.deposit.record({
    id: randomUUID(),
    depositId,
    kind: 'received',
    bookedOn: today(),
    amountCents: 100,
  });
  await owner.rent.agreeIndex({
    id: randomUUID(),
    leaseId: lease.id,
    agreedOn: today(),
    baseMonth: '2022-12-01',
    baseIndexMilli: 113_200,
  });
  const figure = { kind: 'own_interest_rate' as const, validFrom: today(), value: 400, source: 'Vertrag' };
  await owner.legal.create({ id: randomUUID(), ...figure });
  const meterId = randomUUID();
  await owner.meter.create({ id: meterId, unitId: house.unitId, kind: 'electricity', measure: 'kwh' });
  await createHandover(owner, { leaseId: lease.id, unitId: house.unitId, meterId });
  await createRecurring(owner, { propertyId: house.id });
  await bringBankLine(owner, account);
  const { unitId } = await createProperty(owner);
  const owing = await createLease(owner, { unitIds: [unitId], tenantIds: [tenant.id] });
  const { id: mandateId } = await createMandate(owner, owing.id);
  const { id: bankAccountId } = await createCreditor(owner);
  await createCollection(owner, { bankAccountId, mandateId, amountCents: 100 });
  await recordPayment(owner, owing.id, 10_000_000);
  await createPayout(owner, bankAccountId, [{ leaseId: owing.id, amountCents: 100 }]);
  await recordTransaction(owner, { propertyId: house.id, splitMethod: 'equal' });
  const late = await createProperty(owner);
  const behind = await createLease(
    owner,
    { unitIds: [late.unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart(-2) },
  );
  const mailed = { portfolioId: books.id, leaseId: behind.id, tenantId: tenant.id };
  await mailLetter(database, owner, mailed, 'waiting');
  const settled = await createProperty(owner);
  const before = { startsOn: firstHalf().from };
  const reached = await createTenant(owner, { emails: ['anna@example.com'] });
  await createLease(owner, { unitIds: [settled.unitId], tenantIds: [reached.id] }, before);
  await settleCosts(owner, settled, firstHalf());
  const told = await toldOf(owner, settled.id, firstHalf());
  await attachReceipts(owner, told);
  await openRoom(owner, told);
  await owner.objection.create({
    ...{ id: randomUUID(), statementLeaseId: told, receivedOn: today(), text: 'Zu hoch.' },
  });
  return books;
}

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  app = postgres(database.appUrl, { max: 2, onnotice: () => {} });
  [own, foreign] = [await fillPortfolio(), await fillPortfolio()];
  const rows = await admin<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'hausbuch' and column_name = 'portfolio_id' order by 1`;
  tables = rows.map((row) => row.name).filter((name) => !notYetFilled.includes(name));
});
afterAll(async () => {
  await closeTestCallers();
  await Promise.all([admin.end(), app.end()]);
  await database.drop();
});

const roles = ['hausbuch_app', 'hausbuch_erase'] as const;
type Role = (typeof roles)[number];

/** A transaction entered for one's own portfolio, without any filter of the application. */
const inside = <T>(
  work: (sql: postgres.TransactionSql) => Promise<T>,
  {
    role = 'hausbuch_app',
    userId = own.ownerId,
    portfolioId = own.id,
  }: { role?: Role; userId?: string; portfolioId?: string | null } = {},
) =>
  app.begin(async (sql) => {
    await enterAs(sql, { role, userId, portfolioId });
    return work(sql);
  });

/** The state a statement is refused with; each in a transaction of its own. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: unknown) => (error instanceof postgres.PostgresError ? error.code : String(error)),
  );

const ownRows = (name: string, portfolioId: string) =>
  admin<{ count: number }[]>`
    select count(*)::int as count from ${admin(`hausbuch.${name}`)} where portfolio_id = ${portfolioId}`.then(
    ([row]) => row?.count ?? 0,
  );

const ledger = [
  'charge',
  'charge_line',
  'payment',
  'allocation',
  'refund_part',
  'deposit_movement',
  'transaction',
  'transaction_share',
  'audit_event',
];
const RLS = '42501';

test('both portfolios have a row in every table that can be filled, or this file proves nothing', async () => {
  for (const name of tables) {
    const missing = `${name}: no row of it, make one in fillPortfolio of tests/integration/policies.test.ts`;
    expect(await ownRows(name, own.id), missing).toBeGreaterThan(0);
    expect(await ownRows(name, foreign.id), missing).toBeGreaterThan(0);
  }
  expect(tables).toEqual(
    expect.arrayContaining([...ledger, 'open_item', 'credit', 'lease_unit', 'household']),
  );
});

describe('another portfolio’s rows, as the application and without a filter,', () => {
  test('are invisible', async () => {
    for (const name of tables) {
      const seen = await inside(
        (sql) => sql<{ portfolioId: string; count: number }[]>`
          select portfolio_id as "portfolioId", count(*)::int as count from ${sql(`hausbuch.${name}`)} group by 1`,
      );
      expect([...seen], name).toEqual([{ portfolioId: own.id, count: await ownRows(name, own.id) }]);
    }
    const portfolios = await inside((sql) => sql`select id from hausbuch.portfolio`);
    expect(portfolios.map((row) => row.id)).toEqual([own.id]);
    const profiles = await inside((sql) => sql`select user_id from hausbuch.profile`);
    expect(profiles.map((row) => row.user_id)).toEqual([own.ownerId]);
  });

  test('cannot be changed or removed', async () => {
    for (const name of tables) {
      for (const role of roles) {
        const touched = await inside(
          async (sql) => {
            const table = sql(`hausbuch.${name}`);
            const [may] = await sql<{ update: boolean; delete: boolean }[]>`
              select has_table_privilege(${`hausbuch.${name}`}, 'update') as update,
                has_table_privilege(${`hausbuch.${name}`}, 'delete') as delete`;
            const counts = [0];
            if (may?.update) {
              const rows = await sql`update ${table} set portfolio_id = portfolio_id
                where portfolio_id = ${foreign.id}`;
              counts.push(rows.count);
            }
            if (may?.delete) {
              const rows = await sql`delete from ${table} where portfolio_id = ${foreign.id}`;
              counts.push(rows.count);
            }
            return counts;
          },
          { role },
        );
        expect(Math.max(...touched), `${name} as ${role}`).toBe(0);
      }
      expect(await ownRows(name, foreign.id), name).toBeGreaterThan(0);
    }
  });

  test('cannot be added, not even a copy of one that is there', async () => {
    for (const name of tables) {
      const rows = await admin<{ name: string }[]>`
        select quote_ident(column_name) as name from information_schema.columns
        where table_schema = 'hausbuch' and table_name = ${name} and is_generated = 'NEVER'`;
      const columns = rows.map((row) => row.name).join(', ');
      const [copy] = await admin<{ row: string }[]>`
        select to_jsonb(t)::text as row from ${admin(`hausbuch.${name}`)} t
        where portfolio_id = ${foreign.id} limit 1`;
      const insert = inside((sql) =>
        sql.unsafe(
          `insert into hausbuch.${name} (${columns})
            select ${columns} from jsonb_populate_record(null::hausbuch.${name}, $1::text::jsonb)`,
          [copy?.row ?? ''],
        ),
      );
      const error = await insert.catch((reason: unknown) => reason);
      expect(String(error), name).toContain('row-level security');
    }
  });

  test('cannot be pulled over or pushed away by changing their portfolio', async () => {
    for (const name of ['property', 'tenant', 'lease']) {
      expect(
        await refusal(
          inside((sql) => sql`update ${sql(`hausbuch.${name}`)} set portfolio_id = ${foreign.id}`),
        ),
        name,
        // A cluster lets nobody change what a row is spread by, whoever they are.
      ).toBe(inject('testDatabase').servers.length > 1 ? '0A000' : RLS);
    }
    const [house] = await admin`select id from hausbuch.property where portfolio_id = ${foreign.id}`;
    const stolen = inside(
      (sql) => sql`insert into hausbuch.unit (portfolio_id, property_id, name, kind)
        values (${own.id}, ${house?.id}, 'Gast', 'other')`,
    );
    expect(await refusal(stolen)).toBe('23503');
  });
});

describe('the ledger', () => {
  test.each(ledger)('%s is added to, never changed or removed by the application', async (name) => {
    const table = `hausbuch.${name}`;
    expect(await refusal(inside((sql) => sql`update ${sql(table)} set portfolio_id = portfolio_id`))).toBe(
      RLS,
    );
    expect(await refusal(inside((sql) => sql`delete from ${sql(table)}`))).toBe(RLS);
    expect(await refusal(inside((sql) => sql`truncate ${sql(table)} cascade`))).toBe(RLS);
    const [may] = await admin`
      select has_table_privilege('hausbuch_app', ${table}, 'insert') as insert,
        has_any_column_privilege('hausbuch_app', ${table}, 'update') as update`;
    expect(may).toEqual({ insert: true, update: false });
  });

  test('the danger zone’s role removes, and of a payment changes only whose it was', async () => {
    const [may] = await admin`
      select has_column_privilege('hausbuch_erase', 'hausbuch.payment', 'payer_tenant_id', 'update') as payer,
        has_column_privilege('hausbuch_erase', 'hausbuch.payment', 'amount_cents', 'update') as amount,
        has_table_privilege('hausbuch_erase', 'hausbuch.payment', 'insert') as insert,
        has_table_privilege('hausbuch_erase', 'hausbuch.audit_event', 'delete') as trail`;
    expect(may).toEqual({ payer: true, amount: false, insert: false, trail: false });
  });
});

describe('without entering', () => {
  test('the application’s login reads and writes nothing', async () => {
    for (const name of [...tables, 'portfolio', 'profile', '__migrations']) {
      expect(await refusal(app`select 1 from ${app(`hausbuch.${name}`)} limit 1`), name).toBe(RLS);
    }
    expect(await refusal(app`insert into hausbuch.profile (user_id) values (${randomUUID()})`)).toBe(RLS);
    expect(await refusal(app`select * from hausbuch.own_portfolios()`)).toBe(RLS);
  });

  test('it may become only our two roles, and enter nothing else', async () => {
    for (const role of ['hausbuch_owner', 'postgres', 'service_role', 'supabase_auth_admin']) {
      const [known] = await admin`select 1 from pg_roles where rolname = ${role}`;
      if (known) expect(await refusal(app`set role ${app(role)}`), role).toBe(RLS);
      const entering = inside((sql) => sql`select 1`, { role: role as Role });
      expect(await refusal(entering), role).toBe('P0001');
    }
  });

  test('switching the role without a portfolio shows nothing', async () => {
    for (const role of ['hausbuch_app', 'hausbuch_erase']) {
      for (const name of [...tables, 'portfolio', 'profile']) {
        const rows = await app.begin(async (sql) => {
          await sql`set local role ${sql(role)}`;
          return sql`select 1 from ${sql(`hausbuch.${name}`)}`;
        });
        expect(rows, `${name} as ${role}`).toHaveLength(0);
      }
    }
  });

  test('a user in no portfolio sees their memberships and nothing of the portfolios', async () => {
    for (const name of tables) {
      const rows = await inside((sql) => sql`select 1 from ${sql(`hausbuch.${name}`)}`, {
        portfolioId: null,
      });
      expect(rows.length, name).toBe(name === 'member' ? 1 : 0);
    }
  });

  test('role and portfolio end with the transaction, also on the same connection', async () => {
    const single = postgres(database.appUrl, { max: 1, onnotice: () => {} });
    try {
      await single.begin(async (sql) => {
        await enterAs(sql, { userId: own.ownerId, portfolioId: own.id });
      });
      const [after] = await single`
        select current_user = session_user as "isLogin", current_setting('app.portfolio_id', true) as portfolio`;
      expect(after?.isLogin).toBe(true);
      expect(after?.portfolio || null).toBeNull();
    } finally {
      await single.end();
    }
  });
});

test('entering a stranger’s portfolio gives no role in it', async () => {
  const row = await app.begin((sql) => enterAs(sql, { userId: own.ownerId, portfolioId: foreign.id }));
  expect(row.member_role).toBeNull();
});

test('Supabase’s own roles see nothing of the schema', async () => {
  let asked = 0;
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const [known] = await admin`select 1 from pg_roles where rolname = ${role}`;
    if (!known) continue;
    asked += 1;
    for (const name of [...tables, 'portfolio', 'profile', 'base_rate']) {
      const read = admin.begin(async (sql) => {
        await sql`set local role ${sql(role)}`;
        return sql`select 1 from ${sql(`hausbuch.${name}`)}`;
      });
      expect(await refusal(read), `${name} as ${role}`).toBe(RLS);
    }
    const enter = admin.begin(async (sql) => {
      await sql`set local role ${sql(role)}`;
      return enterAs(sql, { userId: own.ownerId, portfolioId: own.id });
    });
    expect(await refusal(enter), role).toBe(RLS);
  }
  expect(asked).toBe(3);
});
