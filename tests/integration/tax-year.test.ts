import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { property } from '@/db/schema';
import { listCategories } from '@/features/category/queries';
import { createDeposit, recordMovement } from '@/features/deposit/commands';
import { createDepositInput, recordMovementInput } from '@/features/deposit/schema';
import { createRecurring, postAhead } from '@/features/recurring/commands';
import { createRecurringInput } from '@/features/recurring/schema';
import { sendStatement } from '@/features/statement/commands';
import { getTaxForm, getTaxYear } from '@/features/tax/queries';
import { updateTransaction } from '@/features/transaction/commands';
import { updateTransactionInput } from '@/features/transaction/schema';
import { createUnit, setUnitPeriod } from '@/features/unit/commands';
import { createUnitInput } from '@/features/unit/schema';
import { refundCredit, returnPayment } from '@/ledger';
import { refundCreditInput, returnPaymentInput } from '@/ledger/inputs';
import { addDays } from '@/lib/calendar';
import { advance, book, books, openCostDesk, pay, secondId, today } from '../factories/cost-desk.ts';
import { year } from '../factories/flat-year.ts';
import { enterLease } from '../factories/tenancy.ts';

openCostDesk();

const formOf = async (year: number) => {
  const form = await books.on(today, (tx, scope) =>
    getTaxForm(tx, scope, { propertyId: books.propertyId, year }),
  );
  if (!form) throw new Error('No form.');
  return form;
};
const fields = async (year: number) =>
  Object.fromEntries((await formOf(year)).rows.map(({ field, cents }) => [field, cents]));

/** 500 € and 50 € in advance, from January 2025. */
const letFlat = (more: Record<string, unknown> = {}) =>
  enterLease(books, today, { startsOn: '2025-01-01', rentLines: advance(5_000), ...more });

describe('what tenants paid, by the day it came (§ 11 EStG)', () => {
  test('550 € paid three times in 2025: 1,500 € rent and 150 € recovered; what is only due is none', async () => {
    const lease = await letFlat();
    for (const day of ['2025-01-03', '2025-02-04', '2025-03-05']) await pay(lease, 55_000, day);
    expect(await fields(2025)).toEqual({ rent_dwelling: 150_000, recovered_costs: 15_000 });
    expect(await fields(2026)).toEqual({});
  });

  test('the January rent paid on 29 December counts with January: 0 and 500 €', async () => {
    const lease = await letFlat({ startsOn: '2026-01-01' });
    await pay(lease, 55_000, '2025-12-29');
    expect(await fields(2025)).toEqual({});
    expect(await fields(2026)).toEqual({ rent_dwelling: 50_000, recovered_costs: 5_000 });
  });

  test('paid on 20 December it is more than ten days: the year it came', async () => {
    const lease = await letFlat({ startsOn: '2026-01-01' });
    await pay(lease, 55_000, '2025-12-20');
    expect(await fields(2025)).toEqual({ rent_dwelling: 50_000, recovered_costs: 5_000 });
  });

  test('the December rent, due on 3 December, paid on 5 January counts in January, as one of an earlier year', async () => {
    const lease = await letFlat({ startsOn: '2025-12-01' });
    await pay(lease, 55_000, '2026-01-05');
    expect(await fields(2025)).toEqual({});
    expect(await fields(2026)).toEqual({ recovered_costs: 5_000, earlier_rents: 50_000 });
  });

  test('700 € in January for 550 €: the rest settled February; 100 € ahead of everything counts too', async () => {
    const lease = await letFlat({ startsOn: '2025-01-01', endsOn: '2025-01-31', isFixedTerm: true });
    await pay(lease, 65_000, '2025-01-03');
    expect(await fields(2025)).toEqual({ rent_dwelling: 60_000, recovered_costs: 5_000 });
  });

  test('100 € of credit paid out in 2026 are taken off then', async () => {
    const lease = await letFlat({ startsOn: '2025-01-01', endsOn: '2025-01-31', isFixedTerm: true });
    await pay(lease, 65_000, '2025-01-03');
    await books.on(today, (tx, scope) =>
      refundCredit(
        tx,
        scope,
        refundCreditInput.parse({
          id: randomUUID(),
          leaseId: lease,
          paidOn: '2026-02-01',
          amountCents: 10_000,
        }),
      ),
    );
    expect(await fields(2025)).toEqual({ rent_dwelling: 60_000, recovered_costs: 5_000 });
    expect(await fields(2026)).toEqual({ rent_dwelling: -10_000 });
  });

  test('a direct debit that the bank took back in the next year never came', async () => {
    const lease = await letFlat();
    const { id: paymentId } = await pay(lease, 55_000, '2025-01-03');
    await books.on(today, (tx, scope) =>
      returnPayment(
        tx,
        scope,
        returnPaymentInput.parse({
          id: randomUUID(),
          paymentId,
          returnedOn: '2026-01-15',
          feeChargeId: randomUUID(),
        }),
      ),
    );
    expect(await fields(2025)).toEqual({});
    expect(await fields(2026)).toEqual({});
  });

  test('a deposit is none until it is kept: 300 € for rent and 120 € for damage are 420 € in line 25', async () => {
    const lease = await letFlat();
    const depositId = randomUUID();
    await books.on(today, (tx, scope) =>
      createDeposit(
        tx,
        scope,
        createDepositInput.parse({
          ...{ id: depositId, leaseId: lease, form: 'cash', agreedCents: 150_000 },
          ...{ receivedOn: '2025-01-02' },
        }),
      ),
    );
    expect(await fields(2025)).toEqual({});
    const kept = { id: randomUUID(), depositId, kind: 'deduction', bookedOn: '2025-05-20' };
    const input = recordMovementInput.parse({
      ...{ ...kept, amountCents: 30_000, reason: 'Miete Januar', settlesAccount: true },
    });
    await books.on(today, (tx, scope) => recordMovement(tx, scope, input));
    expect(await fields(2025)).toEqual({ earlier_rents: 30_000 });
    const damage = { ...input, id: randomUUID(), amountCents: 12_000, settlesAccount: false };
    await books.on(today, (tx, scope) => recordMovement(tx, scope, damage));
    expect(await fields(2025)).toEqual({ earlier_rents: 42_000 });
  });
});

