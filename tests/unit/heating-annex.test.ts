import { describe, expect, test } from 'vitest';
import { computeStatement, type StatementPlant } from '@/statement/index';
import { consumptionComparison } from '@/statement/plant/comparison';
import type { PlantAnnex } from '@/statement/plant/index';
import { annex, bill, byDevices, house, lease, line, meter, plant } from '../factories/statement-plants.ts';

/** What goes with a bill by consumption: § 6a (3) HeizkostenV. */
const kwh = 1_000;
const used = (heat: number, hotWater: number, factor: number | null) => ({
  ...{ name: 'Ahrens', heat: heat * kwh, hotWater: hotWater * kwh, factor },
});

describe('a year beside the one before', () => {
  test('7,200 × 1.1 + 1,800 = 9,720 kWh beside 7,000 × 1.2 + 1,900 = 10,300: 5.63 % less', () => {
    const { result, trace } = consumptionComparison({
      now: used(7_200, 1_800, 1_100),
      before: used(7_000, 1_900, 1_200),
      average: null,
    });
    expect(result).toEqual({
      adjusted: 9_720 * kwh,
      adjustedBefore: 10_300 * kwh,
      changeBp: -563,
      average: null,
    });
    expect(trace.result).toEqual({ kind: 'number', value: 9_720 });
    expect(trace.steps.map((step) => step.result)).toEqual([{ kind: 'number', value: 10_300 }]);
  });

  test('without the climate factor of one of them there is no half comparison', () => {
    const found = (now: number | null, before: number | null) =>
      consumptionComparison({ now: used(100, 0, now), before: used(90, 0, before), average: null }).result;
    expect(found(null, 1_000)).toMatchObject({ adjusted: null, changeBp: null });
    expect(found(1_000, null)).toMatchObject({ adjustedBefore: null, changeBp: null });
  });

  test('an average user with 130 kWh a m² and year: 60 m² for 181 of 365 days are 3,867.945 kWh', () => {
    const average = { perSqm: 130 * kwh, areaDays: 6_000 * 181, daysOfYear: 365 };
    expect(consumptionComparison({ now: used(1, 0, null), before: null, average }).result.average).toBe(
      3_867_945,
    );
  });
});

const [before, start, end] = ['2023-12-31', '2024-12-31', '2025-12-31'];
const heat1 = meter('H1', 'Flat 1', [
  [before, 0],
  [start, 40],
  [end, 70],
]);
const heat2 = meter('H2', 'Flat 2', [
  [before, 0],
  [start, 60],
  [end, 130],
]);
const annexOf = (more: Partial<PlantAnnex> = {}) => annex([heat1, heat2], more);
const statement = (
  told: PlantAnnex,
  own: Partial<StatementPlant> = {},
  more: Parameters<typeof house>[0] = {},
) =>
  computeStatement(
    house({
      meters: [heat1, heat2],
      plants: [
        plant(byDevices(), {
          meters: [
            { meterId: 'H1', of: 'heat' },
            { meterId: 'H2', of: 'heat' },
          ],
          annex: told,
          ...own,
        }),
      ],
      ...more,
    }),
  );
const usersIn = ({ lines }: ReturnType<typeof computeStatement>) => lines[0]?.plant?.annex?.users ?? [];

