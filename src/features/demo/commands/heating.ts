import { type CalendarDate, daysBetween, yearOf } from '../../../lib/calendar.ts';
import { createRandom, uuidAt } from '../random-rules.ts';
import { noon } from './account.ts';
import type { Rows } from './rows.ts';

/** What a flat's devices counted in the year, by its place among the flats: units of heat, litres of hot water. */
const counted = [
  [1_410, 21_400],
  [1_655, 38_900],
  [1_180, 24_100],
  [1_240, 19_800],
  [1_015, 17_250],
  [1_890, 26_700],
] as const;
const thousandths = 1_000;

type Story = { portfolioId: string; today: CalendarDate; name: string; energyMix: string };

/**
 * The boiler of the house whose heating is booked as a whole, its meters read at both ends of last year, and what the
 * supplier's bill says of CO₂. Made after everything else, also after the records of moving, and by numbers of its own.
 */
export function addHeating(rows: Rows, { portfolioId, today, name, energyMix }: Story): void {
  const kind = rows.category.find(({ code }) => code === 'heating')?.id;
  const bills = rows.transaction.filter(({ categoryId, unitId }) => categoryId === kind && unitId === null);
  const propertyId = bills[0]?.propertyId;
  if (!propertyId) return;
  const random = createRandom(`heating ${portfolioId}`);
  const year = yearOf(today) - 1;
  const [opened, from, to] = [`${year - 1}-12-31`, `${year}-01-01`, `${year}-12-31`];
  const longAgo = `${year - 2}-12-31`;
  const newId = (day: CalendarDate) => uuidAt(random, noon(day).getTime());
  for (const bill of bills) Object.assign(bill, { serviceFrom: from, serviceTo: to });
  const flats = rows.unit.filter((one) => one.propertyId === propertyId && one.kind === 'apartment');
  const stamps = { version: 1, createdAt: noon(opened), updatedAt: noon(opened) };
  const plantId = newId(opened);
  rows.heatingPlant.push({
    ...{ portfolioId, id: plantId, propertyId, name, ...stamps },
    sharedBy: 'devices',
    startMonth: null,
    // The shop heats by itself.
    unitIds: flats.flatMap(({ id }) => id ?? []).sort(),
    categoryIds: [],
    makesHotWater: true,
    isMeterCostly: false,
    hasStock: false,
    heatBp: 7_000,
    hotWaterBp: 7_000,
    isMoreAgreed: false,
    fixedBy: 'degree_days',
    heatSource: 'boiler_upper_value',
    hasCo2: true,
    co2Use: 'dwelling',
    co2Model: 'steps',
    co2Obstacle: 'none',
    restartsYearly: false,
    isRemotelyRead: true,
    informs: true,
  });
  rows.heatingYear.push({
    ...{ portfolioId, id: newId(to), plantId, periodFrom: from, periodTo: to },
    hotWaterBy: 'meter',
    hotWaterEnergy: 11_480 * thousandths,
    totalEnergy: 58_900 * thousandths,
    co2Grams: 10_684_000,
    co2CostCents: 699_27,
    ...{ deliveries: [], estimates: [], amounts: [], co2Bills: [], groups: [], groupBp: 7_000 },
    // What the tenants are told beside the bill; the climate factors are made up, as the house is.
    energyMix,
    ...{ taxesCents: 1_012_40, meteringCents: 486_20 },
    ...{ averageEnergy: 128 * thousandths, averageSource: 'Heizspiegel' },
    ...{ climateFactor: 1_120, climateFactorBefore: 1_190 },
    ...{ energyBefore: 60_350 * thousandths, hotWaterEnergyBefore: 11_910 * thousandths },
    disputes: 'no_consumer',
    ...{ version: 1, createdAt: noon(to), updatedAt: noon(to) },
  });
  for (const [at, flat] of flats.entries()) {
    const [heat, litres] = counted[at % counted.length] ?? counted[0];
    const place = { portfolioId, propertyId, unitId: flat.id ?? '' };
    const read = [
      ['heat_cost_allocator', 'units', `HKV-${40_300 + at}`, heat * thousandths],
      ['warm_water', 'm3', `WW-${71_120 + at}`, litres],
    ] as const;
    for (const [meterKind, measure, number, used] of read) {
      const known = rows.meter.find((one) => one.unitId === flat.id && one.kind === meterKind);
      const meterId = known?.id ?? newId(opened);
      const written = (readOn: CalendarDate, readingThousandths: number) =>
        rows.meterReading.push({
          ...{ portfolioId, id: newId(readOn), meterId, readOn, readingThousandths },
          ...{ createdAt: noon(readOn), recordedBy: null, handoverId: null },
        });
      if (known) {
        // Read when somebody moved: what it showed at the ends of the year lies between.
        const read = rows.meterReading.filter((one) => one.meterId === meterId);
        const ends = [longAgo, opened, to].map((day) => [day, shownOn(read, day, used)] as const);
        for (const [day, shown] of ends) written(day, shown);
        continue;
      }
      rows.meter.push({ ...place, id: meterId, kind: meterKind, measure, number, location: null, ...stamps });
      // A little more in the year before, and hot water for some years already.
      const before = meterKind === 'warm_water' ? 5 * used : 0;
      const last = Math.round(used * 1.04);
      written(longAgo, before);
      written(opened, before + last);
      written(to, before + last + used);
    }
  }
}

/** What a device shows on a day, in proportion to the days between its readings; before and after them by so much a year. */
function shownOn(
  readings: readonly { readOn: CalendarDate; readingThousandths: number }[],
  day: CalendarDate,
  yearly: number,
): number {
  const sorted = readings.toSorted((a, b) => (a.readOn < b.readOn ? -1 : 1));
  const [before, after] = [
    sorted.findLast(({ readOn }) => readOn <= day),
    sorted.find(({ readOn }) => readOn > day),
  ];
  const perDay =
    before && after
      ? (after.readingThousandths - before.readingThousandths) / daysBetween(before.readOn, after.readOn)
      : yearly / 365;
  const from = before ?? after;
  if (!from) return 0;
  return Math.max(0, Math.round(from.readingThousandths + perDay * daysBetween(from.readOn, day)));
}
