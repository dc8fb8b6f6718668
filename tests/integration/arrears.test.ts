import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { chargeInterest, pauseDunning } from '@/features/arrears/commands';
import { getInterest, getInterestSum, listLateInterest } from '@/features/arrears/interest-queries';
import { listArrears } from '@/features/arrears/queries';
import { chargeInterestInput, interestInput, listArrearsInput } from '@/features/arrears/schema';
import { knownBaseRates } from '@/features/legal/base-rate-facts';
import { createFigure } from '@/features/legal/commands';
import { createFigureInput } from '@/features/legal/schema';
import { postCharge, recordPayment, reversePayment, voidCharge, waiveCharge } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { addDays } from '@/lib/calendar';
import {
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  monthStart,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
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
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

const list = (today: string, more: z.input<typeof listArrearsInput> = {}) =>
  books.on(today, (tx, scope) => listArrears(tx, scope, listArrearsInput.parse(more)));
const interest = (today: string, leaseId: string, more: Partial<z.input<typeof interestInput>> = {}) =>
  books.on(today, (tx, scope) => getInterest(tx, scope, interestInput.parse({ leaseId, ...more })));
const interestSum = (today: string, leaseId: string, more: Partial<z.input<typeof interestInput>> = {}) =>
  books.on(today, (tx, scope) => getInterestSum(tx, scope, interestInput.parse({ leaseId, ...more })));
const chargeIt = (today: string, leaseId: string, amountCents: number, id = randomUUID()) =>
  books.on(today, (tx, scope) =>
    chargeInterest(tx, scope, chargeInterestInput.parse({ id, leaseId, amountCents })),
  );
const secondFlat = async () => {
  const unitId = randomUUID();
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${unitId}, ${books.propertyId}, 'Zweite', 'apartment')`;
  return { unitIds: [unitId] };
};
const late = async (today: string) => {
  const found = await books.on(today, (tx, scope) =>
    listLateInterest(tx, scope, { tenantId: books.tenantId }),
  );
  return found.map((row) => row.leaseId);
};
const pay = async (day: string, leaseId: string, amountCents: number, paidOn = day) => {
  const input = recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn, amountCents });
  await books.on(day, (tx, scope) => recordPayment(tx, scope, input));
  return input.id;
};

test('the table has exactly the published base rates, each with its source', async () => {
  const rows = await books.admin`
    select to_char(valid_from, 'YYYY-MM-DD') as "validFrom", rate_bp as "rateBp", source from hausbuch.base_rate
    order by valid_from`;
  expect(rows.map(({ validFrom, rateBp }) => ({ validFrom, rateBp }))).toEqual(knownBaseRates);
  expect(rows.filter((row) => !row.source)).toEqual([]);
});

test('on Today who is behind for as long and owes most stands first: 900, 800, 700', async () => {
  const { owner } = await createPortfolio(database);
  for (const netCents of [80_000, 70_000, 90_000]) {
    const house = await createProperty(owner);
    const tenant = await createTenant(owner);
    const rentLines = [{ component: 'net' as const, amountCents: netCents, settlement: 'none' as const }];
    const endsOn = addDays(monthStart(0), -1);
    await createLease(
      owner,
      { unitIds: [house.unitId], tenantIds: [tenant.id] },
      { startsOn: monthStart(-1), endsOn, rentLines },
    );
  }
  const { debtors } = await owner.overview.get();
  expect(debtors.rows.map((row) => row.openCents)).toEqual([90_000, 80_000, 70_000]);
});

describe('arrears by age', () => {
  test('on 15 April: January 99 days, February 70, March 42, April 9; the due day itself is not overdue', async () => {
    const leaseId = await enterLease(books, '2026-04-15');
    const { rows, total } = await list('2026-04-15');
    expect(rows).toHaveLength(1);
    // Due on 6 January, 4 February, 4 March and (after Good Friday and Easter Monday) 7 April.
    expect(rows[0]?.byAge).toEqual({
      days_1_30: 70_000,
      days_31_60: 70_000,
      days_61_90: 70_000,
      days_over_90: 70_000,
    });
    expect(total).toMatchObject({ leases: 1, overdueCents: 280_000 });
    expect(rows[0]).toMatchObject({ leaseId, oldestDueOn: '2026-01-06', overdueCents: 280_000 });
    const onDueDay = await list('2026-01-06');
    expect(onDueDay.total.overdueCents).toBe(0);
  });

  test('30 days are the first age, 31 the second; 60 | 61 and 90 | 91 likewise', async () => {
    const leaseId = await enterLease(books, '2026-01-05');
    await books.on('2026-01-05', (tx, scope) =>
      postCharge(tx, scope, {
        id: randomUUID(),
        leaseId,
        kind: 'other',
        dueOn: '2025-12-01',
        amountCents: 100,
        note: null,
      }),
    );
    const agesOn = async (day: string) => {
      const { rows } = await list(day);
      const ages = Object.entries(rows[0]?.byAge ?? {});
      return ages.filter(([, cents]) => cents % 1_000 === 100).map(([age]) => age);
    };
    expect(await agesOn('2025-12-31')).toEqual(['days_1_30']);
    expect(await agesOn('2026-01-01')).toEqual(['days_31_60']);
    expect(await agesOn('2026-01-30')).toEqual(['days_31_60']);
    expect(await agesOn('2026-01-31')).toEqual(['days_61_90']);
    expect(await agesOn('2026-03-01')).toEqual(['days_61_90']);
    expect(await agesOn('2026-03-02')).toEqual(['days_over_90']);
  });

  test('by tenant, property and lease; paged by the oldest; the sum is over all pages', async () => {
    const flat = await enterLease(books, '2026-03-10');
    const unitId = randomUUID();
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books.portfolioId}, ${unitId}, ${books.propertyId}, 'Garage', 'parking')`;
    const garage = await enterLease(books, '2026-03-10', {
      unitIds: [unitId],
      startsOn: '2026-02-01',
      rentLines: [{ component: 'net', amountCents: 5_000, settlement: 'none' }],
    });
    const first = await list('2026-03-10', { limit: 1 });
    expect(first.rows.map((row) => row.leaseId)).toEqual([flat]);
    expect(first.total).toMatchObject({ leases: 2, overdueCents: 220_000 });
    const second = await list('2026-03-10', { limit: 1, cursor: first.nextCursor });
    expect(second.rows.map((row) => row.leaseId)).toEqual([garage]);
    expect(second.nextCursor).toBeNull();
    expect((await list('2026-03-10', { leaseId: garage })).total.overdueCents).toBe(10_000);
    expect((await list('2026-03-10', { propertyId: books.propertyId })).total.overdueCents).toBe(220_000);
    expect((await list('2026-03-10', { tenantId: books.tenantId })).total.overdueCents).toBe(220_000);
    await expect(list('2026-03-10', { tenantId: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('thresholds: 700 + 0,01 on two dates exceed one month; only rents count', async () => {
    const leaseId = await enterLease(books, '2026-02-10');
    await pay('2026-02-10', leaseId, 69_999);
    const { rows } = await list('2026-02-10');
    expect(rows[0]?.thresholds?.result).toEqual({
      twoDates: { arrearsCents: 70_001, limitCents: 70_000, isReached: true },
      longerTime: { arrearsCents: 70_001, limitCents: 140_000, isReached: false },
    });
    await pay('2026-02-10', leaseId, 1);
    await books.on('2026-02-10', (tx, scope) =>
      postCharge(tx, scope, {
        id: randomUUID(),
        leaseId,
        kind: 'fee',
        dueOn: '2026-02-05',
        amountCents: 100_000,
        note: null,
      }),
    );
    const after = await list('2026-02-10');
    expect(after.rows[0]?.thresholds?.result.twoDates.isReached).toBe(false);
  });

  test('of a shop the same thresholds count, by § 543 BGB and not by § 569', async () => {
    await enterLease(books, '2026-02-10');
    const home = (await list('2026-02-10')).rows[0];
    await books.admin`update hausbuch.unit set kind = 'commercial' where portfolio_id = ${books.portfolioId}`;
    const shop = (await list('2026-02-10')).rows[0];
    expect([home?.isDwelling, shop?.isDwelling]).toEqual([true, false]);
    expect(shop?.thresholds?.result).toEqual(home?.thresholds?.result);
    expect(home?.thresholds?.trace.sources.join()).toContain('569');
    expect(shop?.thresholds?.trace.sources.join()).not.toContain('569');
  });

  test('a pause is shown, may be left out, and ends by itself', async () => {
    const leaseId = await enterLease(books, '2026-02-10');
    await books.on('2026-02-10', (tx, scope) =>
      pauseDunning(tx, scope, { leaseId, version: 1, until: '2026-02-28' }),
    );
    expect((await list('2026-02-28')).rows[0]?.pausedUntil).toBe('2026-02-28');
    expect((await list('2026-02-28', { includePaused: false })).rows).toEqual([]);
    expect((await list('2026-03-01', { includePaused: false })).rows[0]?.pausedUntil).toBeNull();
    await expect(
      books.on('2026-02-10', (tx, scope) => pauseDunning(tx, scope, { leaseId, version: 1, until: null })),
    ).rejects.toMatchObject({ code: 'version_conflict' });
  });
});

describe('default interest of a lease', () => {
  // Base rate 1,27 % from January 2026: 6,27 %.
  test('700 due on 6 January, paid on 20 January: 700 × 6,27 % × 14 ÷ 365 = 1,68', async () => {
    const leaseId = await enterLease(books, '2026-01-20');
    await pay('2026-01-20', leaseId, 70_000);
    const { interest: found, claims } = await interest('2026-01-31', leaseId);
    expect(found?.result.parts.map((part) => [part.from, part.to, part.rateBp, part.interestCents])).toEqual([
      ['2026-01-07', '2026-01-20', 627, 168],
    ]);
    expect(claims.map((claim) => claim.periodFrom)).toEqual(['2026-01-01']);
  });

  test('a payment that is undone never was: interest runs on to the day', async () => {
    const leaseId = await enterLease(books, '2026-01-20');
    const paymentId = await pay('2026-01-20', leaseId, 70_000);
    await books.on('2026-01-20', (tx, scope) =>
      reversePayment(tx, scope, { id: randomUUID(), paymentId, note: null }),
    );
    // 700 × 6,27 % × 25 ÷ 365 = 3,0062
    expect((await interest('2026-01-31', leaseId)).restCents).toBe(301);
  });

  test('fees and other charges bear none without a reminder; nine points without a consumer', async () => {
    const leaseId = await enterLease(books, '2026-01-31');
    await books.on('2026-01-31', (tx, scope) =>
      postCharge(tx, scope, {
        id: randomUUID(),
        leaseId,
        kind: 'fee',
        dueOn: '2026-01-01',
        amountCents: 999_999,
        note: null,
      }),
    );
    expect((await interest('2026-01-31', leaseId)).restCents).toBe(301);
    // 700 × 10,27 % × 25 ÷ 365 = 4,9240
    expect((await interest('2026-01-31', leaseId, { isBusiness: true })).restCents).toBe(492);
    // A private landlord's business tenant: the points stay five, the one late rent owes 40 €.
    expect(await interestSum('2026-01-31', leaseId)).toMatchObject({ lumpSum: null });
    expect(await interestSum('2026-01-31', leaseId, { debtorIsBusiness: true })).toMatchObject({
      restCents: 301,
      lumpSum: { result: 4_000 },
    });
  });

  test('charged, it is owed and not charged again; and it bears no interest itself', async () => {
    const leaseId = await enterLease(books, '2026-01-20');
    const id = randomUUID();
    await expect(chargeIt('2026-01-31', leaseId, 300)).rejects.toMatchObject({
      code: 'arrears.interest_changed',
    });
    await chargeIt('2026-01-31', leaseId, 301, id);
    await chargeIt('2026-01-31', leaseId, 301, id);
    const after = await interest('2026-01-31', leaseId);
    expect([after.chargedCents, after.restCents]).toEqual([301, 0]);
    await expect(chargeIt('2026-01-31', leaseId, 301)).rejects.toMatchObject({
      code: 'arrears.nothing_to_charge',
    });
    const later = await interest('2026-02-03', leaseId);
    // 700 × 6,27 % × 28 ÷ 365 = 3,3669
    expect(later.interest?.result.interestCents).toBe(337);
  });

  test('what was waived of it is not asked for again: 3.01 charged, 2.00 waived, 3.37 − 3.01 = 0.36 are left', async () => {
    const leaseId = await enterLease(books, '2026-01-20');
    const id = randomUUID();
    await chargeIt('2026-01-31', leaseId, 301, id);
    const waive = (chargeId: string, amountCents: number | null) =>
      books.on('2026-01-31', (tx, scope) =>
        waiveCharge(tx, scope, { id: randomUUID(), chargeId, amountCents, reason: 'Kulanz' }),
      );
    await waive(id, 200);
    expect((await interest('2026-01-31', leaseId)).restCents).toBe(0);
    expect((await interest('2026-02-03', leaseId)).restCents).toBe(36);
    await waive(id, null);
    expect((await interest('2026-02-03', leaseId)).restCents).toBe(36);
    await chargeIt('2026-02-03', leaseId, 36);
    // Entered by mistake is another thing: void it was never charged.
    const mistaken = await enterLease(books, '2026-01-20', await secondFlat());
    const second = randomUUID();
    await chargeIt('2026-01-31', mistaken, 301, second);
    await waive(second, 200);
    await books.on('2026-01-31', (tx, scope) =>
      voidCharge(tx, scope, { id: randomUUID(), chargeId: second }),
    );
    expect((await interest('2026-01-31', mistaken)).restCents).toBe(301);
  });

  test('is not charged while reminders are paused', async () => {
    const leaseId = await enterLease(books, '2026-01-20');
    await books.on('2026-01-20', (tx, scope) =>
      pauseDunning(tx, scope, { leaseId, version: 1, until: '2026-02-28' }),
    );
    await expect(chargeIt('2026-01-31', leaseId, 301)).rejects.toMatchObject({ code: 'arrears.paused' });
  });

  test('in the second half of 2026 it is 1,52 % and five points', async () => {
    const leaseId = await enterLease(books, '2026-07-01', { startsOn: '2026-06-01' });
    const { interest: found } = await interest('2026-07-10', leaseId);
    expect(found?.result.parts.map((part) => [part.from, part.isAssumed, part.rateBp])).toEqual([
      ['2026-06-04', false, 627],
      ['2026-07-01', false, 652],
      // The rent of July, due on the 3rd.
      ['2026-07-04', false, 652],
    ]);
  });

  test('days whose base rate is published are charged alone; the rest is an estimate until it is', async () => {
    const leaseId = await enterLease(books, '2026-12-10', {
      startsOn: '2026-12-01',
      endsOn: '2026-12-31',
      isFixedTerm: true,
    });
    // 700 × 6,52 %: 28 days from 4 December are 3,5012, ten of January 1,2504.
    expect(await interestSum('2027-01-10', leaseId)).toMatchObject({
      interestCents: 475,
      estimatedCents: 125,
      restCents: 350,
      claimableThrough: '2026-12-31',
      assumed: [{ from: '2027-01-01', to: '2027-01-10', baseRateBp: 152 }],
    });
    await expect(chargeIt('2027-01-10', leaseId, 475)).rejects.toMatchObject({
      code: 'arrears.interest_changed',
    });
    const id = randomUUID();
    await chargeIt('2027-01-10', leaseId, 350, id);
    const [charged] = await books.admin`select basis from hausbuch.charge where id = ${id}`;
    expect(charged?.basis).toMatchObject({ through: '2026-12-31', accruedCents: 350 });
    expect(await interestSum('2027-01-10', leaseId)).toMatchObject({ restCents: 0, estimatedCents: 125 });
    await expect(chargeIt('2027-01-10', leaseId, 125)).rejects.toMatchObject({
      code: 'arrears.rate_unknown',
    });
    // Paid late, nothing overdue: what is still an estimate stays in sight.
    await pay('2027-01-10', leaseId, 70_000);
    await pay('2027-01-10', leaseId, 350);
    expect(await late('2027-01-11')).toEqual([leaseId]);
    const figure = { id: randomUUID(), kind: 'base_rate', validFrom: '2027-01-01', value: 177, source: 'x' };
    await books.on('2027-01-10', (tx, scope) => createFigure(tx, scope, createFigureInput.parse(figure)));
    // 700 × 6,77 % × 10 ÷ 365 = 1,2984
    expect(await interestSum('2027-01-10', leaseId)).toMatchObject({
      interestCents: 480,
      estimatedCents: 0,
      restCents: 130,
      claimableThrough: '2027-01-10',
    });
    await chargeIt('2027-01-10', leaseId, 130);
    expect(await late('2027-01-11')).toEqual([]);
  });

  test('outside Germany only the user’s own rate, and no thresholds', async () => {
    await books.admin`update hausbuch.portfolio set jurisdiction = 'US', currency = 'USD' where id = ${books.portfolioId}`;
    const leaseId = await enterLease(books, '2026-01-20');
    expect(await interest('2026-01-31', leaseId)).toMatchObject({ isStatutory: false, interest: null });
    await expect(chargeIt('2026-01-31', leaseId, 1)).rejects.toMatchObject({ code: 'arrears.rate_needed' });
    const own = await interest('2026-01-31', leaseId, { ownRateBp: 1_000 });
    expect(own).toMatchObject({ isStatutory: false });
    expect(own.interest?.trace.sources).toEqual([]);
    expect((await list('2026-01-31')).rows[0]?.thresholds).toBeNull();
  });
});
