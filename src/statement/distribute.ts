import { roundParts, sumCents } from '../lib/money.ts';
import { billName, type CountedBill, countBills } from './bills.ts';
import { consumptionWeights, type MeterUse } from './consumption.ts';
import { common, type Fraction, minus, over, plus, sum, times, toNumber, whole, zero } from './fraction.ts';
import { clipped, daysOf, lengthOf } from './house.ts';
import type { StatementKey, StatementLine } from './input.ts';
import { add, dailyWeights, type KeyContext, type Weights } from './keys.ts';
import { LineStop, type Warning } from './problems.ts';

/** One amount shared out by one set of weights. */
type Pot = {
  role: 'all' | 'pre_deducted' | 'rest' | 'bill' | 'by_hand';
  cents: Fraction;
  labour: Fraction;
  weights: Weights;
  sum: Fraction;
};

/** How a part of a share came about; numbers are for showing. */
export type SharePart = { role: Pot['role']; amountCents: number; weight: number; of: number };

export type Share = {
  party: number;
  key: StatementKey;
  parts: SharePart[];
  /** Before rounding: for showing. */
  exactCents: number;
  amountCents: number;
  labourCents: number;
};

export type SharedLine = {
  bills: CountedBill[];
  /** The bills' part of the period, before what may not be passed on is taken out. */
  totalCents: number;
  notRecoverableCents: number;
  /** What is shared out: the shares sum to it. */
  sharedCents: number;
  labourCents: number;
  shares: Share[];
  uses: MeterUse[];
  warnings: Warning[];
};

/** Who agreed on another key for this line. */
export type KeyOverrides = ReadonlyMap<number, StatementKey>;

type Way = { key: StatementKey; pots: Pot[]; uses: MeterUse[]; warnings: Warning[] };

/**
 * A line to the cent: every party's exact share, rounded down or up by largest remainder; spare cents go by unit and
 * start among equals. A lease with another key takes its share of that; the landlord bears what that leaves.
 */
export function shareLine(
  line: StatementLine,
  field: string,
  circle: readonly number[],
  overrides: KeyOverrides,
  context: KeyContext,
): SharedLine {
  const bills = countBills(line, field, context.input);
  const totalCents = sumCents(bills.map(({ partCents }) => partCents));
  const notRecoverableCents = sumCents(bills.map((bill) => bill.notRecoverableCents));
  const sharedCents = totalCents - notRecoverableCents;
  const labourCents = sumCents(bills.map((bill) => bill.labourCents));
  const amounts = { sharedCents, labourCents, bills };
  const ways = new Map<StatementKey, Way>();
  const wayOf = (key: StatementKey): Way => {
    const known = ways.get(key) ?? wayBy(key, line, field, circle, amounts, context);
    ways.set(key, known);
    return known;
  };
  const exact = exactShares(wayOf, line.key, overrides);
  if (overrides.size > 0) {
    const stop = new LineStop('keys_exceed_total', `${field}.key`, { line: line.name });
    const landlord = context.house.parties.length - 1;
    const left = landlordsRest(exact, landlord, amounts, wayOf(line.key), stop);
    if (left.cents.n !== 0n) exact.set(landlord, left);
  }
  const used = [...ways.values()];
  return {
    bills,
    totalCents,
    notRecoverableCents,
    sharedCents,
    labourCents,
    shares: toShares(exact),
    uses: used.flatMap(({ uses }) => uses),
    warnings: used.flatMap(({ warnings }) => warnings),
  };
}

type ExactShare = { way: Way; cents: Fraction; labour: Fraction; parts: SharePart[] };

/** Everyone's share before rounding, by the key of the line or by the one that was agreed instead. */
function exactShares(
  wayOf: (key: StatementKey) => Way,
  key: StatementKey,
  overrides: KeyOverrides,
): Map<number, ExactShare> {
  const base = wayOf(key);
  const parties = new Set([...base.pots.flatMap(({ weights }) => [...weights.keys()]), ...overrides.keys()]);
  return new Map(
    [...parties].map((party) => {
      const way = wayOf(overrides.get(party) ?? key);
      const cents = exactShare(way.pots, party, 'cents');
      const labour = exactShare(way.pots, party, 'labour');
      return [party, { way, cents, labour, parts: partsOf(way.pots, party) }];
    }),
  );
}

