import { z } from 'zod';
import type { RuleName } from '../domain/trace-names.ts';
import { dayNumber } from '../statement/house.ts';
import {
  boundaryBill,
  changesSince,
  computeStatement,
  correctedResult,
  explainPersonDays,
  explainPlace,
  forecast,
  leaseVat,
  newAdvance,
  type Problem,
  type ShareResult,
  type StatementInput,
  statedRows,
  statementTrace,
} from '../statement/index.ts';
import { withStops } from './block-stops.ts';
import { cents, day, period, positive, type RegisteredRule, rule } from './define.ts';
import { house, waterMeter } from './statement-examples.ts';
import { readDevices, readHolding, readStatement, readUnit } from './statement-input.ts';
import { leaseHolding, meterPlace, statementShape, unit } from './statement-shapes.ts';
import { withSentence } from './statement-words.ts';

/** Names instead of ids: what somebody typed is what they read. */
function nameOf(input: StatementInput) {
  const leases = new Map(input.leases.map(({ id, name }) => [id, name]));
  const units = new Map(input.units.map(({ id, name }) => [id, name]));
  return ({ leaseId, unitId, kind }: ShareResult) =>
    leases.get(leaseId ?? '') ?? `${units.get(unitId ?? '') ?? ''} (${kind})`.trim();
}

function explainStatement(given: z.output<typeof statementShape>) {
  const { input, stops } = readStatement(given);
  const computed = computeStatement(input);
  const statement = { ...computed, problems: withStops(computed.problems, stops) };
  const whose = nameOf(input);
  const named = (share: ShareResult) => ({ of: whose(share), ...share });
  return {
    result: {
      ...statement,
      problems: statement.problems.map(withSentence),
      warnings: statement.warnings.map(withSentence),
      lines: statement.lines.map((line) => ({ ...line, shares: line.shares.map(named) })),
      rows: statedRows(statement),
    },
    trace: statementTrace(statement, whose),
  };
}

const withSentenceOf = <Result extends { problem: Problem | null }>(result: Result) => ({
  ...result,
  problem: result.problem && withSentence(result.problem),
});

const bare = { isGerman: true, lines: [], meters: [], today: null, receivedOn: null };
const unsettled = {
  settlement: 'advances' as const,
  agreesAll: true,
  agreed: [],
  advances: [],
  monthlyAdvanceCents: null,
  expectedYearlyCents: 0,
  firstResultCents: null,
};

const rows = z.array(z.strictObject({ lease: z.string(), line: z.string(), amountCents: cents }));

