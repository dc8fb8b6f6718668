import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enterRequest } from '@/db/scope';
import { recordTypedPayment, recordTypedTransfer } from '@/features/rent-account/commands';
import { typedPaymentInput, typedTransferInput } from '@/features/rent-account/schema';
import { recordPayments, reversePayment } from '@/ledger';
import { recordPaymentsInput } from '@/ledger/inputs';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;
const today = '2026-03-10';
const now = new Date(`${today}T11:00:00Z`);

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
});
afterEach(() => books.close());
afterAll(() => database.drop());

/** Somebody else of the portfolio, by name. */
async function addMember(displayName: string) {
  const userId = randomUUID();
  await books.admin`insert into hausbuch.member (portfolio_id, user_id, role, accepted_at)
    values (${books.portfolioId}, ${userId}, 'manager', now())`;
  await books.admin`insert into hausbuch.profile (user_id, display_name) values (${userId}, ${displayName})`;
  return userId;
}

const as = <T>(userId: string, work: Parameters<typeof books.on<T>>[1]): Promise<T> =>
  enterRequest(books.db, { userId, portfolioId: books.portfolioId, now }, ({ tx, scope }) => {
    if (!scope) throw new Error('No member.');
    return work(tx, scope);
  });

const typed = (leaseId: string, more: object = {}) =>
  typedPaymentInput.parse({
    id: randomUUID(),
    leaseId,
    paidOn: today,
    amountCents: 70_000,
    seen: [],
    ...more,
  });
const pay = (input: ReturnType<typeof typed>, userId = books.userId) =>
  as(userId, (tx, scope) => recordTypedPayment(tx, scope, input));
const countOf = async (leaseId: string) =>
  (await books.admin`select from hausbuch.payment where lease_id = ${leaseId}`).length;

test('pressed by two in the same moment a payment is recorded once, and the other is told by whom, when and how much', async () => {
  const leaseId = await enterLease(books, today);
  const anna = await addMember('Anna');
  const [own, hers] = [typed(leaseId), typed(leaseId)];
  const ends = await Promise.allSettled([pay(own), pay(hers, anna)]);
  expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected']);
  const [first, second] = ends[0]?.status === 'fulfilled' ? [own, hers] : [hers, own];
  const by = first === hers ? { who: 'named', name: 'Anna' } : { who: 'member', name: '' };
  expect(ends.find((end) => end.status === 'rejected')).toMatchObject({
    reason: {
      code: 'payment.alike',
      params: { id: first.id, amountCents: 70_000, day: today, at: now.toISOString(), ...by },
    },
  });
  expect(await countOf(leaseId)).toBe(1);
  // Whoever has read that and presses again has another one.
  await pay({ ...second, seen: [first.id] }, second === hers ? anna : undefined);
  expect(await countOf(leaseId)).toBe(2);
});

test('what was shown, another amount or day, and what was taken back refuse nothing', async () => {
  const leaseId = await enterLease(books, today);
  const first = typed(leaseId);
  await pay(first);
  await pay(typed(leaseId, { amountCents: 70_001 }));
  await pay(typed(leaseId, { paidOn: '2026-02-20' }));
  await pay(typed(leaseId, { seen: undefined }));
  await expect(pay(typed(leaseId, { seen: [first.id] }))).rejects.toMatchObject({
    code: 'payment.alike',
    params: { who: 'you' },
  });
  const others = await books.admin<
    { id: string }[]
  >`select id from hausbuch.payment where lease_id = ${leaseId}`;
  for (const { id: paymentId } of others) {
    await books.on(today, (tx, scope) =>
      reversePayment(tx, scope, { id: randomUUID(), paymentId, note: null }),
    );
  }
  await pay(typed(leaseId));
});

test('sent again it has its first answer, whatever was recorded since', async () => {
  const leaseId = await enterLease(books, today);
  const input = typed(leaseId);
  const first = await pay(input);
  await pay(typed(leaseId, { seen: [input.id] }));
  expect(await pay(input)).toEqual(first);
});

test('a transfer for two leases pressed by two is recorded once, though the second would be split otherwise', async () => {
  const unitId = randomUUID();
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${unitId}, ${books.propertyId}, 'Stellplatz', 'parking')`;
  const leaseIds = [await enterLease(books, today), await enterLease(books, today, { unitIds: [unitId] })];
  const shared = { leaseIds, paidOn: today, amountCents: 420_000, seen: [] };
  const transfer = (seen: string[] = [], id: string = randomUUID()) => {
    const input = typedTransferInput.parse({ ...shared, id, seen });
    return books.on(today, (tx, scope) => recordTypedTransfer(tx, scope, input));
  };
  const first = await transfer();
  await expect(transfer()).rejects.toMatchObject({
    code: 'payment.alike',
    params: { id: first.id, amountCents: 420_000 },
  });
  expect(await transfer([], first.id)).toEqual(first);
  expect((await transfer([first.id])).parts).toHaveLength(1);
});

test('4,200 € for three leases are the same money as 4,200 € typed for two of them', async () => {
  const units = [randomUUID(), randomUUID()];
  for (const [place, id] of units.entries()) {
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books.portfolioId}, ${id}, ${books.propertyId}, ${`Stellplatz ${place + 2}`}, 'parking')`;
  }
  const [one = '', two = '', three = ''] = [
    await enterLease(books, today),
    ...(await Promise.all(units.map((id) => enterLease(books, today, { unitIds: [id] })))),
  ];
  const transfer = (leaseIds: string[]) =>
    books.on(today, (tx, scope) =>
      recordTypedTransfer(
        tx,
        scope,
        typedTransferInput.parse({
          ...{ id: randomUUID(), leaseIds, paidOn: today, amountCents: 420_000, seen: [] },
        }),
      ),
    );
  const first = await transfer([one, two, three]);
  await expect(transfer([one, two])).rejects.toMatchObject({
    code: 'payment.alike',
    params: { id: first.id, amountCents: 420_000 },
  });
});

test('a payment of one lease is told to who types as much for it and another', async () => {
  const unitId = randomUUID();
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${unitId}, ${books.propertyId}, 'Keller', 'storage')`;
  const leaseIds = [await enterLease(books, today), await enterLease(books, today, { unitIds: [unitId] })];
  const single = typed(leaseIds[0] ?? '');
  await pay(single);
  const input = typedTransferInput.parse({
    ...{ id: randomUUID(), leaseIds, paidOn: today, amountCents: single.amountCents, seen: [] },
  });
  await expect(books.on(today, (tx, scope) => recordTypedTransfer(tx, scope, input))).rejects.toMatchObject({
    code: 'payment.alike',
    params: { id: single.id },
  });
});

test('“Received” pressed by two: the second is told that nothing is open any more', async () => {
  const leaseId = await enterLease(books, today);
  const [owed] = await books.admin<{ id: string }[]>`
    select id from hausbuch.charge where lease_id = ${leaseId} order by due_on limit 1`;
  const receive = (amountCents: number) => {
    const payments = [{ id: randomUUID(), chargeId: owed?.id, amountCents }];
    const input = recordPaymentsInput.parse({ paidOn: today, payments });
    return books.on(today, (tx, scope) => recordPayments(tx, scope, input));
  };
  const ends = await Promise.allSettled([receive(70_000), receive(70_000)]);
  expect(ends.find((end) => end.status === 'rejected')).toMatchObject({
    reason: { code: 'charge.nothing_open', field: 'payments.0.amountCents' },
  });
  expect(await countOf(leaseId)).toBe(1);
});
