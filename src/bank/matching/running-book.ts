import { daysBetween } from '../../lib/calendar.ts';
import { inDueOrder, type LeaseMoney } from './amounts.ts';
import type { MatchBook, MatchItem, MatchLease, MatchLine, MatchPart, MatchPayment } from './book.ts';
import { phraseOf } from './said-words.ts';

/** A payment may be typed in some days before the bank books it, and long after: as received on the day somebody looks. */
const TYPED_BEFORE_DAYS = 10;
const TYPED_AFTER_DAYS = 35;
/** A second payment of the same amount inside this time may be another's. */
const JUST_PAID_DAYS = 20;
/** Of one amount hardly more leases are told apart. */
const MAX_OF_AMOUNT = 200;

const daysApart = (line: MatchLine, payment: MatchPayment) =>
  Math.abs(daysBetween(payment.paidOn, line.bookedOn));

/** Whether a payment that was typed in may be the one of a line, by its day. */
function isTypedNear(line: MatchLine, payment: MatchPayment): boolean {
  const days = daysBetween(line.bookedOn, payment.paidOn);
  return days >= -TYPED_BEFORE_DAYS && days <= TYPED_AFTER_DAYS;
}

type LeasePart = { leaseId: string; amountCents: number };

/** What leases owe and paid, found by lease and by amount; what is certain is taken off as it goes. */
export class RunningBook {
  readonly #leases: Map<string, MatchLease>;
  readonly #places = new Map<string, string[][]>();
  readonly #money: Map<string, LeaseMoney>;
  readonly #payments: Map<string, MatchPayment[]>;
  readonly #byRent = new Map<number, string[]>();
  readonly #byOpen = new Map<number, Set<string>>();
  readonly #awaiting = new Map<number, Set<MatchPayment>>();

  constructor(book: MatchBook) {
    this.#leases = new Map(book.leases.map((lease) => [lease.id, lease]));
    const byLease = Map.groupBy(book.items, (item) => item.leaseId);
    this.#money = new Map(
      book.leases.map(({ id, rentCents }) => [
        id,
        { leaseId: id, rentCents, items: inDueOrder(byLease.get(id) ?? []) },
      ]),
    );
    this.#payments = Map.groupBy(book.payments, (payment) => payment.leaseId);
    for (const lease of book.leases) {
      if (lease.rentCents <= 0) continue;
      const found = this.#byRent.get(lease.rentCents);
      if (found) found.push(lease.id);
      else this.#byRent.set(lease.rentCents, [lease.id]);
    }
    for (const item of book.items) this.#indexOpen(item);
    for (const payment of book.payments) {
      if (!payment.awaitsLine) continue;
      const found = this.#awaiting.get(payment.amountCents) ?? new Set();
      found.add(payment);
      this.#awaiting.set(payment.amountCents, found);
    }
  }

  /** What the places of a lease are called, as they are looked for in texts. */
  placesOf(leaseId: string): string[][] {
    const places = this.#places.get(leaseId) ?? (this.#leases.get(leaseId)?.places ?? []).map(phraseOf);
    this.#places.set(leaseId, places);
    return places;
  }

  moneyOf(leaseId: string): LeaseMoney | undefined {
    return this.#money.get(leaseId);
  }

  /** Leases that owe the amount of a line, pay it monthly, or have paid it by hand. */
  leasesOfAmount(line: MatchLine): string[] {
    const typedIn = [...(this.#awaiting.get(line.amountCents) ?? [])].filter((payment) =>
      isTypedNear(line, payment),
    );
    return [
      ...typedIn.map((payment) => payment.leaseId),
      ...(this.#byOpen.get(line.amountCents) ?? []),
      ...(this.#byRent.get(line.amountCents) ?? []),
    ].slice(0, MAX_OF_AMOUNT);
  }

  /** The payment that was typed in for this line, the nearest by its day. */
  typedIn(line: MatchLine, leaseId: string): { payment: MatchPayment; daysApart: number } | null {
    const awaiting = this.#awaiting.get(line.amountCents);
    if (!awaiting) return null;
    const waiting = (this.#payments.get(leaseId) ?? [])
      .filter((payment) => awaiting.has(payment) && isTypedNear(line, payment))
      .map((payment) => ({ payment, daysApart: daysApart(line, payment) }));
    return waiting.toSorted((a, b) => a.daysApart - b.daysApart)[0] ?? null;
  }

  /** Whether the lease paid the same amount a few days ago. */
  justPaid(line: MatchLine, { leaseId, amountCents }: LeasePart): boolean {
    const payments = this.#payments.get(leaseId) ?? [];
    return payments.some((payment) => {
      const days = daysBetween(payment.paidOn, line.bookedOn);
      return !payment.isReversed && payment.amountCents === amountCents && days >= 0 && days < JUST_PAID_DAYS;
    });
  }

  /** Whether payments of the lease that were typed in and have no line yet may be what a line pays it: alone or together. */
  mayBeTypedIn(line: MatchLine, { leaseId, amountCents }: LeasePart): boolean {
    const awaiting = (this.#payments.get(leaseId) ?? []).filter(
      (payment) => this.#awaiting.get(payment.amountCents)?.has(payment) && isTypedNear(line, payment),
    );
    return (
      awaiting.reduce((sum, payment) => sum + payment.amountCents, 0) >= amountCents && awaiting.length > 0
    );
  }

  /** Takes what a part of a line settles off the book: the items it names, then the oldest. */
  settle(line: MatchLine, part: MatchPart): void {
    if (part.kind === 'evidence') {
      const payment = this.#payments.get(part.leaseId)?.find((one) => one.id === part.paymentId);
      if (payment) this.#awaiting.get(payment.amountCents)?.delete(payment);
    }
    if (part.kind !== 'rent' && part.kind !== 'deposit') return;
    const named = new Set(part.itemIds);
    const money = this.#money.get(part.leaseId);
    if (!money) return;
    let rest = part.amountCents;
    const left: MatchItem[] = [];
    for (const item of money.items.toSorted((a, b) => Number(named.has(b.id)) - Number(named.has(a.id)))) {
      const isAsked = named.has(item.id) || item.kind !== 'deposit';
      const taken = isAsked ? Math.min(rest, item.openCents) : 0;
      rest -= taken;
      if (taken > 0) this.#byOpen.get(item.openCents)?.delete(item.leaseId);
      if (item.openCents > taken) left.push({ ...item, openCents: item.openCents - taken });
    }
    for (const item of left) this.#indexOpen(item);
    this.#money.set(part.leaseId, { ...money, items: inDueOrder(left) });
    const payment: MatchPayment = {
      id: '',
      leaseId: part.leaseId,
      paidOn: line.bookedOn,
      amountCents: part.amountCents,
      awaitsLine: false,
      isReversed: false,
      endToEnd: line.references.endToEnd,
      account: line.account,
      month: null,
    };
    this.#payments.set(part.leaseId, [...(this.#payments.get(part.leaseId) ?? []), payment]);
  }

  #indexOpen(item: MatchItem) {
    if (item.openCents <= 0) return;
    const found = this.#byOpen.get(item.openCents) ?? new Set();
    found.add(item.leaseId);
    this.#byOpen.set(item.openCents, found);
  }
}
