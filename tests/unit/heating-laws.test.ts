import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '@/lib/calendar';
import { co2Split, heatingCosts } from '@/statement/plant/index';
import { type OwnHand, type OwnUnit, ownHeating } from '../independent/heating.ts';
import { slowness, spentSince } from '../setup/machine.ts';

/** What holds of every plant, and a second accountant who reckons it day by day. */
const runs = { numRuns: 200 };
const year = { from: '2025-01-01', to: '2025-12-31' };

const anyHand = (index: number) => ({ name: `hand ${index}`, heat: null, water: null });

const anyUnit = (index: number): fc.Arbitrary<OwnUnit> =>
  fc
    .record({
      area: fc.integer({ min: 10, max: 200 }),
      heat: fc.integer({ min: 1, max: 9_000 }),
      water: fc.integer({ min: 1, max: 90 }),
      isEstimated: fc.boolean(),
      isRead: fc.boolean(),
      changes: fc.uniqueArray(fc.integer({ min: 1, max: 364 }), { maxLength: 3 }),
    })
    .map(({ area, heat, water, isEstimated, isRead, changes }) => {
      const starts = [0, ...changes.toSorted((a, b) => a - b)];
      const hands = starts.map(
        (start, at): OwnHand => ({
          ...anyHand(at),
          from: addDays(year.from, start),
          to: addDays(year.from, (starts[at + 1] ?? 365) - 1),
          ...(isRead ? { heat: heat + at, water: water + at } : {}),
        }),
      );
      return {
        name: `unit ${index}`,
        area,
        heat: isRead ? null : heat,
        water: isRead ? null : water,
        isEstimated,
        hands,
      };
    });

const anyPlant = fc.record({
  heatCents: fc.integer({ min: 0, max: 2_000_000 }),
  waterCents: fc.integer({ min: 0, max: 600_000 }),
  bp: fc.integer({ min: 5_000, max: 7_000 }),
  units: fc
    .integer({ min: 1, max: 6 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => anyUnit(at)))),
});
type Plant = { heatCents: number; waterCents: number; bp: number; units: OwnUnit[] };

const thousand = (value: number | null) => (value === null ? null : value * 1_000);

const inputOf = ({ heatCents, waterCents, bp, units }: Plant) => ({
  period: year,
  costs: [
    { name: 'heat', amountCents: heatCents, of: 'heat' as const },
    { name: 'water', amountCents: waterCents, of: 'hot_water' as const },
  ],
  hotWater: { by: 'share' as const, shareBp: 0 },
  heatBp: bp,
  hotWaterBp: bp,
  isMoreAgreed: false,
  fixedBy: 'degree_days' as const,
  summer: null,
  units: units.map((unit) => ({
    name: unit.name,
    areaSqm100: unit.area * 100,
    heat: thousand(unit.heat),
    hotWater: thousand(unit.water),
    isHeatEstimated: unit.isEstimated,
    isHotWaterEstimated: unit.isEstimated,
    hands: unit.hands.map(({ name, from, to, heat, water }) => ({
      name,
      from,
      to,
      heat: thousand(heat),
      hotWater: thousand(water),
    })),
  })),
  co2: null,
  cuts: [],
});
const usersOf = (plant: Plant) => heatingCosts(inputOf(plant)).result.users;
const total = (users: readonly { costsCents: number }[]) =>
  users.reduce((all, { costsCents }) => all + costsCents, 0);

