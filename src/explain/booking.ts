import { day, type Explained, inputs, money, none, number, text, word } from '../domain/trace.ts';
import type { SplitMethod } from '../domain/vocabulary.ts';
import { amountOn, dueDays, type Recurrence } from '../features/recurring/rules.ts';
import { type SplitShare, type SplitUnit, splitBill } from '../features/transaction/rules.ts';
import type { CalendarDate } from '../lib/calendar.ts';

/** What a trace says of a recurring item's days. */
export const seriesInputs = (series: Recurrence) =>
  inputs({
    first_due: day(series.startsOn),
    last_possible: day(series.endsOn),
    every_months: number(series.everyMonths, 'months'),
    anchor_day: number(series.anchorDay),
  });

/** The due days of a recurring item in a range, each with the amount that is valid by then. */
export function explainRecurrence(
  series: Recurrence & { amounts?: readonly { validFrom: CalendarDate; amountCents: number }[] },
  range: { from: CalendarDate; to: CalendarDate },
): Explained<{ dueOn: CalendarDate; amountCents: number | null }[]> {
  const result = dueDays(series, range.from, range.to).map((dueOn) => ({
    dueOn,
    amountCents: amountOn(series.amounts ?? [], dueOn)?.amountCents ?? null,
  }));
  return {
    result,
    trace: {
      rule: 'recurrence',
      formula: '{first_due} + n × {every_months}, {anchor_day}',
      sources: [],
      inputs: [...seriesInputs(series), ...inputs({ range_from: day(range.from), range_to: day(range.to) })],
      steps: result.map((due) => ({
        of: [day(due.dueOn)],
        formula: '{amount}',
        inputs: inputs({ amount: money(due.amountCents) }),
        result: due.amountCents === null ? none : money(due.amountCents),
      })),
      result: number(result.length),
    },
  };
}

/** A bill split over units. */
export function explainBillSplit(input: {
  amountCents: number;
  method: SplitMethod;
  units: readonly (SplitUnit & { ownShareCents: number })[];
}): Explained<{ shares: SplitShare[]; problem: string | null }> {
  const manualCents = new Map(input.units.map((unit) => [unit.unitId, unit.ownShareCents]));
  const result = splitBill({ ...input, manualCents });
  const isByHand = input.method === 'manual';
  const formula = isByHand ? '{own_share}' : '{amount} × {weight} ÷ {sum_of_weights}';
  return {
    result,
    trace: {
      rule: 'bill_split',
      // Where it cannot be split there is nothing to work out.
      formula: result.problem === null ? `Σ ${formula}` : '{amount}',
      sources: input.method === 'persons' ? ['BGH VIII ZR 159/05 (2006-05-31)'] : [],
      inputs: inputs({
        amount: money(input.amountCents),
        split_by: word(`split_${input.method}`),
        ...(!isByHand && {
          sum_of_weights: number(result.shares.reduce((sum, share) => sum + (share.weight ?? 0), 0)),
        }),
      }),
      steps: (result.problem === null ? result.shares : []).map((share) => ({
        of: [text(share.unitId)],
        formula,
        inputs: inputs(isByHand ? { own_share: money(share.amountCents) } : { weight: number(share.weight) }),
        result: money(share.amountCents),
        ...(!isByHand && { rounding: 'remainder' as const }),
      })),
      result: money(input.amountCents),
    },
  };
}
