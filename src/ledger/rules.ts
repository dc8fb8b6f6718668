import { type ChargeKind, chargeTraits, debtParts } from '../domain/account-kinds.ts';
import { type CalendarDate, compareDates } from '../lib/calendar.ts';
import { assertCents } from '../lib/money.ts';
import type { ChargeState } from '../lib/vocabulary.ts';

/** What is still open of a charge, corrections included; without a kind it is a principal claim. */
export type OpenItem = {
  chargeId: string;
  dueOn: CalendarDate;
  openCents: number;
  kind?: ChargeKind;
  /** Of a rent: two may fall due on one day when a lease begins at the end of a month. */
  periodFrom?: CalendarDate | null;
};
/** What of a payment is not allocated yet. */
export type Credit = { paymentId: string; paidOn: CalendarDate; openCents: number };

export type ChargeShare = { chargeId: string; amountCents: number };
export type Allocation = ChargeShare & { paymentId: string };

/**
 * Shares a payment out to open charges: the stated purpose first, in its order (§ 366 (1) BGB); then costs and after
 * them interest that are due on the day of payment (§ 367 (1) BGB: costs, interest, principal); then the oldest due
 * (§ 366 (2) BGB), among equals the earlier month, then by id. What no charge takes is credit. Only positive open items count; a purpose that
 * is not open, or named twice, is passed over. Without `paidOn` everything counts as due. RangeError for a negative
 * payment or a charge listed twice.
 */
export function allocatePayment(input: {
  amountCents: number;
  openItems: readonly OpenItem[];
  purpose?: readonly string[];
  paidOn?: CalendarDate;
}): { allocations: ChargeShare[]; creditCents: number } {
  let rest = assertPositive(input.amountCents);
  const waiting = new Map(inLegalOrder(input.openItems, input.paidOn).map((item) => [item.chargeId, item]));
  const allocations: ChargeShare[] = [];
  for (const chargeId of [...(input.purpose ?? []), ...waiting.keys()]) {
    const item = waiting.get(chargeId);
    if (!item || rest === 0) continue;
    waiting.delete(chargeId);
    const amountCents = Math.min(rest, item.openCents);
    allocations.push({ chargeId, amountCents });
    rest -= amountCents;
  }
  return { allocations, creditCents: rest };
}

/**
 * Lets credits settle open charges, the oldest payment first and each in the order of {@link allocatePayment}, as far
 * as either goes: an overpayment pays the next rent. `credits` in the answer are those with something left.
 */
export function allocateCredits(input: { credits: readonly Credit[]; openItems: readonly OpenItem[] }): {
  allocations: Allocation[];
  credits: Credit[];
} {
  const allocations: Allocation[] = [];
  const credits: Credit[] = [];
  let openItems = input.openItems;
  const inOrder = input.credits.toSorted(
    (a, b) => compareDates(a.paidOn, b.paidOn) || compareDates(a.paymentId, b.paymentId),
  );
  for (const credit of inOrder) {
    const shares = allocatePayment({ amountCents: credit.openCents, openItems, paidOn: credit.paidOn });
    for (const share of shares.allocations) allocations.push({ paymentId: credit.paymentId, ...share });
    if (shares.creditCents > 0) credits.push({ ...credit, openCents: shares.creditCents });
    const taken = new Map(shares.allocations.map((share) => [share.chargeId, share.amountCents]));
    openItems = openItems
      .map((item) => ({ ...item, openCents: item.openCents - (taken.get(item.chargeId) ?? 0) }))
      .filter((item) => item.openCents > 0);
  }
  return { allocations, credits };
}

/**
 * Shares one transfer out to several leases in the order of {@link allocatePayment} over all of them; what nothing
 * takes stays as credit with the first lease. Parts in the order of the leases, none of zero. RangeError for no lease.
 */
export function splitTransfer(input: {
  amountCents: number;
  leaseIds: readonly string[];
  openItems: readonly (OpenItem & { leaseId: string })[];
  paidOn?: CalendarDate;
}): { leaseId: string; amountCents: number }[] {
  const [first] = input.leaseIds;
  if (first === undefined) throw new RangeError('a transfer needs a lease');
  const openItems = input.openItems.filter((item) => input.leaseIds.includes(item.leaseId));
  const { allocations, creditCents } = allocatePayment({ ...input, openItems });
  const leaseOf = new Map(openItems.map((item) => [item.chargeId, item.leaseId]));
  const parts = new Map(input.leaseIds.map((leaseId) => [leaseId, leaseId === first ? creditCents : 0]));
  for (const share of allocations) {
    const leaseId = leaseOf.get(share.chargeId) ?? first;
    parts.set(leaseId, (parts.get(leaseId) ?? 0) + share.amountCents);
  }
  return [...parts]
    .filter(([, amountCents]) => amountCents > 0)
    .map(([leaseId, amountCents]) => ({ leaseId, amountCents }));
}

/**
 * Where a charge stands on a day; never stored. Nothing open is paid. Something open is overdue from the day after
 * it was due (§ 286(2) no. 1 BGB: no reminder is needed), also when a part was paid; until then a part payment
 * shows, else whether the due day has come. A charge of which something was waived is waived once nothing of it is
 * open, even if a part had been paid.
 */
export function chargeState(
  charge: { totalCents: number; openCents: number; dueOn: CalendarDate; waived: boolean },
  today: CalendarDate,
): ChargeState {
  if (charge.openCents <= 0) return charge.waived ? 'waived' : 'paid';
  if (today > charge.dueOn) return 'overdue';
  if (charge.openCents < charge.totalCents) return 'partly_paid';
  return today === charge.dueOn ? 'due' : 'scheduled';
}

function inLegalOrder(openItems: readonly OpenItem[], paidOn: CalendarDate | undefined): OpenItem[] {
  if (new Set(openItems.map((item) => item.chargeId)).size !== openItems.length) {
    throw new RangeError('a charge is listed twice');
  }
  const rank = (item: OpenItem) => {
    const isDue = paidOn === undefined || item.dueOn <= paidOn;
    return debtParts.indexOf(isDue && item.kind ? chargeTraits[item.kind].part : 'principal');
  };
  return openItems
    .filter((item) => assertCents(item.openCents) > 0)
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        compareDates(a.dueOn, b.dueOn) ||
        compareDates(a.periodFrom ?? a.dueOn, b.periodFrom ?? b.dueOn) ||
        compareDates(a.chargeId, b.chargeId),
    );
}

function assertPositive(amountCents: number): number {
  if (assertCents(amountCents) < 0) throw new RangeError(`not an amount to share out: ${amountCents}`);
  return amountCents;
}