/** The operating-cost statement, and the parts of it that can be asked for alone. */
export const statementRules = {
  operating_cost_statement: rule(statementShape, house, explainStatement),
  person_days: rule(
    z.strictObject({
      period,
      vacantPersons: positive.default(1),
      units: z.array(unit).min(1),
      leases: z.array(z.strictObject(leaseHolding)),
    }),
    {
      period: { from: '2025-01-01', to: '2025-12-31' },
      units: [{ name: 'Flat 1' }, { name: 'Flat 2' }],
      leases: [
        { name: 'Ahrens', units: [{ unit: 'Flat 1' }], persons: [{ count: 2 }] },
        { name: 'Brandt', units: [{ unit: 'Flat 2', to: '2025-09-30' }], persons: [{ count: 1 }] },
      ],
    },
    ({ units, leases, ...rest }) => {
      const { result, trace } = explainPersonDays({
        ...bare,
        ...rest,
        units: units.map(readUnit),
        leases: leases.map((lease) => ({
          ...unsettled,
          ...lease,
          id: lease.id ?? lease.name,
          units: readHolding(lease.units),
        })),
      });
      return { result: withSentenceOf(result), trace };
    },
  ),
  consumption: rule(
    z.strictObject({
      name: z.string().default(''),
      period,
      ...meterPlace,
      changes: z
        .array(z.strictObject({ name: z.string(), from: day }))
        .default([])
        .describe('Who had it from which day; left out: one through the whole period.'),
    }),
    waterMeter,
    ({ name, period: { from, to }, changes, devices, ...place }) => {
      const meter = { id: name, name, unitId: null, lastYearThousandths: null, ...place };
      const inside = changes.filter((one) => one.from <= to).sort((a, b) => (a.from < b.from ? -1 : 1));
      const starts = inside.map((one) => Math.max(dayNumber(one.from), dayNumber(from)));
      const hands = inside.map((one, index) => ({
        name: one.name,
        first: index === 0 ? dayNumber(from) : (starts[index] ?? 0),
        last: (starts[index + 1] ?? dayNumber(to) + 1) - 1,
      }));
      const whole = [{ name, first: dayNumber(from), last: dayNumber(to) }];
      const { result, trace } = explainPlace(
        { ...meter, devices: readDevices(devices) },
        hands.length === 0 ? whole : hands.filter((hand) => hand.first <= hand.last),
      );
      return { result: withSentenceOf(result), trace };
    },
  ),
  new_advance: rule(
    z.strictObject({
      costsCents: cents,
      days: z.int().min(1).max(366).default(365).describe('The days those costs are for.'),
      daysOfYear: z.int().min(365).max(366).default(365),
      expectedYearlyCents: cents.default(0).describe('Changes of cost that are certain, a year.'),
      currentCents: positive.nullable().default(null),
      declaredOn: day.nullable().default(null),
    }),
    { costsCents: 216_000, currentCents: 15_000, declaredOn: '2026-10-12' },
    newAdvance,
  ),
  statement_vat: rule(
    z.strictObject({
      rateBp: positive.max(10_000),
      shares: z
        .array(
          z.strictObject({
            name: z.string(),
            amountCents: cents.describe('The share, VAT of its bills included.'),
            billedCents: cents.describe('What was billed for the line, as far as it is passed on.'),
            billedVatCents: cents.default(0).describe('VAT in it.'),
          }),
        )
        .min(1),
      paidCents: z.array(cents).default([]).describe('Advances as they were paid, month by month.'),
    }),
    {
      rateBp: 1_900,
      shares: [
        { name: 'Property tax', amountCents: 30_000, billedCents: 100_000 },
        { name: 'Water', amountCents: 10_700, billedCents: 42_800, billedVatCents: 2_800 },
      ],
      paidCents: [23_800, 23_800],
    },
    leaseVat,
  ),
  boundary_bill: rule(
    z.strictObject({ amountCents: cents, bill: period, period }),
    {
      amountCents: 120_000,
      bill: { from: '2025-07-01', to: '2026-06-30' },
      period: { from: '2025-01-01', to: '2025-12-31' },
    },
    (given) => boundaryBill(given.amountCents, given.bill, given.period),
  ),
  statement_forecast: rule(
    statementShape.extend({ today: day }),
    {
      ...house,
      leases: house.leases.map((lease) => ({ ...lease, monthlyAdvanceCents: 10_000 })),
      lines: house.lines
        .filter(({ key }) => key === 'area')
        .map((line) => ({ ...line, lastYear: { amountCents: 110_000 } })),
      today: '2025-09-15',
    },
    (given) => {
      const { input, stops } = readStatement(given);
      const { result, trace } = forecast(input, given.today);
      const problems = withStops(result.problems, stops).map(withSentence);
      return { result: { ...result, problems }, trace };
    },
  ),
  statement_changes: rule(
    z.strictObject({ sent: rows, now: rows }),
    {
      sent: [
        { lease: 'Ahrens', line: 'Refuse', amountCents: 10_589 },
        { lease: 'Brandt', line: 'Refuse', amountCents: 4_475 },
      ],
      now: [
        { lease: 'Ahrens', line: 'Refuse', amountCents: 10_000 },
        { lease: 'Brandt', line: 'Refuse', amountCents: 4_475 },
      ],
    },
    ({ sent, now }) => changesSince(sent, now),
  ),
  statement_correction: rule(
    z.strictObject({
      firstCents: cents.describe('The first result; a credit is negative.'),
      correctedCents: cents,
      isAfterDeadline: z.boolean().default(true),
      isFirstLate: z.boolean().default(false).describe('The first came after the deadline, too.'),
      isObviousSlip: z.boolean().default(false),
    }),
    { firstCents: -12_000, correctedCents: 4_000 },
    correctedResult,
  ),
} satisfies Partial<Record<RuleName, RegisteredRule>>;
