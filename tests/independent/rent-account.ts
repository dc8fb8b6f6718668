import { monthSpan, monthsFrom, thirdWorkingDay, toDay, toIso } from './days.ts';

/** A rent in cents a month from a day on. */
export type AgreedRent = { from: string; cents: number };
export type AgreedLease = { key: string; starts: string; ends: string | null; rents: AgreedRent[] };

type Kind = 'rent' | 'fee' | 'interest' | 'other';
type Charge = {
  key: string;
  lease: string;
  kind: Kind;
  due: number;
  /** Of a rent. */
  month: string | null;
  /** What it was posted at, and by how much it was changed later. */
  changes: number[];
};
type Payment = { key: string; lease: string; on: number; cents: number; isGone: boolean };
type Settled = { payment: string; charge: string; cents: number };
type Line = { lease: string; day: number; debit: number; credit: number };

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
/** Half a cent goes up. */
const rounded = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/** Statutory base rates in hundredths of a per cent, as the Bundesbank announced them (§ 247 BGB). */
const baseRates: [string, number][] = [
  ['2016-07-01', -88],
  ['2023-01-01', 162],
  ['2023-07-01', 312],
  ['2024-01-01', 362],
  ['2024-07-01', 337],
  ['2025-01-01', 227],
  ['2025-07-01', 127],
];
/** From here on no rate was announced when this was written; the last one goes on. */
const unknownFrom = toDay('2026-07-01');

/**
 * An account book kept by hand, step by step, in the order in which things are entered. What was entered first is
 * remembered as it was settled then; nothing is worked out anew unless the law says so.
 */
export class RentAccount {
  readonly charges: Charge[] = [];
  readonly payments: Payment[] = [];
  settled: Settled[] = [];
  private readonly lines: Line[] = [];
  private readonly leases: AgreedLease[] = [];

  private charge(charge: Omit<Charge, 'changes'>, cents: number) {
    this.charges.push({ ...charge, changes: [cents] });
    this.lines.push({ lease: charge.lease, day: charge.due, debit: cents, credit: 0 });
  }

  /** A lease with the rents of every month up to the current one. */
  enterLease(lease: AgreedLease, today: string) {
    this.leases.push(lease);
    this.postRents(lease, today);
  }

  /** What is due of months that came since. */
  catchUp(today: string) {
    for (const lease of this.leases) {
      this.postRents(lease, today);
      this.letCreditPay(lease.key);
    }
  }

  private postRents(lease: AgreedLease, today: string) {
    const lastMonth = monthSpan(today.slice(0, 7)).last;
    const last = lease.ends === null ? lastMonth : Math.min(toDay(lease.ends), lastMonth);
    for (const month of monthsFrom(toDay(lease.starts), last)) {
      const key = `${lease.key} ${month}`;
      if (this.charges.some((one) => one.key === key)) continue;
      const counted = Math.max(monthSpan(month).first, toDay(lease.starts));
      const due = thirdWorkingDay(counted);
      this.charge({ key, lease: lease.key, kind: 'rent', due, month }, owedFor(lease, month));
    }
  }

  /** A further rent; what differs in posted months is posted as a difference. */
  agreeRent(leaseKey: string, rent: AgreedRent) {
    const lease = this.leases.find((one) => one.key === leaseKey);
    if (!lease) throw new Error(`no lease ${leaseKey}`);
    lease.rents = [...lease.rents, rent].sort((a, b) => (a.from < b.from ? -1 : 1));
    for (const charge of this.charges.filter((one) => one.lease === leaseKey && one.month !== null)) {
      this.change(charge, owedFor(lease, charge.month ?? '') - sum(charge.changes));
    }
    this.letCreditPay(leaseKey);
  }

  private change(charge: Charge, cents: number) {
    if (cents === 0) return;
    charge.changes.push(cents);
    this.lines.push({ lease: charge.lease, day: charge.due, debit: cents, credit: 0 });
    // What is paid over what is owed now goes back to the payments that came last.
    let tooMuch = -this.openOf(charge);
    for (const part of this.settled.filter((one) => one.charge === charge.key).toReversed()) {
      if (tooMuch <= 0) break;
      const back = Math.min(tooMuch, part.cents);
      part.cents -= back;
      tooMuch -= back;
    }
    this.settled = this.settled.filter((one) => one.cents > 0);
  }

