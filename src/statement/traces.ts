import {
  day,
  type Explained,
  inputs,
  money,
  none,
  number,
  type Trace,
  type TraceInput,
  type TraceStep,
  text,
} from '../domain/trace.ts';
import { sumCents } from '../lib/money.ts';
import { usedBy } from './consumption.ts';
import { toNumber } from './fraction.ts';
import { dayOf, householdsIn, houseOf, lengthOf } from './house.ts';
import type { StatementInput, StatementMeter } from './input.ts';
import { personPieces } from './keys.ts';
import { type Consumed, consumedBy, counterOf } from './meters.ts';
import { LineStop, type Problem } from './problems.ts';
import type { LineResult, ShareResult } from './result.ts';
import type { Statement } from './statement.ts';

/** How one share came about: the amount, its weight, all weights. */
export function shareStep(line: LineResult, share: ShareResult, whose: string): TraceStep {
  const of = [text(line.name), text(whose)];
  const result = money(share.amountCents);
  if (line.plant) return { of, ...heatFormula(share), result };
  const weighted = share.parts.find(({ role }) => role === 'all' || role === 'rest');
  const deducted = share.parts.find(({ role }) => role === 'pre_deducted');
  const ofRest = '{amount} × {weight} ÷ {sum_of_weights}';
  const ofDeducted = '{pre_deducted} × {weight_among_commercial} ÷ {sum_among_commercial}';
  if (!weighted && !deducted) {
    const cents = Math.round(share.exactCents);
    return {
      of,
      formula: '{apportioned}',
      inputs: inputs({ apportioned: money(cents) }),
      result,
      rounding: 'remainder',
    };
  }
  return {
    of,
    formula: [...(deducted ? [ofDeducted] : []), ...(weighted ? [ofRest] : [])].join(' + '),
    inputs: inputs({
      ...(deducted && {
        pre_deducted: money(deducted.amountCents),
        weight_among_commercial: number(deducted.weight),
        sum_among_commercial: number(deducted.of),
      }),
      ...(weighted && {
        amount: money(weighted.amountCents),
        weight: number(weighted.weight),
        sum_of_weights: number(weighted.of),
      }),
    }),
    result,
    rounding: 'remainder',
  };
}

const heatInputs = {
  heat_fixed: 'heat_fixed',
  heat_used: 'heat_used',
  hot_water_fixed: 'hot_water_fixed',
  hot_water_used: 'hot_water_used',
  by_service: 'of_service',
} as const;

/** Of a plant: what each pot gives, to the cent, less the landlord's part of the CO₂ costs. */
function heatFormula({ parts }: ShareResult): Pick<TraceStep, 'formula' | 'inputs'> {
  const of = (role: string) =>
    sumCents(parts.filter((part) => part.role === role).map(({ partCents = 0 }) => partCents));
  const pots = (Object.keys(heatInputs) as (keyof typeof heatInputs)[])
    .filter((role) => parts.some((part) => part.role === role))
    .map((role) => ({ name: heatInputs[role], value: money(of(role)) }));
  const co2 = parts.find(({ role }) => role === 'co2_of_landlord');
  const all = co2
    ? [...pots, { name: 'co2_of_landlord' as const, value: money(-(co2.partCents ?? 0)) }]
    : pots;
  const added = pots.map(({ name }) => `{${name}}`).join(' + ');
  if (pots.length === 0) return { formula: '{apportioned}', inputs: inputs({ apportioned: money(0) }) };
  return { formula: co2 ? `${added} − {co2_of_landlord}` : added, inputs: all };
}

/** The whole statement, line by line and share by share. */
export function statementTrace(statement: Statement, nameOf: (share: ShareResult) => string): Trace {
  return {
    rule: 'operating_cost_statement',
    formula: 'Σ {amount} × {weight} ÷ {sum_of_weights}',
    // Only where German law sets a deadline does it set the keys.
    sources: statement.deadline === null ? [] : ['§ 556 BGB', '§ 556a BGB', '§ 2 BetrKV'],
    inputs: [
      ...inputs({ days: number(statement.days, 'days') }),
      ...statement.lines.flatMap(({ plant, sharedCents }): TraceInput[] =>
        plant?.trace ? [{ name: 'heating_costs', value: money(sharedCents), trace: plant.trace }] : [],
      ),
    ],
    steps: statement.lines.flatMap((line) =>
      line.shares.map((share) => shareStep(line, share, nameOf(share))),
    ),
    result: money(statement.summary.sharedCents),
  };
}

export type PersonDays = { name: string; kind: string; personDays: number };