describe('what is let', () => {
  test('a garage by itself is line 26, a shop with 19 % VAT line 16 with its VAT in line 27: 595 € are 500 and 95', async () => {
    const garage = randomUUID();
    await books.on(today, (tx, scope) =>
      createUnit(
        tx,
        scope,
        createUnitInput.parse({ id: garage, propertyId: books.propertyId, name: 'Garage', kind: 'parking' }),
      ),
    );
    const shop = randomUUID();
    await books.on(today, (tx, scope) =>
      createUnit(
        tx,
        scope,
        createUnitInput.parse({ id: shop, propertyId: books.propertyId, name: 'Laden', kind: 'commercial' }),
      ),
    );
    const [net] = advance(0);
    if (!net) throw new Error('No rent.');
    const ofGarage = await letFlat({ unitIds: [garage], rentLines: [{ ...net, amountCents: 6_000 }] });
    const ofShop = await letFlat({
      unitIds: [shop],
      rentLines: [{ ...net, amountCents: 59_500, vatRateBp: 1_900 }],
    });
    const ofBoth = await letFlat({ unitIds: [books.unitId] });
    await pay(ofGarage, 6_000, '2025-02-03');
    await pay(ofShop, 59_500, '2025-02-03');
    await pay(ofBoth, 55_000, '2025-02-03');
    expect(await fields(2025)).toEqual({
      rent_dwelling: 50_000,
      rent_other: 50_000,
      rent_garage: 6_000,
      vat_received: 9_500,
      recovered_costs: 5_000,
    });
  });
});

describe('statements of operating costs', () => {
  test('600 € in advance, 400 € of costs: 200 € of credit settle rent of 2026, and as much is given back', async () => {
    const lease = await letFlat({ endsOn: null });
    for (let month = 1; month <= 12; month += 1)
      await pay(lease, 55_000, `2025-${`${month}`.padStart(2, '0')}-03`);
    await enterLease(books, today, {
      startsOn: '2025-01-01',
      unitIds: [secondId],
      rentLines: advance(5_000),
    });
    await book('property_tax', 40_000, { bookedOn: '2025-05-15' });
    await books.on(today, (tx, scope) =>
      sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...year }),
    );
    const before = await fields(2025);
    expect(before).toEqual({ rent_dwelling: 600_000, recovered_costs: 60_000, operating_recovered: 40_000 });
    const now = await fields(2026);
    expect((now.settled_costs ?? 0) + (now.rent_dwelling ?? 0) + (now.recovered_costs ?? 0)).toBe(0);
    expect(now.settled_costs).toBeLessThan(0);
  });
});

