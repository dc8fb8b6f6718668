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
  /** A second unit, for the same days. */
  also: string | null;
  from: string;
  to: string;
  persons: { from: string; count: number }[];
  /** Lines it names. */
  agrees: string[];
  /** "The tenant bears the operating costs." */
  agreesAll: boolean;
  paidCents: number;
  /** It pays VAT on its rent, so many per cent. */
  vatPercent?: number;
};
export type OwnLine = {
  name: string;
  /** In § 2 BetrKV. */
  no: number | null;
  isCable: boolean;
  key: 'area' | 'persons' | 'units' | 'co_ownership';
  units: string[];
  bills: { cents: number; from: string; to: string; keptCents: number; vatCents?: number }[];
  /** Taken out for the shops of its units before the rest goes over the others. */
  forShopsCents: number;
};
export type OwnHouse = {
  from: string;
  to: string;
  /** The landlord's first day, where he bought within the period: his book begins there. */
  bought?: string | null;
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

const firstPage = ({ from, bought }: OwnHouse) => Math.max(toDay(from), toDay(bought ?? from));

const partOf = (cents: number, bill: { from: string; to: string }, house: OwnHouse) =>
  runUp(cents, bill.from, bill.to, toDay(house.to)) - runUp(cents, bill.from, bill.to, firstPage(house) - 1);

/** Television by cable is an operating cost until this day and not beyond (§ 2 no. 15 BetrKV). */
const cableEnds = '2024-06-30';

export function costOf(line: OwnLine, house: OwnHouse): number {
  const to = line.isCable && house.to > cableEnds ? cableEnds : house.to;
  if (toDay(to) < firstPage(house)) return 0;
  const until = { ...house, to };
  return line.bills.reduce(
    (sum, bill) => sum + partOf(bill.cents, bill, until) - partOf(bill.keptCents, bill, until),
    0,
  );
}

const latest = <T extends { from: string }>(facts: T[], day: number): T | undefined =>
  facts.filter((fact) => toDay(fact.from) <= day).sort((a, b) => toDay(b.from) - toDay(a.from))[0];

const holds = (range: { from: string; to: string }, day: number) =>
  toDay(range.from) <= day && day <= toDay(range.to);

const isOf = (lease: OwnLease, unit: OwnUnit) => lease.unit === unit.name || lease.also === unit.name;

/** Where the people of a lease are looked for among some units: in a flat before a shop, in the first by name. */
function homeAmong(house: OwnHouse, lease: OwnLease, units: OwnUnit[]): string | undefined {
  const mine = units.filter((unit) => isOf(lease, unit) && (unit.isDwelling || unit.isShop));
  const by = (unit: OwnUnit) => (unit.isDwelling ? 0 : 1_000) + placeOf(house, unit);
  return mine.sort((a, b) => by(a) - by(b))[0]?.name;
}

/** Whose page it is: a tenant by name, `own` or `empty` of a unit. */
export function holder(house: OwnHouse, unit: OwnUnit, units: OwnUnit[], day: number) {
  const lease = house.leases.find((one) => isOf(one, unit) && holds(one, day));
  if (lease) {
    const isHome = homeAmong(house, lease, units) === unit.name;
    const persons = isHome ? (latest(lease.persons, day)?.count ?? 0) : 0;
    return { who: `lease ${lease.name}`, persons, lease };
  }
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
    for (let day = firstPage(house); day <= toDay(house.to); day += 1) {
      const { who, persons, lease } = holder(house, unit, units, day);
      const sum = sums.get(who) ?? { weight: 0n, order: [standing(house, unit, lease), day] };
      sum.weight += counted(line, unit, day, persons);
      sums.set(who, sum);
    }
  }
  return sums;
}

/** Whoever rents two units stands where the first of them stands. */
const standing = (house: OwnHouse, unit: OwnUnit, lease?: OwnLease) =>
  Math.min(
    ...house.units
      .filter((one) => (lease ? isOf(lease, one) : one === unit))
      .map((one) => placeOf(house, one)),
  );