/** Person-days of everyone in the house; the problem where somebody's household is not known. */
export function explainPersonDays(
  input: StatementInput,
): Explained<{ all: PersonDays[]; totalPersonDays: number | null; problem: Problem | null }> {
  const house = houseOf(input);
  const households = householdsIn([...input.units.keys()], input.units, house);
  const steps: TraceStep[] = [];
  const all = new Map<number, PersonDays>();
  try {
    for (const [index, unit] of input.units.entries()) {
      const conflict = house.conflicts.get(index);
      if (conflict) throw new LineStop(conflict.code, conflict.field, conflict.params);
      for (const segment of house.segments[index] ?? []) {
        const party = house.parties[segment.party];
        const name = input.leases[party?.lease ?? -1]?.name ?? unit.name;
        const counted = all.get(segment.party) ?? { name, kind: party?.kind ?? 'landlord', personDays: 0 };
        for (const piece of personPieces(unit, index, segment, households, { input, house })) {
          const days = lengthOf(piece);
          counted.personDays += piece.persons * days;
          steps.push({
            of: [text(name), day(dayOf(piece.first)), day(dayOf(piece.last))],
            formula: '{persons} × {days}',
            inputs: inputs({ persons: number(piece.persons), days: number(days, 'days') }),
            result: number(piece.persons * days),
          });
        }
        all.set(segment.party, counted);
      }
    }
  } catch (error) {
    if (!(error instanceof LineStop)) throw error;
    return {
      result: { all: [], totalPersonDays: null, problem: problemOf(error) },
      trace: withoutFigure('person_days'),
    };
  }
  const sorted = [...all.entries()].sort(([a], [b]) => a - b).map(([, one]) => one);
  const totalPersonDays = sorted.reduce((sum, one) => sum + one.personDays, 0);
  return {
    result: { all: sorted, totalPersonDays, problem: null },
    trace: {
      rule: 'person_days',
      formula: 'Σ {persons} × {days}',
      sources: ['BGH VIII ZR 159/05 (2006-05-31)', 'BGH VIII ZR 180/12 (2013-01-08)'],
      inputs: [],
      steps,
      result: number(totalPersonDays),
    },
  };
}

const problemOf = ({ code, field, params }: LineStop): Problem => ({ code, field, params, stops: 'line' });

const withoutFigure = (rule: 'person_days' | 'consumption'): Trace => ({
  rule,
  formula: rule === 'person_days' ? '{person_days}' : '{consumed}',
  sources: [],
  inputs: inputs(rule === 'person_days' ? { person_days: none } : { consumed: none }),
  steps: [],
  result: none,
});

export type Hand = { name: string; first: number; last: number };

/** What ran through a place whose device may have been swapped, for each who had it. */
export function explainPlace(
  meter: StatementMeter,
  hands: readonly Hand[],
): Explained<{ total: number | null; parts: { name: string; consumed: number }[]; problem: Problem | null }> {
  try {
    const span = { first: hands[0]?.first ?? 0, last: hands.at(-1)?.last ?? 0 };
    const points = counterOf(meter, 'meter', span);
    const parts = consumedBy(
      meter,
      'meter',
      points,
      hands.map((hand, party) => ({ ...hand, party })),
    );
    const [first, last] = [parts[0], parts.at(-1)];
    if (!first || !last) throw new LineStop('reading_missing', 'meter', { meter: meter.name, day: '' });
    const total = (last.to.thousandths - first.from.thousandths) / 1_000;
    const named = parts.map((part) => ({
      name: hands[part.party]?.name ?? '',
      consumed: toNumber(usedBy(part)) / 1_000,
    }));
    return {
      result: { total, parts: named, problem: null },
      trace: {
        rule: 'consumption',
        formula: runFormula,
        sources: [],
        inputs: runInputs(first, last),
        steps: parts.map((part, index) =>
          consumedStep(part, named[index]?.name ?? '', named[index]?.consumed ?? 0),
        ),
        result: number(total),
      },
    };
  } catch (error) {
    if (!(error instanceof LineStop)) throw error;
    return {
      result: { total: null, parts: [], problem: problemOf(error) },
      trace: withoutFigure('consumption'),
    };
  }
}

const runFormula = '{later_reading} − {earlier_reading} + {carried_over}';

/** What swapped devices had counted between two readings stands beside them. */
const runInputs = (first: Consumed, last: Consumed) =>
  inputs({
    later_reading: number(last.to.shown / 1_000),
    earlier_reading: number(first.from.shown / 1_000),
    carried_over: number((last.to.carried - first.from.carried) / 1_000),
  });

function consumedStep(part: Consumed, name: string, consumed: number): TraceStep {
  const isDivided = part.days !== part.daysBetween;
  return {
    of: [text(name), day(dayOf(part.from.day)), day(dayOf(part.to.day))],
    formula: isDivided ? `(${runFormula}) × {days} ÷ {days_between}` : runFormula,
    inputs: [
      ...runInputs(part, part),
      ...(isDivided
        ? inputs({ days: number(part.days, 'days'), days_between: number(part.daysBetween, 'days') })
        : []),
    ],
    result: number(consumed),
  };
}
