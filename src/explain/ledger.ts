import { chargeTraits, type DebtPart } from '../domain/account-kinds.ts';
import {
  type Allocation,
  allocateCredits,
  allocatePayment,
  type ChargeShare,
  type Credit,
  chargeState,
  type OpenItem,
} from '../ledger/rules.ts';
import type { CalendarDate } from '../lib/calendar.ts';
import { allocateCents, sumCents } from '../lib/money.ts';
import { day, type Explained, inputs, money, number, type TraceStep, text, word } from '../lib/trace.ts';
import type { TraceWord } from '../lib/trace-names.ts';
import type { ChargeState } from '../lib/vocabulary.ts';

const sources = ['BGB § 366 (1)', 'BGB § 366 (2)', 'BGB § 367 (1)'];

const reasons = {
  cost: 'costs_first',
  interest: 'interest_first',
  principal: 'oldest_due',
} as const satisfies Record<DebtPart, TraceWord>;

/** How a payment is shared out: stated purpose, costs, interest, then the oldest due; the rest is credit. */
export function explainAllocation(
  input: Parameters<typeof allocatePayment>[0],
): Explained<{ allocations: ChargeShare[]; creditCents: number }> {
  const result = allocatePayment(input);
  const items = new Map(input.openItems.map((item) => [item.chargeId, item]));
  const named = new Set(input.purpose ?? []);
  const reason = (chargeId: string): TraceWord => {
    if (named.has(chargeId)) return 'stated_purpose';
    const item = items.get(chargeId);
    const isDue = item && (input.paidOn === undefined || item.dueOn <= input.paidOn);
    return reasons[isDue && item.kind ? chargeTraits[item.kind].part : 'principal'];
  };
  let rest = input.amountCents;
  const steps = result.allocations.map((share): TraceStep => {
    const item = items.get(share.chargeId);
    const step = {
      of: [text(share.chargeId), word(reason(share.chargeId))],
      formula: 'min({rest}, {open_amount})',
      inputs: inputs({
        due_on: day(item?.dueOn ?? null),
        rest: money(rest),
        open_amount: money(item?.openCents ?? null),
      }),
      result: money(share.amountCents),
    };
    rest -= share.amountCents;
    return step;
  });
  return {
    result,
    trace: {
      rule: 'allocation',
      formula: '{payment} − Σ min({rest}, {open_amount})',
      sources,
      inputs: inputs({ payment: money(input.amountCents), open_items: number(input.openItems.length) }),
      steps,
      result: money(result.creditCents),
    },
  };
}

/** How credits settle open charges, oldest onto oldest. */
export function explainCredits(input: {
  credits: readonly Credit[];
  openItems: readonly OpenItem[];
}): Explained<{ allocations: Allocation[]; credits: Credit[] }> {
  const result = allocateCredits(input);
  return {
    result,
    trace: {
      rule: 'credit_allocation',
      formula: 'Σ {credit} − Σ min({rest}, {open_amount})',
      sources: ['BGB § 366 (2)'],
      inputs: inputs({
        credit: money(sumCents(input.credits.map((credit) => credit.openCents))),
        open_items: number(input.openItems.length),
      }),
      steps: result.allocations.map((share) => ({
        of: [text(share.paymentId), text(share.chargeId)],
        formula: 'min({rest}, {open_amount})',
        inputs: [],
        result: money(share.amountCents),
      })),
      result: money(sumCents(result.credits.map((credit) => credit.openCents))),
    },
  };
}

/** Where a charge stands on a day. */
export function explainChargeState(
  charge: Parameters<typeof chargeState>[0],
  today: CalendarDate,
): Explained<ChargeState> {
  const result = chargeState(charge, today);
  return {
    result,
    trace: {
      rule: 'charge_state',
      formula: '{open_amount} > 0 ∧ {today} > {due_on}',
      sources: ['BGB § 286 (2) no. 1'],
      inputs: inputs({
        total: money(charge.totalCents),
        open_amount: money(charge.openCents),
        due_on: day(charge.dueOn),
        today: day(today),
      }),
      steps: [],
      result: { kind: 'label', list: 'chargeState', code: result },
    },
  };
}

/** An amount shared out by weights, to the cent. */
export function explainMoneyAllocation(totalCents: number, weights: readonly number[]): Explained<number[]> {
  const result = allocateCents(totalCents, weights);
  return {
    result,
    trace: {
      rule: 'money_allocation',
      formula: '{amount} × {weight} ÷ {sum_of_weights}',
      sources: [],
      inputs: inputs({
        amount: money(totalCents),
        sum_of_weights: number(weights.reduce((sum, weight) => sum + weight, 0)),
      }),
      steps: weights.map((weight, index) => ({
        of: [number(index + 1)],
        formula: '{amount} × {weight} ÷ {sum_of_weights}',
        inputs: inputs({ weight: number(weight) }),
        result: money(result[index] ?? 0),
      })),
      result: money(totalCents),
    },
  };
}
