import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LegalFigureKind } from '@/domain/vocabulary';
import { chargeInterest } from '@/features/arrears/commands';
import { getInterest, listLateInterest } from '@/features/arrears/interest-queries';
import { listArrears } from '@/features/arrears/queries';
import { chargeInterestInput, interestInput, listArrearsInput } from '@/features/arrears/schema';
import { createDeposit } from '@/features/deposit/commands';
import { listDeposits } from '@/features/deposit/queries';
import { createDepositInput } from '@/features/deposit/schema';
import { getNoticePeriod } from '@/features/lease/notice-queries';
import { noticePeriodInput } from '@/features/lease/schema';
import { createFigure, deleteFigure, updateFigure } from '@/features/legal/commands';
import { findPlaceOfUnits } from '@/features/legal/law-queries';
import { rentBrakeOn, rentCapOn } from '@/features/legal/ordinance-rules';
import { listFigures } from '@/features/legal/queries';
import { createFigureInput, updateFigureInput } from '@/features/legal/schema';
import { getIndexRent } from '@/features/rent/index-queries';
import { indexRentInput } from '@/features/rent/index-schema';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
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

const enter = async (kind: LegalFigureKind, validFrom: string, value: number, today = '2026-11-21') => {
  const input = createFigureInput.parse({
    id: randomUUID(),
    kind,
    validFrom,
    value,
    source: 'Bundesanzeiger',
  });
  await books.on(today, (tx, scope) => createFigure(tx, scope, input));
  return input;
};
const pay = (leaseId: string, amountCents: number, paidOn: string) =>
  books.on(paidOn, (tx, scope) =>
    recordPayment(tx, scope, recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn, amountCents })),
  );
const interest = (leaseId: string, on: string, more: object = {}) =>
  books.on(on, (tx, scope) => getInterest(tx, scope, interestInput.parse({ leaseId, ...more })));

describe('a rent that was paid late', () => {
  // Due 6 January 2026 (third working day in Berlin after New Year), paid 15 January: 9 days.
  // 700 € × (1,27 + 5) % × 9 ÷ 365 = 1,0822 €.
  test('700 € paid nine days late bear 1,08 € although nothing is overdue; charged once', async () => {
    const leaseId = await enterLease(books, '2026-01-20', { endsOn: '2026-01-31', isFixedTerm: true });
    await pay(leaseId, 70_000, '2026-01-15');
    const on = '2026-03-01';
    const late = () => books.on(on, (tx, scope) => listLateInterest(tx, scope, { tenantId: books.tenantId }));
    const overdue = await books.on(on, (tx, scope) =>
      listArrears(tx, scope, listArrearsInput.parse({ tenantId: books.tenantId })),
    );
    expect(overdue.rows).toEqual([]);
    expect(await late()).toMatchObject([{ leaseId, isGerman: true, unitNames: ['Wohnung'] }]);
    const found = await interest(leaseId, on);
    expect(found.interest?.result.parts).toMatchObject([
      { from: '2026-01-07', to: '2026-01-15', days: 9, rateBp: 627, interestCents: 108 },
    ]);
    const charge = (id: string) =>
      books.on(on, (tx, scope) =>
        chargeInterest(tx, scope, chargeInterestInput.parse({ id, leaseId, amountCents: 108 })),
      );
    const id = randomUUID();
    await charge(id);
    await charge(id);
    expect((await interest(leaseId, on)).chargedCents).toBe(108);
    await expect(charge(randomUUID())).rejects.toMatchObject({ code: 'arrears.nothing_to_charge' });
    expect(await late()).toEqual([]);
  });

  test('a tenant of three leases costs as many queries as one of one, and each bears its own interest', async () => {
    const on = '2026-06-01';
    const late = () =>
      books.on(on, async (tx, scope) => {
        const [all, distinct] = [vi.spyOn(tx, 'select'), vi.spyOn(tx, 'selectDistinct')];
        const rows = await listLateInterest(tx, scope, { tenantId: books.tenantId });
        return {
          leaseIds: rows.map((row) => row.leaseId),
          asked: all.mock.calls.length + distinct.mock.calls.length,
        };
      });
    const leaseIds: string[] = [];
    const letFor = async (month: string, days: string, paidOn: string) => {
      const term = { startsOn: `${month}-01`, endsOn: `${month}-${days}`, isFixedTerm: true };
      const leaseId = await enterLease(books, paidOn, term);
      await pay(leaseId, 70_000, paidOn);
      leaseIds.push(leaseId);
    };
    await letFor('2026-01', '31', '2026-01-15');
    const one = await late();
    await letFor('2026-02', '28', '2026-02-20');
    await letFor('2026-03', '31', '2026-03-20');
    const three = await late();
    expect([one.leaseIds, three.leaseIds]).toEqual([leaseIds.slice(0, 1), leaseIds]);
    expect(three.asked).toBe(one.asked);
    // 700 € × 6,27 % ÷ 365: nine days from 7 January, sixteen from 5 February and 5 March.
    const cents = await Promise.all(leaseIds.map(async (id) => (await interest(id, on)).restCents));
    expect(cents).toEqual([108, 192, 192]);
  });

  test('paid in time there is none', async () => {
    const leaseId = await enterLease(books, '2026-01-06', { endsOn: '2026-01-31', isFixedTerm: true });
    await pay(leaseId, 70_000, '2026-01-06');
    const late = await books.on('2026-03-01', (tx, scope) =>
      listLateInterest(tx, scope, { tenantId: books.tenantId }),
    );
    expect(late).toEqual([]);
  });
});

