import { compareDates, type Month } from '../../lib/calendar.ts';
import type { MatchItem, MatchPart, MatchReason } from './book.ts';

/** What is open of a lease, the oldest first, and its rent. */
export type LeaseMoney = { leaseId: string; rentCents: number; items: readonly MatchItem[] };

/** How an amount meets what leases owe. `isExact` where it is what they owe, to the cent. */
export type AmountFit = {
  code: Extract<MatchReason, `amount_${string}`>;
  isExact: boolean;
  /** Whether rent and deposit would both fit. */
  isTied: boolean;
  parts: (MatchPart & { kind: 'rent' | 'deposit' })[];
};

export const inDueOrder = (items: readonly MatchItem[]): MatchItem[] =>
  items.toSorted((a, b) => compareDates(a.dueOn, b.dueOn) || compareDates(a.month ?? '', b.month ?? ''));

const part = (
  leaseId: string,
  amountCents: number,
  items: readonly MatchItem[],
): AmountFit['parts'][number] => ({
  kind: items.length > 0 && items.every((item) => item.kind === 'deposit') ? 'deposit' : 'rent',
  leaseId,
  amountCents,
  itemIds: items.map((item) => item.id),
});

const sumOf = (items: readonly MatchItem[]) => items.reduce((sum, item) => sum + item.openCents, 0);

/** What a text says it pays. */
export type AmountHints = { months: readonly Month[]; saysDeposit: boolean; saysRent: boolean };

/**
 * How an amount meets one lease: the stated month, one item, the oldest items up to some point, the rent of a month that is
 * not posted yet; else as several months, as less or as more. A deposit is asked first where the text says so, last where it
 * says nothing, and not at all where it speaks of rent or a month. Where it says nothing and both would fit, neither is sure.
 */
export function fitLease(lease: LeaseMoney, amountCents: number, hints: AmountHints): AmountFit {
  const { leaseId, rentCents } = lease;
  const deposits = lease.items.filter((item) => item.kind === 'deposit');
  const owed = deposits.length === 0 ? lease.items : lease.items.filter((item) => item.kind !== 'deposit');
  const isRent = !hints.saysDeposit && (hints.saysRent || hints.months.length > 0);
  const items = hints.saysDeposit ? [...deposits, ...owed] : isRent ? owed : [...owed, ...deposits];
  const exact = (code: AmountFit['code'], of: readonly MatchItem[]): AmountFit => ({
    code,
    isExact: true,
    isTied:
      !isRent &&
      !hints.saysDeposit &&
      deposits.some((item) => item.openCents === amountCents) &&
      (rentCents === amountCents || owed.some((item) => item.openCents === amountCents)),
    parts: [part(leaseId, amountCents, of)],
  });
  const stated = items.filter((item) => item.month !== null && hints.months.includes(item.month));
  const ofMonth = stated.find((item) => item.openCents === amountCents);
  if (ofMonth && !hints.saysDeposit) return exact('amount_month', [ofMonth]);
  if (stated.length > 1 && sumOf(stated) === amountCents) return exact('amount_sum', stated);
  const single = items.find((item) => item.openCents === amountCents);
  if (single) return exact('amount_item', [single]);
  let sum = 0;
  for (const [at, item] of items.entries()) {
    sum += item.openCents;
    if (at > 0 && sum === amountCents) return exact('amount_sum', items.slice(0, at + 1));
    if (sum > amountCents) break;
  }
  if (rentCents > 0 && amountCents === rentCents && !hints.saysDeposit) return exact('amount_rent', []);
  const isMonths = rentCents > 0 && amountCents % rentCents === 0 && amountCents / rentCents <= 12;
  const open = sumOf(hints.saysDeposit ? deposits : owed);
  return {
    code: isMonths ? 'amount_months' : amountCents < (open || rentCents) ? 'amount_less' : 'amount_more',
    isExact: false,
    isTied: false,
    parts: [part(leaseId, amountCents, items.slice(0, 1))],
  };
}

/**
 * What of a lease may be a part of a larger transfer: its oldest item, all that is open, its rent. Deposits come with a
 * transfer of their own.
 */
function shapesOf(lease: LeaseMoney): { amountCents: number; items: readonly MatchItem[] }[] {
  const items = lease.items.filter((item) => item.kind !== 'deposit');
  const [first] = items;
  const shapes = [
    ...(first ? [{ amountCents: first.openCents, items: [first] }] : []),
    ...(items.length > 1 ? [{ amountCents: sumOf(items), items }] : []),
    ...(lease.rentCents > 0 ? [{ amountCents: lease.rentCents, items: [] }] : []),
  ];
  return shapes.filter(
    (shape, at) => shapes.findIndex((one) => one.amountCents === shape.amountCents) === at,
  );
}

const MAX_TRIED = 4_096;

/** Of so many leases a transfer may leave some out; of more it is for all. */
const MAX_CHOSEN = 8;

/**
 * One transfer over several leases: parts of two or more that together are the amount; null where no choice of parts is.
 * `isOnly` says whether no other choice is, too.
 */
export function fitLeases(
  leases: readonly LeaseMoney[],
  amountCents: number,
): { fit: AmountFit; isOnly: boolean } | null {
  if (leases.length < 2 || leases.length > 30) return null;
  const found: AmountFit['parts'][] = [];
  let tried = 0;
  const options = leases.map((lease) => ({ leaseId: lease.leaseId, shapes: shapesOf(lease) }));
  const walk = (at: number, rest: number, parts: AmountFit['parts']) => {
    const option = options[at];
    if (!option) {
      if (rest === 0 && parts.length > 1) found.push(parts);
      return;
    }
    for (const shape of option.shapes) {
      tried += 1;
      if (tried > MAX_TRIED || found.length > 1 || shape.amountCents > rest) continue;
      walk(at + 1, rest - shape.amountCents, [
        ...parts,
        part(option.leaseId, shape.amountCents, shape.items),
      ]);
    }
    if (leases.length <= MAX_CHOSEN && found.length < 2) walk(at + 1, rest, parts);
  };
  walk(0, amountCents, []);
  const [parts] = found;
  if (!parts) return null;
  return {
    fit: { code: 'amount_leases', isExact: true, isTied: false, parts },
    isOnly: found.length === 1 && tried <= MAX_TRIED,
  };
}
