import { daysInclusive } from '../lib/calendar.ts';
import { sumCents } from '../lib/money.ts';
import { landlordReason, owedOf } from './agreement.ts';
import { othersBillsTold } from './bills.ts';
import { claimsUntil, objectionDeadline, statementDeadline } from './deadline.ts';
import { type KeyOverrides, type SharedLine, shareLine } from './distribute.ts';
import { assertHeatingLaw } from './heating.ts';
import { type House, houseOf } from './house.ts';
import type { StatementInput, StatementKey, StatementLine } from './input.ts';
import { inputProblems } from './input-problems.ts';
import { type LeaseStatement, leaseStatement } from './lease-statement.ts';
import { itemsOf } from './line-order.ts';
import { plantLine, stopOfPlant } from './plant/line.ts';
import { LineStop, type Problem, type Warning } from './problems.ts';
import type { LandlordReason, LineResult, ShareResult } from './result.ts';
import { statementWarningsOf } from './warnings.ts';

export type Statement = {
  days: number;
  /** Germany: until when it has to be received. */
  deadline: string | null;
  /** Germany: until when a tenant may object, once it was received. */
  objectionsUntil: string | null;
  problems: Problem[];
  warnings: Warning[];
  lines: LineResult[];
  leases: LeaseStatement[];
  landlord: Record<LandlordReason, number>;
  summary: StatementSummary;
};

export type StatementSummary = {
  /** Bills of the period, with what may not be passed on. */
  billsCents: number;
  notRecoverableCents: number;
  sharedCents: number;
  tenantsCents: number;
  landlordCents: number;
  advancesPaidCents: number;
  backPaymentsCents: number;
  creditsCents: number;
};

const noLandlord = (): Record<LandlordReason, number> => ({
  vacancy: 0,
  own_use: 0,
  unallocated: 0,
  not_agreed: 0,
  nothing_agreed: 0,
  lump_sum: 0,
  not_recoverable: 0,
});

/**
 * The operating-cost statement of a period: every line shared out to the cent, every lease's result. What cannot be
 * computed stops its own line, lease or the whole and says so; nothing is guessed.
 */
export function computeStatement(input: StatementInput): Statement {
  const days = daysInclusive(input.period.from, input.period.to);
  const deadline = input.isGerman ? statementDeadline(input.period.to) : null;
  const problems = inputProblems(input);
  const objectionsUntil = input.isGerman && input.receivedOn ? objectionDeadline(input.receivedOn) : null;
  const dates = { days, deadline, objectionsUntil };
  if (problems.some(({ stops }) => stops === 'statement')) return stopped(dates, problems);
  const house = houseOf(input);
  const { lines, warnings } = linesOf(input, house, problems);
  const until = deadline && claimsUntil(deadline, input.obstacleEndedOn ?? null);
  const leases = input.leases
    .map((lease, index) =>
      leaseStatement({ lease, index, lines, house, input, problems, claimsUntil: until }),
    )
    .filter((one) => one !== null)
    .sort((a, b) => a.rank - b.rank || a.first - b.first);
  const landlord = noLandlord();
  for (const { shares } of lines) {
    for (const { landlordReason, amountCents } of shares) {
      if (landlordReason !== null) landlord[landlordReason] += amountCents;
    }
  }
  const summary = summaryOf(lines, leases);
  const all = [...warnings, ...statementWarningsOf({ input, house, lines, deadline: until })];
  return { ...dates, problems, warnings: all, lines, leases, landlord, summary };
}

const stopped = (
  dates: Pick<Statement, 'days' | 'deadline' | 'objectionsUntil'>,
  problems: Problem[],
): Statement => ({
  ...dates,
  problems,
  warnings: [],
  lines: [],
  leases: [],
  landlord: noLandlord(),
  summary: summaryOf([], []),
});

function summaryOf(lines: readonly LineResult[], leases: readonly LeaseStatement[]): StatementSummary {
  const results = leases.flatMap(({ resultCents }) => (resultCents === null ? [] : [resultCents]));
  return {
    billsCents: sumCents(lines.map((line) => line.totalCents)),
    notRecoverableCents: sumCents(lines.map((line) => line.notRecoverableCents)),
    sharedCents: sumCents(lines.map((line) => line.sharedCents)),
    tenantsCents: sumCents(lines.map((line) => line.tenantsCents)),
    landlordCents: sumCents(lines.map((line) => line.landlordCents)),
    advancesPaidCents: sumCents(leases.map((lease) => lease.advancesPaidCents)),
    backPaymentsCents: sumCents(results.filter((cents) => cents > 0)),
    creditsCents: sumCents(results.filter((cents) => cents < 0).map((cents) => -cents)),
  };
}

