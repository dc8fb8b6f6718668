import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createDeposit, recordMovement } from '@/features/deposit/commands';
import { createDepositInput, recordMovementInput } from '@/features/deposit/schema';
import { voidLease } from '@/features/lease/commands';
import { sendStatement } from '@/features/statement/commands';
import { getVatYear } from '@/features/vat/queries';
import type { VatBasis } from '@/features/vat/rules';
import { recordPayment, returnPayment, waiveCharge } from '@/ledger';
import { recordPaymentInput, returnPaymentInput } from '@/ledger/inputs';
import { advance, book, books, openCostDesk, pay, secondId, today } from '../factories/cost-desk.ts';
import { year } from '../factories/flat-year.ts';
import { enterLease } from '../factories/tenancy.ts';

openCostDesk();

/** A shop of 140 of 200 m² with 595 € and 119 € in advance, 19 % VAT in both, and a flat of 60 m². */
async function letShopAndFlat(more: Record<string, unknown> = {}) {
  const [net, costs] = advance(11_900).map((line) => ({ ...line, vatRateBp: 1_900 }));
  if (!net || !costs) throw new Error('No rent.');
  const shop = await enterLease(books, today, {
    startsOn: '2025-01-01',
    unitIds: [secondId],
    rentLines: [{ ...net, amountCents: 59_500 }, costs],
    ...more,
  });
  const flat = await enterLease(books, today, { startsOn: '2025-01-01', rentLines: advance(5_000) });
  return { shop, flat };
}

const vatOf = (of = 2025) => books.on(today, (tx, scope) => getVatYear(tx, scope, { year: of }));
async function own(of = 2025) {
  const [returner, ...more] = (await vatOf(of))?.returners ?? [];
  if (!returner || more.length > 0) throw new Error(`${more.length + 1} return VAT.`);
  return returner;
}
/** Months that are not nothing: output VAT and input VAT. */
async function figures(basis: VatBasis, of = 2025) {
  const months = (await own(of))[basis].map(({ month, rates, inputCents }) => ({
    month,
    vat: rates.reduce((sum, { vatCents }) => sum + vatCents, 0),
    input: inputCents,
  }));
  return Object.fromEntries(
    months
      .filter(({ vat, input }) => vat !== 0 || input !== 0)
      .map((one) => [one.month, [one.vat, one.input]]),
  );
}

