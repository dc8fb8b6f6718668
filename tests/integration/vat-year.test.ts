import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sendStatement } from '@/features/statement/commands';
import { getVatYear } from '@/features/vat/queries';
import type { VatBasis } from '@/features/vat/rules';
import { advance, book, books, openCostDesk, pay, secondId, today } from '../factories/cost-desk.ts';
import { year } from '../factories/flat-year.ts';
import { enterLease } from '../factories/tenancy.ts';

openCostDesk();

/** A shop of 140 of 200 m² with 595 € and 119 € in advance, 19 % VAT in both, and a flat of 60 m². */
async function letShopAndFlat() {
  const [net, costs] = advance(11_900).map((line) => ({ ...line, vatRateBp: 1_900 }));
  if (!net || !costs) throw new Error('No rent.');
  const shop = await enterLease(books, today, {
    startsOn: '2025-01-01',
    unitIds: [secondId],
    rentLines: [{ ...net, amountCents: 59_500 }, costs],
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
/** Months that are not nothing: VAT of the lets and VAT deducted. */
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

const send = () =>
  books.on(today, (tx, scope) =>
    sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...year }),
  );
