import { day, type Explained, inputs, money, number, percent } from '../../domain/trace.ts';
import { addMonths, type CalendarDate, compareDates, dayOfMonth } from '../../lib/calendar.ts';
import { assertCents, divideRounded } from '../../lib/money.ts';
import type { Rent, RentLine } from './rules.ts';

/** A step must leave the rent unchanged for at least so long (§ 557a (2) BGB). */
export const MONTHS_BETWEEN_STEPS = 12;

export type RentStep = { validFrom: CalendarDate; netCents: number };

/** By how much each step raises the net rent; a per cent is of the step before, rounded to cents, half up. */
export type StepIncrease = { kind: 'amount'; cents: number } | { kind: 'percent'; basisPoints: number };

/**
 * The steps of a stepped rent (Staffelmiete). Each is an amount of money: a lease that states only a per cent is
 * void (§ 557a (1) BGB), so what is agreed are the amounts that come out here.
 */
export function planSteps(plan: {
  netCents: number;
  firstOn: CalendarDate;
  everyMonths: number;
  count: number;
  increase: StepIncrease;
  /** Only German law is known, and cited. */
  isGerman?: boolean;
}): Explained<RentStep[]> {
  const { firstOn, everyMonths, increase } = plan;
  const anchor = dayOfMonth(firstOn);
  let netCents = assertCents(plan.netCents);
  const result = Array.from({ length: plan.count }, (_, index) => {
    netCents += raise(netCents, increase);
    return { validFrom: addMonths(firstOn, everyMonths * index, anchor), netCents };
  });
  const added =
    increase.kind === 'amount'
      ? inputs({ increase: money(increase.cents) })
      : inputs({ increase_percent: percent(increase.basisPoints) });
  const formula =
    increase.kind === 'amount' ? '{net_before} + {increase}' : '{net_before} × (100 % + {increase_percent})';
  return {
    result,
    trace: {
      rule: 'step_rent',
      formula,
      sources: (plan.isGerman ?? true) ? ['BGB § 557a'] : [],
      inputs: [
        // The formula is that of the last step; those before it are shown below.
        ...inputs({
          net_rent: money(plan.netCents),
          net_before: money(result.at(-2)?.netCents ?? plan.netCents),
        }),
        ...added,
        ...inputs({ first_due: day(firstOn), every_months: number(everyMonths, 'months') }),
      ],
      steps: result.map((step, index) => ({
        of: [day(step.validFrom)],
        formula,
        inputs: [...inputs({ net_before: money(result[index - 1]?.netCents ?? plan.netCents) }), ...added],
        result: money(step.netCents),
      })),
      result: money(netCents),
    },
  };
}

const raise = (netCents: number, increase: StepIncrease): number =>
  increase.kind === 'amount'
    ? increase.cents
    : divideRounded(BigInt(netCents) * BigInt(increase.basisPoints), 10_000n);

/** The net (cold) rent among the lines. */
export const netCentsOf = (lines: readonly RentLine[]): number =>
  lines.reduce((sum, line) => sum + (line.component === 'net' ? line.amountCents : 0), 0);

/** The same lines with another net rent; a lease without one gets it in front. */
export function withNetCents(lines: readonly RentLine[], netCents: number): RentLine[] {
  const first = lines.findIndex((line) => line.component === 'net');
  if (first < 0)
    return [{ component: 'net', amountCents: netCents, settlement: 'none', vatRateBp: 0 }, ...lines];
  return lines.flatMap((line, index) => {
    if (line.component !== 'net') return [line];
    return index === first ? [{ ...line, amountCents: netCents }] : [];
  });
}

/** Everything but the net rent as another rent has it: steps agreed long ago follow a new advance. */
export function withLinesOf(lines: readonly RentLine[], others: readonly RentLine[]): RentLine[] {
  return withNetCents(others, netCentsOf(lines));
}

/** In whichever order, and with a net rent of several lines as one. */
export function isSameRent(one: readonly RentLine[], other: readonly RentLine[]): boolean {
  const said = (lines: readonly RentLine[]) =>
    withNetCents(lines, netCentsOf(lines))
      .map((line) => `${line.component} ${line.settlement} ${line.vatRateBp} ${line.amountCents}`)
      .toSorted()
      .join();
  return said(one) === said(other);
}

/**
 * Whether a rent that comes later follows other parts than the net rent: a step does, and so does one whose own are those that hold
 * before it, as of a rise by the index or to the reference rent. One that was agreed with other advances keeps them.
 */
export const followsParts = (
  later: { reason: string; lines: readonly RentLine[] },
  before: readonly RentLine[],
): boolean => later.reason === 'stepped' || isSameRent(withNetCents(later.lines, 0), withNetCents(before, 0));

/**
 * The first step that comes less than a year after the net rent last changed (§ 557a (2) BGB), with the day from
 * which it may apply; null when all keep the year. Other lines of the rent may change in between.
 */
export function stepBreach(
  rents: readonly (Rent & { reason: string })[],
): { validFrom: CalendarDate; earliest: CalendarDate } | null {
  const byDay = rents.toSorted((a, b) => compareDates(a.validFrom, b.validFrom));
  let last = byDay[0];
  for (const rent of byDay.slice(1)) {
    if (!last || netCentsOf(rent.lines) === netCentsOf(last.lines)) continue;
    const earliest = addMonths(last.validFrom, MONTHS_BETWEEN_STEPS);
    if (rent.reason === 'stepped' && rent.validFrom < earliest)
      return { validFrom: rent.validFrom, earliest };
    last = rent;
  }
  return null;
}