function linesOf(input: StatementInput, house: House, problems: Problem[]) {
  const lines: LineResult[] = [];
  const warnings: Warning[] = [];
  const stoppedFields = new Set(
    problems
      .filter(({ stops }) => stops === 'line')
      .map(({ field }) => field.split('.').slice(0, 2).join('.')),
  );
  for (const { line, plant, index } of itemsOf(input)) {
    if (plant) {
      computePlant(index, { input, house, problems, stoppedFields, lines, warnings });
      continue;
    }
    const field = `lines.${index}`;
    if (stoppedFields.has(field)) continue;
    const others = othersBillsTold(line, line.name, input);
    warnings.push(...others);
    // All of it is another owner's: it is no line here.
    if (others.length > 0 && others.length === line.bills.length) continue;
    try {
      const circle = circleOf(line, field, input, house);
      const overrides = overridesOf(line, input, house);
      assertHeatingLaw(line, field, circle, overrides, { input, house });
      const shared = shareLine(line, field, circle, overrides, { input, house });
      lines.push(lineResult(line, shared, input, house));
      warnings.push(...shared.warnings);
    } catch (error) {
      if (!(error instanceof LineStop)) throw error;
      const params = { line: line.name, ...error.params };
      problems.push({ code: error.code, field: error.field, stops: 'line', params });
    }
  }
  return { lines, warnings };
}

type Computing = {
  input: StatementInput;
  house: House;
  problems: Problem[];
  stoppedFields: ReadonlySet<string>;
  lines: LineResult[];
  warnings: Warning[];
};

/** A plant as one line; what stops one of its lines stops it, too, and has its sentence already. */
function computePlant(index: number, of: Computing): void {
  const { input, house, problems, stoppedFields } = of;
  const plant = input.plants?.[index];
  if (!plant || stoppedFields.has(`plants.${index}`)) return;
  const fields = plant.lines.map(({ lineId }) => `lines.${input.lines.findIndex(({ id }) => id === lineId)}`);
  if (fields.some((field) => stoppedFields.has(field))) return;
  try {
    const { line, warnings } = plantLine(plant, index, { input, house });
    of.lines.push(line);
    of.warnings.push(...warnings);
  } catch (error) {
    if (!(error instanceof LineStop)) throw error;
    problems.push(stopOfPlant(error, plant));
  }
}

/** The units that bear a line. LineStop where one is unknown, or it is not clear in whose hand one was. */
function circleOf(line: StatementLine, field: string, input: StatementInput, house: House): number[] {
  const ids = line.circle ?? input.units.map(({ id }) => id);
  const circle = ids.map((id, at) => {
    const unit = input.units.findIndex((one) => one.id === id);
    if (unit < 0) throw new LineStop('circle_unit_unknown', `${field}.circle.${at}`, { unit: id });
    return unit;
  });
  if (circle.length === 0) throw new LineStop('circle_empty', `${field}.circle`);
  const units = [...new Set(circle)].sort((a, b) => (house.ranks[a] ?? 0) - (house.ranks[b] ?? 0));
  for (const unit of units) {
    const conflict = house.conflicts.get(unit);
    if (conflict) throw new LineStop(conflict.code, conflict.field, conflict.params);
  }
  return units;
}

function overridesOf(line: StatementLine, input: StatementInput, house: House): KeyOverrides {
  const overrides = new Map<number, StatementKey>();
  for (const [party, { lease, isFormer }] of house.parties.entries()) {
    if (isFormer) continue;
    const agreed =
      lease === null ? undefined : input.leases[lease]?.agreed.find(({ lineId }) => lineId === line.id);
    if (agreed?.key && agreed.key !== line.key) overrides.set(party, agreed.key);
  }
  return overrides;
}

function lineResult(
  line: StatementLine,
  shared: SharedLine,
  input: StatementInput,
  house: House,
): LineResult {
  const shares = shared.shares.map((share): ShareResult => {
    const party = house.parties[share.party];
    const lease = input.leases[party?.lease ?? -1];
    return {
      ...share,
      kind: party?.kind ?? 'landlord',
      leaseId: lease?.id ?? null,
      unitId: input.units[party?.unit ?? -1]?.id ?? null,
      landlordReason: landlordReason(owedOf(line), party?.kind ?? 'landlord', lease, input.isGerman),
    };
  });
  const tenantsCents = shares.reduce(
    (sum, share) => sum + (share.landlordReason === null ? share.amountCents : 0),
    0,
  );
  const { name, betrkvNo, key, principle } = line;
  const { warnings: _, ...rest } = shared;
  const landlordCents = shared.sharedCents - tenantsCents;
  return { ...rest, lineId: line.id, name, betrkvNo, key, principle, shares, tenantsCents, landlordCents };
}
