import { monthSpan, monthsFrom, thirdWorkingDay, toDay, toIso } from './days.ts';

/** A rent in cents a month from a day on; `advance` of it is for operating costs, settled once a year. */
export type AgreedRent = { from: string; cents: number; advance: number };
export type AgreedLease = { key: string; starts: string; ends: string | null; rents: AgreedRent[] };

type Kind = 'rent' | 'fee' | 'interest' | 'other';
/** A part of a charge, and the debt it belongs to: its own, or the one it is interest or costs of. */
type Part = {
  what: 'advance' | 'rest' | 'interest' | 'cost';
  debt: string;
  /** What it was posted at, and by how much it was changed later. */
  changes: number[];
};
type Charge = {
  key: string;
  lease: string;
  kind: Kind;
  due: number;
  /** Of a rent. */
  month: string | null;
  /** Since when the month is let; an earlier month is the older debt. */
  since: number;
  parts: Part[];
};
type Payment = { key: string; lease: string; on: number; cents: number; isGone: boolean };
type Settled = { payment: string; charge: string; part: Part; cents: number };
type Line = { lease: string; day: number; debit: number; credit: number };
/** Something open in the order of the law: what has the same `place` is equal. */
type Waiting = { place: string; cents: number; take: (cents: number) => void };

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
/** Half a cent goes up. */
const rounded = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));

/**
 * Lets an amount go where it belongs: what has the first place takes all it can, then the next. Equals get theirs by
 * proportion in whole cents, and the cents that are left go to those who lost the largest fraction.
 */
function pour(cents: number, waiting: Waiting[]): number {
  let rest = cents;
  for (const place of [...new Set(waiting.map((one) => one.place))].sort()) {
    const equals = waiting.filter((one) => one.place === place && one.cents > 0);
    const open = sum(equals.map((one) => one.cents));
    const given = Math.min(rest, open);
    const cut = equals.map((one) => ({
      one,
      cents: Math.floor((given * one.cents) / open),
      fraction: (given * one.cents) % open,
    }));
    let odd = given - sum(cut.map((share) => share.cents));
    for (const share of [...cut].sort((a, b) => b.fraction - a.fraction)) {
      if (odd === 0) break;
      share.cents += 1;
      odd -= 1;
    }
    for (const share of cut) if (share.cents > 0) share.one.take(share.cents);
    rest -= given;
  }
  return rest;
}

