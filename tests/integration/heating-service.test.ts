import { describe, expect, test } from 'vitest';
import { getPlantYear } from '@/features/heating/queries';
import { year } from '../factories/flat-year.ts';
import {
  ahrens,
  book,
  books,
  brandt,
  costsOf,
  enter,
  letterTo,
  openHeatingDesk,
  plantOf,
  secondId,
  statement,
  today,
} from '../factories/heating-desk.ts';

openHeatingDesk();

describe('a metering service’s bill', () => {
  const amounts = (one: number, two: number, co2: [number, number] | null = null) => [
    { unitId: books.unitId, leaseId: ahrens, amountCents: one, co2LandlordCents: co2?.[0] ?? null },
    { unitId: secondId, leaseId: brandt, amountCents: two, co2LandlordCents: co2?.[1] ?? null },
  ];

  test('CO₂ taken off already: 582.80 + 364.84 + 52.36 are 1,000 €, and nothing is taken off again', async () => {
    await book(100_000);
    const id = await plantOf({ sharedBy: 'service' });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_service_total']);
    await enter(id, {
      totalCents: 100_000,
      co2Way: 'deducted',
      co2LandlordCents: 5_236,
      amounts: amounts(58_280, 36_484),
    });
    const { problems, warnings, lines } = await statement();
    expect([problems, warnings]).toEqual([[], []]);
    expect(lines[0]).toMatchObject({ totalCents: 100_000, tenantsCents: 94_764 });
    expect(await costsOf(ahrens)).toBe(58_280);
  });

  test('the number its file knows a unit by is kept, and known in the next year', async () => {
    const id = await plantOf({ sharedBy: 'service', hasCo2: false });
    const [one, two] = amounts(61_500, 38_500);
    await enter(id, { totalCents: 100_000, amounts: [{ ...one, serviceId: '0000012340001' }, two] as never });
    const services = [{ unitId: books.unitId, serviceId: '0000012340001' }];
    for (const of of [year, { from: '2026-01-01', to: '2026-12-31' }]) {
      const view = await books.on(today, (tx, scope) => getPlantYear(tx, scope, { plantId: id, ...of }));
      expect(view.services).toEqual(services);
    }
    expect((await statement()).lines[0]?.plant?.users[0]).not.toHaveProperty('serviceId');
  });

  test('what its bill names is told: 4,000 kg ÷ 200 m² are step 3, 20 % of 261.80 € are the 52.36 € it took off', async () => {
    await book(100_000);
    const id = await plantOf({ sharedBy: 'service' });
    const told = {
      ...{ totalCents: 100_000, co2Way: 'deducted' as const, co2LandlordCents: 5_236 },
      ...{ amounts: amounts(58_280, 36_484), co2Grams: 4_000_000 },
    };
    const { version } = await enter(id, { ...told, co2CostCents: 26_180 });
    const { problems, warnings, lines } = await statement();
    expect([problems, warnings]).toEqual([[], []]);
    expect(lines[0]?.plant).toMatchObject({ co2: { step: 3, kgPerSqm: 20 }, co2LandlordCents: 5_236 });
    expect(await costsOf(ahrens)).toBe(58_280);
    const text = await letterTo(ahrens, 'de');
    for (const words of ['Stufe 3', 'je m²', '52,36 €', 'vor der Verteilung abgezogen'])
      expect(text).toContain(words);
    // 20 % of 300 € would be 60 €.
    await enter(id, { ...told, version, co2CostCents: 30_000 });
    expect((await statement()).warnings).toMatchObject([
      { code: 'service_co2_class_differs', params: { cents: 6_000, statedCents: 5_236 } },
    ]);
  });

  test('CO₂ only shown: 615.00 with 32.20 of it the landlord’s are 582.80 €', async () => {
    await book(100_000);
    const id = await plantOf({ sharedBy: 'service' });
    await enter(id, {
      totalCents: 100_000,
      co2Way: 'shown',
      co2LandlordCents: 5_236,
      amounts: amounts(61_500, 38_500, [3_220, 2_016]),
    });
    expect(await costsOf(ahrens)).toBe(58_280);
  });

  test('CO₂ not split, by the supplier’s bill: 20 % of 261.80 off in proportion, 582.80 €', async () => {
    await book(100_000);
    const id = await plantOf({ sharedBy: 'service' });
    const told = { totalCents: 100_000, co2Way: 'none' as const, amounts: amounts(61_500, 38_500) };
    const { version } = await enter(id, told);
    expect((await statement()).warnings.map(({ code }) => code)).toEqual(['service_without_co2']);
    await enter(id, { ...told, version, co2Grams: 4_000_000, co2CostCents: 26_180 });
    expect(await costsOf(ahrens)).toBe(58_280);
  });

  test('what is booked on a unit of it besides is not charged a second time', async () => {
    await book(100_000);
    await book(90_000, { unitId: books.unitId });
    const id = await plantOf({ sharedBy: 'service', hasCo2: false });
    await enter(id, { totalCents: 100_000, amounts: amounts(61_500, 38_500) });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_units_booked']);
  });

  const ofYearBefore = { serviceFrom: '2024-01-01', serviceTo: '2024-12-31' };
  test.each([
    ['for another year', { ...ofYearBefore, bookedOn: '2024-12-18' }],
    ['for another year, and paid in this one', { ...ofYearBefore, bookedOn: '2025-01-08' }],
    ['and paid in another year', { serviceFrom: null, serviceTo: null, bookedOn: '2024-12-20' }],
  ])('what is booked on a unit of it %s stops nothing', async (_, more) => {
    await book(100_000);
    await book(90_000, { unitId: books.unitId, ...more });
    const id = await plantOf({ sharedBy: 'service', hasCo2: false });
    await enter(id, { totalCents: 100_000, amounts: amounts(61_500, 38_500) });
    expect((await statement()).problems).toEqual([]);
  });

  test('a sum that fits the other way stops it and says which, an amount that is none of the house is refused', async () => {
    await book(100_000);
    const id = await plantOf({ sharedBy: 'service' });
    const told = { totalCents: 100_000, co2Way: 'deducted' as const, co2LandlordCents: 5_236 };
    await enter(id, { ...told, amounts: amounts(61_500, 38_500) });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['service_co2_not_deducted']);
    const strange = [{ unitId: books.unitId, leaseId: brandt, amountCents: 1 }];
    await expect(enter(id, { ...told, version: 1, amounts: strange })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