describe('a shop let with 19 % beside a flat', () => {
  test('714 € a month are 114 € VAT in each of twelve months by fees agreed, nothing by fees received', async () => {
    await letShopAndFlat();
    const { agreed, received } = await own();
    expect(agreed.map(({ rates }) => rates)).toEqual(
      Array.from({ length: 12 }, () => [{ rateBp: 1_900, netCents: 60_000, vatCents: 11_400 }]),
    );
    expect(received.every(({ rates }) => rates.length === 0)).toBe(true);
  });

  test('nobody lets with VAT: there is nothing to return', async () => {
    await enterLease(books, today, { startsOn: '2025-01-01', rentLines: advance(5_000) });
    await book('water', 107_000, { vatRateBp: 700 });
    expect(await vatOf()).toBeNull();
  });

  test('a lease with VAT that was entered by mistake and taken back is none: there is nothing to return', async () => {
    const [net] = advance(5_000);
    if (!net) throw new Error('No rent.');
    const id = await enterLease(books, today, {
      startsOn: '2025-01-01',
      unitIds: [secondId],
      rentLines: [{ ...net, vatRateBp: 1_900 }],
    });
    expect(await vatOf()).not.toBeNull();
    await books.on(today, (tx, scope) => voidLease(tx, scope, { id, version: 1 }));
    expect(await vatOf()).toBeNull();
  });

  test('1,428 € in January pay January and, in advance, February: 228 € in January, none in February', async () => {
    const { shop } = await letShopAndFlat();
    await pay(shop, 142_800, '2025-01-03');
    const agreed = await figures('agreed');
    expect([agreed['2025-01'], agreed['2025-02'], agreed['2025-03']]).toEqual([
      [22_800, 0],
      undefined,
      [11_400, 0],
    ]);
    expect(await figures('received')).toEqual({ '2025-01': [22_800, 0] });
  });

  test('714 of a deposit kept in May for rent are 114 € VAT received in May; 350 kept for damage bear none', async () => {
    const { shop } = await letShopAndFlat();
    const depositId = randomUUID();
    const agreed = { id: depositId, leaseId: shop, agreedCents: 150_000, receivedOn: '2025-01-02' };
    await books.on(today, (tx, scope) => createDeposit(tx, scope, createDepositInput.parse(agreed)));
    for (const [amountCents, reason, settlesAccount] of [
      [71_400, 'Miete Januar', true],
      [35_000, 'Schaufenster', false],
    ] as const) {
      const kept = { id: randomUUID(), depositId, kind: 'deduction', bookedOn: '2025-05-20' };
      const input = recordMovementInput.parse({ ...kept, amountCents, reason, settlesAccount });
      await books.on(today, (tx, scope) => recordMovement(tx, scope, input));
    }
    expect(await figures('received')).toEqual({ '2025-05': [11_400, 0] });
    const byFeesAgreed = await figures('agreed');
    expect([byFeesAgreed['2025-04'], byFeesAgreed['2025-05']]).toEqual([
      [11_400, 0],
      [11_400, 0],
    ]);
  });

  test('of 70 € VAT in water for the house 140 ÷ 200 are deducted; of the flat none, of the shop all', async () => {
    await letShopAndFlat();
    await book('water', 107_000, { vatRateBp: 700 });
    await book('repairs', 11_900, {
      vatRateBp: 1_900,
      unitId: secondId,
      invoiceOn: '2025-04-30',
      bookedOn: '2025-05-05',
    });
    await book('repairs', 11_900, { vatRateBp: 1_900, unitId: books.unitId });
    expect(await figures('received')).toEqual({ '2025-03': [0, 4_900], '2025-04': [0, 1_900] });
    expect((await own()).bills.map(({ vatCents, deductedCents }) => [vatCents, deductedCents])).toEqual([
      [7_000, 4_900],
      [1_900, 1_900],
    ]);
  });

  test('a flat that was built out on 1 June has no part of a bill of March: of 70 € VAT 140 ÷ 200, and 140 ÷ 280 in June', async () => {
    await letShopAndFlat();
    const atticId = randomUUID();
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind, available_from)
      values (${books.portfolioId}, ${atticId}, ${books.propertyId}, 'Dach', 'apartment', '2025-06-01')`;
    await books.admin`insert into hausbuch.unit_period (portfolio_id, unit_id, valid_from, area_sqm100)
      values (${books.portfolioId}, ${atticId}, '0001-01-01', 8000)`;
    await enterLease(books, today, { startsOn: '2025-06-01', unitIds: [atticId], rentLines: advance(5_000) });
    await book('water', 107_000, { vatRateBp: 700 });
    await book('water', 107_000, { vatRateBp: 700, bookedOn: '2025-06-05' });
    expect(await figures('received')).toEqual({ '2025-03': [0, 4_900], '2025-06': [0, 3_500] });
  });

  test('a room that left the lease before VAT was agreed was let without: of 19 € VAT in a bill for it none is deducted', async () => {
    const roomId = randomUUID();
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books.portfolioId}, ${roomId}, ${books.propertyId}, 'Lager', 'commercial')`;
    const [net] = advance(5_000);
    if (!net) throw new Error('No rent.');
    const leaseId = await enterLease(books, today, {
      startsOn: '2025-01-01',
      unitIds: [secondId],
      rentLines: [{ ...net, vatRateBp: 1_900 }],
      rentSince: '2025-07-01',
      earlierRents: [{ validFrom: '2025-01-01', lines: [net] }],
    });
    await books.admin`insert into hausbuch.lease_unit (portfolio_id, lease_id, unit_id, from_on, to_on)
      values (${books.portfolioId}, ${leaseId}, ${roomId}, '2025-01-01', '2025-06-30')`;
    await book('repairs', 11_900, { vatRateBp: 1_900, unitId: roomId, bookedOn: '2025-09-05' });
    await book('repairs', 11_900, { vatRateBp: 1_900, unitId: secondId, bookedOn: '2025-09-05' });
    expect((await figures('received'))['2025-09']).toEqual([0, 1_900]);
  });

  test('a bill on no property is asked about, not split', async () => {
    await letShopAndFlat();
    await book('water', 107_000, { vatRateBp: 700, propertyId: null });
    const { bills } = await own();
    expect(bills).toMatchObject([{ deductedCents: null, reason: 'no_property' }]);
    expect(await figures('received')).toEqual({});
  });

  test('a statement asks for 1,071 €: 171 € VAT in the month it was sent', async () => {
    const { shop } = await letShopAndFlat();
    for (let month = 1; month <= 12; month += 1) {
      await pay(shop, 71_400, `2025-${String(month).padStart(2, '0')}-03`);
    }
    await book('property_tax', 300_000);
    await send();
    // 2,100 net and 19 % are 2,499 €, less 12 × 119 = 1,428: 1,071, of it 171.
    expect((await figures('agreed', 2026))['2026-02']).toEqual([11_400 + 17_100, 0]);
  });

  test('a statement gives 595 € back: −95 € in the month it was sent; received, as it is set off', async () => {
    const { shop } = await letShopAndFlat();
    for (let month = 1; month <= 12; month += 1) {
      await pay(shop, 71_400, `2025-${String(month).padStart(2, '0')}-03`);
    }
    await book('property_tax', 100_000);
    await send();
    // 700 net and 19 % are 833 €, less 1,428: −595, of it −95.
    expect((await figures('agreed', 2026))['2026-02']).toEqual([11_400 - 9_500, 0]);
    // It pays rent of 595 €: 95 received, 95 given back.
    expect(await figures('received', 2026)).toEqual({});
  });
});