/** What different keys leave over is the landlord's; they cannot take more than there is. */
function landlordsRest(
  exact: ReadonlyMap<number, ExactShare>,
  landlord: number,
  amounts: Amounts,
  way: Way,
  stop: LineStop,
): ExactShare {
  const own = exact.get(landlord);
  const all = [...exact.values()];
  const left = minus(whole(amounts.sharedCents), sum(all.map(({ cents }) => cents)));
  const labourLeft = minus(whole(amounts.labourCents), sum(all.map(({ labour }) => labour)));
  const cents = plus(own?.cents ?? zero, left);
  if (cents.n < 0n && amounts.sharedCents > 0) throw stop;
  return { way, cents, labour: plus(own?.labour ?? zero, labourLeft), parts: [] };
}

function toShares(exact: ReadonlyMap<number, ExactShare>): Share[] {
  const rows = [...exact].sort(([a], [b]) => a - b);
  const cents = rounded(rows.map(([, one]) => one.cents));
  const labour = rounded(rows.map(([, one]) => one.labour));
  return rows.map(([party, one], index) => ({
    party,
    key: one.way.key,
    parts: one.parts,
    exactCents: toNumber(one.cents),
    amountCents: cents[index] ?? 0,
    labourCents: labour[index] ?? 0,
  }));
}

function rounded(parts: readonly Fraction[]): number[] {
  const { numerators, denominator } = common(parts);
  return roundParts(numerators, denominator).partCents;
}

function exactShare(pots: readonly Pot[], party: number, what: 'cents' | 'labour'): Fraction {
  return sum(
    pots.map((pot) => {
      const weight = pot.weights.get(party);
      return weight === undefined ? zero : over(times(pot[what], weight), pot.sum);
    }),
  );
}

const partsOf = (pots: readonly Pot[], party: number): SharePart[] =>
  pots.flatMap(({ role, cents, weights, sum: of }) => {
    const weight = weights.get(party);
    if (weight === undefined) return [];
    return [{ role, amountCents: toNumber(cents), weight: toNumber(weight), of: toNumber(of) }];
  });

type Amounts = { sharedCents: number; labourCents: number; bills: readonly CountedBill[] };

function wayBy(
  key: StatementKey,
  line: StatementLine,
  field: string,
  circle: readonly number[],
  amounts: Amounts,
  context: KeyContext,
): Way {
  if (key === 'direct') return { key, pots: directPots(field, circle, amounts, context), ...nothing };
  if (key === 'by_hand') return { key, pots: [handPot(line, field, amounts, context)], ...nothing };
  const found =
    key === 'consumption'
      ? consumptionWeights(line, field, circle, context)
      : { weights: dailyWeights(key, circle, context), ...nothing };
  const { weights, uses, warnings } = found;
  const own = { ...line, key };
  return { key, pots: weightedPots(own, field, circle, weights, amounts, context), uses, warnings };
}

const nothing: { uses: MeterUse[]; warnings: Warning[] } = { uses: [], warnings: [] };

function potOf(role: Pot['role'], cents: Fraction, labour: Fraction, weights: Weights, stop: LineStop): Pot {
  const of = sum(weights.values());
  if (of.n === 0n) throw stop;
  return { role, cents, labour, weights, sum: of };
}

/** One pot, or two where commercial units bear something beforehand. */
function weightedPots(
  line: StatementLine,
  field: string,
  circle: readonly number[],
  weights: Weights,
  { sharedCents, labourCents }: Amounts,
  context: KeyContext,
): Pot[] {
  const stop = new LineStop('key_without_base', `${field}.key`, { line: line.name });
  const [cents, labour] = [whole(sharedCents), whole(labourCents)];
  const { preDeduction } = line;
  if (!preDeduction) return [potOf('all', cents, labour, weights, stop)];
  if (preDeduction.amountCents > sharedCents || preDeduction.amountCents < 0) {
    throw new LineStop('pre_deduction_too_large', `${field}.preDeduction.amountCents`, { line: line.name });
  }
  const bearing = bearingUnits(line, field, circle, context);
  const among = only(weights, line, circle, (unit) => bearing.has(unit), context);
  const left =
    preDeduction.restFor === 'all'
      ? weights
      : only(weights, line, circle, (unit) => !bearing.has(unit), context);
  const deducted = whole(preDeduction.amountCents);
  const ofLabour = sharedCents === 0 ? zero : over(times(labour, deducted), cents);
  const rest = minus(cents, deducted);
  const pots = [potOf('pre_deducted', deducted, ofLabour, among, stop)];
  // Where nothing is left, nobody has to be there to bear it.
  if (rest.n !== 0n) pots.push(potOf('rest', rest, minus(labour, ofLabour), left, stop));
  return pots;
}

