import type { Explained } from '../domain/trace.ts';
import type { UnitKind } from '../domain/vocabulary.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  type DateRange,
  daysInclusive,
  minDate,
} from '../lib/calendar.ts';
import { allocateCents, sumCents } from '../lib/money.ts';
import { landlordReason, type Owed } from './agreement.ts';
import { isBilledTo } from './bills.ts';
import { claimableCents, correctedResult } from './correction.ts';
import { clipped, type Days, dayOf, daysOf, type House, lengthOf } from './house.ts';
import type { LabourGroup, StatementInput, StatementLease } from './input.ts';
import { itemsOf } from './line-order.ts';
import { type NewAdvance, newAdvance } from './new-advance.ts';
import type { Problem } from './problems.ts';
import type { LineResult, ShareResult } from './result.ts';
import { billedFor, isWithVat, type LeaseVat, leaseVat } from './vat.ts';

/** Labour of one provider for one lease: a row of the certificate (§ 35a EStG). */
export type LabourRow = { group: LabourGroup; line: string; providers: string[]; amountCents: number };

export type LeaseLine = Pick<LineResult, 'lineId' | 'name' | 'betrkvNo'> & {
  /** What is shared out, and the lease's part of it. */
  sharedCents: number;
  share: ShareResult;
};

export type LeaseStatement = {
  leaseId: string;
  name: string;
  rank: number;
  first: number;
  /** The days it used the house in the period. */
  from: CalendarDate;
  to: CalendarDate;
  days: number;
  /** Something of it could not be computed: no letter goes out. */
  isStopped: boolean;
  /** Lines it would bear that could not be computed: its result is without them, and no letter goes out. */
  missingLines: string[];
  /** A lump sum is not settled, nor what the buyer of the house settles. */
  isSettled: boolean;
  /** They were tenants when the house was sold: the buyer settles the whole period with them, by these figures too. */
  isBuyers: boolean;
  lines: LeaseLine[];
  /** With VAT where it is let with it. */
  costsCents: number;
  vat: Explained<LeaseVat> | null;
  advancesPaidCents: number;
  advancesDueCents: number;
  /** What was due of the advances and is not paid. The result counts what was paid and has it in it already. */
  advancesArrearsCents: number;
  /** Costs less advances paid; negative is a credit; null where there is no statement. */
  resultCents: number | null;
  /** What may be asked for, after deadline and first statement. */
  claimableCents: number | null;
  labour: LabourRow[];
  newAdvance: Explained<NewAdvance> | null;
};

type Of = {
  lease: StatementLease;
  index: number;
  lines: readonly LineResult[];
  house: House;
  input: StatementInput;
  problems: readonly Problem[];
  /** Until when money may be asked for; null where no law says so. */
  claimsUntil: CalendarDate | null;
};

/** The result of one lease; null where it holds nothing in the period. */
export function leaseStatement(of: Of): LeaseStatement | null {
  const { lease, index, house, input } = of;
  const place = house.parties.findIndex((party) => party.lease === index);
  const party = house.parties[place];
  if (!party) return null;
  const held = party.isFormer
    ? inHeatingYears(lease, input)
    : house.segments.flat().filter((segment) => segment.party === place);
  const from = Math.min(...held.map(({ first }) => first));
  const to = Math.max(...held.map(({ last }) => last));
  const mine = of.lines.flatMap((line) => {
    const share = line.shares.find((one) => one.party === place && one.landlordReason === null);
    return share ? [{ line, share }] : [];
  });
  const vat = vatOf(lease, mine);
  const costsCents = vat?.result.costsCents ?? sumCents(mine.map(({ share }) => share.amountCents));
  const advancesPaidCents = sumCents(lease.advances.map(({ paidCents }) => paidCents));
  const advancesDueCents = sumCents(lease.advances.map(({ dueCents }) => dueCents));
  const isStopped = of.problems.some(({ field, stops }) => stops === 'lease' && isOf(field, index));
  const isBuyers = isWithBuyer(lease, input);
  const isSettled = lease.settlement === 'advances' && !isBuyers;
  const resultCents = isStopped || !isSettled ? null : costsCents - advancesPaidCents;
  const days = countedDays(held);
  const missingLines = missingOf(lease, of, party.isFormer === true);
  if (party.isFormer && mine.length === 0 && missingLines.length === 0) return null;
  const isFinal = resultCents !== null && missingLines.length === 0;
  return {
    leaseId: lease.id,
    name: lease.name,
    rank: party.rank,
    first: party.first,
    from: dayOf(from),
    to: dayOf(to),
    days,
    isStopped,
    missingLines,
    isSettled,
    isBuyers,
    lines: mine.map(({ line, share }) => {
      const { lineId, name, betrkvNo, sharedCents } = line;
      return { lineId, name, betrkvNo, sharedCents, share };
    }),
    costsCents,
    vat,
    advancesPaidCents,
    advancesDueCents,
    advancesArrearsCents: sumCents(lease.advances.map((one) => Math.max(0, one.dueCents - one.paidCents))),
    resultCents,
    claimableCents: resultCents === null ? null : owed(resultCents, of),
    labour: input.isGerman && isHousehold(lease, input) ? labourRows(mine, lease) : [],
    newAdvance: isFinal && goesOn(lease, input) ? advanceOf(costsCents, days, lease, input) : null,
  };
}

