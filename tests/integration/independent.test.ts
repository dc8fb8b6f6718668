import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sumCents } from '@/lib/money';
import {
  type Caller,
  createPortfolio,
  createProperty,
  createTenant,
  createUnit,
  today,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import {
  agreedDepositCents,
  depositHeld,
  type Entry,
  entries,
  type FlatKey,
  flats,
  keepAccount,
  leases,
} from '../independent/five-years.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let caller: Caller;
let tenantId: string;
const leaseIds = { first: randomUUID(), second: randomUUID() };
const depositId = randomUUID();
const keys: FlatKey[] = ['first', 'second'];

const lines = (net: number, costs: number) => [
  { component: 'net' as const, amountCents: net, settlement: 'none' as const },
  { component: 'operating_costs' as const, amountCents: costs, settlement: 'advance' as const },
];

async function enterLease(key: FlatKey, propertyId: string) {
  const unit = await createUnit(caller, propertyId, { name: flats[key] });
  const { starts, ends, rents } = leases[key];
  const earlier = rents.slice(0, -1);
  const current = rents.at(-1);
  if (!current) throw new Error('a lease has a rent');
  await caller.lease.create({
    id: leaseIds[key],
    startsOn: starts,
    endsOn: ends,
    bookedFrom: `${starts.slice(0, 7)}-01`,
    prorationMethod: 'calendar_days',
    dueRule: 'third_working_day',
    unitIds: [unit.id],
    tenantIds: [tenantId],
    earlierRents: earlier.map((rent) => ({ validFrom: rent.from, lines: lines(rent.net, rent.costs) })),
    rentSince: current.from,
    rentLines: lines(current.net, current.costs),
  });
}

const paymentIds = new Map<string, string>();
const idOf = (key: string) => {
  const id = paymentIds.get(key) ?? randomUUID();
  paymentIds.set(key, id);
  return id;
};

async function chargesOf(key: FlatKey) {
  const { items } = await caller.ledger.openItems({ leaseId: leaseIds[key] });
  return (month: string) => items.find((item) => item.periodFrom?.startsWith(month))?.chargeId ?? '';
}

async function enter(entry: Entry): Promise<void> {
  switch (entry.do) {
    case 'pay': {
      const charge = await chargesOf(entry.lease);
      await caller.payment.record({
        id: idOf(entry.key),
        leaseId: leaseIds[entry.lease],
        paidOn: entry.on,
        amountCents: entry.cents,
        chargeIds: entry.for?.map(charge) ?? [],
      });
      return;
    }
    case 'undo':
      await caller.payment.reverse({ id: randomUUID(), paymentId: idOf(entry.key) });
      return;
    case 'return':
      await caller.payment.return({
        id: randomUUID(),
        paymentId: idOf(entry.key),
        returnedOn: entry.on,
        feeCents: entry.fee,
        feeChargeId: randomUUID(),
      });
      return;
    case 'transfer':
      await caller.payment.recordTransfer({
        id: randomUUID(),
        leaseIds: [leaseIds.first, leaseIds.second],
        paidOn: entry.on,
        amountCents: entry.cents,
      });
      return;
    case 'charge':
      await caller.charge.post({
        id: randomUUID(),
        leaseId: leaseIds[entry.lease],
        kind: 'other',
        dueOn: entry.due,
        amountCents: entry.cents,
        note: entry.note,
      });
      return;
    case 'waive': {
      const charge = await chargesOf(entry.lease);
      await caller.charge.waive({ id: randomUUID(), chargeId: charge(entry.month), reason: entry.reason });
      return;
    }
    case 'agree':
      await caller.rent.agree({
        id: randomUUID(),
        leaseId: leaseIds[entry.lease],
        validFrom: entry.from,
        reason: 'agreed',
        lines: lines(entry.net, entry.costs),
        correctPosted: true,
      });
      return;
    case 'deposit':
      await caller.deposit.record({
        id: randomUUID(),
        depositId,
        kind: entry.kind,
        bookedOn: entry.on,
        amountCents: entry.cents,
        reason: entry.reason ?? null,
        heldUntil: entry.until ?? null,
        settlesAccount: entry.kind === 'deduction',
      });
  }
}

/** The whole account, oldest first, as `ledger.account` gives it page by page. */
async function readAccount(key: FlatKey, asOf: string) {
  const rows = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Caller['ledger']['account']>> = await caller.ledger.account({
      leaseId: leaseIds[key],
      asOf,
      cursor,
      limit: 50,
    });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor);
  return rows.toReversed();
}

