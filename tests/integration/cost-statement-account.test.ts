import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { agreeRent } from '@/features/rent/commands';
import { listDifferences } from '@/features/rent/queries';
import { agreeRentInput } from '@/features/rent/schema';
import { sendStatement } from '@/features/statement/commands';
import { returnPayment, revertWaiver, voidCharge } from '@/ledger';
import { type FlatYear, openFlatYear, year } from '../factories/flat-year.ts';
import { enterLease } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** What a settled statement and the account do to each other afterwards, and what two windows do to both. */

let database: TestDatabase;
let flat: FlatYear;
let books: FlatYear['books'];
let leaseId: string;

const today = '2026-02-10';

beforeAll(async () => {
  database = await createTestDatabase();
});
/** Three months paid: 1,200 − 150 are 1,050 €. */
beforeEach(async () => {
  flat = await openFlatYear(database, today);
  ({ books, leaseId } = flat);
});
afterEach(() => books.close());
afterAll(() => database.drop());

const book: FlatYear['book'] = (...of) => flat.book(...of);
const pay: FlatYear['pay'] = (...of) => flat.pay(...of);
const send = (id: string = randomUUID(), period = year) => flat.send({ id, ...period });
const statement = () => flat.statement();
const owed = () => flat.owed();

async function revertOne() {
  const [waiver] = await books.admin<{ id: string }[]>`select id from hausbuch.charge
    where portfolio_id = ${books.portfolioId} and lease_id = ${leaseId} and correction_reason = 'waiver' limit 1`;
  const input = { id: randomUUID(), waiverId: waiver?.id ?? '' };
  await books.on(today, (tx, scope) => revertWaiver(tx, scope, input));
}

describe('two windows', () => {
  test('that send one statement by one id at the same moment both hear that it is sent, and it is posted once', async () => {
    const id = randomUUID();
    expect(await Promise.all([send(id), send(id), send(id)])).toEqual([{ id }, { id }, { id }]);
    expect(await owed()).toBe(9 * 50_000 + 3 * 50_000 + 120_000);
  });

  test('that send one period by two ids: one is refused', async () => {
    const both = await Promise.allSettled([send(), send()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await owed()).toBe(12 * 50_000 + 120_000);
  });

  test('that settle periods which share days but no lease: the second waits, and is refused', async () => {
    const later = { from: '2025-07-01', to: '2026-01-31' };
    await books.on(today, async (tx) => {
      await tx.execute(sql`update hausbuch.lease_unit set to_on = '2025-06-30', from_on = '2025-01-01'
        where portfolio_id = ${books.portfolioId} and lease_id = ${leaseId}`);
      await tx.execute(sql`update hausbuch.lease set ends_on = '2025-06-30', is_fixed_term = true
        where portfolio_id = ${books.portfolioId} and id = ${leaseId}`);
    });
    const other = await enterLease(books, today, {
      startsOn: '2026-01-01',
      rentLines: [
        { component: 'net', amountCents: 50_000, settlement: 'none' },
        { component: 'operating_costs', amountCents: 5_000, settlement: 'advance' },
      ],
    });
    expect(other).not.toBe(leaseId);
    await book(60_000, '2025-08-01');
    const first = books.on(today, async (tx, scope) => {
      const input = { id: randomUUID(), propertyId: books.propertyId, ...year };
      const sent = await sendStatement(tx, scope, input);
      await tx.execute(sql`select pg_sleep(0.5)`);
      return sent;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await expect(send(randomUUID(), later)).rejects.toMatchObject({ code: 'statement.already_settled' });
    await first;
  });
});

describe('after it was sent', () => {
  test('advances the statement has asked for in its result are not owed besides again', async () => {
    await pay(3 * 55_000, '2025-03-10');
    await send();
    expect(await owed()).toBe(9 * 50_000 + 105_000);
    await expect(revertOne()).rejects.toMatchObject({ code: 'charge.advance_settled' });
    expect(await owed()).toBe(9 * 50_000 + 105_000);
  });

  test('whoever takes its back-payment off the account may ask for the advances again', async () => {
    await send();
    const [row] = await books.admin<{ id: string }[]>`select id from hausbuch.charge
      where portfolio_id = ${books.portfolioId} and lease_id = ${leaseId} and kind = 'back_payment'`;
    await books.on(today, (tx, scope) =>
      voidCharge(tx, scope, { id: randomUUID(), chargeId: row?.id ?? '' }),
    );
    await revertOne();
    expect(await owed()).toBe(12 * 50_000 + 5_000);
  });

  test('nor where it came to a credit', async () => {
    await books.admin`update hausbuch.transaction set amount_cents = 10000 where portfolio_id = ${books.portfolioId}`;
    await pay(3 * 55_000, '2025-03-10');
    await send();
    // 150 € paid for 100 €: 50 € pay the rest of the rents.
    expect(await owed()).toBe(9 * 50_000 - 5_000);
    await expect(revertOne()).rejects.toMatchObject({ code: 'charge.advance_settled' });
  });

  test.each([8_000, 3_000])(
    'a rent of 520 € with %i cents in advance, agreed for July afterwards, changes the 500 € and no advance',
    async (advanceCents) => {
      await pay(12 * 55_000, '2025-12-10');
      await send();
      const before = await owed();
      const change = (amountCents: number, id = randomUUID()) =>
        agreeRentInput.parse({
          id,
          leaseId,
          validFrom: '2025-07-01',
          reason: 'agreed',
          lines: [
            { component: 'net', amountCents: 52_000, settlement: 'none' },
            { component: 'operating_costs', amountCents, settlement: 'advance' },
          ],
          correctPosted: true,
        });
      await books.on(today, (tx, scope) => agreeRent(tx, scope, change(advanceCents)));
      expect((await owed()) ?? 0).toBe((before ?? 0) + 6 * 2_000);
      const left = await books.on(today, (tx, scope) => listDifferences(tx, scope, leaseId));
      expect(left).toEqual([]);
      expect((await statement()).sent?.changes).toEqual([]);
    },
  );

  test('a payment that comes back leaves open what it had paid: in all it is the costs and the rents', async () => {
    const id = await pay(3 * 55_000, '2025-03-10');
    await send();
    await books.on(today, (tx, scope) =>
      returnPayment(tx, scope, {
        id: randomUUID(),
        paymentId: id,
        returnedOn: today,
        feeCents: 0,
        feeChargeId: randomUUID(),
        note: null,
      }),
    );
    expect(await owed()).toBe(12 * 50_000 + 120_000);
    expect((await statement()).leases[0]?.resultCents).toBe(105_000);
  });
});
