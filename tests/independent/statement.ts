import { toDay } from './days.ts';

/**
 * An operating-cost statement reckoned as by hand: a book with a page for every day of the period. On each page stands who
 * had each unit, how large it was and how many lived there; a share is the sum of its pages over the sum of all pages,
 * as an exact fraction; only then come the cents. Written from §§ 556, 556a BGB and the rules of the house, not from `src/`.
 */
export type OwnUnit = {
  name: string;
  isDwelling: boolean;
  isShop: boolean;
  areas: { from: string; sqm100: number }[];
  shareOfThousand: number;
  ownUse: { from: string; to: string; persons: number }[];
};
export type OwnLease = {
  name: string;
  unit: string;
  from: string;
  to: string;
  persons: { from: string; count: number }[];
  agrees: string[];
  paidCents: number;
};
export type OwnLine = {
  name: string;
  key: 'area' | 'persons' | 'units' | 'co_ownership';
  units: string[];
  bills: { cents: number; from: string; to: string; keptCents: number }[];
  /** Taken out for the shops of its units before the rest goes over the others. */
  forShopsCents: number;
};
export type OwnHouse = {
  from: string;
  to: string;
  vacantPersons: number;
  units: OwnUnit[];
  leases: OwnLease[];
  lines: OwnLine[];
};

type Exact = [over: bigint, under: bigint];
const addUp = ([a, b]: Exact, [c, d]: Exact): Exact => [a * d + c * b, b * d];

/** What had run up of a bill by the end of a day, to the cent, half up. */
function runUp(cents: number, from: string, to: string, until: number): number {
  const length = toDay(to) - toDay(from) + 1;
  const days = Math.max(0, Math.min(length, until - toDay(from) + 1));
  const [over, under] = [BigInt(Math.abs(cents)) * BigInt(days) * 2n + BigInt(length), BigInt(length) * 2n];
  return Number(over / under) * Math.sign(cents);
}

const partOf = (cents: number, bill: { from: string; to: string }, house: OwnHouse) =>
  runUp(cents, bill.from, bill.to, toDay(house.to)) - runUp(cents, bill.from, bill.to, toDay(house.from) - 1);

export const costOf = (line: OwnLine, house: OwnHouse): number =>
  line.bills.reduce(
    (sum, bill) => sum + partOf(bill.cents, bill, house) - partOf(bill.keptCents, bill, house),
    0,
  );

const latest = <T extends { from: string }>(facts: T[], day: number): T | undefined =>
  facts.filter((fact) => toDay(fact.from) <= day).sort((a, b) => toDay(b.from) - toDay(a.from))[0];

const holds = (range: { from: string; to: string }, day: number) =>
  toDay(range.from) <= day && day <= toDay(range.to);

/** Whose page it is: a tenant by name, `own` or `empty` of a unit. */
function holder(house: OwnHouse, unit: OwnUnit, day: number) {
  const lease = house.leases.find((one) => one.unit === unit.name && holds(one, day));
  if (lease) return { who: `lease ${lease.name}`, persons: latest(lease.persons, day)?.count ?? 0 };
  const own = unit.ownUse.find((one) => holds(one, day));
  if (own) return { who: `own ${unit.name}`, persons: own.persons };
  return { who: `empty ${unit.name}`, persons: unit.isDwelling ? house.vacantPersons : 0 };
}

function counted(line: OwnLine, unit: OwnUnit, day: number, persons: number): bigint {
  if (line.key === 'units') return 1n;
  // Nobody lives in a garage.
  if (line.key === 'persons') return unit.isDwelling || unit.isShop ? BigInt(persons) : 0n;
  if (line.key === 'co_ownership') return BigInt(unit.shareOfThousand);
  return BigInt(latest(unit.areas, day)?.sqm100 ?? 0);
}

/** The pages of some units, summed by who had them; with the place by which spare cents go. */
function pages(line: OwnLine, house: OwnHouse, units: OwnUnit[]) {
  const sums = new Map<string, { weight: bigint; order: [unit: number, day: number] }>();
  for (const unit of units) {
    for (let day = toDay(house.from); day <= toDay(house.to); day += 1) {
      const { who, persons } = holder(house, unit, day);
      const sum = sums.get(who) ?? { weight: 0n, order: [placeOf(house, unit), day] };
      sum.weight += counted(line, unit, day, persons);
      sums.set(who, sum);
    }
  }
  return sums;
}

/** Names as people sort them: Flat 2 before Flat 10. */
const placeOf = (house: OwnHouse, unit: OwnUnit) =>
  house.units
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b, 'de', { numeric: true }))
    .indexOf(unit.name);

/** Every share of a line in cents; null where nobody counts anything. */
export function sharesOf(line: OwnLine, house: OwnHouse): Map<string, number> | null {
  const units = house.units.filter(({ name }) => line.units.includes(name));
  const cost = costOf(line, house);
  if (line.forShopsCents > cost) return null;
  const pots =
    line.forShopsCents === 0
      ? [{ cents: cost, units }]
      : [
          { cents: line.forShopsCents, units: units.filter(({ isShop }) => isShop) },
          { cents: cost - line.forShopsCents, units: units.filter(({ isShop }) => !isShop) },
        ].filter(({ cents }) => cents !== 0);
  const exact = new Map<string, { share: Exact; order: [number, number] }>();
  for (const pot of pots) {
    const sums = pages(line, house, pot.units);
    const whole = [...sums.values()].reduce((all, { weight }) => all + weight, 0n);
    if (whole === 0n) return null;
    for (const [who, { weight, order }] of sums) {
      const before = exact.get(who) ?? { share: [0n, 1n] as Exact, order };
      exact.set(who, { ...before, share: addUp(before.share, [BigInt(pot.cents) * weight, whole]) });
    }
  }
  return toCents(exact, cost);
}

/** Down to the cent, then one more for the largest rests until nothing is left over. */
function toCents(exact: Map<string, { share: Exact; order: [number, number] }>, cost: number) {
  const rows = [...exact].map(
    ([
      who,
      {
        share: [over, under],
        order,
      },
    ]) => {
      const down = over / under;
      return { who, down, rest: [over - down * under, under] as Exact, order };
    },
  );
  let left = BigInt(cost) - rows.reduce((sum, { down }) => sum + down, 0n);
  const order = rows.toSorted((a, b) => {
    const [one, other] = [a.rest[0] * b.rest[1], b.rest[0] * a.rest[1]];
    if (one !== other) return one > other ? -1 : 1;
    return a.order[0] - b.order[0] || a.order[1] - b.order[1];
  });
  const cents = new Map<string, number>();
  for (const { who, down } of order) {
    const spare = left > 0n ? 1n : 0n;
    left -= spare;
    cents.set(who, Number(down + spare));
  }
  return cents;
}

/** What each tenant has to pay; negative is a credit. What a contract did not agree on the landlord bears. */
export function resultsOf(house: OwnHouse): Map<string, number> {
  return new Map(
    house.leases.map((lease) => {
      const costs = house.lines
        .filter(({ name }) => lease.agrees.includes(name))
        .map((line) => sharesOf(line, house)?.get(`lease ${lease.name}`) ?? 0);
      return [lease.name, costs.reduce((sum, one) => sum + one, 0) - lease.paidCents];
    }),
  );
}
