import { daysBetween } from '../../lib/calendar.ts';
import { sumCents } from '../../lib/money.ts';
import type { Match, MatchGrade, MatchLine, MatchOrder, MatchPart, MatchReason, OrderItem } from './book.ts';
import { NameIndex } from './names.ts';

/** A bank may be a day ahead of the day it was asked for, and long behind where a file was handed in late. */
const EARLY_DAYS = 3;
const LATE_DAYS = 35;
/** Of a whole file banks are hardly late. */
const BATCH_LATE_DAYS = 10;
/** A bank recalls or sends a transfer back within days; for fraud it may ask for 13 months (SEPA Credit Transfer Rulebook, 4.3). */
const RETURN_DAYS = 400;

type Placed = { order: MatchOrder; item: OrderItem };

/**
 * Finds the transfers and files that lines of a bank answer. Made once for all lines; what is certain is taken off as it goes.
 * Direct debits are found one by one by their reference, as any rent is; here only by the file.
 */
export class OrderIndex {
  readonly #payouts: Placed[];
  readonly #byAmount: Map<number, Placed[]>;
  readonly #files: { order: MatchOrder; amountCents: number }[];
  /** Whom transfers were ordered for, by the name as it was given. */
  readonly #payees: NameIndex;
  readonly #taken = new Set<string>();
  /** What a line before has said came back: it comes back once. */
  readonly #returned = new Set<string>();

  constructor(orders: readonly MatchOrder[]) {
    this.#payouts = orders
      .filter((order) => order.kind === 'payout')
      .flatMap((order) => order.items.map((item) => ({ order, item })));
    this.#byAmount = Map.groupBy(this.#payouts, ({ item }) => item.amountCents);
    this.#payees = new NameIndex(
      [...new Set(this.#payouts.map(({ item }) => item.holder))].map((holder) => ({
        leaseId: holder,
        person: { firstName: null, lastName: null, companyName: holder },
      })),
    );
    this.#files = orders
      .filter(({ items }) => items.length > 0 && items.every((item) => !item.isSettled))
      .map((order) => ({
        order,
        amountCents: sumCents(order.items.map((item) => item.amountCents)),
      }));
  }

  take(part: MatchPart): void {
    if (part.kind === 'order') this.#taken.add(part.orderId);
    if (part.kind === 'evidence') this.#taken.add(part.paymentId);
    if (part.kind === 'deposit_paid') this.#taken.add(part.movementId);
    if (part.kind === 'reversal') this.#returned.add(part.paymentId);
    if (part.kind === 'deposit_returned') this.#returned.add(part.movementId);
  }

  /** What of these files a line is: one transfer, or a whole file. Null for nothing. */
  match(line: MatchLine): Match | null {
    if (line.returned === null && (line.batchCount ?? 1) <= 1) {
      const one = line.amountCents < 0 ? this.#matchTransfer(line) : null;
      if (one) return one;
    }
    return line.returned === null ? this.#matchFile(line) : null;
  }

  #matchTransfer(line: MatchLine): Match | null {
    const fitting = (this.#byAmount.get(line.amountCents) ?? []).filter(
      ({ order, item }) => !item.isSettled && !this.#isTaken(item) && isNear(line, order, LATE_DAYS),
    );
    const [named] = fitting.filter(({ item }) => says(line, item.endToEnd));
    if (named) return proof('certain', line, named.item, ['order_reference']);
    const ofAccount = fitting.filter(({ item }) => item.iban === line.account);
    const [only] = ofAccount;
    if (only) {
      // Two of one amount to one account: the lines tell them apart by nothing, and each is as good.
      const isOnly = new Set(ofAccount.map(({ item }) => item.leaseId)).size === 1;
      return proof(isOnly ? 'certain' : 'likely', line, only.item, ['order_account']);
    }
    if (line.account !== null) return null;
    const byName = this.#findNamed(line, fitting);
    return byName ? proof('likely', line, byName.item, ['order_name']) : null;
  }

  /** One sum for a whole file, which the bank shows without its parts. */
  #matchFile(line: MatchLine): Match | null {
    const fitting = this.#files.filter(
      ({ order, amountCents }) =>
        amountCents === line.amountCents &&
        !this.#taken.has(order.id) &&
        order.items.every((item) => !this.#isTaken(item)) &&
        isNear(line, order, BATCH_LATE_DAYS),
    );
    const named = fitting.find(({ order }) => says(line, order.messageName));
    if (named) return whole('certain', line, named.order, ['order_reference']);
    const [found] = fitting.filter(({ order: { items, isBatch } }) =>
      line.batchCount === null
        ? isBatch && (line.kind === 'batch' || line.account === null)
        : line.batchCount === items.length,
    );
    if (!found) return null;
    const doubts: MatchReason[] = fitting.length === 1 ? [] : ['several_fit'];
    return whole('likely', line, found.order, ['order_sum', ...doubts]);
  }

  /** A transfer that came back: known by its reference, or by account and amount. Null for nothing. */
  matchReturn(line: MatchLine): Match | null {
    if (line.amountCents <= 0) return null;
    const fitting = (this.#byAmount.get(-line.amountCents) ?? [])
      .filter(({ order, item }) => this.#isOut(item) && isNear(line, order, RETURN_DAYS))
      .toSorted((a, b) => (a.order.on < b.order.on ? 1 : -1));
    const [named] = fitting.filter(({ item }) => says(line, item.endToEnd));
    if (named) return back('certain', line, named.item, ['returned_reference']);
    // Without a word of the bank's money that comes from such an account is a payment.
    if (line.returned === null) return null;
    const ofAccount = fitting.filter(({ item }) => item.iban === line.account);
    const [latest] = ofAccount;
    if (latest) {
      const isOnly = ofAccount.length === 1;
      return back(isOnly ? 'certain' : 'likely', line, latest.item, ['returned_account']);
    }
    const byName = this.#findNamed(line, fitting);
    return byName ? back('likely', line, byName.item, ['returned_name']) : null;
  }

  /** The first of them whose payee a line names in full. */
  #findNamed(line: MatchLine, fitting: readonly Placed[]): Placed | undefined {
    if (fitting.length === 0) return undefined;
    const named = this.#payees.find([line.name, line.text].filter(Boolean).join(' / '));
    return fitting.find(({ item }) => named.get(item.holder) === 'full');
  }

  #isOut = ({ posted }: OrderItem) => posted !== null && !this.#returned.has(posted.id);

  #isTaken = ({ posted }: OrderItem) => posted !== null && this.#taken.has(posted.id);
}