describe('what changes afterwards', () => {
  const chargeOf = async (leaseId: string, month: string) => {
    const [row] = await books.admin<{ id: string }[]>`select id from hausbuch.charge
      where lease_id = ${leaseId} and kind = 'rent' and corrects_charge_id is null and period_from = ${month}`;
    if (!row) throw new Error('No charge.');
    return row.id;
  };

  test('119 € of March waived in February 2026: March stays 114, February 2026 has 19 less (§ 17 (1) UStG)', async () => {
    const { shop } = await letShopAndFlat();
    const chargeId = await chargeOf(shop, '2025-03-01');
    await books.on(today, (tx, scope) =>
      waiveCharge(tx, scope, { id: randomUUID(), chargeId, amountCents: 11_900, reason: 'Mangel' }),
    );
    expect((await figures('agreed'))['2025-03']).toEqual([11_400, 0]);
    expect((await figures('agreed', 2026))['2026-02']).toEqual([11_400 - 1_900, 0]);
  });

  test('714 € of March 2025 returned by the bank in April: received 114, then −114; agreed March stays', async () => {
    const { shop } = await letShopAndFlat();
    const paymentId = randomUUID();
    const input = {
      id: paymentId,
      leaseId: shop,
      paidOn: '2025-03-03',
      amountCents: 71_400,
      method: 'direct_debit',
    };
    await books.on(today, (tx, scope) => recordPayment(tx, scope, recordPaymentInput.parse(input)));
    const back = { id: randomUUID(), paymentId, returnedOn: '2025-04-07', feeChargeId: randomUUID() };
    await books.on(today, (tx, scope) => returnPayment(tx, scope, returnPaymentInput.parse(back)));
    expect(await figures('received')).toEqual({ '2025-03': [11_400, 0], '2025-04': [-11_400, 0] });
    // It settled January, which was supplied before it came.
    expect((await figures('agreed'))['2025-03']).toEqual([11_400, 0]);
  });

  test('1,190 € from before the books, of which 714 € come in March and the rest in May: received 114 + 76, agreed nothing', async () => {
    const { shop } = await letShopAndFlat({ openingBalanceCents: 119_000 });
    await pay(shop, 71_400, '2025-03-10');
    await pay(shop, 47_600, '2025-05-10');
    expect(await figures('received')).toEqual({ '2025-03': [11_400, 0], '2025-05': [7_600, 0] });
    expect((await figures('agreed'))['2025-01']).toEqual([11_400, 0]);
    const { received } = await own();
    expect(received[4]?.rates).toEqual([{ rateBp: 1_900, netCents: 40_000, vatCents: 7_600 }]);
  });

  test('of a rent with VAT and without nobody can say what a debt from before the books was for: it is not counted', async () => {
    const [net, costs] = advance(11_900);
    if (!net || !costs) throw new Error('No rent.');
    const { shop } = await letShopAndFlat({
      openingBalanceCents: 119_000,
      rentLines: [{ ...net, amountCents: 59_500, vatRateBp: 1_900 }, costs],
    });
    await pay(shop, 119_000, '2025-03-10');
    expect(await figures('received')).toEqual({});
  });

  test('two owners return the VAT of their house together', async () => {
    await letShopAndFlat();
    const [anna, bert] = [randomUUID(), randomUUID()];
    await books.admin`insert into hausbuch.landlord (portfolio_id, id, kind, name) values
      (${books.portfolioId}, ${anna}, 'person', 'Anna'), (${books.portfolioId}, ${bert}, 'person', 'Bert')`;
    expect((await own()).names).toEqual([]);
    await books.admin`insert into hausbuch.property_owner (portfolio_id, id, property_id, landlord_id, share_numerator, share_denominator)
      values (${books.portfolioId}, ${randomUUID()}, ${books.propertyId}, ${bert}, 1, 2),
        (${books.portfolioId}, ${randomUUID()}, ${books.propertyId}, ${anna}, 1, 2)`;
    expect((await own()).names).toEqual(['Anna', 'Bert']);
  });
});

