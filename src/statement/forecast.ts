import { type Explained, inputs, money, text } from '../domain/trace.ts';
import {
  addDays,
  type CalendarDate,
  daysInclusive,
  eachMonth,
  firstOfMonth,
  lastOfMonth,
  maxDate,
  monthOf,
} from '../lib/calendar.ts';
import { divideRounded, sumCents } from '../lib/money.ts';
import type { Period } from '../lib/period.ts';
import { countBills } from './bills.ts';
import type { Bill, StatementInput, StatementLease, StatementLine } from './input.ts';
import { heldAsOwn } from './lease-statement.ts';
import type { PlantByDevices, StatementPlant } from './plant/block.ts';
import { LineStop, type Problem } from './problems.ts';
import { computeStatement, type Statement } from './statement.ts';

export type ForecastLine = {
  lineId: string;
  name: string;
  /** Bills of the period so far, and what is still to come as of last year. */
  soFarCents: number;
  toComeCents: number;
  /** There was a cost last year and there is no bill yet. */
  isMissing: boolean;
};

export type ForecastLease = {
  leaseId: string;
  name: string;
  costsCents: number;
  /** Paid by now, and what is still to be paid of what was agreed. */
  advancesCents: number;
  /** Negative: probably a credit. */
  resultCents: number;
  /** What would fit; null where the lease ends with the period. */
  fittingCents: number | null;
  /** It is further from what is paid than a tenth: time to change it. */
  shouldChange: boolean;
};

export type Forecast = {
  lines: ForecastLine[];
  leases: ForecastLease[];
  problems: Problem[];
  /** Every cost is in it, and there are some: none is stopped, and what is to come is known of last year, or nothing is. */
  isWhole: boolean;
};

/** An advance is worth a letter where it is off by a tenth. */
const noticeable = { n: 1, d: 10 };

/**
 * How a running period will probably end: the bills so far, for the rest of each line what it cost last year, and advances
 * as agreed until the end. An estimate, which is never sent; what cannot be estimated stands among the problems.
 */
export function forecast(input: StatementInput, today: CalendarDate): Explained<Forecast> {
  const years = input.lines.map((line) => ({ ...input, period: yearOf(line, input) }));
  const estimates = input.lines.map((line, index) => estimate(line, index, years[index] ?? input));
  const lines = input.lines.map((line, index) => {
    const expected = estimates[index];
    return expected ? withEstimate(line, expected, years[index] ?? input) : line;
  });
  const statement = withUnread({ ...input, lines, today: null, receivedOn: null });
  const leases = statement.leases.flatMap((one): ForecastLease[] => {
    const lease = input.leases.find(({ id }) => id === one.leaseId);
    if (!lease || one.resultCents === null) return [];
    const advancesCents = paidUntil(lease) + toPay(lease, input, today);
    const fittingCents = one.newAdvance?.result.monthlyCents ?? null;
    return [
      {
        leaseId: one.leaseId,
        name: one.name,
        costsCents: one.costsCents,
        advancesCents,
        resultCents: one.costsCents - advancesCents,
        fittingCents,
        shouldChange: isOff(fittingCents, advanceBy(lease, input.period.to)),
      },
    ];
  });
  const { problems } = statement;
  const isKnown =
    input.lines.some(({ lastYear }) => (lastYear?.amountCents ?? 0) > 0) ||
    input.lines.every((line, index) => isComplete(line, (years[index] ?? input).period));
  const isWhole = input.lines.length > 0 && isKnown && problems.every(({ stops }) => stops === 'lease');
  return {
    result: { lines: estimates.map(({ shown }) => shown), leases, problems, isWhole },
    trace: traceOf(leases),
  };
}

/** The year in which its bills count: a plant may have its own. */
function yearOf({ id, principle }: StatementLine, { period, plants = [] }: StatementInput): Period {
  const plant = plants.find(({ lines }) => lines.some(({ lineId }) => lineId === id));
  return principle === 'service' ? (plant?.period ?? period) : period;
}

/**
 * Nobody has read the meters of a running year: what cannot be shared out by them yet, a plant or a line, goes by area
 * alone.
 */
function withUnread(input: StatementInput): Statement {
  const statement = computeStatement(input);
  const known = new Set(statement.lines.map(({ lineId }) => lineId));
  const isUnknown = ({ id }: { id: string }) => !known.has(id);
  const isUnread = (line: StatementLine) => line.key === 'consumption' && isUnknown(line);
  if (!input.plants?.some(isUnknown) && !input.lines.some(isUnread)) return statement;
  return computeStatement({
    ...input,
    lines: input.lines.map((line) => (isUnread(line) ? { ...line, key: 'area' as const } : line)),
    ...(input.plants && {
      plants: input.plants.map((plant) => (isUnknown(plant) ? unread(plant, input) : plant)),
    }),
  });
}

/** A plant whose units are all estimated: § 9a (2) HeizkostenV shares it out by area. */
function unread(plant: StatementPlant, { units }: StatementInput): StatementPlant {
  const circle = units.filter(({ id }) => plant.circle?.includes(id) ?? true);
  const estimates = circle.map(({ id }) => ({ unitId: id, heat: 1_000, hotWater: 1_000 }));
  const own = plant.shared.by === 'devices' ? plant.shared : byAreaAlone;
  return { ...plant, meters: [], shared: { ...own, estimates, hotWater: null, co2: null, groups: null } };
}
const byAreaAlone: PlantByDevices = {
  by: 'devices',
  hotWater: null,
  heatBp: 5_000,
  hotWaterBp: 5_000,
  isMoreAgreed: false,
  fixedBy: 'days',
  estimates: [],
  co2: null,
};

