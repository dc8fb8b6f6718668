import { addDays, type CalendarDate } from '../lib/calendar.ts';
import { dayNumber, dayOf } from './house.ts';
import type { MeterDevice, StatementMeter } from './input.ts';
import { LineStop, type Warning } from './problems.ts';

/** A reading beside the first or last day of a period counts as it is, up to so many days off. */
const farthestOfPeriod = 92;
/** A change of tenant is read within so many days of it. */
const farthestBetween = 7;

/** What the meter of a place stands at, as if no device had ever been swapped. */
export type Point = {
  day: number;
  thousandths: number;
  /** What the device itself shows. */
  shown: number;
  /** What swaps before it add. */
  carried: number;
};

/** How far a reading is from the border before a day: the evening before it and the day itself are on it. */
const distance = (point: number, border: number) => (point < border ? border - 1 - point : point - border);

/**
 * The readings of a place as one counter. LineStop where it cannot be trusted: a swap without its last or first reading
 * would move cost to the neighbours in silence. Devices whose readings lie too far off to count in the period are no
 * part of it.
 */
export function counterOf(
  meter: StatementMeter,
  field: string,
  within: { first: number; last: number },
): Point[] {
  const devices = meter.devices
    .map((device, index) => ({ device, field: `${field}.devices.${index}`, readings: readingsOf(device) }))
    .filter((one) => countsWithin(one, within))
    .sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1));
  const undated = devices.length < 2 ? undefined : devices.find((one) => isUndated(one));
  if (undated) throw new LineStop('device_undated', undated.field, wordsOf(meter, undated.device, ''));
  const points: Point[] = [];
  let carried = 0;
  for (const [index, one] of devices.entries()) {
    assertReadings(meter, one);
    const next = devices[index + 1];
    const last = one.readings.at(-1);
    const first = one.readings[0];
    const previous = devices[index - 1]?.readings.at(-1);
    if (index > 0 && (!first || first.on !== (one.device.installedOn ?? first.on))) {
      throw new LineStop('swap_start_missing', one.field, wordsOf(meter, one.device, startOf(one)));
    }
    if (previous && first) carried += previous.thousandths - first.thousandths;
    const isSwapped = next !== undefined;
    if (isSwapped && (!last || one.device.removedOn === null || last.on !== one.device.removedOn)) {
      const params = wordsOf(meter, one.device, one.device.removedOn ?? startOf(next));
      throw new LineStop('swap_end_missing', one.field, params);
    }
    if (next && last && startOf(next) < last.on) {
      throw new LineStop('swap_end_missing', one.field, wordsOf(meter, one.device, startOf(next)));
    }
    for (const { on, thousandths } of one.readings) {
      const day = dayNumber(on);
      points.push({ day, thousandths: thousandths + carried, shown: thousandths, carried });
    }
  }
  return points;
}

/** Readings of it could be those of the period, or of a change inside it. */
function countsWithin({ device, readings }: Sorted, within: { first: number; last: number }): boolean {
  const first = device.installedOn ?? readings[0]?.on ?? null;
  const isBefore =
    device.removedOn !== null && dayNumber(device.removedOn) < within.first - farthestOfPeriod - 1;
  const isAfter = first !== null && dayNumber(first) > within.last + 1 + farthestOfPeriod;
  return !isBefore && !isAfter;
}

/** Nobody knows when it counted. */
const isUndated = ({ device, readings }: Sorted) =>
  readings.length === 0 && device.installedOn === null && device.removedOn === null;

type Sorted = { device: MeterDevice; field: string; readings: MeterDevice['readings'] };

const startOf = ({ device, readings }: Sorted): CalendarDate => device.installedOn ?? readings[0]?.on ?? '';
const readingsOf = (device: MeterDevice) => device.readings.toSorted((a, b) => (a.on < b.on ? -1 : 1));
const wordsOf = (meter: StatementMeter, device: MeterDevice, day: CalendarDate) => ({
  meter: device.number === '' ? meter.name : `${meter.name} (${device.number})`,
  day,
});

function assertReadings(meter: StatementMeter, { device, field, readings }: Sorted): void {
  for (const [index, reading] of readings.entries()) {
    const before = readings[index - 1];
    if (!before) continue;
    const params = wordsOf(meter, device, reading.on);
    if (before.on === reading.on && before.thousandths !== reading.thousandths) {
      throw new LineStop('readings_on_one_day', `${field}.readings`, params);
    }
    if (reading.thousandths < before.thousandths) {
      throw new LineStop('reading_goes_down', `${field}.readings`, params);
    }
  }
}

/** The reading nearest to the border before a day, the earlier among equals; null where none is near enough. */
function nearest(points: readonly Point[], border: number, farthest: number): Point | null {
  let found: Point | null = null;
  for (const point of points) {
    if (distance(point.day, border) > farthest) continue;
    if (found === null || distance(point.day, border) < distance(found.day, border)) found = point;
  }
  return found;
}

