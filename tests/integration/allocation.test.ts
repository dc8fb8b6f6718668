import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chargeInterest } from '@/features/arrears/commands';
import { getInterest } from '@/features/arrears/interest-queries';
import { interestInput } from '@/features/arrears/schema';
import { agreeRent } from '@/features/rent/commands';
import { agreeRentInput } from '@/features/rent/schema';
import {
  getAccount,
  listOpenItems,
  postCharge,
  reallocatePayment,
  recordPayment,
  recordTransfer,
  returnPayment,
  revertWaiver,
  waiveCharge,
} from '@/ledger';
import {
  accountInput,
  recordPaymentInput,
  recordTransferInput,
  returnPaymentInput,
  waiveChargeInput,
} from '@/ledger/inputs';
import { listOpenLines } from '@/ledger/rows/lines';
import { brokenLaws } from '../factories/ledger-laws.ts';
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
afterEach(async () => {
  expect(await brokenLaws(books)).toEqual([]);
  await books.close();
});
afterAll(() => database.drop());

const today = '2026-03-10';
const line = (
  component: 'net' | 'operating_costs' | 'heating',
  amountCents: number,
  settlement = 'advance',
) => ({
  component,
  amountCents,
  settlement:
    component === 'net'
      ? ('none' as const)
      : settlement === 'advance'
        ? ('advance' as const)
        : ('lump_sum' as const),
});
/** 700 € net with 150 € operating costs and 50 € heating in advance, from January on, entered in March. */
const enter = (more: Parameters<typeof enterLease>[2] = {}) =>
  enterLease(books, today, {
    rentLines: [line('net', 70_000), line('operating_costs', 15_000), line('heating', 5_000)],
    ...more,
  });
const pay = async (leaseId: string, amountCents: number, chargeIds: string[] = [], paidOn = today) => {
  const id = randomUUID();
  const input = recordPaymentInput.parse({ id, leaseId, paidOn, amountCents, chargeIds });
  await books.on(today, (tx, scope) => recordPayment(tx, scope, input));
  return id;
};
/** What is open of each line, by what it belongs to. */
const open = async (leaseId: string) => {
  const lines = await books.on(today, (tx, scope) => listOpenLines(tx, scope, [leaseId]));
  const named = new Map<string, Record<string, number>>();
  for (const { chargeId, component, openCents } of lines.filter((one) => one.openCents > 0)) {
    named.set(chargeId, { ...named.get(chargeId), [component]: openCents });
  }
  return named;
};
const chargesOf = async (leaseId: string) =>
  (await books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId))).items;
const month = async (leaseId: string, from: string) =>
  (await chargesOf(leaseId)).find((item) => item.periodFrom === from)?.chargeId ?? '';
const owe = async (
  leaseId: string,
  amountCents: number,
  dueOn: string,
  kind: 'other' | 'fee' = 'other',
  postedOn = today,
) => {
  const input = { id: randomUUID(), leaseId, kind, dueOn, amountCents, note: 'test' };
  await books.on(postedOn, (tx, scope) => postCharge(tx, scope, input));
  return input.id;
};

describe('inside a rent', () => {
  test('100 € go to 150 € operating costs and 50 € heating as 75 + 25; 900 € then pay January and begin February', async () => {
    const leaseId = await enter();
    const january = await month(leaseId, '2026-01-01');
    const february = await month(leaseId, '2026-02-01');
    await pay(leaseId, 10_000);
    expect((await open(leaseId)).get(january)).toEqual({
      net: 70_000,
      operating_costs: 7_500,
      heating: 2_500,
    });
    const { rows } = await books.on(today, (tx, scope) =>
      getAccount(tx, scope, accountInput.parse({ leaseId })),
    );
    expect(rows.find((row) => row.id === january)?.openLines).toEqual([
      { component: 'net', settlement: 'none', openCents: 70_000 },
      { component: 'operating_costs', settlement: 'advance', openCents: 7_500 },
      { component: 'heating', settlement: 'advance', openCents: 2_500 },
    ]);
    await pay(leaseId, 90_000);
    expect((await open(leaseId)).get(january)).toBeUndefined();
    expect((await open(leaseId)).get(february)).toEqual({
      net: 70_000,
      operating_costs: 7_500,
      heating: 2_500,
    });
  });

  test('a lump sum waits with the net rent: 90 € of 700 € net and 200 € lump sum are 70 + 20', async () => {
    const leaseId = await enter({
      rentLines: [line('net', 70_000), line('operating_costs', 20_000, 'lump_sum')],
    });
    await pay(leaseId, 9_000);
    expect((await open(leaseId)).get(await month(leaseId, '2026-01-01'))).toEqual({
      net: 63_000,
      operating_costs: 18_000,
    });
  });

  test('changed by hand, 250 € for February pay its advances (200) and 50 of its net rent', async () => {
    const leaseId = await enter();
    const february = await month(leaseId, '2026-02-01');
    const paymentId = await pay(leaseId, 25_000);
    await books.on(today, (tx, scope) =>
      reallocatePayment(tx, scope, { paymentId, allocations: [{ chargeId: february, amountCents: 25_000 }] }),
    );
    expect((await open(leaseId)).get(february)).toEqual({ net: 65_000 });
    expect((await open(leaseId)).get(await month(leaseId, '2026-01-01'))).toEqual({
      net: 70_000,
      operating_costs: 15_000,
      heating: 5_000,
    });
  });
});