  postCharge(charge: {
    key: string;
    lease: string;
    kind: Exclude<Kind, 'rent'>;
    due: string;
    cents: number;
  }) {
    const { key, lease, kind, due, cents } = charge;
    this.charge({ key, lease, kind, due: toDay(due), month: null }, cents);
    this.letCreditPay(lease);
  }

  waive(chargeKey: string) {
    const charge = this.charges.find((one) => one.key === chargeKey);
    if (charge) this.change(charge, -this.openOf(charge));
  }

  pay(payment: { key: string; lease: string; on: string; cents: number; for?: string[] }) {
    const { key, lease, on, cents } = payment;
    const row = { key, lease, on: toDay(on), cents, isGone: false };
    this.payments.push(row);
    this.lines.push({ lease, day: row.on, debit: 0, credit: cents });
    this.spend(row, payment.for ?? []);
  }

  /** One transfer over several leases: each gets what the order of settling over all of them gives it. */
  transfer(transfer: { key: string; leases: string[]; on: string; cents: number }): Map<string, number> {
    const parts = new Map<string, number>();
    let rest = transfer.cents;
    for (const charge of this.inOrder(transfer.leases, toDay(transfer.on))) {
      const cents = Math.min(rest, this.openOf(charge));
      if (cents > 0) parts.set(charge.lease, (parts.get(charge.lease) ?? 0) + cents);
      rest -= cents;
    }
    const [first = ''] = transfer.leases;
    if (rest > 0) parts.set(first, (parts.get(first) ?? 0) + rest);
    for (const lease of transfer.leases) {
      const cents = parts.get(lease);
      if (cents) this.pay({ key: `${transfer.key} ${lease}`, lease, on: transfer.on, cents });
    }
    return parts;
  }

  undo(paymentKey: string) {
    const payment = this.payments.find((one) => one.key === paymentKey);
    if (payment) this.takeBack(payment, payment.on);
  }

  giveBack(paymentKey: string, on: string, fee: { key: string; cents: number } | null) {
    const payment = this.payments.find((one) => one.key === paymentKey);
    if (!payment) return;
    this.takeBack(payment, toDay(on));
    if (fee) this.postCharge({ key: fee.key, lease: payment.lease, kind: 'fee', due: on, cents: fee.cents });
  }

  private takeBack(payment: Payment, day: number) {
    payment.isGone = true;
    this.settled = this.settled.filter((one) => one.payment !== payment.key);
    this.lines.push({ lease: payment.lease, day, debit: payment.cents, credit: 0 });
    this.letCreditPay(payment.lease);
  }

  /** §§ 366, 367 BGB: costs that are due, then interest, then what has been due longest. */
  private inOrder(leases: string[], paidOn: number): Charge[] {
    const rank = ({ kind, due }: Charge) =>
      due > paidOn ? 2 : kind === 'fee' ? 0 : kind === 'interest' ? 1 : 2;
    return this.charges
      .filter((one) => leases.includes(one.lease) && this.openOf(one) > 0)
      .sort((a, b) => rank(a) - rank(b) || a.due - b.due);
  }

  private spend(payment: Payment, named: string[]) {
    const stated = named.flatMap((key) => this.charges.filter((one) => one.key === key));
    for (const charge of [...stated, ...this.inOrder([payment.lease], payment.on)]) {
      const cents = Math.min(this.creditOf(payment), this.openOf(charge));
      if (cents > 0) this.settled.push({ payment: payment.key, charge: charge.key, cents });
    }
  }

  private letCreditPay(lease: string) {
    const waiting = this.payments
      .filter((one) => one.lease === lease && this.creditOf(one) > 0)
      .sort((a, b) => a.on - b.on);
    for (const payment of waiting) this.spend(payment, []);
  }

  startOf(lease: string): string {
    return this.leases.find((one) => one.key === lease)?.starts ?? '';
  }

