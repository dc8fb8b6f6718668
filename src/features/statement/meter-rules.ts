import type { MeterKind, MeterMeasure } from '../../domain/vocabulary.ts';
import { addDays, type CalendarDate } from '../../lib/calendar.ts';
import { divideRounded } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';
import { daysOf } from '../../statement/house.ts';
import type { MeterDevice, StatementMeter } from '../../statement/index.ts';
import { counterOf, endsOf } from '../../statement/meters.ts';
import { LineStop } from '../../statement/problems.ts';
import { servedBy } from '../heating/circle-rules.ts';
import type { Plant } from '../heating/schema.ts';

export type KnownMeter = {
  id: string;
  unitId: string | null;
  kind: MeterKind;
  measure: MeterMeasure;
  factorThousandths: number | null;
  number: string | null;
  location: string | null;
  removedOn: CalendarDate | null;
  calibratedUntil: CalendarDate | null;
  isByDays: boolean;
  readings: readonly { readOn: CalendarDate; readingThousandths: number }[];
};

export type Place = StatementMeter & { kind: MeterKind; measure: MeterMeasure };

/**
 * The places where something is measured: a meter that was taken out and the next of its kind in the same place are two
 * devices of one.
 */
export function placesOf(meters: readonly KnownMeter[], unitName: (unitId: string) => string): Place[] {
  const spots = Map.groupBy(meters, ({ unitId, kind, location }) => JSON.stringify([unitId, kind, location]));
  const places = [...spots.values()].flatMap((devices) => chainsOf(devices));
  const names = new Set<string>();
  return places.flatMap((chain): Place[] => {
    const last = chain.at(-1);
    if (!last) return [];
    const { id, unitId, kind, measure, number, location, isByDays } = last;
    const name = freeName(
      [unitId === null ? null : unitName(unitId), location, number ?? kind].filter(Boolean).join(' · '),
      names,
    );
    const isHeat = kind === 'heat' || kind === 'heat_cost_allocator';
    const devices = chain.map((meter, index) => deviceOf(meter, index > 0));
    const unread = isByDays && !isHeat ? 'by_days' : 'stop';
    return [{ id, name, unitId, kind, measure, isHeat, unread, devices, lastYearThousandths: null }];
  });
}

/** The same with what each counted in the year before, as far as it was read: heat is compared by its plant. */
export const besideYearBefore = (places: readonly Place[], before: Period): Place[] =>
  places.map((place) => (place.isHeat ? place : { ...place, lastYearThousandths: countedIn(place, before) }));

/** Null where its readings do not say. */
function countedIn(place: Place, period: Period): number | null {
  const days = daysOf(period);
  try {
    const { opening, closing } = endsOf(place, '', counterOf(place, '', days), days);
    return closing.thousandths - opening.thousandths;
  } catch (error) {
    if (error instanceof LineStop) return null;
    throw error;
  }
}

/**
 * Allocators of plants that begin each year at 0: what they showed before the year is that of the year before, and they
 * count from nothing on its first day.
 */
export function restarted(
  places: readonly Place[],
  plants: readonly { plant: Pick<Plant, 'unitIds' | 'restartsYearly'>; period: Period | null }[],
  units: readonly { id: string; kind: string }[],
): Place[] {
  return places.map((place) => {
    const own = plants.find(({ plant }) => servedBy(plant, units).some(({ id }) => id === place.unitId));
    if (place.kind !== 'heat_cost_allocator' || !own?.plant.restartsYearly || own.period === null)
      return place;
    const { from, to } = own.period;
    const zero = { on: addDays(from, -1), thousandths: 0 };
    const devices = place.devices.flatMap((device, index): MeterDevice[] => {
      const startsInside = index > 0 && device.installedOn !== null && device.installedOn >= from;
      const isOut = device.removedOn !== null && device.removedOn <= from;
      // One that was out by the first day, or came after the last, counted nothing of the year.
      if (isOut || (startsInside && (device.installedOn ?? '') > to)) return [];
      const inside = valuesOf(device, { from, to });
      return [{ ...device, readings: startsInside ? inside : [zero, ...inside] }];
    });
    return { ...place, devices };
  });
}
/** So long after the year its last value may be read. */
const LATE_DAYS = 31;

/** The readings of a year, with those that were taken late of it: one that shows less is of the next. */
function valuesOf({ readings }: MeterDevice, { from, to }: Period): MeterDevice['readings'] {
  const inside = readings.filter(({ on }) => on >= from && on <= to);
  const last = inside.reduce((most, { thousandths }) => Math.max(most, thousandths), 0);
  const late = readings.filter(
    ({ on, thousandths }) => on > to && on <= addDays(to, LATE_DAYS) && thousandths >= last,
  );
  return [...inside, ...late];
}

const startOf = ({ readings }: KnownMeter): CalendarDate => readings[0]?.readOn ?? '';

/** One meter after the other: the next begins when the one before it is out. */
function chainsOf(meters: readonly KnownMeter[]): KnownMeter[][] {
  const chains: KnownMeter[][] = [];
  for (const meter of meters.toSorted((a, b) => (startOf(a) < startOf(b) ? -1 : 1))) {
    const before = chains.find((chain) => {
      const removedOn = chain.at(-1)?.removedOn;
      return removedOn && removedOn <= startOf(meter);
    });
    if (before) before.push(meter);
    else chains.push([meter]);
  }
  return chains;
}

const deviceOf = (meter: KnownMeter, isNext: boolean): MeterDevice => ({
  number: meter.number ?? '',
  installedOn: isNext ? startOf(meter) || null : null,
  removedOn: meter.removedOn,
  calibratedUntil: meter.calibratedUntil,
  readings: meter.readings.map(({ readOn, readingThousandths }) => ({
    on: readOn,
    thousandths: weighed(meter, readingThousandths),
  })),
  ...(factorOf(meter) !== null && { factorThousandths: factorOf(meter) }),
});

/** Null of every other meter: its display is what it counted. */
const factorOf = ({ kind, factorThousandths }: KnownMeter): number | null =>
  kind === 'heat_cost_allocator' ? factorThousandths : null;

/**
 * What an allocator counted with what its radiator gives: its display times its factor (DIN EN 834: the evaluated value), for
 * units of unlike radiators cannot be added up. In thousandths, half up; of every other meter as it shows it.
 */
function weighed(meter: KnownMeter, thousandths: number): number {
  const factor = factorOf(meter);
  return factor === null ? thousandths : divideRounded(BigInt(thousandths) * BigInt(factor), 1_000n);
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  taken.add(free);
  return free;
}