const asPeopleDo = new Intl.Collator('de', { numeric: true }).compare;
/** Names as people sort them: Flat 2 before Flat 10. */
const placeOf = (house: OwnHouse, unit: OwnUnit) =>
  house.units
    .map(({ name }) => name)
    .sort(asPeopleDo)
    .indexOf(unit.name);

/** Heat and hot water go half and more by consumption (HeizkostenV §§ 6 to 8); of one user there is nothing to share. */
function isHeatForSeveral(line: OwnLine, house: OwnHouse, units: OwnUnit[]): boolean {
  if (![4, 5, 6].includes(line.no ?? 0)) return false;
  const users = new Set(units.flatMap((unit) => [...pages(line, house, [unit]).keys()]));
  return units.length > 1 || users.size > 1;
}

/** Every share of a line in cents; null where nobody counts anything. */
export function sharesOf(line: OwnLine, house: OwnHouse): Map<string, number> | null {
  const units = house.units.filter(({ name }) => line.units.includes(name));
  // What is for none of his days is the seller's: a line of such bills alone is no line of his.
  if (line.bills.every((bill) => toDay(bill.to) < firstPage(house))) return null;
  const cost = costOf(line, house);
  if (line.forShopsCents > cost || isHeatForSeveral(line, house, units)) return null;
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

/** "Operating costs" are numbers 1 to 16; number 17 and what has no number are owed where the contract says so. */
const bears = (lease: OwnLease, { name, no }: OwnLine) =>
  lease.agrees.includes(name) || (lease.agreesAll && no !== null && no < 17);

/** Half up, away from nothing: as money is rounded by hand. */
function nearest(over: bigint, under: bigint): number {
  const [top, below] = [over < 0n ? -over : over, under < 0n ? -under : under];
  const size = Number((top * 2n + below) / (below * 2n));
  return over < 0n === under < 0n ? size : -size;
}

/** The VAT that the bills of a line state on what tenants are charged with, bill by bill. */
function vatOf(line: OwnLine, house: OwnHouse): number {
  return line.bills.reduce((sum, bill) => {
    const charged = costOf({ ...line, bills: [bill] }, house);
    return (
      sum + (bill.cents === 0 ? 0 : nearest(BigInt(bill.vatCents ?? 0) * BigInt(charged), BigInt(bill.cents)))
    );
  }, 0);
}

/**
 * What each tenant has to pay; negative is a credit. What a contract did not agree on the landlord bears. Who rents with VAT bears
 * the costs without the VAT that the landlord gets back, and the VAT of the rent on them (§§ 10, 15 UStG).
 */
export function resultsOf(house: OwnHouse): Map<string, number> {
  return new Map(
    house.leases.map((lease) => {
      const costs = house.lines
        .filter((line) => bears(lease, line))
        .map((line) => {
          const share = sharesOf(line, house)?.get(`lease ${lease.name}`) ?? 0;
          const whole = lease.vatPercent && share !== 0 ? costOf(line, house) : 0;
          return whole === 0
            ? share
            : share - nearest(BigInt(share) * BigInt(vatOf(line, house)), BigInt(whole));
        });
      const net = costs.reduce((sum, one) => sum + one, 0);
      const vat = nearest(BigInt(net) * BigInt(lease.vatPercent ?? 0), 100n);
      return [lease.name, net + vat - lease.paidCents];
    }),
  );
}

/**
 * What is left of a result that comes too late (§ 556 (3) sentence 3 BGB): no claim, but what the first statement already
 * claimed in time. Who rents no home may still be asked for all of it.
 */
export function leftOfLate(
  house: OwnHouse,
  name: string,
  result: number,
  first: { cents: number; isLate: boolean } | null,
): number {
  const lease = house.leases.find((one) => one.name === name);
  const rented = house.units.filter((unit) => lease !== undefined && isOf(lease, unit));
  if (!rented.some(({ isDwelling }) => isDwelling)) return result;
  const claimed = first === null || (first.isLate && first.cents > 0) ? 0 : first.cents;
  return Math.min(result, claimed);
}