describe('corrections meet the lines they correct', () => {
  const agree = (leaseId: string, net: number, costs: number, heating: number) =>
    books.on(today, (tx, scope) =>
      agreeRent(
        tx,
        scope,
        agreeRentInput.parse({
          id: randomUUID(),
          leaseId,
          validFrom: '2026-02-01',
          reason: 'agreed',
          lines: [line('net', net), line('operating_costs', costs), line('heating', heating)],
          correctPosted: true,
        }),
      ),
    );

  test('February paid in full, net − 50, costs + 30: the costs take 30 of what is too much, 20 begin March', async () => {
    const leaseId = await enter();
    await pay(leaseId, 180_000);
    await agree(leaseId, 65_000, 18_000, 5_000);
    const march = await month(leaseId, '2026-03-01');
    expect([...(await open(leaseId)).entries()]).toEqual([
      [march, { net: 65_000, operating_costs: expect.any(Number), heating: expect.any(Number) }],
    ]);
    const ofMarch = (await open(leaseId)).get(march);
    // 20 € on 180 and 50 € of advances: 15,65 and 4,35.
    expect(ofMarch).toEqual({ net: 65_000, operating_costs: 18_000 - 1_565, heating: 5_000 - 435 });
  });

  test('a waiver of all that is open takes the open net rent; taken back, the same line is open again', async () => {
    const leaseId = await enter();
    const january = await month(leaseId, '2026-01-01');
    await pay(leaseId, 30_000);
    const waiverId = randomUUID();
    await books.on(today, (tx, scope) =>
      waiveCharge(tx, scope, waiveChargeInput.parse({ id: waiverId, chargeId: january, reason: 'test' })),
    );
    expect((await open(leaseId)).get(january)).toBeUndefined();
    const id = randomUUID();
    await books.on(today, (tx, scope) => revertWaiver(tx, scope, { id, waiverId }));
    expect((await open(leaseId)).get(january)).toEqual({ net: 60_000 });
  });

  test('the waiver took the whole net rent and the rent is lowered by 100 €: the advances bear it, 100 € are credit', async () => {
    const leaseId = await enter();
    const february = await month(leaseId, '2026-02-01');
    await pay(leaseId, 20_000, [february]);
    await books.on(today, (tx, scope) =>
      waiveCharge(
        tx,
        scope,
        waiveChargeInput.parse({ id: randomUUID(), chargeId: february, reason: 'test' }),
      ),
    );
    await agree(leaseId, 60_000, 15_000, 5_000);
    // January had nothing and takes the 100 € for its advances.
    expect((await open(leaseId)).get(february)).toBeUndefined();
    expect((await open(leaseId)).get(await month(leaseId, '2026-01-01'))).toEqual({
      net: 70_000,
      operating_costs: 7_500,
      heating: 2_500,
    });
  });
});