function isNear(line: MatchLine, { on }: MatchOrder, lateDays: number): boolean {
  const days = daysBetween(on, line.bookedOn);
  return days >= -EARLY_DAYS && days <= lateDays;
}

/** Banks put names of ours in fields of their own, or in the text, and append to that of a file for its parts. */
function says({ references, text }: MatchLine, name: string): boolean {
  const own = name.toUpperCase();
  return [references.endToEnd, references.batch, references.bank, text].some((said) =>
    said?.toUpperCase().includes(own),
  );
}

const reasonsOf = (codes: readonly MatchReason[]): Match['reasons'] =>
  codes.map((code) => ({ code, leaseId: null }));

const one = (grade: MatchGrade, part: MatchPart, codes: readonly MatchReason[]): Match => ({
  grade,
  parts: [part],
  reasons: reasonsOf(codes),
  alternatives: [],
});

function proof(
  grade: MatchGrade,
  { amountCents }: MatchLine,
  { leaseId, posted }: OrderItem,
  codes: readonly MatchReason[],
): Match | null {
  if (posted === null) return null;
  const part: MatchPart =
    posted.kind === 'payment'
      ? { kind: 'evidence', leaseId, paymentId: posted.id, amountCents }
      : { kind: 'deposit_paid', leaseId, movementId: posted.id, amountCents };
  return one(grade, part, codes);
}

function back(
  grade: MatchGrade,
  { amountCents }: MatchLine,
  { leaseId, posted }: OrderItem,
  codes: readonly MatchReason[],
): Match | null {
  if (posted === null) return null;
  const part: MatchPart =
    posted.kind === 'payment'
      ? { kind: 'reversal', leaseId, paymentId: posted.id, stopsCollecting: false, amountCents }
      : { kind: 'deposit_returned', leaseId, movementId: posted.id, amountCents };
  return one(grade, part, codes);
}

const whole = (
  grade: MatchGrade,
  { amountCents }: MatchLine,
  { id, kind, items }: MatchOrder,
  codes: readonly MatchReason[],
): Match =>
  one(
    grade,
    { kind: 'order', order: kind, orderId: id, leaseIds: items.map((item) => item.leaseId), amountCents },
    codes,
  );

/** Items of files, each beside its own file, as the files: what a line may answer one by one or as a whole. */
export function ordersOf(
  kind: MatchOrder['kind'],
  rows: readonly { order: Omit<MatchOrder, 'kind' | 'items'>; item: OrderItem }[],
): MatchOrder[] {
  return [...Map.groupBy(rows, ({ order }) => order.id).values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ ...first.order, kind, items: own.map(({ item }) => item) }] : [];
  });
}