describe('figures of one’s own', () => {
  test('the first half of 2027 is missing until its base rate is entered; then nothing is assumed', async () => {
    const today = '2027-02-20';
    const leaseId = await enterLease(books, today, {
      startsOn: '2027-01-01',
      endsOn: '2027-01-31',
      isFixedTerm: true,
    });
    const list = () => books.on(today, (tx, scope) => listFigures(tx, scope));
    expect((await list()).missingHalfYears).toEqual(['2027-01-01']);
    expect((await interest(leaseId, today)).interest?.result.parts[0]).toMatchObject({
      isAssumed: true,
      baseRateBp: 152,
    });
    const figure = await enter('base_rate', '2027-01-01', 142, today);
    expect((await list()).missingHalfYears).toEqual([]);
    expect((await interest(leaseId, today)).interest?.result.parts[0]).toMatchObject({
      isAssumed: false,
      isOwn: true,
      baseRateBp: 142,
      rateBp: 642,
    });
    await books.on(today, (tx, scope) =>
      updateFigure(tx, scope, updateFigureInput.parse({ ...figure, version: 1, value: 152 })),
    );
    expect((await interest(leaseId, today)).interest?.result.parts[0]?.rateBp).toBe(652);
    await books.on(today, (tx, scope) => deleteFigure(tx, scope, { id: figure.id, version: 2 }));
    expect((await interest(leaseId, today)).interest?.result.parts[0]?.isAssumed).toBe(true);
  });

  test('what the table has stays: one’s own base rate for a published half-year changes nothing', async () => {
    const leaseId = await enterLease(books, '2026-02-20', { endsOn: '2026-01-31', isFixedTerm: true });
    const before = await interest(leaseId, '2026-02-20');
    await enter('base_rate', '2026-01-01', 900);
    expect(await interest(leaseId, '2026-02-20')).toEqual(before);
  });

  test('one figure a day and kind; base rates begin with half-years, indices with months', async () => {
    await enter('base_rate', '2027-01-01', 142);
    await expect(enter('base_rate', '2027-01-01', 143)).rejects.toThrow();
    const refused = (kind: LegalFigureKind, validFrom: string, value: number) =>
      createFigureInput.safeParse({ id: randomUUID(), kind, validFrom, value, source: 'x' }).success;
    expect(refused('base_rate', '2026-08-01', 142)).toBe(false);
    expect(refused('consumer_price_index', '2026-08-02', 123_000)).toBe(false);
    expect(refused('consumer_price_index', '2026-08-01', 5)).toBe(false);
    expect(refused('consumer_price_index', '2026-08-01', 123_000)).toBe(true);
  });
});

