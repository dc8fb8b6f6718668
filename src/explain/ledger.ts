import { type ChargeKind, chargeTraits } from '../domain/account-kinds.ts';
import { day, type Explained, inputs, money, number, type TraceStep, text, word } from '../domain/trace.ts';
import type { TraceWord } from '../domain/trace-names.ts';
import type { ChargeState } from '../domain/vocabulary.ts';
import {
  type Allocation,
  allocateCredits,
  allocatePayment,
  type Credit,
  type LineShare,
  type OpenLine,
} from '../ledger/allocation-rules.ts';
import { chargeState } from '../ledger/rules.ts';
import type { CalendarDate } from '../lib/calendar.ts';
import { allocateCents, sumCents } from '../lib/money.ts';

const sources = ['BGB § 366 (1)', 'BGB § 366 (2)', 'BGB § 367 (1)', 'BGH 21 March 2018, VIII ZR 68/17'];

/** A charge as it is told: of what is open, how much is an advance, and of which other charge it is interest or costs. */
export type ToldItem = {
  chargeId: string;
  dueOn: CalendarDate;
  openCents: number;
  advanceCents?: number | undefined;
  periodFrom?: CalendarDate | undefined;
  kind: ChargeKind;
  of?: string | undefined;
};

/** Its lines, the advance apart; a charge it belongs to and that is told, too, is its debt. */
export function linesOf(item: ToldItem, items: readonly ToldItem[]): OpenLine[] {
  const owner = items.find((one) => one.chargeId === item.of) ?? item;
  const line = {
    chargeId: item.chargeId,
    dueOn: item.dueOn,
    part: owner === item ? ('principal' as const) : chargeTraits[item.kind].part,
    debt: {
      id: owner.chargeId,
      owedSince: owner.dueOn,
      periodFrom: owner.periodFrom ?? null,
      endangersTenancy: chargeTraits[owner.kind].endangersTenancy,
    },
  };
  const advanceCents = item.advanceCents ?? 0;
  return [
    { ...line, lineId: `${item.chargeId} advance`, isAdvance: true, openCents: advanceCents },
    { ...line, lineId: item.chargeId, isAdvance: false, openCents: item.openCents - advanceCents },
  ].filter((one) => one.openCents !== 0);
}

type Payment = {
  amountCents: number;
  openItems: readonly ToldItem[];
  purpose?: readonly string[];
  paidOn?: CalendarDate | undefined;
};

/** How a payment is shared out over lines and debts; the rest is credit. */
export function explainAllocation({
  amountCents,
  openItems,
  purpose = [],
  paidOn,
}: Payment): Explained<{ allocations: LineShare[]; creditCents: number }> {
  const openLines = openItems.flatMap((item) => linesOf(item, openItems));
  const result = allocatePayment({ amountCents, openLines, purpose, ...(paidOn && { paidOn }) });
  const lines = new Map(openLines.map((line) => [line.lineId, line]));
  const reason = (line: OpenLine | undefined): TraceWord => {
    if (line && purpose.includes(line.chargeId)) return 'stated_purpose';
    if (line?.part === 'cost') return 'costs_first';
    if (line?.part === 'interest') return 'interest_first';
    return line?.isAdvance ? 'advances_first' : 'oldest_due';
  };
  let rest = amountCents;
  const steps = result.allocations.map((share): TraceStep => {
    const line = lines.get(share.lineId);
    const openCents = line?.openCents ?? 0;
    const isShared = share.amountCents < Math.min(rest, openCents);
    const step = {
      of: [text(share.lineId), word(reason(line)), ...(isShared ? [word('shared')] : [])],
      // Debts of one rank share; how much each gets rests on all of them.
      formula: isShared ? '{settled}' : 'min({rest}, {open_amount})',
      inputs: inputs({
        due_on: day(line?.dueOn ?? null),
        rest: money(rest),
        open_amount: money(openCents),
        settled: money(share.amountCents),
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
      formula: '{payment} − Σ {settled}',
      sources,
      inputs: inputs({ payment: money(amountCents), open_items: number(openItems.length) }),
      steps,
      result: money(result.creditCents),
    },
  };
}

/** How credits settle open charges, oldest onto oldest. */
export function explainCredits(input: {
  credits: readonly Credit[];
  openItems: readonly ToldItem[];
}): Explained<{ allocations: Allocation[]; credits: Credit[] }> {
  const openLines = input.openItems.flatMap((item) => linesOf(item, input.openItems));
  const result = allocateCredits({ credits: input.credits, openLines });
  return {
    result,
    trace: {
      rule: 'credit_allocation',
      formula: '{credit} − Σ {settled}',
      sources,
      inputs: inputs({
        credit: money(sumCents(input.credits.map((credit) => credit.openCents))),
        open_items: number(input.openItems.length),
      }),
      steps: result.allocations.map((share) => ({
        of: [text(share.paymentId), text(share.lineId)],
        formula: '{settled}',
        inputs: inputs({ settled: money(share.amountCents) }),
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
      formula: 'Σ {amount} × {weight} ÷ {sum_of_weights}',
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
        rounding: 'remainder',
      })),
      result: money(totalCents),
    },
  };
}
