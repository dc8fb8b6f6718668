import { type DebtPart, debtParts } from '../domain/account-kinds.ts';
import { type CalendarDate, compareDates } from '../lib/calendar.ts';
import { allocateCents, assertCents, sumCents } from '../lib/money.ts';

/**
 * What § 366 BGB puts in order: one rent, one one-off claim, each with the interest and the costs that arose from it.
 * Equal in all but their ids are debts of one day, month and burden.
 */
export type Debt = {
  id: string;
  /** Its first due day, also where it was carried over from another account since. */
  owedSince: CalendarDate;
  /** First day of a rent's period: of two rents due on one day the earlier month arose first. */
  periodFrom: CalendarDate | null;
  /** Whether arrears of it may end the tenancy (§§ 543, 569 BGB): the more burdensome debt. */
  endangersTenancy: boolean;
};

/** What is still open of a line of a charge, corrections included. */
export type OpenLine = {
  lineId: string;
  chargeId: string;
  openCents: number;
  /** Of its charge; interest and costs fall due on a day of their own. */
  dueOn: CalendarDate;
  part: DebtPart;
  /** An advance on operating or heating costs, and no lump sum. */
  isAdvance: boolean;
  debt: Debt;
};
/** What of a payment is not allocated yet. */
export type Credit = { paymentId: string; paidOn: CalendarDate; openCents: number };

export type LineShare = { lineId: string; chargeId: string; amountCents: number };
export type Allocation = LineShare & { paymentId: string };

/**
 * Shares a payment out to the open lines of charges. First the stated purpose, in its order and no more of it than it
 * names (§ 366 (1) BGB; who records it so does not refuse it, § 367 (2)). Then by law:
 *
 * - Debts by § 366 (2) BGB: those due on the day of payment, of them those that endanger the tenancy, then the oldest;
 *   debts equal in all of this share by what is open of them. Their security is the same: the deposit is for all of
 *   them. What is not due yet comes last, by its due day.
 * - Inside one debt what is due of its costs, then its interest, then its principal (§ 367 (1) BGB).
 * - Inside the principal of a rent the advances, which may no longer be claimed once the year is to be settled and so
 *   are the less secure, then the rest (§ 366 (2) BGB, BGH 21 March 2018, VIII ZR 68/17 and 84/17). A lump sum
 *   (Pauschale) is never settled, cannot lapse that way, and stands with the net rent.
 *
 * Equals share by largest remainder; the odd cent goes to the first of them as listed, so that the caller's order (of
 * leases, of posting) decides and no id does. What no line takes is credit. Only positive open lines count; a purpose
 * that is not open, or named twice, is passed over. Without `paidOn` everything counts as due. RangeError for a
 * negative payment or a line listed twice.
 */
export function allocatePayment(input: {
  amountCents: number;
  openLines: readonly OpenLine[];
  /** Ids of charges. */
  purpose?: readonly string[];
  paidOn?: CalendarDate;
}): { allocations: LineShare[]; creditCents: number } {
  if (assertCents(input.amountCents) < 0) {
    throw new RangeError(`not an amount to share out: ${input.amountCents}`);
  }
  if (new Set(input.openLines.map((line) => line.lineId)).size !== input.openLines.length) {
    throw new RangeError('a line is listed twice');
  }
  const open = input.openLines.filter((line) => assertCents(line.openCents) > 0);
  const allocations: LineShare[] = [];
  const settle = (amountCents: number, lines: readonly OpenLine[]) =>
    settleInOrder(amountCents, toClaims(lines, input.paidOn), compareClaims, (claim, ofClaim) =>
      settleInOrder(ofClaim, claim.lines, compareLines, ({ lineId, chargeId }, cents) => {
        allocations.push({ lineId, chargeId, amountCents: cents });
      }),
    );
  const named = new Set(input.purpose ?? []);
  let rest = input.amountCents;
  for (const chargeId of named) {
    rest = settle(
      rest,
      open.filter((line) => line.chargeId === chargeId),
    );
  }
  rest = settle(
    rest,
    open.filter((line) => !named.has(line.chargeId)),
  );
  return { allocations, creditCents: rest };
}

/** What of a debt is due, or falls due on one day to come. */
type Claim = { openCents: number; dueLater: CalendarDate | null; debt: Debt; lines: OpenLine[] };

function toClaims(lines: readonly OpenLine[], paidOn: CalendarDate | undefined): Claim[] {
  const dueLater = (line: OpenLine) => (paidOn !== undefined && line.dueOn > paidOn ? line.dueOn : null);
  const ofOne = Map.groupBy(lines, (line) => `${line.debt.id} ${dueLater(line) ?? ''}`);
  return [...ofOne.values()].flatMap((its) => {
    const [first] = its;
    if (!first) return [];
    const openCents = sumCents(its.map((line) => line.openCents));
    return [{ openCents, dueLater: dueLater(first), debt: first.debt, lines: its }];
  });
}