export type Ends = { opening: Point; closing: Point };

function missing(meter: StatementMeter, field: string, day: number): LineStop {
  const code = meter.isHeat ? 'heat_reading_missing' : 'reading_missing';
  return new LineStop(code, `${field}.devices`, { meter: meter.name, day: dayOf(day) });
}

/** The readings of a period. */
export function endsOf(
  meter: StatementMeter,
  field: string,
  points: readonly Point[],
  period: { first: number; last: number },
): Ends {
  const opening = nearest(points, period.first, farthestOfPeriod);
  if (!opening) throw missing(meter, field, period.first);
  const closing = nearest(points, period.last + 1, farthestOfPeriod);
  if (!closing || closing.day <= opening.day) throw missing(meter, field, period.last);
  return { opening, closing };
}

/** The reading at a change of tenant between the readings of a period; null where nobody read within a week of it. */
export function readingAt(
  points: readonly Point[],
  { opening, closing }: Ends,
  border: number,
): Point | null {
  const inner = points.filter((point) => point.day >= opening.day && point.day <= closing.day);
  return nearest(inner, border, farthestBetween);
}

/** What ran through in one hand: the thousandths between two readings, and the days of it where they were divided. */
export type Consumed = { party: number; from: Point; to: Point; days: number; daysBetween: number };

type Hand = { first: number; last: number; party: number };

/**
 * What ran through for each of those who had the unit one after the other. A change nobody read stops the line, or is
 * divided by days where that was chosen; heat never is (§ 9b HeizkostenV goes another way).
 */
export function consumedBy(
  meter: StatementMeter,
  field: string,
  points: readonly Point[],
  hands: readonly Hand[],
): Consumed[] {
  const [first, last] = [hands[0], hands.at(-1)];
  if (!first || !last) return [];
  const { opening, closing } = endsOf(meter, field, points, { first: first.first, last: last.last });
  const borders = hands.map((hand, index) => {
    if (index === 0) return opening;
    const found = readingAt(points, { opening, closing }, hand.first);
    if (found) return found;
    if (meter.unread === 'by_days' && !meter.isHeat) return null;
    throw missing(meter, field, hand.first);
  });
  return spread(hands, [...borders, closing]);
}

/** From one known border to the next; the hands between them share what ran through by their days. */
function spread(hands: readonly Hand[], borders: readonly (Point | null)[]): Consumed[] {
  const result: Consumed[] = [];
  let start = 0;
  for (let index = 1; index < borders.length; index += 1) {
    const [from, to] = [borders[start], borders[index]];
    if (!from || !to) continue;
    const between = hands.slice(start, index);
    const daysBetween = between.reduce((sum, hand) => sum + hand.last - hand.first + 1, 0);
    for (const hand of between) {
      result.push({ party: hand.party, from, to, days: hand.last - hand.first + 1, daysBetween });
    }
    start = index;
  }
  return result;
}

const winter = new Set(['10', '11', '12', '01', '02', '03', '04']);

/** What is to be said of a meter's readings, though they are used. */
export function meterWarnings(
  meter: StatementMeter,
  ends: Ends,
  period: { first: number; last: number },
): Warning[] {
  const off = [
    { point: ends.opening, border: period.first },
    { point: ends.closing, border: period.last + 1 },
  ]
    .filter(
      ({ point, border }) => distance(point.day, border) >= 28 && touchesWinter(meter, point.day, border),
    )
    .map(({ point, border }): Warning => {
      const params = { meter: meter.name, day: dayOf(point.day), days: distance(point.day, border) };
      return { code: 'reading_off_boundary', params };
    });
  const expired = meter.devices
    .filter(({ calibratedUntil, removedOn }) => {
      const used = removedOn === null ? dayOf(period.last) : removedOn;
      return calibratedUntil !== null && calibratedUntil < used && used >= dayOf(period.first);
    })
    .map(({ calibratedUntil, number }): Warning => {
      const params = { meter: number === '' ? meter.name : number, day: calibratedUntil ?? '' };
      return { code: 'calibration_expired', params };
    });
  return [...off, ...expired, ...jump(meter, ends.closing.thousandths - ends.opening.thousandths)];
}

/** A month off matters to heat only where a month of October to April lies between; to everything else always. */
function touchesWinter(meter: StatementMeter, one: number, other: number): boolean {
  if (!meter.isHeat) return true;
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  for (let day = dayOf(first); day <= dayOf(last); day = addDays(day, 1)) {
    if (winter.has(day.slice(5, 7))) return true;
  }
  return false;
}

/** Twice or half of last year: mistyped, a leak, or another household. */
function jump({ name, lastYearThousandths: before }: StatementMeter, now: number): Warning[] {
  if (before === null || before <= 0) return [];
  if (now <= 2 * before && 2 * now >= before) return [];
  return [{ code: 'consumption_jump', params: { meter: name, now: now / 1_000, before: before / 1_000 } }];
}