const vatOf = (lease: StatementLease, mine: readonly { line: LineResult; share: ShareResult }[]) =>
  isWithVat(lease)
    ? leaseVat({
        rateBp: lease.vatRateBp ?? 0,
        shares: mine.map(({ line, share }) => ({
          name: line.name,
          amountCents: share.amountCents,
          ...billedFor(line, share, lease),
        })),
        paidCents: lease.advances.map(({ paidCents }) => paidCents),
      })
    : null;

/** The days of a lease in the plants' own years: all it had to do with the period. */
const inHeatingYears = ({ units }: StatementLease, { plants = [] }: StatementInput): Days[] =>
  plants.flatMap(({ period, circle }) =>
    period === null
      ? []
      : units
          .filter(({ unitId }) => circle === null || circle.includes(unitId))
          .map((days) => clipped(daysOf(days), daysOf(period)))
          .filter(({ first, last }) => first <= last),
  );

function missingOf(lease: StatementLease, { input, lines }: Of, isFormer: boolean): string[] {
  const computed = new Set(lines.map(({ lineId }) => lineId));
  const holds = new Set(lease.units.map(({ unitId }) => unitId));
  const owes = (owed: Owed) => landlordReason(owed, 'lease', lease, input.isGerman) === null;
  return itemsOf(input)
    .filter(
      ({ id, circle }) => !computed.has(id) && (circle === null || circle.some((unit) => holds.has(unit))),
    )
    .filter(({ owed, plant }) => owes(owed) && (plant !== undefined || !isFormer))
    .map(({ name }) => name);
}

const isOf = (field: string, index: number) =>
  field.split('.')[1] === String(index) && field.startsWith('leases.');

function owed(resultCents: number, { lease, input, claimsUntil }: Of): number {
  const isAfter = (day: CalendarDate | null | undefined) =>
    claimsUntil !== null && day != null && isHome(lease, input) && day > claimsUntil;
  const isLate = isAfter(input.receivedOn ?? input.today);
  if (lease.firstResultCents === null) return claimableCents(resultCents, isLate);
  const of = { firstCents: lease.firstResultCents, correctedCents: resultCents };
  const isFirstLate = isAfter(lease.firstReceivedOn);
  const isObviousSlip = lease.isObviousSlip === true;
  return correctedResult({ ...of, isAfterDeadline: isLate, isFirstLate, isObviousSlip }).result.owedCents;
}

/** Whether people live in it: the deadline is one of dwellings alone (BGH 27 Jan 2010, XII ZR 22/07). */
export function isHome(
  { units }: Pick<StatementLease, 'units'>,
  input: Pick<StatementInput, 'units'>,
): boolean {
  const held = new Set(units.map(({ unitId }) => unitId));
  return input.units.some(({ id, kind }) => held.has(id) && !withoutHome.includes(kind));
}

