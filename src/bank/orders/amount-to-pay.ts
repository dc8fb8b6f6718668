import { day, type Explained, inputs, money } from '../../domain/trace.ts';
import type { CalendarDate } from '../../lib/calendar.ts';
import { executionDay } from './target-days.ts';

/** What may be paid out: a tenant's credit, or a deposit less what is held back of it. */
export type Payable =
  | { kind: 'credit'; openCents: number }
  | { kind: 'deposit'; balanceCents: number; heldBackCents: number };

/**
 * What may be paid out at most, and when the bank does it: all of a tenant's credit, of a deposit what is held and not held
 * back (BGH VIII ZR 71/05 of 18 January 2006: what may still be claimed may be kept for a reasonable time). Never less than
 * nothing.
 */
export function amountToPay(
  payable: Payable,
  { today, wishedOn }: { today: CalendarDate; wishedOn: CalendarDate },
): Explained<{ executeOn: CalendarDate; amountCents: number }> {
  const executeOn = executionDay(today, wishedOn);
  const left = payable.kind === 'credit' ? payable.openCents : payable.balanceCents - payable.heldBackCents;
  const amountCents = Math.max(0, left);
  return {
    result: { executeOn, amountCents },
    trace: {
      rule: 'pain_001',
      formula: payable.kind === 'credit' ? 'max({credit}, 0)' : 'max({deposit_held} − {held_back}, 0)',
      sources: ['SEPA Credit Transfer Rulebook (EPC125-05)', 'TARGET', 'BGH VIII ZR 71/05'],
      inputs: inputs({
        execute_on: day(executeOn),
        ...(payable.kind === 'credit'
          ? { credit: money(payable.openCents) }
          : { deposit_held: money(payable.balanceCents), held_back: money(payable.heldBackCents) }),
      }),
      steps: [],
      result: money(amountCents),
    },
  };
}