  openOf(charge: Charge): number {
    const paid = this.settled.filter((one) => one.charge === charge.key).map((one) => one.cents);
    return sum(charge.changes) - sum(paid);
  }

  private creditOf(payment: Payment): number {
    if (payment.isGone) return 0;
    const spent = this.settled.filter((one) => one.payment === payment.key).map((one) => one.cents);
    return payment.cents - sum(spent);
  }

  /** What is open of a lease, by the day it was due. */
  openItems(lease: string): { due: string; cents: number }[] {
    return this.charges
      .filter((one) => one.lease === lease && this.openOf(one) > 0)
      .sort((a, b) => a.due - b.due)
      .map((one) => ({ due: toIso(one.due), cents: this.openOf(one) }));
  }

  credit(lease: string): number {
    return sum(this.payments.filter((one) => one.lease === lease).map((one) => this.creditOf(one)));
  }

  /** What the tenant owes on a day; negative is the tenant's. */
  balance(lease: string, on: string): number {
    const day = toDay(on);
    return sum(
      this.lines.filter((one) => one.lease === lease && one.day <= day).map((one) => one.debit - one.credit),
    );
  }

  /** The days on which something stands, with the balance at their end. */
  balances(lease: string): { day: string; balance: number }[] {
    const days = [...new Set(this.lines.filter((one) => one.lease === lease).map((one) => one.day))];
    return days
      .sort((a, b) => a - b)
      .map((day) => ({ day: toIso(day), balance: this.balance(lease, toIso(day)) }));
  }

  /** What is overdue by age: 1–30, 31–60, 61–90 days, older. */
  ages(lease: string, today: string): [number, number, number, number] {
    const ages: [number, number, number, number] = [0, 0, 0, 0];
    for (const charge of this.charges.filter((one) => one.lease === lease)) {
      const days = toDay(today) - charge.due;
      const open = this.openOf(charge);
      if (open <= 0 || days < 1) continue;
      ages[days <= 30 ? 0 : days <= 60 ? 1 : days <= 90 ? 2 : 3] += open;
    }
    return ages;
  }

  /**
   * Default interest on the rents of a lease (§§ 286, 288 BGB), day by day: from the day after the due day, on what
   * is open at the start of the day, at base rate and five points, over the days of that year. Days on which
   * nothing changes are one sum, rounded to the cent.
   */
  interest(lease: string, through: string): number {
    const end = toDay(through);
    let interest = 0;
    for (const charge of this.charges.filter((one) => one.lease === lease && one.kind === 'rent')) {
      const paid = this.settled
        .filter((one) => one.charge === charge.key)
        .map((one) => ({
          cents: one.cents,
          on: this.payments.find((payment) => payment.key === one.payment)?.on ?? 0,
        }));
      const runs: { key: string; open: number; rate: number; year: number; days: number }[] = [];
      for (let day = charge.due + 1; day <= end; day += 1) {
        const open = sum(charge.changes) - sum(paid.filter((one) => one.on < day).map((one) => one.cents));
        if (open <= 0) break;
        const rate = 500 + (baseRates.findLast(([from]) => toDay(from) <= day)?.[1] ?? 0);
        const year = monthSpan(`${toIso(day).slice(0, 4)}-02`).length === 29 ? 366 : 365;
        const key = `${open} ${rate} ${year} ${day >= unknownFrom}`;
        const last = runs.at(-1);
        if (last?.key === key) last.days += 1;
        else runs.push({ key, open, rate, year, days: 1 });
      }
      for (const run of runs) interest += rounded(run.open * run.rate * run.days, 10_000 * run.year);
    }
    return interest;
  }
}

/** The rent of a month: each day at the rent of that day, over the days of the month. */
export function owedFor(lease: AgreedLease, month: string): number {
  const { first, length } = monthSpan(month);
  let cents = 0;
  for (let day = first; day < first + length; day += 1) {
    if (day < toDay(lease.starts) || (lease.ends !== null && day > toDay(lease.ends))) continue;
    cents += lease.rents.findLast((rent) => toDay(rent.from) <= day)?.cents ?? 0;
  }
  return rounded(cents, length);
}
