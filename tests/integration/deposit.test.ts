import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createDeposit, deleteDeposit, recordMovement, reverseMovement } from '@/features/deposit/commands';
import { listDeposits } from '@/features/deposit/queries';
import { createDepositInput, recordMovementInput } from '@/features/deposit/schema';
import { voidLease } from '@/features/lease/commands';
import { getLease } from '@/features/lease/queries';
import { listOpenItems, reversePayment } from '@/ledger';
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

const today = '2026-03-10';
const agree = async (leaseId: string, agreedCents: number, more: Record<string, unknown> = {}) => {
  const input = createDepositInput.parse({ id: randomUUID(), leaseId, agreedCents, ...more });
  await books.on(today, (tx, scope) => createDeposit(tx, scope, input));
  return input.id;
};
type Kind = z.input<typeof recordMovementInput>['kind'];
const record = async (
  depositId: string,
  kind: Kind,
  bookedOn: string,
  amountCents: number,
  more: Record<string, unknown> = {},
) => {
  const input = recordMovementInput.parse({
    id: randomUUID(),
    depositId,
    kind,
    bookedOn,
    amountCents,
    ...more,
  });
  await books.on(today, (tx, scope) => recordMovement(tx, scope, input));
  return input.id;
};
const undo = (movementId: string, id = randomUUID()) =>
  books.on(today, (tx, scope) => reverseMovement(tx, scope, { id, movementId }));
const state = async (leaseId: string, asOf?: string) => {
  const { leases } = await books.on(today, (tx, scope) => listDeposits(tx, scope, { leaseId, asOf }));
  return leases[0];
};
const open = (leaseId: string) => books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));

const rentLines = [
  { component: 'net' as const, amountCents: 70_000, settlement: 'none' as const },
  { component: 'heating' as const, amountCents: 20_000, settlement: 'advance' as const },
];