function bearingUnits(
  line: StatementLine,
  field: string,
  circle: readonly number[],
  { input }: KeyContext,
): Set<number> {
  const named = line.preDeduction?.unitIds;
  const units = circle.filter((index) => {
    const unit = input.units[index];
    return named ? named.includes(unit?.id ?? '') : unit?.kind === 'commercial';
  });
  if (units.length === 0 || (named && units.length !== new Set(named).size)) {
    throw new LineStop('pre_deduction_units_missing', `${field}.preDeduction.unitIds`, { line: line.name });
  }
  return new Set(units);
}

/** The weights of some units alone. */
function only(
  weights: Weights,
  line: StatementLine,
  circle: readonly number[],
  isIn: (unit: number) => boolean,
  context: KeyContext,
): Weights {
  const units = circle.filter(isIn);
  const { key } = line;
  if (key !== 'consumption' && key !== 'direct' && key !== 'by_hand')
    return dailyWeights(key, units, context);
  const parties = new Set(
    units.flatMap((unit) => (context.house.segments[unit] ?? []).map((one) => one.party)),
  );
  return new Map([...weights].filter(([party]) => parties.has(party)));
}

/** A bill for each: of a lease, or of a unit for the days of the bill in whoever's hand it was. */
function directPots(
  field: string,
  circle: readonly number[],
  { bills }: Amounts,
  context: KeyContext,
): Pot[] {
  return bills.map((counted, index) => {
    const weights = directWeights(counted, `${field}.bills.${index}`, circle, context);
    const cents = whole(counted.partCents - counted.notRecoverableCents);
    const stop = new LineStop('direct_nobody', `${field}.bills.${index}`, {
      bill: billName(counted.bill, `${field}.bills.${index}`),
    });
    return potOf('bill', cents, whole(counted.labourCents), weights, stop);
  });
}

function directWeights(
  { bill, within }: CountedBill,
  field: string,
  circle: readonly number[],
  { input, house }: KeyContext,
): Weights {
  const weights: Weights = new Map();
  if (bill.leaseId !== null) {
    const lease = input.leases.findIndex(({ id }) => id === bill.leaseId);
    const party = house.parties.findIndex((one) => one.kind === 'lease' && one.lease === lease);
    if (lease < 0 || party < 0) {
      throw new LineStop('bill_lease_unknown', `${field}.leaseId`, { bill: billName(bill, field) });
    }
    return weights.set(party, whole(1));
  }
  const unit = input.units.findIndex(({ id }) => id === bill.unitId);
  if (!circle.includes(unit))
    throw new LineStop('bill_unit_unknown', `${field}.unitId`, { bill: billName(bill, field) });
  for (const segment of house.segments[unit] ?? []) {
    const days = lengthOf(clipped(segment, daysOf(within)));
    if (days > 0) add(weights, segment.party, whole(days));
  }
  return weights;
}

/** Amounts somebody set, below zero where the line is; together they are the line. */
function handPot(
  line: StatementLine,
  field: string,
  { sharedCents, labourCents }: Amounts,
  { input, house }: KeyContext,
): Pot {
  if (line.byHandReason === null || line.byHandReason.trim() === '') {
    throw new LineStop('by_hand_reason_missing', `${field}.byHandReason`, { line: line.name });
  }
  const weights: Weights = new Map();
  for (const [index, { leaseId, amountCents }] of line.byHand.entries()) {
    const lease = input.leases.findIndex(({ id }) => id === leaseId);
    const party =
      leaseId === null
        ? house.parties.length - 1
        : house.parties.findIndex((one) => one.kind === 'lease' && one.lease === lease);
    if (party < 0 || (leaseId !== null && lease < 0)) {
      throw new LineStop('by_hand_lease_unknown', `${field}.byHand.${index}.leaseId`, { line: line.name });
    }
    if (amountCents * sharedCents < 0) {
      throw new LineStop('by_hand_sign', `${field}.byHand.${index}.amountCents`, { line: line.name });
    }
    add(weights, party, whole(amountCents));
  }
  const rest = BigInt(sharedCents) - sum(weights.values()).n;
  if (line.isByHandRestKept && rest * BigInt(sharedCents) > 0n) {
    add(weights, house.parties.length - 1, { n: rest, d: 1n });
  }
  const of = sum(weights.values());
  if (of.n !== BigInt(sharedCents)) throw new LineStop('by_hand_sum', `${field}.byHand`, { line: line.name });
  const pot: Pot = {
    role: 'by_hand',
    cents: whole(sharedCents),
    labour: whole(labourCents),
    weights,
    sum: of,
  };
  return of.n === 0n ? { ...pot, weights: new Map(), sum: whole(1) } : pot;
}