describe('ordinances of a place', () => {
  const ordinance = (more: object = {}) =>
    createFigureInput.parse({
      id: randomUUID(),
      kind: 'rent_cap',
      place: 'berlin ',
      validFrom: '2023-05-11',
      validUntil: '2028-05-10',
      value: 1_500,
      source: 'GVBl. Berlin',
      ...more,
    });
  const save = (input: ReturnType<typeof ordinance>) =>
    books.on('2026-03-20', (tx, scope) => createFigure(tx, scope, input));

  test('of one town reach the lease there, however it is written, and no other’s', async () => {
    const leaseId = await enterLease(books, '2026-03-20');
    await books.admin`update hausbuch.property set city = 'Berlin', country = 'DE' where portfolio_id = ${books.portfolioId}`;
    await save(ordinance());
    await save(ordinance({ place: 'Leipzig', value: 2_000 }));
    await save(ordinance({ kind: 'rent_brake', value: 0 }));
    await save(
      ordinance({ kind: 'base_rate', place: '', validFrom: '2027-01-01', validUntil: null, value: 152 }),
    );
    const { place } = await books.on('2026-03-20', (tx, scope) =>
      getIndexRent(tx, scope, indexRentInput.parse({ leaseId })),
    );
    expect(place.city).toBe('Berlin');
    expect(rentCapOn(place.ordinances, '2026-03-20')).toMatchObject({
      valueBp: 1_500,
      by: { source: 'GVBl. Berlin' },
    });
    expect(rentCapOn(place.ordinances, '2028-05-11').by).toBeNull();
    expect(rentBrakeOn(place.ordinances, '2026-03-20').valueBp).toBe(0);
    expect(place.ordinances).toHaveLength(2);
  });

  test('have a town, an end that is not before the start, and one of two values', () => {
    const codes = (more: object) =>
      createFigureInput
        .safeParse({ ...ordinance(), ...more })
        .error?.issues.map(({ path, message }) => `${path.join()} ${message}`);
    expect(codes({ place: '' })).toEqual(['place required']);
    expect(codes({ value: 1_700 })).toEqual(['value out_of_range']);
    expect(codes({ validUntil: '2023-05-10' })).toEqual(['validUntil end_before_start']);
    expect(codes({ kind: 'own_interest_rate', value: 400 })).toEqual([
      'place unexpected',
      'validUntil unexpected',
    ]);
    expect(codes({})).toBeUndefined();
  });

  test('are asked for the units of a dwelling; of none elsewhere', async () => {
    await enterLease(books, '2026-03-20');
    const [unit] = await books.admin`select id from hausbuch.unit where portfolio_id = ${books.portfolioId}`;
    const asked = () =>
      books.on('2026-03-20', (tx, scope) => findPlaceOfUnits(tx, scope, { unitIds: [String(unit?.id)] }));
    expect(await asked()).toMatchObject({ ordinances: [], hasRoom: false });
    await books.admin`update hausbuch.unit set kind = 'room' where portfolio_id = ${books.portfolioId}`;
    expect(await asked()).toMatchObject({ ordinances: [], hasRoom: true });
    await books.admin`update hausbuch.unit set kind = 'commercial' where portfolio_id = ${books.portfolioId}`;
    expect(await asked()).toBeNull();
    await books.admin`update hausbuch.unit set kind = 'apartment' where portfolio_id = ${books.portfolioId}`;
    await books.admin`update hausbuch.property set country = 'AT', state = 'AT-9' where portfolio_id = ${books.portfolioId}`;
    expect(await asked()).toBeNull();
  });
});