/**
 * Whether the buyer of a house that is sold within the period settles with a lease: with all who were tenants still on that day,
 * for the whole of it (BGH 3 Dec 2003, VIII ZR 168/03); with who had moved out before the seller does (BGH 4 Apr 2007, VIII ZR
 * 219/06: nobody who buys it later becomes their landlord).
 */
export const isWithBuyer = (
  { units }: Pick<StatementLease, 'units'>,
  { isGerman, period, soldOn }: Pick<StatementInput, 'isGerman' | 'period' | 'soldOn'>,
): boolean =>
  isGerman && soldOn != null && soldOn <= period.to && units.some(({ to }) => to === null || to >= soldOn);

export const withoutHome: readonly UnitKind[] = ['commercial', 'parking', 'storage'];

/** § 35a EStG is for work in a household: a shop has none, the garage of somebody may belong to one. */
function isHousehold({ units }: StatementLease, input: StatementInput): boolean {
  const held = new Set(units.map(({ unitId }) => unitId));
  return input.units.some(({ id, kind }) => held.has(id) && kind !== 'commercial');
}

/** Days on which the lease holds anything, each once. */
function countedDays(held: readonly { first: number; last: number }[]): number {
  let [days, next] = [0, Number.NEGATIVE_INFINITY];
  for (const { first, last } of held.toSorted((a, b) => a.first - b.first)) {
    const from = Math.max(first, next);
    if (from <= last) days += lengthOf({ first: from, last });
    next = Math.max(next, last + 1);
  }
  return days;
}

/** What a lease holds, until it leaves that or it is one's own no more: sold, it is let by the buyer. */
export const heldAsOwn = (lease: StatementLease, { units }: StatementInput): DateRange[] =>
  lease.units.map(({ unitId, from, to }) => {
    const last = units.find(({ id }) => id === unitId)?.availableTo ?? null;
    return { from, to: to === null ? last : minDate(to, last) };
  });

const goesOn = (lease: StatementLease, input: StatementInput) =>
  heldAsOwn(lease, input).some(({ to }) => to === null || to > input.period.to);

function advanceOf(costsCents: number, days: number, lease: StatementLease, input: StatementInput) {
  const { from } = input.period;
  return newAdvance({
    costsCents,
    days,
    daysOfYear: daysInclusive(from, addDays(addMonths(from, 12), -1)),
    expectedYearlyCents: lease.expectedYearlyCents,
    currentCents: lease.monthlyAdvanceCents,
    declaredOn: input.receivedOn ?? input.today,
    isByContract: !input.isGerman || !isHome(lease, input),
  });
}

function labourRows(
  mine: readonly { line: LineResult; share: ShareResult }[],
  lease: StatementLease,
): LabourRow[] {
  return mine.flatMap(({ line, share }) => {
    // Who worked in the other flats is no business of this one.
    const isOwn = (bill: LineResult['bills'][number]) => share.key !== 'direct' || isBilledTo(bill, lease);
    const labour = line.bills.filter((bill) => bill.labourCents !== 0 && isOwn(bill));
    const groups = [...new Set(labour.flatMap(({ bill }) => bill.labourGroup ?? []))];
    if (share.labourCents === 0 || groups.length === 0) return [];
    const parts = splitByGroup(
      share.labourCents,
      groups.map((group) => ofGroup(labour, group)),
    );
    return groups.map((group, index) => ({
      group,
      line: line.name,
      providers: providersOf(labour, group),
      amountCents: parts[index] ?? 0,
    }));
  });
}

type Labour = LineResult['bills'];
const inGroup = (labour: Labour, group: LabourGroup) =>
  labour.filter(({ bill }) => bill.labourGroup === group);
const ofGroup = (labour: Labour, group: LabourGroup) =>
  inGroup(labour, group).reduce((sum, { labourCents }) => sum + Math.max(0, labourCents), 0);
const providersOf = (labour: Labour, group: LabourGroup) => [
  ...new Set(inGroup(labour, group).flatMap(({ bill }) => bill.provider ?? [])),
];

function splitByGroup(cents: number, weights: readonly number[]): number[] {
  return weights.every((weight) => weight === 0)
    ? weights.map((_, index) => (index === 0 ? cents : 0))
    : allocateCents(cents, weights);
}