beforeAll(async () => {
  database = await createTestDatabase();
  caller = (await createPortfolio(database)).owner;
  const property = await createProperty(caller);
  tenantId = (await createTenant(caller)).id;
  for (const key of keys) await enterLease(key, property.id);
  await caller.deposit.create({
    id: depositId,
    leaseId: leaseIds.first,
    form: 'cash',
    agreedCents: agreedDepositCents,
  });
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

describe('five years, entered through the procedures, beside a second accountant', () => {
  test('open items and credit agree after every single entry', async () => {
    for (const [index, entry] of entries.entries()) {
      await enter(entry);
      const account = keepAccount(today(), index + 1);
      for (const key of keys) {
        const found = await caller.ledger.openItems({ leaseId: leaseIds[key] });
        const open = found.items.map((item) => ({
          due: item.dueOn,
          cents: item.openCents,
          advance: sumCents(item.lines.filter((line) => line.isAdvance).map((line) => line.openCents)),
        }));
        expect({ entry, key, open }).toEqual({ entry, key, open: account.openItems(key) });
        expect({ entry, key, credit: found.creditCents }).toEqual({
          entry,
          key,
          credit: account.credit(key),
        });
      }
    }
  });

  test.each(keys)('the account of the %s flat has the same balance at the end of every day', async (key) => {
    const account = keepAccount(today());
    const rows = await readAccount(key, today());
    const days = new Map(rows.map((row) => [row.on, row.balanceCents]));
    expect([...days].map(([day, balance]) => ({ day, balance }))).toEqual(account.balances(key));
  });

  test('as of any day: the balance is that of a replay up to it', async () => {
    const account = keepAccount(today());
    for (const day of ['2020-11-16', '2021-05-07', '2021-05-10', '2022-07-31', '2023-06-14', '2025-02-28']) {
      for (const key of keys) {
        const { summary } = await caller.ledger.account({ leaseId: leaseIds[key], asOf: day });
        expect({ day, key, balance: summary.balanceCents }).toEqual({
          day,
          key,
          balance: account.balance(key, day),
        });
      }
    }
  });

  test('arrears by age agree', async () => {
    const account = keepAccount(today());
    const { rows } = await caller.arrears.list({ tenantId });
    const ages = Object.fromEntries(rows.map((row) => [row.leaseId, Object.values(row.byAge)]));
    expect(ages).toEqual({ [leaseIds.second]: account.ages('second', today()) });
    expect(account.ages('first', today())).toEqual([0, 0, 0, 0]);
  });

  test('default interest agrees to the cent, up to days before, within and after the payments', async () => {
    const account = keepAccount(today());
    for (const through of ['2021-01-20', '2022-12-31', '2023-12-31', '2024-07-01', '2025-12-31', today()]) {
      for (const key of keys) {
        const found = await caller.arrears.interest({ leaseId: leaseIds[key], through });
        expect({ through, key, interest: found.interest?.result.interestCents }).toEqual({
          through,
          key,
          interest: account.interest(key, through),
        });
      }
    }
  });

  test('of the deposit is held what was received and earned, less what was kept and returned', async () => {
    for (const asOf of ['2020-12-31', '2022-12-31', '2023-07-19', '2024-06-30', today()]) {
      const { leases: found } = await caller.deposit.list({ leaseId: leaseIds.first, asOf });
      expect({ asOf, held: found[0]?.balanceCents }).toEqual({ asOf, held: depositHeld(asOf) });
    }
    expect(depositHeld(today())).toBe(0);
  });
});