const send = () =>
  books.on(today, (tx, scope) =>
    sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...year }),
  );

describe('a shop in Vienna of a landlord in Germany', () => {
  /** A shop there with 714 € a month, 20 % VAT (119 €) in it. */
  async function letInVienna() {
    const [propertyId, unitId] = [randomUUID(), randomUUID()];
    await books.admin`insert into hausbuch.property (portfolio_id, id, name, kind, country)
      values (${books.portfolioId}, ${propertyId}, 'Gürtel', 'commercial', 'AT')`;
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books.portfolioId}, ${unitId}, ${propertyId}, 'Laden', 'commercial')`;
    const [net] = advance(0);
    if (!net) throw new Error('No rent.');
    await enterLease(books, today, {
      startsOn: '2025-01-01',
      unitIds: [unitId],
      rentLines: [{ ...net, amountCents: 71_400, vatRateBp: 2_000 }],
    });
    await book('repairs', 12_000, { vatRateBp: 2_000, propertyId });
  }

  test('its 20 % are returned there (§ 3a (3) no. 1 UStG): 114 € are the German VAT of a month, and 119 € Austria’s', async () => {
    await letShopAndFlat();
    await letInVienna();
    const { returners } = (await vatOf()) ?? { returners: [] };
    expect(returners.map(({ country, agreed }) => [country, agreed[0]?.rates])).toEqual([
      [null, [{ rateBp: 1_900, netCents: 60_000, vatCents: 11_400 }]],
      ['AT', [{ rateBp: 2_000, netCents: 59_500, vatCents: 11_900 }]],
    ]);
    expect(returners.map(({ bills }) => bills.map(({ deductedCents }) => deductedCents))).toEqual([
      [],
      [2_000],
    ]);
    expect(new Set(returners.map(({ key }) => key)).size).toBe(2);
  });

  test('whoever lets with VAT there alone returns nothing in Germany', async () => {
    await letInVienna();
    expect((await vatOf())?.returners.map(({ country }) => country)).toEqual(['AT']);
  });

  test('where nobody knows the clock of another country, its only country is home', async () => {
    await letInVienna();
    const { portfolioId } = books;
    await books.admin`update hausbuch.portfolio set jurisdiction = 'other', time_zone = 'Asia/Singapore'
      where id = ${portfolioId}`;
    await books.admin`update hausbuch.property set country = 'SG' where portfolio_id = ${portfolioId}`;
    expect((await vatOf())?.returners.map(({ country }) => country)).toEqual([null]);
  });
});