describe('the three years after a purchase (§ 6 (1) no. 1a EStG)', () => {
  test('11,900 € of repairs with 19 % VAT, 190 € of them given back, and 5,000 € that improve: 14,840.34 €', async () => {
    await books.on(today, (tx) =>
      tx.update(property).set({ purchasedOn: '2024-03-15' }).where(eq(property.id, books.propertyId)),
    );
    await book('repairs', 1_000_000, { bookedOn: '2024-03-14' });
    await book('repairs', 1_190_000, { bookedOn: '2024-03-15', vatRateBp: 1_900 });
    await book('repairs', -19_000, { bookedOn: '2025-06-01', vatRateBp: 1_900 });
    await book('improvements', 500_000, { bookedOn: '2025-06-01' });
    // 10,000 − 159.66 + 5,000
    expect((await formOf(2025)).upkeep).toEqual({ spentCents: 1_484_034, until: '2027-03-14' });
    expect((await formOf(2023)).upkeep).toBeNull();
  });
});

describe('what was booked', () => {
  test('insurance of 2026, due on 1 January, debited on 30 December: 2025 until its time is entered, then 2026', async () => {
    const recurringId = randomUUID();
    const on = '2025-12-30';
    const categories = await books.on(on, (tx, scope) => listCategories(tx, scope, 'all'));
    const item = {
      ...{ id: recurringId, propertyId: books.propertyId, direction: 'expense', title: 'Versicherung' },
      categoryId: categories.find(({ code }) => code === 'insurance')?.id,
      ...{
        everyMonths: 12,
        startsOn: '2026-01-01',
        anchorDay: 1,
        amountCents: 40_000,
        recoverableKey: 'area',
      },
    };
    await books.on(on, (tx, scope) => createRecurring(tx, scope, createRecurringInput.parse(item)));
    const transactionId = randomUUID();
    const due = {
      id: transactionId,
      recurringId,
      dueOn: '2026-01-01' as const,
      bookedOn: on as '2025-12-30',
    };
    await books.on(on, (tx, scope) => postAhead(tx, scope, due));
    expect([await fields(2025), await fields(2026)]).toEqual([{ operating_recovered: 40_000 }, {}]);
    const bill = {
      ...{ id: randomUUID(), transactionId, propertyId: item.propertyId, bookedOn: on, direction: 'expense' },
      ...{ categoryId: item.categoryId, title: item.title, amountCents: 40_000, recoverableKey: 'area' },
      ...{ serviceFrom: '2026-01-01', serviceTo: '2026-12-31' },
    };
    await books.on(on, (tx, scope) => updateTransaction(tx, scope, updateTransactionInput.parse(bill)));
    expect([await fields(2025), await fields(2026)]).toEqual([{}, { operating_recovered: 40_000 }]);
  });

  test('costs by their group; what no key passes on is not recovered; the principal of a loan counts nowhere', async () => {
    await book('property_tax', 120_000);
    await book('insurance', 30_000, { recoverableKey: null });
    await book('repairs', 23_800);
    await book('mortgage_interest', 99_999);
    await book('principal', 50_000);
    expect(await fields(2025)).toEqual({
      interest: 99_999,
      maintenance: 23_800,
      operating_recovered: 120_000,
      operating_not_recovered: 30_000,
    });
    const { leftOut, costCents, resultCents } = await formOf(2025);
    expect(leftOut).toEqual([{ code: 'principal', name: null, cents: 50_000, direction: 'expense' }]);
    expect([costCents, resultCents]).toEqual([273_799, -273_799]);
  });

  test('24 days around New Year with 1 € each: twelve in 2024, twelve in 2025, none twice', async () => {
    for (let day = 0; day < 24; day += 1) {
      await book('repairs', 100, { bookedOn: addDays('2024-12-20', day) });
    }
    expect([await fields(2023), await fields(2024), await fields(2025), await fields(2026)]).toEqual([
      {},
      { maintenance: 1_200 },
      { maintenance: 1_200 },
      {},
    ]);
  });

  test('the portfolio says the same of every property, and what is on none apart', async () => {
    await book('repairs', 23_800);
    await book('tax_advice', 40_000, { propertyId: null });
    const whole = await books.on(today, (tx, scope) => getTaxYear(tx, scope, { year: 2025 }));
    expect(whole?.rows.map(({ id, costCents, resultCents }) => [id, costCents, resultCents])).toEqual([
      [books.propertyId, 23_800, -23_800],
    ]);
    expect(whole?.unplaced).toEqual({ incomeCents: 0, costCents: 40_000 });
  });

  test('400 € of advice on no property and 1,000 € of principal: 400 € are to be shared out, principal is no cost', async () => {
    await book('repairs', 100);
    await book('tax_advice', 40_000, { propertyId: null });
    await book('principal', 100_000, { propertyId: null });
    const whole = await books.on(today, (tx, scope) => getTaxYear(tx, scope, { year: 2025 }));
    expect(whole?.unplaced).toEqual({ incomeCents: 0, costCents: 40_000 });
  });

  test('a flat of one’s own until 30 June 2025: 2024 and 2025 say so, 2023 and 2026 do not', async () => {
    await book('repairs', 100, { bookedOn: '2023-05-01' });
    for (const day of ['2024-05-01', '2025-05-01', '2026-01-15'])
      await book('repairs', 100, { bookedOn: day });
    const period = {
      areaSqm100: 6_000,
      coOwnershipNumerator: null,
      coOwnershipDenominator: null,
      persons: null,
    };
    for (const [validFrom, ownUse] of [
      ['2024-12-31', true],
      ['2025-07-01', false],
    ] as const) {
      await books.on(today, (tx, scope) =>
        setUnitPeriod(tx, scope, { unitId: books.unitId, validFrom, ownUse, ...period }),
      );
    }
    const said = async (year: number) =>
      (await books.on(today, (tx, scope) => getTaxYear(tx, scope, { year })))?.rows.map(
        (row) => row.hasOwnUse,
      );
    expect([await said(2023), await said(2024), await said(2025), await said(2026)]).toEqual([
      [false],
      [true],
      [true],
      [false],
    ]);
  });

  test('nobody said a year: the last one where there was money in it, else this one', async () => {
    expect((await books.on(today, (tx, scope) => getTaxYear(tx, scope, { year: null })))?.year).toBe(2026);
    await book('repairs', 23_800);
    expect((await books.on(today, (tx, scope) => getTaxYear(tx, scope, { year: null })))?.year).toBe(2025);
  });
});