function estimate(line: StatementLine, index: number, input: StatementInput): Estimate {
  const soFar = countedSoFar(line, index, input);
  const before = line.lastYear?.amountCents ?? 0;
  // Money that came back says nothing of the bills of this year.
  const isMissing = before > 0 && !line.bills.some(isBill);
  const toComeCents = isComplete(line, input.period) ? 0 : Math.max(0, before - Math.max(0, soFar.cents));
  const notRecoverableCents = keptOf(toComeCents, line, soFar);
  const shown = { lineId: line.id, name: line.name, soFarCents: soFar.cents, toComeCents, isMissing };
  return { shown, notRecoverableCents };
}

const isBill = ({ amountCents }: Bill): boolean => amountCents > 0;

type Estimate = { shown: ForecastLine; notRecoverableCents: number };
type SoFar = { cents: number; notRecoverableCents: number };

/** The bills there are cover the period: whatever it cost last year, nothing is to come. */
function isComplete({ bills, principle }: StatementLine, period: Period): boolean {
  const served = bills
    .filter(isBill)
    .flatMap(({ from, to }) => (from === null || to === null ? [] : [{ from, to }]))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  // A bill counted when paid is for days of its own: a year of them is a year.
  const start = principle === 'service' ? period.from : (served[0]?.from ?? period.from);
  const end = principle === 'service' ? period.to : addDays(start, daysInclusive(period.from, period.to) - 1);
  let next = start;
  for (const { from, to } of served) {
    if (from > next) return false;
    next = maxDate(next, addDays(to, 1));
  }
  return next > end;
}

/** The part of what is to come that will not be passed on: as last year, else as in the bills so far. */
function keptOf(toComeCents: number, { lastYear }: StatementLine, soFar: SoFar): number {
  const known =
    lastYear?.notRecoverableCents == null
      ? soFar
      : { cents: lastYear.amountCents, notRecoverableCents: lastYear.notRecoverableCents };
  if (known.cents <= 0 || known.notRecoverableCents <= 0) return 0;
  return Math.min(toComeCents, partOf(known.notRecoverableCents, toComeCents, known.cents));
}

/** Of an amount, as much for a part of a whole as there is in the whole. */
const partOf = (cents: number, part: number, whole: number): number =>
  divideRounded(BigInt(part) * BigInt(cents), BigInt(whole));

/** What cannot be counted yet stops the line in the statement, which says why. */
function countedSoFar(line: StatementLine, index: number, input: StatementInput): SoFar {
  try {
    const bills = countBills(line, `lines.${index}`, input);
    return {
      cents: sumCents(bills.map(({ partCents }) => partCents)),
      notRecoverableCents: sumCents(bills.map((bill) => bill.notRecoverableCents)),
    };
  } catch (error) {
    if (error instanceof LineStop) return { cents: 0, notRecoverableCents: 0 };
    throw error;
  }
}

function withEstimate(
  line: StatementLine,
  { shown: { toComeCents }, notRecoverableCents }: Estimate,
  { period, plants = [] }: StatementInput,
): StatementLine {
  // Whose a direct cost or one by hand will be nobody knows beforehand.
  const isOfPlant = plants.some(({ lines }) => lines.some(({ lineId }) => lineId === line.id));
  const isSomebodys = !isOfPlant && (line.key === 'direct' || line.key === 'by_hand');
  if (toComeCents === 0 || isSomebodys) return line;
  const before = line.lastYear;
  const expected: Bill = {
    name: '',
    amountCents: toComeCents,
    ...(before?.vatCents && { vatCents: partOf(before.vatCents, toComeCents, before.amountCents) }),
    notRecoverableCents,
    labourCents: 0,
    labourGroup: null,
    provider: null,
    ...period,
    paidOn: period.to,
    unitId: null,
    leaseId: null,
  };
  return { ...line, bills: [...line.bills, expected] };
}

/** What is due counts as paid: arrears are another matter. */
const paidUntil = ({ advances }: StatementLease): number =>
  sumCents(advances.map(({ dueCents, paidCents }) => Math.max(dueCents, paidCents)));

/** The months of the period after the current one, as long as the lease lasts and is one's own, each with what is agreed for it. */
function toPay(lease: StatementLease, input: StatementInput, today: CalendarDate): number {
  const { period } = input;
  const held = heldAsOwn(lease, input);
  const holds = (month: string) =>
    held.some(({ from, to }) => from <= lastOfMonth(month) && (to === null || to >= firstOfMonth(month)));
  const months = eachMonth(monthOf(period.from), monthOf(period.to));
  return sumCents(
    months
      .filter((month) => firstOfMonth(month) > today && holds(month))
      .map((month) => advanceBy(lease, lastOfMonth(month)) ?? 0),
  );
}

/** The monthly advance as agreed by a day that is not over yet; null where there is none. */
const advanceBy = (
  { monthlyAdvanceCents, advancesAhead = [] }: StatementLease,
  day: CalendarDate,
): number | null => advancesAhead.findLast(({ from }) => from <= day)?.monthlyCents ?? monthlyAdvanceCents;

const isOff = (fitting: number | null, current: number | null): boolean =>
  fitting !== null && current !== null && Math.abs(fitting - current) * noticeable.d > current * noticeable.n;

function traceOf(leases: readonly ForecastLease[]) {
  return {
    rule: 'statement_forecast' as const,
    formula: 'Σ {expected_result}',
    sources: [],
    inputs: [],
    steps: leases.map(({ name, costsCents, advancesCents, resultCents }) => ({
      of: [text(name)],
      formula: '{costs} − {advances}',
      inputs: inputs({
        costs: money(costsCents),
        advances: money(advancesCents),
        expected_result: money(resultCents),
      }),
      result: money(resultCents),
    })),
    result: money(sumCents(leases.map(({ resultCents }) => resultCents))),
  };
}