/** Statutory base rates in hundredths of a per cent, as the Bundesbank announced them (§ 247 BGB). */
const baseRates: [string, number][] = [
  ['2016-07-01', -88],
  ['2023-01-01', 162],
  ['2023-07-01', 312],
  ['2024-01-01', 362],
  ['2024-07-01', 337],
  ['2025-01-01', 227],
  ['2025-07-01', 127],
  ['2026-07-01', 152],
];
/** From here on no rate was announced when this was written; the last one goes on. */
const unknownFrom = toDay('2027-01-01');

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

  private charge(charge: Charge) {
    this.charges.push(charge);
    this.lines.push({ lease: charge.lease, day: charge.due, debit: totalOf(charge), credit: 0 });
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
      const since = Math.max(monthSpan(month).first, toDay(lease.starts));
      const owed = owedFor(lease, month);
      const parts: Part[] = [
        { what: 'rest', debt: key, changes: [owed.rest] },
        { what: 'advance', debt: key, changes: [owed.advance] },
      ];
      this.charge({ key, lease: lease.key, kind: 'rent', due: thirdWorkingDay(since), month, since, parts });
    }
  }

  /** A further rent; what differs in posted months is posted as a difference. */
  agreeRent(leaseKey: string, rent: AgreedRent) {
    const lease = this.leases.find((one) => one.key === leaseKey);
    if (!lease) throw new Error(`no lease ${leaseKey}`);
    lease.rents = [...lease.rents, rent].sort((a, b) => (a.from < b.from ? -1 : 1));
    for (const charge of this.charges.filter((one) => one.lease === leaseKey && one.month !== null)) {
      const owed = owedFor(lease, charge.month ?? '');
      const changes = charge.parts.map((part) => {
        const cents = part.what === 'advance' ? owed.advance : owed.rest;
        return { part, cents: cents - sum(part.changes) };
      });
      this.change(charge, changes);
    }
    this.letCreditPay(leaseKey);
  }

  private change(charge: Charge, changes: { part: Part; cents: number }[]) {
    const cents = sum(changes.map((one) => one.cents));
    if (cents !== 0) this.lines.push({ lease: charge.lease, day: charge.due, debit: cents, credit: 0 });
    for (const { part, cents } of changes) {
      part.changes.push(cents);
      // What is paid over what is owed now goes back to the payments that came last.
      let tooMuch = -this.openPart(part);
      for (const settled of this.settled.filter((one) => one.part === part).toReversed()) {
        if (tooMuch <= 0) break;
        const back = Math.min(tooMuch, settled.cents);
        settled.cents -= back;
        tooMuch -= back;
      }
    }
    this.settled = this.settled.filter((one) => one.cents > 0);
  }

  postCharge(charge: {
    key: string;
    lease: string;
    kind: Exclude<Kind, 'rent'>;
    due: string;
    cents: number;
    /** The debt it is interest or costs of; without one it stands for itself. */
    of?: string | undefined;
  }) {
    const { key, lease, kind, due, cents, of } = charge;
    const what = kind === 'fee' ? 'cost' : kind === 'interest' ? 'interest' : 'rest';
    const parts: Part[] = [{ what, debt: of ?? key, changes: [cents] }];
    this.charge({ key, lease, kind, due: toDay(due), month: null, since: toDay(due), parts });
    this.letCreditPay(lease);
  }

  waive(chargeKey: string) {
    const charge = this.charges.find((one) => one.key === chargeKey);
    if (charge) {
      this.change(
        charge,
        charge.parts.map((part) => ({ part, cents: -this.openPart(part) })),
      );
    }
  }

  pay(payment: { key: string; lease: string; on: string; cents: number; for?: string[] }) {
    const { key, lease, on, cents } = payment;
    const row = { key, lease, on: toDay(on), cents, isGone: false };
    this.payments.push(row);
    this.lines.push({ lease, day: row.on, debit: 0, credit: cents });
    this.spend(row, payment.for ?? []);
  }

  /** Kept of the deposit for what was not on the account: owed and paid on that day, by nothing else. */
  keep(kept: { key: string; lease: string; on: string; cents: number }) {
    const { key, lease, on, cents } = kept;
    const parts: Part[] = [{ what: 'rest', debt: key, changes: [cents] }];
    const day = toDay(on);
    this.charge({ key, lease, kind: 'other', due: day, month: null, since: day, parts });
    this.pay({ key: `${key} kept`, lease, on, cents, for: [key] });
  }

  /** Not kept after all: neither owed nor paid. */
  giveUp(key: string) {
    const charge = this.charges.find((one) => one.key === key);
    if (!charge) return;
    this.change(
      charge,
      charge.parts.map((part) => ({ part, cents: -sum(part.changes) })),
    );
    this.undo(`${key} kept`);
  }

  /** One transfer over several leases: each gets what the order of settling over all of them gives it. */
  transfer(transfer: { key: string; leases: string[]; on: string; cents: number }): Map<string, number> {
    const parts = new Map<string, number>();
    const add = (lease: string, cents: number) => parts.set(lease, (parts.get(lease) ?? 0) + cents);
    const charges = transfer.leases.flatMap((lease) => this.charges.filter((one) => one.lease === lease));
    const rest = this.settle(transfer.cents, charges, toDay(transfer.on), (charge, _, cents) =>
      add(charge.lease, cents),
    );
    const [first = ''] = transfer.leases;
    if (rest > 0) add(first, rest);
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
    // What a return costs is a cost of what the money had paid; of several debts, of the one the law puts first.
    const paid = this.settled.filter((one) => one.payment === payment.key).map((one) => one.part.debt);
    const [of] = paid.sort((a, b) => (this.placeOf(a) < this.placeOf(b) ? -1 : 1));
    this.takeBack(payment, toDay(on));
    if (fee) {
      this.postCharge({ key: fee.key, lease: payment.lease, kind: 'fee', due: on, cents: fee.cents, of });
    }
  }

  private takeBack(payment: Payment, day: number) {
    payment.isGone = true;
    this.settled = this.settled.filter((one) => one.payment !== payment.key);
    this.lines.push({ lease: payment.lease, day, debit: payment.cents, credit: 0 });
    this.letCreditPay(payment.lease);
  }

  /** § 366 (2) BGB among debts that are due: a rent, whose arrears may cost the flat, then the older. */
  private placeOf(debt: string): string {
    const charge = this.charges.find((one) => one.key === debt);
    if (!charge) return '';
    return `${charge.kind === 'rent' ? 'a' : 'b'} ${toIso(charge.due)} ${toIso(charge.since)}`;
  }

  /**
   * By law: debts that are due before those that are not (§ 366 (2) BGB), equal ones by proportion; in each its costs,
   * its interest, its principal (§ 367 (1)), and of a rent the advances first (BGH VIII ZR 68/17).
   */
  private settle(
    cents: number,
    charges: Charge[],
    paidOn: number,
    give: (charge: Charge, part: Part, cents: number) => void,
  ): number {
    const debts = new Map<string, { place: string; waiting: Waiting[] }>();
    for (const charge of charges) {
      for (const part of charge.parts) {
        const open = this.openPart(part);
        if (open <= 0) continue;
        const place =
          charge.due > paidOn
            ? `later ${toIso(charge.due)} ${this.placeOf(part.debt)}`
            : `due ${this.placeOf(part.debt)}`;
        const key = `${charge.due > paidOn ? charge.due : ''} ${part.debt}`;
        const debt = debts.get(key) ?? { place, waiting: [] };
        debts.set(key, debt);
        const order = ['cost', 'interest', 'advance', 'rest'].indexOf(part.what);
        debt.waiting.push({
          place: `${order} ${toIso(charge.due)}`,
          cents: open,
          take: (taken) => give(charge, part, taken),
        });
      }
    }
    return pour(
      cents,
      [...debts.values()].map(({ place, waiting }) => ({
        place,
        cents: sum(waiting.map((one) => one.cents)),
        take: (taken) => pour(taken, waiting),
      })),
    );
  }

  private spend(payment: Payment, named: string[]) {
    const own = this.charges.filter((one) => one.lease === payment.lease);
    const give = (charge: Charge, part: Part, cents: number) =>
      this.settled.push({ payment: payment.key, charge: charge.key, part, cents });
    for (const key of named) {
      const stated = own.filter((one) => one.key === key);
      this.settle(this.creditOf(payment), stated, payment.on, give);
    }
    this.settle(this.creditOf(payment), own, payment.on, give);
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

  private openPart(part: Part): number {
    return sum(part.changes) - sum(this.settled.filter((one) => one.part === part).map((one) => one.cents));
  }

  openOf(charge: Charge): number {
    return sum(charge.parts.map((part) => this.openPart(part)));
  }

  private creditOf(payment: Payment): number {
    if (payment.isGone) return 0;
    const spent = this.settled.filter((one) => one.payment === payment.key).map((one) => one.cents);
    return payment.cents - sum(spent);
  }

  /** What is open of a lease, by the day it was due, and how much of it is an advance. */
  openItems(lease: string): { due: string; cents: number; advance: number }[] {
    return this.charges
      .filter((one) => one.lease === lease && this.openOf(one) > 0)
      .sort((a, b) => a.due - b.due || a.since - b.since)
      .map((one) => {
        const advances = one.parts.filter((part) => part.what === 'advance');
        const advance = sum(advances.map((part) => this.openPart(part)));
        return { due: toIso(one.due), cents: this.openOf(one), advance };
      });
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
        const open = totalOf(charge) - sum(paid.filter((one) => one.on < day).map((one) => one.cents));
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

const totalOf = (charge: Charge) => sum(charge.parts.flatMap((part) => part.changes));

/**
 * The rent of a month: each day at the rent of that day, over the days of the month. Whole cents in all; of its two
 * parts the one that lost the larger fraction is rounded up, the rest before the advance if they lost the same.
 */
export function owedFor(lease: AgreedLease, month: string): { rest: number; advance: number } {
  const { first, length } = monthSpan(month);
  let [rest, advance] = [0, 0];
  for (let day = first; day < first + length; day += 1) {
    if (day < toDay(lease.starts) || (lease.ends !== null && day > toDay(lease.ends))) continue;
    const rent = lease.rents.findLast((one) => toDay(one.from) <= day);
    rest += (rent?.cents ?? 0) - (rent?.advance ?? 0);
    advance += rent?.advance ?? 0;
  }
  const total = rounded(rest + advance, length);
  const [low, high] = [Math.floor(rest / length), Math.floor(advance / length)];
  const odd = total - low - high;
  const restFirst = rest % length >= advance % length;
  const toRest = odd === 2 || (odd === 1 && restFirst) ? 1 : 0;
  return { rest: low + toRest, advance: high + odd - toRest };
}