const compareDebts = (a: Debt, b: Debt) =>
  Number(b.endangersTenancy) - Number(a.endangersTenancy) ||
  compareDates(a.owedSince, b.owedSince) ||
  compareDates(a.periodFrom ?? a.owedSince, b.periodFrom ?? b.owedSince);

/** Debts as § 366 (2) BGB puts them, all of them due; equal ones as listed. */
export const inLegalOrder = (debts: readonly Debt[]): Debt[] => debts.toSorted(compareDebts);

const compareClaims = (a: Claim, b: Claim) =>
  compareDates(a.dueLater ?? '', b.dueLater ?? '') || compareDebts(a.debt, b.debt);

const compareLines = (a: OpenLine, b: OpenLine) =>
  debtParts.indexOf(a.part) - debtParts.indexOf(b.part) ||
  Number(b.isAdvance) - Number(a.isAdvance) ||
  compareDates(a.dueOn, b.dueOn);

/**
 * Settles what comes first in full, then what comes next; what is equal shares.
 * @returns what is left of the amount
 */
function settleInOrder<T extends { openCents: number }>(
  amountCents: number,
  items: readonly T[],
  compare: (a: T, b: T) => number,
  settle: (item: T, amountCents: number) => unknown,
): number {
  let rest = amountCents;
  const waiting = items.toSorted(compare);
  while (rest > 0 && waiting.length > 0) {
    const [first] = waiting;
    const equals = waiting.filter((item) => first && compare(first, item) === 0);
    waiting.splice(0, equals.length);
    const open = equals.map((item) => item.openCents);
    const shares = rest < sumCents(open) ? allocateCents(rest, open) : open;
    for (const [index, item] of equals.entries()) {
      const share = shares[index] ?? 0;
      if (share > 0) settle(item, share);
    }
    rest -= sumCents(shares);
  }
  return rest;
}

/** The lines with what they were given taken off, as far as anything is left of them. */
export function withoutShares<L extends OpenLine>(lines: readonly L[], shares: readonly LineShare[]): L[] {
  const taken = Map.groupBy(shares, (share) => share.lineId);
  return lines.flatMap((line) => {
    const given = sumCents((taken.get(line.lineId) ?? []).map((share) => share.amountCents));
    return line.openCents > given ? [{ ...line, openCents: line.openCents - given }] : [];
  });
}

/**
 * Lets credits settle open lines, the oldest payment first, of one day as they are listed, each in the order of
 * {@link allocatePayment}, as far as either goes: an overpayment pays the next rent. `credits` in the answer are those
 * with something left.
 */
export function allocateCredits(input: { credits: readonly Credit[]; openLines: readonly OpenLine[] }): {
  allocations: Allocation[];
  credits: Credit[];
} {
  const allocations: Allocation[] = [];
  const credits: Credit[] = [];
  let openLines = [...input.openLines];
  for (const credit of input.credits.toSorted((a, b) => compareDates(a.paidOn, b.paidOn))) {
    const shares = allocatePayment({ amountCents: credit.openCents, openLines, paidOn: credit.paidOn });
    for (const share of shares.allocations) allocations.push({ paymentId: credit.paymentId, ...share });
    if (shares.creditCents > 0) credits.push({ ...credit, openCents: shares.creditCents });
    openLines = withoutShares(openLines, shares.allocations);
  }
  return { allocations, credits };
}

/**
 * Shares one transfer out to several leases in the order of {@link allocatePayment} over all of them: rents of one day
 * share. What nothing takes stays as credit with the first lease. Parts in the order of the leases, none of zero.
 * RangeError for no lease.
 */
export function splitTransfer(input: {
  amountCents: number;
  leaseIds: readonly string[];
  openLines: readonly (OpenLine & { leaseId: string })[];
  paidOn?: CalendarDate;
}): { leaseId: string; amountCents: number }[] {
  const [first] = input.leaseIds;
  if (first === undefined) throw new RangeError('a transfer needs a lease');
  const openLines = input.leaseIds.flatMap((leaseId) =>
    input.openLines.filter((line) => line.leaseId === leaseId),
  );
  const { allocations, creditCents } = allocatePayment({ ...input, openLines });
  const leaseOf = new Map(openLines.map((line) => [line.lineId, line.leaseId]));
  const parts = new Map(input.leaseIds.map((leaseId) => [leaseId, leaseId === first ? creditCents : 0]));
  for (const share of allocations) {
    const leaseId = leaseOf.get(share.lineId) ?? first;
    parts.set(leaseId, (parts.get(leaseId) ?? 0) + share.amountCents);
  }
  return [...parts]
    .filter(([, amountCents]) => amountCents > 0)
    .map(([leaseId, amountCents]) => ({ leaseId, amountCents }));
}
