import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createDeposit, recordMovement, reverseMovement, updateDeposit } from '@/features/deposit/commands';
import { listUnreturned } from '@/features/deposit/return-queries';
import { createDepositInput, recordMovementInput, updateDepositInput } from '@/features/deposit/schema';
import { listPayable } from '@/features/payout/queries';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
});
afterEach(() => books.close());
afterAll(() => database.drop());

const entered = '2026-06-01';
const hold = async (overrides: { endsOn?: string | null; returnDueOn?: string } = {}) => {
  const { endsOn = '2026-03-31', returnDueOn } = overrides;
  const leaseId = await enterLease(books, entered, { endsOn });
  const input = createDepositInput.parse({
    ...{ id: randomUUID(), leaseId, agreedCents: 210_000 },
    receivedOn: '2026-01-02',
  });
  await books.on(entered, (tx, scope) => createDeposit(tx, scope, input));
  if (returnDueOn) {
    const dated = updateDepositInput.parse({
      ...{ id: input.id, version: 1, agreedCents: input.agreedCents },
      returnDueOn,
    });
    await books.on(entered, (tx, scope) => updateDeposit(tx, scope, dated));
  }
  return { leaseId, depositId: input.id };
};
type Movement = Pick<z.input<typeof recordMovementInput>, 'kind' | 'amountCents' | 'bookedOn' | 'heldUntil'>;
const record = async (depositId: string, movement: Movement) => {
  const reason = movement.kind === 'hold_back' ? 'Operating costs' : null;
  const input = recordMovementInput.parse({ id: randomUUID(), depositId, reason, ...movement });
  await books.on(entered, (tx, scope) => recordMovement(tx, scope, input));
  return input.id;
};
const told = (today: string) => books.on(today, (tx, scope) => listUnreturned(tx, scope, 8));
const centsOn = async (today: string) => (await told(today)).map((row) => row.cents);

describe('a deposit that is still held after its lease has ended', () => {
  test('2.100 held: not on the last day, from the day after until they are returned, and again once that is taken back', async () => {
    const { leaseId, depositId } = await hold();
    expect(await centsOn('2026-03-31')).toEqual([]);
    expect(await told('2026-04-01')).toEqual([
      { leaseId, returnDueOn: null, endsOn: '2026-03-31', cents: 210_000 },
    ]);
    const returned = await record(depositId, {
      kind: 'returned',
      bookedOn: '2026-05-01',
      amountCents: 210_000,
    });
    expect(await centsOn('2026-04-30')).toEqual([210_000]);
    expect(await centsOn('2026-06-01')).toEqual([]);
    await books.on(entered, (tx, scope) =>
      reverseMovement(tx, scope, { id: randomUUID(), movementId: returned }),
    );
    expect(await centsOn('2026-06-01')).toEqual([210_000]);
  });

  test('of a house that was sold before, the buyer owes it: nothing proposes to pay it to the tenant', async () => {
    const { leaseId } = await hold();
    const payable = async () => {
      const { rows } = await books.on(entered, (tx, scope) => listPayable(tx, scope, { wishedOn: null }));
      return rows.map(({ lease }) => lease.id);
    };
    expect(await payable()).toEqual([leaseId]);
    const sell = (soldOn: string) =>
      books.admin`update hausbuch.property set sold_on = ${soldOn} where id = ${books.propertyId}`;
    await sell('2026-03-01');
    expect([await centsOn('2026-04-01'), await payable()]).toEqual([[], []]);
    // Whoever had moved out by then is still the seller's to pay.
    await sell('2026-04-01');
    expect([await centsOn('2026-04-01'), await payable()]).toEqual([[210_000], [leaseId]]);
  });

  test('2.100 − 600 held back until 31 December − 1.500 returned: nothing until then, 600 from 1 January', async () => {
    const { depositId } = await hold();
    await record(depositId, {
      ...{ kind: 'hold_back', bookedOn: '2026-05-01', amountCents: 60_000 },
      heldUntil: '2026-12-31',
    });
    expect(await centsOn('2026-05-01')).toEqual([150_000]);
    await record(depositId, { kind: 'returned', bookedOn: '2026-05-02', amountCents: 150_000 });
    expect(await centsOn('2026-12-31')).toEqual([]);
    expect(await centsOn('2027-01-01')).toEqual([60_000]);
  });

  test('one with a day of return comes on that day', async () => {
    await hold({ returnDueOn: '2026-09-30' });
    expect(await centsOn('2026-09-29')).toEqual([]);
    expect(await centsOn('2026-09-30')).toEqual([210_000]);
  });

  test('the day of one that is returned already makes another without a day not late', async () => {
    const { leaseId, depositId } = await hold({ returnDueOn: '2026-04-30' });
    const other = createDepositInput.parse({
      ...{ id: randomUUID(), leaseId, agreedCents: 50_000, receivedOn: '2026-01-02' },
    });
    await books.on(entered, (tx, scope) => createDeposit(tx, scope, other));
    expect(await told('2026-05-01')).toMatchObject([{ returnDueOn: '2026-04-30', cents: 260_000 }]);
    await record(depositId, { kind: 'returned', bookedOn: '2026-05-01', amountCents: 210_000 });
    expect(await told('2026-05-02')).toMatchObject([{ returnDueOn: null, cents: 50_000 }]);
  });

  test('ended on 31 March 2026, to be returned by 30 June 2027: told of from that day for a year', async () => {
    await hold({ returnDueOn: '2027-06-30' });
    expect(await centsOn('2027-06-29')).toEqual([]);
    expect(await centsOn('2027-06-30')).toEqual([210_000]);
    expect(await centsOn('2028-06-30')).toEqual([210_000]);
    expect(await centsOn('2028-07-01')).toEqual([]);
  });

  test('not of a lease that goes on', async () => {
    await hold({ endsOn: null });
    expect(await centsOn('2026-06-01')).toEqual([]);
  });

  test('ended on 31 March 2026: told of until 31 March 2027, of 600 held back until 30 June 2027 for a year from then', async () => {
    const { depositId } = await hold();
    expect(await centsOn('2027-03-31')).toEqual([210_000]);
    expect(await centsOn('2027-04-01')).toEqual([]);
    await record(depositId, {
      ...{ kind: 'hold_back', bookedOn: '2026-05-01', amountCents: 60_000 },
      heldUntil: '2027-06-30',
    });
    expect(await centsOn('2027-06-30')).toEqual([]);
    expect(await centsOn('2027-07-01')).toEqual([210_000]);
    expect(await centsOn('2028-06-30')).toEqual([210_000]);
    expect(await centsOn('2028-07-01')).toEqual([]);
  });
});