describe('heat and hot water', () => {
  test('everybody together bears the cost of the plant, to the cent', () => {
    fc.assert(
      fc.property(anyPlant, (plant) => {
        expect(total(usersOf(plant))).toBe(plant.heatCents + plant.waterCents);
      }),
      runs,
    );
  });

  test('a second accountant comes to the same, within the rounding of four pots', () => {
    fc.assert(
      fc.property(anyPlant, (plant) => {
        const own = ownHeating({ ...plant, byUse: plant.bp / 10_000 });
        for (const user of usersOf(plant)) {
          const other = own.get(`${user.unit} ${user.name}`) ?? Number.NaN;
          // Two pots are cut to the cent before they are shared out, and four shares are rounded.
          expect(Math.abs(user.costsCents - other)).toBeLessThan(6);
        }
      }),
      runs,
    );
  });

  test('no order of entry changes anything', () => {
    fc.assert(
      fc.property(anyPlant, (plant) => {
        const turned = plant.units.toReversed().map((unit) => ({ ...unit, hands: unit.hands.toReversed() }));
        expect(usersOf({ ...plant, units: turned })).toEqual(usersOf(plant));
      }),
      runs,
    );
  });

  test('a change of tenant nobody read moves nobody else by more than a cent a pot, and both together by two', () => {
    fc.assert(
      fc.property(anyPlant, fc.integer({ min: 1, max: 364 }), (plant, at) => {
        const single = plant.units.map((unit) => ({
          ...unit,
          heat: unit.heat ?? 500,
          water: unit.water ?? 20,
          hands: [{ ...anyHand(0), ...year }],
        }));
        const [first, ...rest] = single;
        if (!first) return;
        const day = addDays(year.from, at);
        const split = {
          ...first,
          hands: [
            { ...anyHand(0), from: year.from, to: addDays(day, -1) },
            { ...anyHand(1), from: day, to: year.to },
          ],
        };
        const before = usersOf({ ...plant, units: single });
        const after = usersOf({ ...plant, units: [split, ...rest] });
        const costOf = (users: typeof before, unit: string) =>
          total(users.filter((user) => user.unit === unit));
        for (const { name } of rest) {
          expect(Math.abs(costOf(after, name) - costOf(before, name))).toBeLessThanOrEqual(4);
        }
        expect(Math.abs(costOf(after, first.name) - costOf(before, first.name))).toBeLessThanOrEqual(8);
      }),
      runs,
    );
  });

  test('what is deducted for CO₂ is the landlord’s part, to the cent', () => {
    fc.assert(
      fc.property(
        anyPlant,
        fc.integer({ min: 0, max: 50_000_000 }),
        fc.integer({ min: 0, max: 90_000 }),
        (plant, grams, costCents) => {
          // They are part of what is shared out.
          fc.pre(plant.heatCents + plant.waterCents >= costCents && costCents > 0);
          const co2 = {
            period: year,
            bill: year,
            grams,
            costCents,
            areaSqm100: plant.units.reduce((all, unit) => all + unit.area * 100, 0),
            use: 'dwelling' as const,
            model: 'steps' as const,
            obstacle: 'none' as const,
            ownContract: null,
          };
          const { users } = heatingCosts({ ...inputOf(plant), co2 }).result;
          const deducted = users.reduce((all, user) => all + user.co2LandlordCents, 0);
          expect(deducted).toBe(co2Split(co2).result.landlordCents);
          for (const user of users) expect(user.dueCents + user.co2LandlordCents).toBe(user.costsCents);
        },
      ),
      runs,
    );
  });

  test('60 flats with five devices each and 20 changes take less than a second', () => {
    const units = Array.from({ length: 60 }, (_, at): OwnUnit => {
      const change = addDays(year.from, 30 + at * 5);
      const hands =
        at < 20
          ? [
              { ...anyHand(0), from: year.from, to: addDays(change, -1) },
              { ...anyHand(1), from: change, to: year.to },
            ]
          : [{ ...anyHand(0), ...year }];
      return { name: `Flat ${at}`, area: 40 + at, heat: 900 + at, water: 20, isEstimated: false, hands };
    });
    const began = process.cpuUsage();
    const users = usersOf({ heatCents: 6_000_000, waterCents: 1_500_000, bp: 7_000, units });
    expect(spentSince(began)).toBeLessThan(1_000 * slowness());
    expect(total(users)).toBe(7_500_000);
  });
});