describe('debts', () => {
  test('interest belongs to the rents it accrued on: a later rent’s interest waits for the older rent', async () => {
    const leaseId = await enter();
    const [january, february] = [await month(leaseId, '2026-01-01'), await month(leaseId, '2026-02-01')];
    const { restCents } = await books.on(today, (tx, scope) =>
      getInterest(tx, scope, interestInput.parse({ leaseId })),
    );
    const id = randomUUID();
    await books.on(today, (tx, scope) =>
      chargeInterest(tx, scope, {
        id,
        leaseId,
        through: null,
        isBusiness: false,
        ownRateBp: null,
        amountCents: restCents,
      }),
    );
    const lines = await books.admin`select debt_charge_id as debt, amount_cents::int as cents
      from hausbuch.charge_line where charge_id = ${id} order by position`;
    // 900 × 6,27 % from 7 January (63 days), 5 February (34) and 5 March (6) to 10 March, ÷ 365.
    expect([...lines]).toEqual([
      { debt: january, cents: 974 },
      { debt: february, cents: 526 },
      { debt: await month(leaseId, '2026-03-01'), cents: 93 },
    ]);
    await pay(leaseId, 90_974 + 100);
    expect((await open(leaseId)).get(january)).toBeUndefined();
    const interest = await books.on(today, (tx, scope) => listOpenLines(tx, scope, [leaseId]));
    expect(interest.filter((one) => one.chargeId === id).map((one) => one.openCents)).toEqual([0, 426, 93]);
    expect((await open(leaseId)).get(february)).toMatchObject({ net: 70_000 });
  });

  test('the fee of a return is a cost of the rent it had paid: after the older rent, before its own', async () => {
    const leaseId = await enter();
    const [january, february] = [await month(leaseId, '2026-01-01'), await month(leaseId, '2026-02-01')];
    const paymentId = await pay(leaseId, 90_000, [february]);
    const feeChargeId = randomUUID();
    const input = returnPaymentInput.parse({
      id: randomUUID(),
      paymentId,
      returnedOn: today,
      feeCents: 450,
      feeChargeId,
    });
    await books.on(today, (tx, scope) => returnPayment(tx, scope, input));
    await pay(leaseId, 90_100);
    expect((await open(leaseId)).get(january)).toBeUndefined();
    expect((await open(leaseId)).get(feeChargeId)).toEqual({ fee: 350 });
    expect((await open(leaseId)).get(february)).toMatchObject({ net: 70_000 });
  });

  test('a fee of nothing in the account and an older repair wait until the rents are paid', async () => {
    const leaseId = await enter();
    const repair = await owe(leaseId, 5_000, '2025-12-01');
    const fee = await owe(leaseId, 1_000, '2026-01-02', 'fee');
    await pay(leaseId, 270_000 + 5_500);
    expect([...(await open(leaseId)).entries()]).toEqual([[fee, { fee: 500 }]]);
    expect(repair).toBeTruthy();
  });

  test('100 € on two of 100 € of one day are 50 + 50; 0,01 € goes to the one posted first', async () => {
    const leaseId = await enter({ startsOn: '2026-03-01', bookedFrom: '2026-03-01' });
    await pay(leaseId, 90_000);
    const second = await owe(leaseId, 10_000, '2026-03-05');
    const first = await owe(leaseId, 10_000, '2026-03-05', 'other', '2026-03-05');
    await pay(leaseId, 10_000);
    expect(await open(leaseId)).toEqual(
      new Map([
        [first, { other: 5_000 }],
        [second, { other: 5_000 }],
      ]),
    );
    await pay(leaseId, 1);
    expect((await open(leaseId)).get(first)).toEqual({ other: 4_999 });
  });

  test('one transfer of 850 € on rents of 900 € and 800 € due on one day: 450 + 400', async () => {
    const flat = await enter({ startsOn: '2026-03-01', bookedFrom: '2026-03-01' });
    const unitId = randomUUID();
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books.portfolioId}, ${unitId}, ${books.propertyId}, 'Laden', 'commercial')`;
    const shop = await enter({
      startsOn: '2026-03-01',
      bookedFrom: '2026-03-01',
      unitIds: [unitId],
      rentLines: [line('net', 80_000)],
    });
    const input = recordTransferInput.parse({
      id: randomUUID(),
      leaseIds: [flat, shop],
      paidOn: today,
      amountCents: 85_000,
    });
    const { parts } = await books.on(today, (tx, scope) => recordTransfer(tx, scope, input));
    expect(parts).toEqual([
      { leaseId: flat, amountCents: 45_000 },
      { leaseId: shop, amountCents: 40_000 },
    ]);
  });
});
