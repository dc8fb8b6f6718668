import { day, type Explained, inputs, money } from '../domain/trace.ts';
import { type CalendarDate, compareDates } from '../lib/calendar.ts';
import { assertCents, sumCents } from '../lib/money.ts';

export type CarryOver = {
  /** What is owed and would be owed on the other account instead. */
  openCents: number;
  /** What was overpaid and would be credit there. */
  creditCents: number;
  /** What the account stands at before: positive is owed by the tenant. */
  balanceCents: number;
};

/**
 * What an account has that can go on to the next: everything open, and every credit. Carried over, both accounts
 * together stand where they stood.
 */
export function carryOver(input: {
  openItems: readonly { dueOn: CalendarDate; openCents: number }[];
  creditCents: number;
}): Explained<CarryOver> {
  const items = input.openItems
    .filter((item) => assertCents(item.openCents) > 0)
    .toSorted((a, b) => compareDates(a.dueOn, b.dueOn));
  const openCents = sumCents(items.map((item) => item.openCents));
  const balanceCents = openCents - assertCents(input.creditCents);
  return {
    result: { openCents, creditCents: input.creditCents, balanceCents },
    trace: {
      rule: 'carry_over',
      formula: 'Σ {open_amount} − {credit}',
      sources: [],
      inputs: inputs({ open_amount: money(openCents), credit: money(input.creditCents) }),
      steps: items.map((item) => ({
        of: [day(item.dueOn)],
        formula: '{open_amount}',
        inputs: inputs({ open_amount: money(item.openCents) }),
        result: money(item.openCents),
      })),
      result: money(balanceCents),
    },
  };
}
