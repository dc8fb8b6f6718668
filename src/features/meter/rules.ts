import { type MeterKind, type MeterMeasure, meterKinds } from '../../domain/vocabulary.ts';
import type { CalendarDate } from '../../lib/calendar.ts';
import { compareNames } from '../../lib/compare-names.ts';

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

/** The first reading of a later day than that: what one that is written down late must not go beyond. */
export function readingAfter<Row extends Reading>(readings: readonly Row[], day: CalendarDate): Row | null {
  let found: Row | null = null;
  for (const reading of readings) {
    if (reading.readOn > day && (found === null || reading.readOn < found.readOn)) found = reading;
  }
  return found;
}

/**
 * A reading above the one that follows. Where that is below the one before already, the meter began anew between them, or
 * one of them was mistyped, which was told then.
 */
export const isAboveNext = (
  readingThousandths: number,
  { previous, next }: { previous: Reading | null; next: Reading | null },
): boolean =>
  next !== null &&
  readingThousandths > next.readingThousandths &&
  (previous === null || previous.readingThousandths <= next.readingThousandths);

type Hung = {
  id: string;
  unitId: string | null;
  kind: MeterKind;
  location: string | null;
  removedOn: CalendarDate | null;
  readings: readonly Reading[];
};

type Out<Row> = Row & { removedOn: CalendarDate };

const isSamePlace = (one: Hung, other: Hung) =>
  one.id !== other.id &&
  one.unitId === other.unitId &&
  one.kind === other.kind &&
  one.location === other.location;

/** Those of its place that were out when it was first read, and so came before it; the last first. */
const cameBefore = <Row extends Hung>(meters: readonly Row[], meter: Row): Out<Row>[] => {
  const first = meter.readings[0]?.readOn;
  return meters
    .filter((one): one is Out<Row> => isSamePlace(one, meter) && one.removedOn !== null)
    .filter(({ removedOn }) => first === undefined || removedOn <= first)
    .toSorted((a, b) => (a.removedOn < b.removedOn ? 1 : -1));
};

/**
 * The meter after which this one is reckoned in its place (`placesOf` of the statement), where a reading of that day
 * would put the two beside each other: it was taken out later.
 */
export function meterBeside<Row extends Hung>(
  meters: readonly Row[],
  meter: Row,
  readOn: CalendarDate,
): Out<Row> | null {
  const [before] = cameBefore(meters, meter);
  return before && readOn < before.removedOn ? before : null;
}

/**
 * The other way round: the meter that was first read in the place of this one before that day. Taken out then, this one
 * would be reckoned beside it; one that came after another meter is that one's successor.
 */
export function successorBeside<Row extends Hung>(
  meters: readonly Row[],
  meter: Row,
  removedOn: CalendarDate,
): { meter: Row; firstReadOn: CalendarDate } | null {
  const others = meters.filter((one) => one.id !== meter.id);
  const first = meter.readings[0]?.readOn ?? '';
  const [next] = others
    .filter((one) => isSamePlace(one, meter) && cameBefore(others, one).length === 0)
    .flatMap((one) => {
      const firstReadOn = one.readings[0]?.readOn;
      return firstReadOn && firstReadOn > first && firstReadOn < removedOn
        ? [{ meter: one, firstReadOn }]
        : [];
    })
    .toSorted((a, b) => (a.firstReadOn < b.firstReadOn ? -1 : 1));
  return next ?? null;
}

type Described = { kind: MeterKind; number: string | null; location: string | null };

/** One order for a unit's meters everywhere: by kind, place and number. */
export function compareMeters(one: Described, other: Described): number {
  const byKind = meterKinds.indexOf(one.kind) - meterKinds.indexOf(other.kind);
  if (byKind !== 0) return byKind;
  const words = ({ location, number }: Described) => `${location ?? ''} ${number ?? ''}`;
  return compareNames(words(one), words(other));
}