describe('whose form it is', () => {
  const stand = (set: { jurisdiction: string; country: string }) =>
    Promise.all([
      books.admin`update hausbuch.portfolio set jurisdiction = ${set.jurisdiction} where id = ${books.portfolioId}`,
      books.admin`update hausbuch.property set country = ${set.country}, purchased_on = '2025-06-20',
        purchase_price_cents = 27500000, building_share_bp = 8000 where id = ${books.propertyId}`,
    ]);

  test('Schedule E: the January rent paid on 29 December counts in December, with its advance; 220,000 ÷ 27.5 × 6.5/12', async () => {
    await stand({ jurisdiction: 'US', country: 'US' });
    const lease = await letFlat({ startsOn: '2026-01-01' });
    await pay(lease, 55_000, '2025-12-29');
    await book('property_tax', 10_000);
    await book('improvements', 500_000);
    expect(await fields(2025)).toEqual({ 3: 55_000, 16: 10_000, 18: 433_333 });
    expect(await fields(2026)).toEqual({ 18: 800_000 });
    const form = await formOf(2025);
    expect([form.form, form.missing, form.improvedCents, form.upkeep]).toEqual([
      'schedule_e',
      [],
      500_000,
      null,
    ]);
  });

  test.each([
    ['AT', 'AT'],
    ['DE', 'AT'],
    ['US', 'DE'],
  ])('none of a portfolio in %s for what lies in %s', async (jurisdiction, country) => {
    await stand({ jurisdiction, country });
    const ask = { propertyId: books.propertyId, year: 2025 };
    expect(await books.on(today, (tx, scope) => getTaxForm(tx, scope, ask))).toBeNull();
    expect(await books.on(today, (tx, scope) => getTaxYear(tx, scope, { year: 2025 }))).toBeNull();
  });

  test('years long ago and far off are empty or depreciate, and a stranger’s property is not found', async () => {
    await stand({ jurisdiction: 'DE', country: 'DE' });
    await books.admin`update hausbuch.property set year_built = 1962 where id = ${books.propertyId}`;
    // 220,000 × 2 %, in 2025 from June on 7/12, the rest in 2075.
    expect(await fields(1900)).toEqual({});
    expect(await fields(2074)).toEqual({ depreciation: 440_000 });
    expect(await fields(2075)).toEqual({ depreciation: 183_333 });
    expect(await fields(2199)).toEqual({});
    const asked = books.on(today, (tx, scope) =>
      getTaxForm(tx, scope, { propertyId: randomUUID(), year: 2025 }),
    );
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });
});
