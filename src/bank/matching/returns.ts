import { daysBetween } from '../../lib/calendar.ts';
import type { Match, MatchLine, MatchPart, MatchPayment, MatchReason } from './book.ts';
import type { NameIndex } from './names.ts';
import { statedMonths } from './text-hints.ts';

/** A payer may have a direct debit back for eight weeks, one that was never authorised for 13 months (§§ 675x, 676b BGB). */
const LONGEST_DAYS = 400;
/** Banks send most returns back in days, payers in eight weeks: of payments in that time none is likelier for certain. */
const USUAL_DAYS = 60;

/** No mandate, refused by the payer, account closed: what is collected again comes back again. */
const stopping = new Set(['MD01', 'MS02', 'AC04']);

/**
 * What came back: the payment it reverses, and what the bank takes for it as a part of its own. Certain where the reference
 * of the payment or its account and the amount name one payment; of several the last is proposed.
 */
export function matchReturn(line: MatchLine, payments: readonly MatchPayment[], names: NameIndex): Match {
  const { returned } = line;
  if (!returned) return nothing;
  // A returned collection takes money away and reverses money that came in; a returned refund the other way round.
  const sign = line.amountCents < 0 ? 1 : -1;
  // What a bank keeps of a refund that comes back is nobody's claim: somebody books it by hand.
  if (sign < 0 && line.amountCents !== returned.originalCents) return nothing;
  const fitting = payments.filter((payment) => {
    if (payment.isReversed || payment.amountCents !== sign * returned.originalCents) return false;
    const days = daysBetween(payment.paidOn, line.bookedOn);
    return days >= 0 && days <= LONGEST_DAYS;
  });
  const { endToEnd } = line.references;
  const named = names.find(line.name ?? '');
  const inText = names.find(line.text);
  const sets: [MatchReason, MatchPayment[]][] = [
    ['returned_reference', endToEnd ? fitting.filter((payment) => payment.endToEnd === endToEnd) : []],
    ['returned_account', line.account ? fitting.filter((payment) => payment.account === line.account) : []],
    ['returned_name', fitting.filter((payment) => named.has(payment.leaseId) || inText.has(payment.leaseId))],
  ];
  const [code, found] = sets.find(([, its]) => its.length > 0) ?? ['nothing_known', []];
  const latest = found.toSorted((a, b) => (a.paidOn < b.paidOn ? 1 : -1));
  const months = statedMonths(line.text, line.bookedOn);
  const stated = latest.filter((payment) => payment.month !== null && months.includes(payment.month));
  const [payment] = stated.length === 1 ? stated : latest;
  if (!payment || code === 'nothing_known') return nothing;
  const usual = latest.filter((one) => daysBetween(one.paidOn, line.bookedOn) <= USUAL_DAYS);
  const isOne = latest.length === 1 || stated.length === 1 || (usual.length === 1 && usual[0] === payment);
  const isSure = isOne && code !== 'returned_name';
  const parts: MatchPart[] = [
    {
      kind: 'reversal',
      leaseId: payment.leaseId,
      paymentId: payment.id,
      amountCents: -sign * returned.originalCents,
      stopsCollecting: returned.reason !== null && stopping.has(returned.reason),
    },
  ];
  const rest = line.amountCents + sign * returned.originalCents;
  if (rest !== 0) parts.push({ kind: 'return_charge', leaseId: payment.leaseId, amountCents: rest });
  return {
    grade: isSure ? 'certain' : 'likely',
    parts,
    reasons: [
      { code, leaseId: payment.leaseId },
      { code: 'amount_payment', leaseId: null },
      ...(isOne ? [] : [{ code: 'several_fit' as const, leaseId: null }]),
    ],
    alternatives: [...new Set(latest.map((one) => one.leaseId))]
      .filter((id) => id !== payment.leaseId)
      .slice(0, 5),
  };
}

const nothing: Match = {
  grade: 'open',
  parts: [],
  reasons: [{ code: 'nothing_known', leaseId: null }],
  alternatives: [],
};
