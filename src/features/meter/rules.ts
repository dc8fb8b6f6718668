import { type MeterKind, type MeterMeasure, meterKinds } from '../../domain/vocabulary.ts';
import type { CalendarDate } from '../../lib/calendar.ts';

/** What a meter of the kind counts in, unless somebody says otherwise. */
export const usualMeasure: Record<MeterKind, MeterMeasure> = {
  electricity: 'kwh',
  gas: 'm3',
  cold_water: 'm3',
  warm_water: 'm3',
  heat: 'kwh',
  heat_cost_allocator: 'units',
  oil: 'litre',
  other: 'kwh',
};

export type Reading = { readOn: CalendarDate; readingThousandths: number };

/**
 * What has run through between two readings, in thousandths; negative where the later one is lower: mistyped,
 * or another meter.
 */
export const consumedThousandths = (
  earlier: Pick<Reading, 'readingThousandths'>,
  later: Pick<Reading, 'readingThousandths'>,
): number => later.readingThousandths - earlier.readingThousandths;

/**
 * The reading to compare with one of that day: the latest until then. Of several of one day the last in the
 * list, which is in the order in which they were written down.
 */
export function readingBefore<Row extends Reading>(readings: readonly Row[], day: CalendarDate): Row | null {
  let found: Row | null = null;
  for (const reading of readings) {
    if (reading.readOn <= day && (found === null || reading.readOn >= found.readOn)) found = reading;
  }
  return found;
}

type Hung = {
  id: string;
  unitId: string | null;
  kind: MeterKind;
  location: string | null;
  removedOn: CalendarDate | null;
  readings: readonly Reading[];
};

/**
 * The meter after which this one is reckoned in its place (`placesOf` of the statement), where a reading of that day
 * would put the two beside each other: it was taken out later.
 */
export function meterBeside<Row extends Hung>(
  meters: readonly Row[],
  meter: Row,
  readOn: CalendarDate,
): Row | null {
  const first = meter.readings[0]?.readOn;
  const before = meters
    .filter(
      ({ id, unitId, kind, location, removedOn }) =>
        id !== meter.id &&
        unitId === meter.unitId &&
        kind === meter.kind &&
        location === meter.location &&
        removedOn !== null &&
        (first === undefined || removedOn <= first),
    )
    .toSorted((a, b) => ((a.removedOn ?? '') < (b.removedOn ?? '') ? -1 : 1))
    .at(-1);
  return before?.removedOn && readOn < before.removedOn ? before : null;
}

type Described = { kind: MeterKind; number: string | null; location: string | null };

/** One order for a unit's meters everywhere: by kind, place and number. */
export function compareMeters(one: Described, other: Described): number {
  const byKind = meterKinds.indexOf(one.kind) - meterKinds.indexOf(other.kind);
  if (byKind !== 0) return byKind;
  const words = ({ location, number }: Described) => `${location ?? ''} ${number ?? ''}`;
  return words(one).localeCompare(words(other), 'de', { numeric: true });
}