describe('a property outside Germany', () => {
  beforeEach(async () => {
    await books.admin`update hausbuch.property set country = 'AT', state = 'AT-9'
      where portfolio_id = ${books.portfolioId}`;
  });
  const today = '2026-03-20';

  test('no statutory interest, threshold, notice or cap; the user’s own figures instead', async () => {
    const leaseId = await enterLease(books, today, { dueRule: 'first' });
    expect(await interest(leaseId, today)).toMatchObject({ isGerman: false, interest: null });
    const arrears = () =>
      books.on(today, (tx, scope) => listArrears(tx, scope, listArrearsInput.parse({ leaseId })));
    expect((await arrears()).rows).toMatchObject([{ isGerman: false, thresholds: null }]);
    const notice = await books.on(today, (tx, scope) =>
      getNoticePeriod(
        tx,
        scope,
        noticePeriodInput.parse({ id: leaseId, noticeBy: 'landlord', receivedOn: today }),
      ),
    );
    expect(notice).toBeNull();
    const agreed = createDepositInput.parse({ id: randomUUID(), leaseId, agreedCents: 300_000 });
    await books.on(today, (tx, scope) => createDeposit(tx, scope, agreed));
    const deposits = () => books.on(today, (tx, scope) => listDeposits(tx, scope, { leaseId }));
    expect((await deposits()).leases[0]).toMatchObject({ isGerman: false, cap: null, threshold: null });
    // Four months' rent: 2.800 €, 200 too many. 4 % a year from 1 January, 6 % from 1 March.
    await enter('own_deposit_months', '2020-01-01', 4_000);
    expect((await deposits()).leases[0]?.cap?.result).toEqual({ capCents: 280_000, excessCents: 20_000 });
    await enter('own_interest_rate', '2026-01-01', 400);
    await enter('own_interest_rate', '2026-03-01', 600);
    const found = await interest(leaseId, today);
    expect(found.isStatutory).toBe(false);
    expect(found.interest?.result.parts.map((part) => [part.from, part.to, part.rateBp])).toEqual([
      ['2026-01-02', '2026-02-28', 400],
      ['2026-03-01', '2026-03-20', 600],
      ['2026-02-02', '2026-02-28', 400],
      ['2026-03-01', '2026-03-20', 600],
      ['2026-03-02', '2026-03-20', 600],
    ]);
    // 700 × 4 % × 58 ÷ 365 = 4,45.
    expect(found.interest?.result.parts[0]?.interestCents).toBe(445);
    // A rate that is asked for goes before.
    const asked = await interest(leaseId, today, { ownRateBp: 0 });
    expect(asked.interest?.result.interestCents).toBe(0);
  });

  test('a month of rent for a deposit is what is paid for one, with costs and VAT: 3 × 880 = 2.640', async () => {
    const leaseId = await enterLease(books, today, {
      dueRule: 'first',
      rentLines: [
        { component: 'net', amountCents: 70_000, settlement: 'none', vatRateBp: 1_000 },
        { component: 'operating_costs', amountCents: 15_000, settlement: 'advance', vatRateBp: 1_000 },
        { component: 'heating', amountCents: 3_000, settlement: 'lump_sum', vatRateBp: 2_000 },
      ],
    });
    const agreed = createDepositInput.parse({ id: randomUUID(), leaseId, agreedCents: 270_000 });
    await books.on(today, (tx, scope) => createDeposit(tx, scope, agreed));
    await enter('own_deposit_months', '2020-01-01', 3_000);
    const { leases } = await books.on(today, (tx, scope) => listDeposits(tx, scope, { leaseId }));
    expect(leases[0]?.cap?.result).toEqual({ capCents: 264_000, excessCents: 6_000 });
  });
});
