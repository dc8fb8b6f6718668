import type { CalendarDate } from '../../lib/calendar.ts';
import { sumCents } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';
import type { ServiceRecord } from '../../statement/plant/index.ts';

/** Whoever had a unit of a plant in its year, as its page lists them. */
export type RecordUser = {
  unitId: string;
  leaseId: string | null;
  unit: string;
  from: CalendarDate;
  to: CalendarDate;
};

/** One user among all of a plant: places among them change with the tenancies while a page is open, this does not. */
export const userKey = ({ unitId, leaseId }: Pick<RecordUser, 'unitId' | 'leaseId'>): string =>
  `${unitId} ${leaseId}`;

/** By `userKey`: what a file says of each user, in cents, and the service's number of them. */
export type Figures = ReadonlyMap<string, { amountCents: number; serviceId: string | null }>;

/**
 * Whose figure each record of a metering service is, by the user's `userKey`; null where that is not certain, and
 * somebody has to say it. A unit is known by the number the service gave it in this year or the one before, else by a name
 * that is the landlord's own id of the record, and by neither where the two name different units; of several who had it, who
 * left on the record's last day. No two records are proposed for one user, and none that ends outside of the year.
 */
export function placeRecords(
  records: readonly ServiceRecord[],
  {
    users,
    services,
    period,
  }: {
    users: readonly RecordUser[];
    services: readonly { unitId: string; serviceId: string }[];
    period: Period;
  },
): (string | null)[] {
  const numbered = new Map(services.map(({ serviceId, unitId }) => [serviceId, unitId]));
  const named = Map.groupBy(users, ({ unit }) => alike(unit));
  const unitOf = ({ serviceId, ownId }: ServiceRecord): string | undefined => {
    const byNumber = serviceId === '' ? undefined : numbered.get(serviceId);
    const units = new Set((named.get(alike(ownId)) ?? []).map(({ unitId }) => unitId));
    if (byNumber !== undefined) return units.size === 0 || units.has(byNumber) ? byNumber : undefined;
    return units.size === 1 ? [...units][0] : undefined;
  };
  const found = records.map((record): number | null => {
    if (record.until < period.from || record.until > period.to) return null;
    const unitId = unitOf(record);
    const hands = users.flatMap((user, at) => (user.unitId === unitId ? [at] : []));
    if (hands.length === 1) return hands[0] ?? null;
    const leaving = hands.filter((at) => users[at]?.to === record.until);
    return leaving.length === 1 ? (leaving[0] ?? null) : null;
  });
  const leavesThen = (record: ServiceRecord, place: number) => users[place]?.to === record.until;
  return found.map((place, at) => {
    const user = users[place ?? -1];
    if (place === null || user === undefined) return null;
    const rivals = records.filter((_, other) => found[other] === place);
    if (rivals.length === 1) return userKey(user);
    // The one that ends with the user, where there is one.
    const record = records[at];
    const ending = rivals.filter((rival) => leavesThen(rival, place));
    return ending.length === 1 && ending[0] === record ? userKey(user) : null;
  });
}

/** What the records come to for each user they are placed at, and the service's number of the first of them. */
export function figuresOf(records: readonly ServiceRecord[], places: readonly (string | null)[]): Figures {
  const placed = Map.groupBy(
    records.flatMap((record, at) => {
      const place = places[at] ?? null;
      return place === null ? [] : [{ place, record }];
    }),
    ({ place }) => place,
  );
  return new Map(
    [...placed].map(([place, own]) => [
      place,
      {
        amountCents: sumCents(own.map(({ record }) => record.totalCents)),
        serviceId: own[0]?.record.serviceId || null,
      },
    ]),
  );
}

/**
 * What has to be written into the grid when a file says `now` that said `before`: only what is another figure, so that what was
 * corrected by hand stays; where it says nothing any more, what is `saved` (null: nothing). In cents, by `userKey`.
 */
export function fillings(
  now: Figures,
  before: Figures,
  saved: (key: string) => number | null,
): Map<string, number | null> {
  const told = [...now].flatMap(([key, { amountCents }]): [string, number][] =>
    before.get(key)?.amountCents === amountCents ? [] : [[key, amountCents]],
  );
  const gone = [...before.keys()].filter((key) => !now.has(key));
  return new Map([...told, ...gone.map((key): [string, number | null] => [key, saved(key)])]);
}

/** Written large or small, with more or fewer blanks: the same name. */
const alike = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * The text of a file of records: as UTF-8 where it is that, else as Windows writes it, so that each of its 128 characters
 * stands in its place.
 */
export function textOfRecords(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What is longer is no such file, and is not read at all. */
export const MOST_RECORD_BYTES = 2_000_000;