describe('the energy of a plant', () => {
  test('goes by what the devices counted, whatever part of the costs does: 10,000 × 30 and 70 ÷ 100, before 12,000 × 40 and 60', () => {
    const found = statement(annexOf());
    expect(found.problems).toEqual([]);
    expect(usersIn(found)).toMatchObject([
      {
        leaseId: 'Ahrens',
        used: { heat: 3_000 * kwh },
        before: { used: { heat: 4_800 * kwh } },
        missing: [],
      },
      {
        leaseId: 'Brandt',
        used: { heat: 7_000 * kwh },
        before: { used: { heat: 7_200 * kwh } },
        missing: [],
      },
    ]);
    expect(usersIn(found).map(({ average }) => average)).toEqual([6_000 * kwh, 14_000 * kwh]);
    expect(found.lines[0]?.plant?.cuts).toEqual([]);
    expect(found.warnings.map(({ code }) => code)).not.toContain('annex_incomplete');
  });

  test('is never more or less than the plant used, who came and went as they did', () => {
    const leases = [
      lease('Ahrens', 'Flat 1', { to: '2025-04-30' }),
      lease('Cremer', 'Flat 1', { from: '2025-06-01' }),
      lease('Brandt', 'Flat 2'),
    ];
    const all = usersIn(statement(annexOf({ energy: 9_999_999 }), {}, { leases }));
    const letKwh = all.reduce((sum, user) => sum + (user.used?.heat ?? 0), 0);
    expect(all.map(({ leaseId, isNew }) => [leaseId, isNew])).toEqual([
      ['Ahrens', false],
      ['Cremer', true],
      ['Brandt', false],
    ]);
    // May was vacant: 40 of 1,000 thousandths of 30 of 100 of the energy (§ 9b (3)).
    expect(letKwh).toBe(9_999_999 - 120_000);
    expect(all.find(({ isNew }) => isNew)).toMatchObject({ before: null, missing: [] });
  });

  test('a meter nobody read in the year before leaves everybody of that year without comparison, and cuts 3 %', () => {
    const unread = meter('H2', 'Flat 2', [
      [start, 60],
      [end, 130],
    ]);
    const found = statement(annex([heat1, unread]));
    expect(usersIn(found).map(({ missing }) => missing)).toEqual([['year_before'], ['year_before']]);
    expect(found.lines[0]?.plant?.cuts).toEqual([
      { leaseId: 'Ahrens', reason: 'no_information', amountCents: 900 },
      { leaseId: 'Brandt', reason: 'no_information', amountCents: 2_100 },
    ]);
    expect(found.warnings).toContainEqual({
      code: 'annex_incomplete',
      params: { line: 'Boiler', cents: 3_000 },
    });
  });

  test('who may cut for want of the monthly message cuts once', () => {
    const found = statement(annexOf({ energy: null }), { cuts: ['no_information'] });
    expect(found.lines[0]?.plant?.cuts.map(({ reason }) => reason)).toEqual([
      'no_information',
      'no_information',
    ]);
  });

  test('of groups goes by what was measured of each, in the year before by what was measured then', () => {
    const groups = (...heat: [number, number]) => ({
      byUseBp: 7_000,
      of: heat.map((kwhs, at) => ({
        ...{ name: `group ${at}`, unitIds: [`Flat ${at + 1}`], heat: kwhs * kwh, hotWater: null },
      })),
    });
    const shared = byDevices({ groups: groups(2_000, 8_000) });
    const { before: known } = annexOf();
    const told = annexOf({ before: { ...known, groups: groups(3_000, 9_000) } });
    expect(usersIn(statement(told, { shared }))).toMatchObject([
      { used: { heat: 2_000 * kwh }, before: { used: { heat: 3_000 * kwh } }, missing: [] },
      { used: { heat: 8_000 * kwh }, before: { used: { heat: 9_000 * kwh } }, missing: [] },
    ]);
    // What counts differently cannot be compared without.
    expect(usersIn(statement(annexOf(), { shared }))).toMatchObject([
      { used: { heat: 2_000 * kwh }, before: null, missing: ['year_before'] },
      { used: { heat: 8_000 * kwh }, before: null, missing: ['year_before'] },
    ]);
  });

  test('bills of before 1 December 2021, and houses elsewhere, come without it', () => {
    expect(statement(annexOf(), {}, { isGerman: false }).lines[0]?.plant?.annex).toBeNull();
    const period = { from: '2021-01-01', to: '2021-12-31' };
    const meters = [heat1, heat2].map((one) => ({
      ...one,
      devices: one.devices.map((device) => ({
        ...device,
        readings: [
          { on: '2020-12-31', thousandths: 0 },
          { on: '2021-12-31', thousandths: 5_000 },
        ],
      })),
    }));
    const lines = [line('Gas', [bill(100_000, period)])];
    const old = statement(annexOf(), {}, { period, meters, lines });
    expect(old.problems).toEqual([]);
    expect(old.lines[0]?.plant?.annex).toBeNull();
    expect(old.lines[0]?.plant?.cuts).toEqual([]);
  });
});