describe('what is agreed', () => {
  test('2.400 on 700 net: the cap is 2.100, whatever the advance; 300 too much is shown', async () => {
    const leaseId = await enterLease(books, today, { rentLines });
    await agree(leaseId, 240_000);
    expect((await state(leaseId))?.cap?.result).toEqual({ capCents: 210_000, excessCents: 30_000 });
  });

  test('money and a guarantee count together against the cap; only money comes in instalments', async () => {
    const leaseId = await enterLease(books, today, { rentLines });
    await agree(leaseId, 150_000);
    await agree(leaseId, 60_001, { form: 'guarantee', heldAt: 'Sparkasse' });
    const found = await state(leaseId);
    expect(found?.cap?.result.excessCents).toBe(1);
    expect(found?.deposits.map((row) => row.instalments?.result.length)).toEqual([3, undefined]);
    expect(found?.deposits.map((row) => row.owesInterest)).toEqual([true, false]);
  });

  test('2.100 from 1 January: 700 each on 1 January, 4 February and 4 March; two overdue reach 2 × 700', async () => {
    const leaseId = await enterLease(books, today, { rentLines });
    const id = await agree(leaseId, 210_000);
    const before = await state(leaseId);
    expect(before?.deposits[0]?.instalments?.result.map((part) => part.dueOn)).toEqual([
      '2026-01-01',
      '2026-02-04',
      '2026-03-04',
    ]);
    expect(before?.threshold).toEqual({ arrearsCents: 210_000, limitCents: 140_000, isReached: true });
    await record(id, 'received', '2026-01-02', 70_001);
    expect((await state(leaseId))?.threshold).toMatchObject({ arrearsCents: 139_999, isReached: false });
  });

  test('2.100 of an old lease, received already on 5 February: 2.100 held, none overdue; not on a day to come', async () => {
    const leaseId = await enterLease(books, today, { rentLines });
    await agree(leaseId, 210_000, { receivedOn: '2026-02-05' });
    const found = await state(leaseId);
    expect(found?.deposits[0]?.movements).toMatchObject([
      { kind: 'received', bookedOn: '2026-02-05', amountCents: 210_000 },
    ]);
    expect([found?.balanceCents, found?.deposits[0]?.overdueCents]).toEqual([210_000, 0]);
    await expect(agree(leaseId, 1, { receivedOn: '2026-03-11' })).rejects.toThrow('deposit.in_future');
  });

  test('of a lease that has ended, nothing is said about ending it', async () => {
    const leaseId = await enterLease(books, today, { rentLines, endsOn: '2026-02-28' });
    await agree(leaseId, 210_000);
    expect(await state(leaseId)).toMatchObject({ agreedCents: 210_000, threshold: null });
  });

  test('is removed while nothing has moved, and not after', async () => {
    const leaseId = await enterLease(books, today);
    const remove = (id: string) =>
      books.on(today, (tx, scope) => deleteDeposit(tx, scope, { id, version: 1 }));
    await remove(await agree(leaseId, 1_000));
    const kept = await agree(leaseId, 1_000);
    await record(kept, 'received', today, 1_000);
    await expect(remove(kept)).rejects.toMatchObject({ code: 'deposit.has_movements' });
    const { version } = await books.on(today, (tx, scope) => getLease(tx, scope, leaseId));
    await expect(
      books.on(today, (tx, scope) => voidLease(tx, scope, { id: leaseId, version })),
    ).rejects.toMatchObject({ code: 'deposit.has_movements' });
  });

  test('§§ 551, 569 (2a) BGB are for dwellings: a shop has no cap, no parts and no threshold, a flat with its garage has', async () => {
    const { admin, portfolioId, propertyId } = books;
    const [flat] = await admin`select id from hausbuch.unit where portfolio_id = ${portfolioId}`;
    const garage = randomUUID();
    await admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${portfolioId}, ${garage}, ${propertyId}, 'Garage', 'parking')`;
    const leaseId = await enterLease(books, today, { unitIds: [String(flat?.id), garage] });
    await agree(leaseId, 240_000);
    expect((await state(leaseId))?.cap?.result.excessCents).toBe(30_000);
    await admin`update hausbuch.unit set kind = 'commercial' where id = ${String(flat?.id)}`;
    const noParts = [{ instalments: null }];
    expect(await state(leaseId)).toMatchObject({
      ...{ isGerman: true, cap: null, threshold: null },
      deposits: noParts,
    });
  });

  test('outside Germany there is no cap, no right to pay in three parts and no threshold', async () => {
    await books.admin`update hausbuch.portfolio set jurisdiction = 'US' where id = ${books.portfolioId}`;
    const leaseId = await enterLease(books, today);
    await agree(leaseId, 900_000);
    expect(await state(leaseId)).toMatchObject({
      ...{ cap: null, threshold: null },
      deposits: [{ instalments: null }],
    });
  });
});

describe('what moves', () => {
  test('2.100 + 5,25 − 400 kept − 1.000 returned, 600 held back: 705,25 held, 105,25 returnable', async () => {
    const leaseId = await enterLease(books, today);
    const id = await agree(leaseId, 210_000);
    await record(id, 'received', '2026-01-02', 210_000);
    expect((await state(leaseId))?.deposits[0]?.owesInterest).toBe(true);
    await record(id, 'interest', '2026-02-28', 525);
    expect((await state(leaseId))?.deposits[0]?.owesInterest).toBe(false);
    await record(id, 'deduction', '2026-03-01', 40_000, { reason: 'Parkett' });
    await record(id, 'returned', '2026-03-05', 100_000);
    const held = { reason: 'Nebenkosten 2025', heldUntil: '2026-12-31' };
    await record(id, 'hold_back', '2026-03-05', 60_000, held);
    expect((await state(leaseId))?.deposits[0]?.balance).toEqual({
      receivedCents: 210_000,
      movedCents: 0,
      interestCents: 525,
      deductedCents: 40_000,
      returnedCents: 100_000,
      handedOverCents: 0,
      balanceCents: 70_525,
      heldBackCents: 60_000,
      returnableCents: 10_525,
    });
    expect((await state(leaseId, '2026-02-27'))?.balanceCents).toBe(210_000);
    expect((await state(leaseId, '2026-03-04'))?.balanceCents).toBe(170_525);
  });

  test('of who moved out and is not settled yet, three advances of 200 may wait until the last deadline, once', async () => {
    const leaseId = await enterLease(books, today, {
      ...{ startsOn: '2025-02-01', endsOn: '2026-01-31', isFixedTerm: true, rentLines },
    });
    const depositId = await agree(leaseId, 210_000);
    expect((await state(leaseId))?.holdBack).toBeNull();
    await record(depositId, 'received', '2025-02-01', 210_000);
    expect((await state(leaseId))?.holdBack?.result).toEqual({ amountCents: 60_000, until: '2027-12-31' });
    // Before the end nothing is given back anyway.
    expect((await state(leaseId, '2026-01-20'))?.holdBack).toBeNull();
    // § 556 (3) BGB has no deadline for shops.
    const kind = (one: string) =>
      books.admin`update hausbuch.unit set kind = ${one} where portfolio_id = ${books.portfolioId}`;
    await kind('commercial');
    expect((await state(leaseId))?.holdBack).toBeNull();
    await kind('apartment');
    await record(depositId, 'hold_back', today, 60_000, {
      reason: 'Betriebskosten',
      heldUntil: '2027-12-31',
    });
    expect((await state(leaseId))?.holdBack).toBeNull();
  });

  test('is not on the rent account until it is kept: neither paid nor owed there', async () => {
    const leaseId = await enterLease(books, today);
    const before = await open(leaseId);
    const id = await agree(leaseId, 210_000);
    await record(id, 'received', today, 210_000);
    await record(id, 'interest', today, 525);
    await record(id, 'returned', today, 10_000);
    expect(await open(leaseId)).toEqual(before);
    const [row] = await books.admin`
      select count(*)::int as count from hausbuch.payment where portfolio_id = ${books.portfolioId}`;
    expect(row?.count).toBe(0);
  });

  test('a deduction that settles the account pays 500 of the oldest rent; undone, both are as before', async () => {
    const leaseId = await enterLease(books, today);
    const id = await agree(leaseId, 210_000);
    await record(id, 'received', '2026-01-02', 210_000);
    const before = await open(leaseId);
    const settle = { reason: 'Miete Januar', settlesAccount: true };
    const movement = await record(id, 'deduction', today, 50_000, settle);
    const after = await open(leaseId);
    expect(after.items[0]).toMatchObject({ periodFrom: '2026-01-01', openCents: 20_000 });
    const [paid] = await books.admin<{ id: string; method: string }[]>`
      select id, method from hausbuch.payment where portfolio_id = ${books.portfolioId}`;
    expect(paid?.method).toBe('deposit');
    await expect(
      books.on(today, (tx, scope) =>
        reversePayment(tx, scope, { id: randomUUID(), paymentId: paid?.id ?? '', note: null }),
      ),
    ).rejects.toMatchObject({ code: 'payment.from_deposit' });
    await undo(movement);
    expect(await open(leaseId)).toEqual(before);
    expect((await state(leaseId))?.balanceCents).toBe(210_000);
    await expect(record(id, 'deduction', today, 210_000, settle)).resolves.toBeTruthy();
  });

  test('cannot settle more than is open', async () => {
    const leaseId = await enterLease(books, today);
    const id = await agree(leaseId, 300_000);
    await record(id, 'received', today, 300_000);
    await expect(
      record(id, 'deduction', today, 210_001, { reason: 'zu viel', settlesAccount: true }),
    ).rejects.toMatchObject({ code: 'deposit.exceeds_open' });
  });

  test('never goes below zero on any day: not back-dated, not by undoing what came in', async () => {
    const leaseId = await enterLease(books, today);
    const id = await agree(leaseId, 210_000);
    const received = await record(id, 'received', '2026-02-01', 210_000);
    await expect(record(id, 'returned', '2026-01-31', 1)).rejects.toMatchObject({
      code: 'deposit.below_zero',
    });
    await expect(record(id, 'returned', today, 210_001)).rejects.toMatchObject({
      code: 'deposit.below_zero',
    });
    const returned = await record(id, 'returned', '2026-03-01', 210_000);
    await expect(undo(received)).rejects.toMatchObject({ code: 'deposit.below_zero' });
    await undo(returned);
    await undo(received);
    expect((await state(leaseId))?.balanceCents).toBe(0);
  });

  test('sent twice is recorded once; another amount under its id, tomorrow, or undone twice is refused', async () => {
    const leaseId = await enterLease(books, today);
    const depositId = await agree(leaseId, 210_000);
    const id = randomUUID();
    await record(depositId, 'received', today, 100, { id });
    await record(depositId, 'received', today, 100, { id });
    expect((await state(leaseId))?.balanceCents).toBe(100);
    await expect(record(depositId, 'received', today, 101, { id })).rejects.toMatchObject({
      code: 'already_exists',
    });
    await expect(record(depositId, 'received', today, 100, { id, reason: 'other' })).rejects.toMatchObject({
      code: 'already_exists',
    });
    await expect(record(depositId, 'received', '2026-03-11', 1)).rejects.toMatchObject({
      code: 'deposit.in_future',
    });
    const reversal = randomUUID();
    await undo(id, reversal);
    await undo(id, reversal);
    await expect(undo(id)).rejects.toMatchObject({ code: 'deposit.already_reversed' });
    await expect(undo(reversal)).rejects.toMatchObject({ code: 'deposit.is_reversal' });
  });
});

describe('the house is sold on 1 March 2026, its lease runs on with the buyer', () => {
  const sell = (soldOn: string | null) =>
    books.admin`update hausbuch.property set sold_on = ${soldOn} where id = ${books.propertyId}`;

  test('2.100 + 10,50 interest handed over on 2 March: nothing is held, nothing is income, and undone it is held again', async () => {
    const leaseId = await enterLease(books, today, { rentLines });
    const id = await agree(leaseId, 210_000, { receivedOn: '2026-01-02' });
    await record(id, 'interest', '2026-02-28', 1_050);
    const before = await open(leaseId);
    await expect(record(id, 'handed_over', '2026-03-02', 211_050)).rejects.toMatchObject({
      code: 'deposit.not_sold',
      field: 'kind',
    });
    await sell('2026-03-01');
    await expect(record(id, 'handed_over', '2026-02-28', 211_050)).rejects.toMatchObject({
      code: 'deposit.before_sale',
      field: 'bookedOn',
    });
    await expect(record(id, 'handed_over', '2026-03-02', 211_051)).rejects.toMatchObject({
      code: 'deposit.below_zero',
    });
    const movement = await record(id, 'handed_over', '2026-03-02', 211_050);
    expect((await state(leaseId))?.soldOn).toBe('2026-03-01');
    expect((await state(leaseId))?.deposits[0]?.balance).toMatchObject({
      handedOverCents: 211_050,
      returnedCents: 0,
      balanceCents: 0,
    });
    expect(await open(leaseId)).toEqual(before);
    await undo(movement);
    expect((await state(leaseId))?.balanceCents).toBe(211_050);
  });

  test('a lease that had ended the day before keeps its deposit with the seller', async () => {
    const leaseId = await enterLease(books, today, { rentLines, endsOn: '2026-02-28' });
    const id = await agree(leaseId, 210_000, { receivedOn: '2026-01-02' });
    await sell('2026-03-01');
    await expect(record(id, 'handed_over', '2026-03-02', 1)).rejects.toMatchObject({
      code: 'deposit.not_sold',
    });
  });

  test('2.100 never paid are the buyer’s to ask for: no parts, none overdue, no notice to give', async () => {
    const leaseId = await enterLease(books, today, { rentLines });
    await agree(leaseId, 210_000);
    expect((await state(leaseId))?.threshold?.isReached).toBe(true);
    await sell('2026-03-01');
    const found = await state(leaseId);
    expect([found?.threshold, found?.deposits[0]?.instalments, found?.deposits[0]?.overdueCents]).toEqual([
      null,
      null,
      0,
    ]);
    // Before the sale it was one's own.
    expect((await state(leaseId, '2026-02-28'))?.deposits[0]?.overdueCents).toBe(140_000);
  });
});
