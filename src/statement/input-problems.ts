import { addMonths, type DateRange } from '../lib/calendar.ts';
import { billName } from './bills.ts';
import type { StatementInput } from './input.ts';
import type { Problem, ProblemCode } from './problems.ts';

/** What is wrong before anything is computed: with the period, with names used twice, with leases that lead nowhere. */
export function inputProblems(input: StatementInput): Problem[] {
  return [
    ...periodProblems(input),
    ...backwards(input),
    ...namedTwice(input),
    ...leaseProblems(input),
    ...principleProblems(input),
    ...labourProblems(input),
    ...plantProblems(input),
  ];
}

/** A period has at most twelve months (§ 556 (3) sentence 1 BGB). */
function periodProblems({ period }: StatementInput): Problem[] {
  if (period.to < addMonths(period.from, 12)) return [];
  const params = { from: period.from, to: period.to };
  return [{ code: 'period_too_long', field: 'period.to', stops: 'statement', params }];
}

/** Days that end before they begin. */
function backwards({ units, leases }: StatementInput): Problem[] {
  const isBackwards = ({ from, to }: DateRange) => to !== null && to < from;
  const problem = (field: string, name: string): Problem => ({
    code: 'range_backwards',
    field,
    stops: 'statement',
    params: { name },
  });
  return [
    ...units.flatMap(({ name, ownUse }, unit) =>
      ownUse.flatMap((range, at) =>
        isBackwards(range) ? [problem(`units.${unit}.ownUse.${at}.to`, name)] : [],
      ),
    ),
    ...leases.flatMap(({ name, units: held }, lease) =>
      held.flatMap((range, at) =>
        isBackwards(range) ? [problem(`leases.${lease}.units.${at}.to`, name)] : [],
      ),
    ),
  ];
}

/** Bills that would be counted twice, or never. */
function principleProblems({ lines }: StatementInput): Problem[] {
  return lines.flatMap(({ name, isPrincipleOpen }, index): Problem[] => {
    const field = `lines.${index}.principle`;
    return isPrincipleOpen ? [{ code: 'principle_open', field, stops: 'line', params: { line: name } }] : [];
  });
}

/** Labour goes onto the certificate of § 35a EStG by its group. */
function labourProblems({ isGerman, lines }: StatementInput): Problem[] {
  if (!isGerman) return [];
  return lines.flatMap((line, index) =>
    line.bills.flatMap((bill, at): Problem[] => {
      if (bill.labourCents === 0 || bill.labourGroup !== null) return [];
      const params = { line: line.name, bill: billName(bill, `bills.${at}`) };
      const field = `lines.${index}.bills.${at}.labourGroup`;
      return [{ code: 'labour_group_missing', field, stops: 'line', params }];
    }),
  );
}

/** Spare cents go by name: two units of one name could not be told apart. */
function namedTwice(input: StatementInput): Problem[] {
  const twice = (
    code: ProblemCode,
    list: readonly { id: string; name: string }[],
    place: string,
    stops: Problem['stops'],
  ): Problem[] => {
    const seen = { ids: new Map<string, number>(), names: new Map<string, number>() };
    const found = new Set<number>();
    for (const [index, { id, name }] of list.entries()) {
      const before = seen.ids.get(id) ?? seen.names.get(name);
      if (before !== undefined) found.add(before).add(index);
      seen.ids.set(id, index);
      seen.names.set(name, index);
    }
    const params = (index: number) => ({ name: list[index]?.name ?? '' });
    return [...found].map((index) => ({ code, field: `${place}.${index}`, stops, params: params(index) }));
  };
  return [
    ...twice('unit_twice', input.units, 'units', 'statement'),
    ...twice('lease_twice', input.leases, 'leases', 'statement'),
    ...twice('meter_twice', input.meters, 'meters', 'statement'),
    ...twice('line_twice', input.lines, 'lines', 'line'),
    ...twice('plant_twice', input.plants ?? [], 'plants', 'line'),
  ];
}

/** A line is cost of one plant, and once. */
function plantProblems({ plants = [], lines }: StatementInput): Problem[] {
  const named = plants.flatMap((plant, index) => plant.lines.map(({ lineId }) => ({ lineId, plant, index })));
  return named
    .filter((one) => named.some((other) => other !== one && other.lineId === one.lineId))
    .map(({ lineId, plant, index }): Problem => {
      const name = lines.find(({ id }) => id === lineId)?.name ?? lineId;
      const params = { line: plant.name, name };
      return { code: 'plant_line_twice', field: `plants.${index}.lines`, stops: 'line', params };
    });
}

function leaseProblems({ leases, units, lines, plants = [] }: StatementInput): Problem[] {
  const [unitIds, lineIds] = [units, [...lines, ...plants]].map((list) => new Set(list.map(({ id }) => id)));
  return leases.flatMap((lease, index): Problem[] => {
    const field = `leases.${index}`;
    const unknownUnits = lease.units
      .filter(({ unitId }) => !unitIds?.has(unitId))
      .map(({ unitId }): Problem => {
        const params = { lease: lease.name, unit: unitId };
        return { code: 'lease_unit_unknown', field: `${field}.units`, stops: 'statement', params };
      });
    const unknownLines = lease.agreed
      .filter(({ lineId }) => !lineIds?.has(lineId))
      .map(({ lineId }): Problem => {
        const params = { lease: lease.name, line: lineId };
        return { code: 'agreed_line_unknown', field: `${field}.agreed`, stops: 'lease', params };
      });
    if (lease.settlement === 'lump_sum' || lease.agreesAll || lease.agreed.length > 0) {
      return [...unknownUnits, ...unknownLines];
    }
    const params = { lease: lease.name };
    return [...unknownUnits, { code: 'nothing_agreed', field: `${field}.agreed`, stops: 'lease', params }];
  });
}
