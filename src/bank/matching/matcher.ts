import { type AmountFit, type AmountHints, fitLease, fitLeases, type LeaseMoney } from './amounts.ts';
import type {
  Match,
  MatchBook,
  MatchGrade,
  MatchLine,
  MatchPart,
  MatchPurpose,
  MatchReason,
} from './book.ts';
import { BookingIndex } from './bookings.ts';
import { Evidence, reasonOfName, weightOf } from './evidence.ts';
import { type Heard, Hearing, isHeard, textOf } from './heard.ts';
import { OrderIndex } from './orders.ts';
import { matchOutgoing } from './outgoing.ts';
import { matchReturn } from './returns.ts';
import { type KnownRule, RuleIndex } from './rule-index.ts';
import { RunningBook } from './running-book.ts';
import { nameWords, SaidWords } from './said-words.ts';
import { saysDeposit, saysRent, statedMonths } from './text-hints.ts';

const MAX_ALTERNATIVES = 5;
/** What was typed in within so many days is this line, also where its month is still open. */
const SAME_PAYMENT_DAYS = 4;
/** Who has paid a few days ago is less likely to pay again. */
const JUST_PAID_WEIGHT = 12;

type Fitted = { fit: AmountFit; isOnly: boolean };
/**
 * Matches lines with a book that is indexed once. What is certain is taken off the book as it goes, as posting it would; lines
 * come in the order in which they were booked.
 */
export class Matcher {
  readonly #book: MatchBook;
  readonly #running: RunningBook;
  readonly #hearing: Hearing;
  readonly #rules: RuleIndex;
  readonly #bookings: BookingIndex;
  readonly #orders: OrderIndex;

  constructor(book: MatchBook, hearing = new Hearing(book.leases)) {
    this.#book = book;
    this.#running = new RunningBook(book);
    this.#hearing = hearing;
    this.#rules = new RuleIndex(book.rules);
    this.#bookings = new BookingIndex(book);
    this.#orders = new OrderIndex(book.orders);
  }

  /** The match of a line; nothing is taken off the book. */
  match(line: MatchLine): Match {
    if (line.currency !== this.#book.currency) return open('foreign_currency');
    const ordered = this.#orders.match(line) ?? this.#orders.matchReturn(line);
    if (ordered) return ordered;
    if (line.batchCount !== null && line.batchCount > 1) return open('batch_without_details');
    const own = this.#book.ownAccounts.find(({ iban }) => iban === line.account);
    if (own) return whole('certain', line, { kind: 'own_transfer', accountId: own.id }, ['own_account']);
    const rules = this.#rules.find(line);
    const isOfLeases = rules.some(({ rule }) => rule.target.kind === 'leases');
    const leftOut = isOfLeases ? undefined : rules.find(({ rule }) => rule.target.kind === 'left_out');
    if (leftOut) return whole('certain', line, { kind: 'left_out', ruleId: leftOut.rule.id }, ['rule']);
    if (line.returned) return matchReturn(line, this.#book.payments, this.#hearing.names);
    // Words that anybody may write send no money back.
    const byPayer = this.#hearing.payersOf(rules.filter(({ isByWords }) => !isByWords));
    const purposes = purposesOf(rules, line);
    const booking = this.#bookings.match(line, purposes);
    if (line.amountCents < 0) {
      const found = this.#matchOutgoing(line, byPayer);
      return booking && (booking.grade !== 'open' || found.grade === 'open') ? booking : found;
    }
    if (booking && !isOfLeases && purposes.some(isIncome)) return booking;
    const rent = this.#matchIncoming(line, this.#hearing.hear(line, rules));
    // What may be a refund, or may be the rent of somebody of that name, is shown as rent.
    const mayBeRent = rent.parts.length > 0 && !rent.reasons.some(({ code }) => code === 'amount_only');
    const isGuess = booking?.grade === 'open' && booking.parts.some(({ kind }) => kind === 'category');
    return booking && rent.grade === 'open' && !(isGuess && mayBeRent) ? booking : rent;
  }

  /** The match of the line that comes next; what is certain is taken off the book. */
  next(line: MatchLine): Match {
    const match = this.match(line);
    if (match.grade === 'certain') this.accept(line, match);
    return match;
  }

  /** Takes what a match settles off the book. */
  accept(line: MatchLine, match: Match): void {
    for (const part of match.parts) {
      this.#running.settle(line, part);
      if (part.kind === 'booked') this.#bookings.take(part);
      this.#orders.take(part);
    }
  }

  /** Credit that was paid back is typed in, too. */
  #matchOutgoing(line: MatchLine, byPayer: readonly string[]): Match {
    const found = matchOutgoing(line, this.#book, byPayer, this.#hearing.names);
    const [part] = found.parts;
    const typed = part?.kind === 'refund' ? this.#running.typedIn(line, part.leaseId) : null;
    if (!typed || part?.kind !== 'refund') return found;
    const { leaseId, amountCents } = part;
    const evidence = { kind: 'evidence' as const, leaseId, paymentId: typed.payment.id, amountCents };
    return { ...found, parts: [evidence], reasons: [...found.reasons, ...reasons('typed_in')] };
  }

  #matchIncoming(line: MatchLine, heard: Heard): Match {
    const text = textOf(line);
    const hints = {
      months: statedMonths(text, line.bookedOn),
      saysDeposit: saysDeposit(text),
      saysRent: saysRent(text),
    };
    const evidence = new Evidence();
    for (const leaseId of heard.byReference) evidence.add(leaseId, 'reference');
    for (const leaseId of heard.byPayer) {
      evidence.add(leaseId, reasonOfPayer(heard));
    }
    for (const [leaseId, likeness] of heard.inName) evidence.add(leaseId, reasonOfName(likeness, false));
    for (const [leaseId, likeness] of heard.inText) {
      if (!heard.inName.has(leaseId)) evidence.add(leaseId, reasonOfName(likeness, true));
    }
    const sure = this.#decide(line, hints, heard);
    return sure
      ? this.#settled(line, hints, heard, evidence, sure)
      : this.#propose(line, hints, evidence, isHeard(heard));
  }

  /**
   * What a reference or a known payer and the amount settle together; null where the amount is not what is owed. References
   * come first; a payer's other leases are asked where those that are named do not make up the amount. Of one who pays for
   * many, as a job centre does, those whom the text names.
   */
  #decide(line: MatchLine, hints: AmountHints, { byReference, byPayer, inText }: Heard): Fitted | null {
    const referenced = new Set(byReference);
    const named = byPayer.filter((id) => inText.has(id));
    const sets = [
      byReference,
      unique([...byReference, ...byPayer]),
      named.length < byPayer.length ? named : [],
      byPayer,
    ];
    for (const set of sets) {
      const found = set.length === 0 ? null : this.#fitSet(line, hints, set, referenced);
      if (found) return found;
    }
    return null;
  }

  #fitSet(
    line: MatchLine,
    hints: AmountHints,
    leaseIds: readonly string[],
    named: ReadonlySet<string>,
  ): Fitted | null {
    const monies = leaseIds.flatMap((id) => this.#running.moneyOf(id) ?? []);
    const single = monies.flatMap((money) => {
      const fit = this.#fitOf(line, money, hints);
      return fit.isExact ? [fit] : [];
    });
    const all = fitLeases(monies, line.amountCents);
    const said = new SaidWords(nameWords(line.text));
    const placed = new Set(leaseIds.filter((id) => this.#saysPlace(said, id)));
    if (single.length === 0) {
      // Two rents of one lease are as much as a rent of two alike, unless both are named.
      const isNamed = all?.fit.parts.every(({ leaseId }) => placed.has(leaseId) || named.has(leaseId));
      const isMultiple = monies.some(({ rentCents }) => rentCents > 0 && line.amountCents % rentCents === 0);
      return all && { ...all, isOnly: all.isOnly && (isNamed || !isMultiple) };
    }
    const atPlace = single.filter((fit) => fit.parts.some((part) => placed.has(part.leaseId)));
    // Of one payer's leases with the same rent one that is still owed is likelier, and not certain.
    const byWeight = single.toSorted((a, b) => weightOf(b.code) - weightOf(a.code));
    const [best] = atPlace.length === 1 ? atPlace : byWeight;
    const isOnly = all === null && (placed.size > 0 ? atPlace.length === 1 : single.length === 1);
    return best ? { fit: best, isOnly } : null;
  }

  /** As the ledger has it, or as a payment that was typed in for this line left it. */
  #fitOf(line: MatchLine, money: LeaseMoney, hints: AmountHints): AmountFit {
    const fit = fitLease(money, line.amountCents, hints);
    if (fit.isExact || !this.#running.typedIn(line, money.leaseId)) return fit;
    return {
      code: 'amount_payment',
      isExact: true,
      isTied: false,
      parts: [{ kind: 'rent', leaseId: money.leaseId, amountCents: line.amountCents, itemIds: [] }],
    };
  }

  /** A match by reference or payer and amount: certain unless something speaks against it. */
  #settled(
    line: MatchLine,
    hints: AmountHints,
    heard: Heard,
    evidence: Evidence,
    { fit, isOnly }: Fitted,
  ): Match {
    const leaseIds = new Set(fit.parts.map((part) => part.leaseId));
    const isReferenced = heard.byReference.length > 0 && heard.byReference.every((id) => leaseIds.has(id));
    const typed = this.#typedIn(line, fit);
    if (!typed && this.#lacksDeposit(hints, fit)) {
      return depositless(
        [...leaseIds, ...evidence.others(leaseIds, MAX_ALTERNATIVES)],
        [...evidence.reasonsFor(leaseIds), ...reasons(fit.code)],
      );
    }
    const doubts = new Set<MatchReason>();
    if (!isOnly || fit.isTied || (!isReferenced && heard.byReference.length > 0)) doubts.add('several_fit');
    if (!isReferenced && namesAnother(heard, leaseIds)) doubts.add('other_name');
    if (!isReferenced && heard.isPayerByName && isSharedName(heard, leaseIds)) doubts.add('other_name');
    if (typed && typed.daysApart > SAME_PAYMENT_DAYS && fit.parts.some((part) => part.itemIds.length > 0)) {
      doubts.add('several_fit');
    }
    if (!typed && fit.parts.some((part) => this.#isPaidAlready(line, part))) doubts.add('just_paid');
    return {
      grade: doubts.size === 0 && (isReferenced || !heard.isPayerByWords) ? 'certain' : 'likely',
      parts: typed ? [typed.part] : fit.parts,
      reasons: [
        ...evidence.reasonsFor(leaseIds),
        ...reasons(...(typed ? (['typed_in'] as const) : []), fit.code, ...doubts),
      ],
      alternatives: evidence.others(leaseIds, MAX_ALTERNATIVES),
    };
  }

  /** A deposit by its own words, for which none is open: as rent it would be credit, or pay a month of it. */
  #lacksDeposit({ saysDeposit, saysRent }: AmountHints, { code, parts }: AmountFit): boolean {
    if (!saysDeposit || saysRent || code === 'amount_payment') return false;
    const items = parts.flatMap(({ leaseId }) => this.#running.moneyOf(leaseId)?.items ?? []);
    const settled = new Set(parts.flatMap(({ itemIds }) => itemIds));
    return items.every(({ id, kind }) => kind === 'rent' || !settled.has(id));
  }

  /** Whether the money of a part may stand in the books: typed in without its line, or a rent paid where none is open. */
  #isPaidAlready(line: MatchLine, part: AmountFit['parts'][number]): boolean {
    return (
      this.#running.mayBeTypedIn(line, part) ||
      (part.itemIds.length === 0 && this.#running.justPaid(line, part))
    );
  }

  /** What is likeliest where nobody is known for sure, or the amount is not what is owed. */
  #propose(line: MatchLine, hints: AmountHints, evidence: Evidence, isKnown: boolean): Match {
    const said = new SaidWords(nameWords(line.text));
    // An amount says something only where nobody is known for sure.
    const leaseIds = isKnown
      ? evidence.leaseIds
      : unique([...evidence.leaseIds, ...this.#running.leasesOfAmount(line)]);
    const candidates = leaseIds.flatMap((leaseId) => {
      const money = this.#running.moneyOf(leaseId);
      if (!money) return [];
      const fit = this.#fitOf(line, money, hints);
      const isTyped = this.#running.typedIn(line, leaseId) !== null;
      const isPlaced = this.#saysPlace(said, leaseId);
      const isPaid =
        !isTyped &&
        money.items.length === 0 &&
        this.#running.justPaid(line, { leaseId, amountCents: line.amountCents });
      const weight =
        evidence.weightFor(leaseId) +
        weightOf(fit.code) +
        (isPlaced ? weightOf('place') : 0) +
        (isTyped ? weightOf('typed_in') : 0) -
        (isPaid ? JUST_PAID_WEIGHT : 0);
      const speaks = [
        ...evidence.reasonsFor([leaseId]),
        ...(isPlaced ? [{ code: 'place' as const, leaseId }] : []),
      ];
      return [{ leaseId, fit, weight, speaks }];
    });
    const inOrder = candidates.toSorted((a, b) => b.weight - a.weight);
    const [best, second] = inOrder;
    const isDeposit = hints.saysDeposit && !hints.saysRent;
    const several = isDeposit ? null : this.#severalByName(line, evidence);
    if (several && !best?.fit.isExact) return several;
    if (!best) return open('nothing_known');
    const isAmountOnly = best.speaks.length === 0;
    const isTied = second !== undefined && second.weight === best.weight;
    const typed = this.#typedIn(line, best.fit);
    if (!typed && this.#lacksDeposit(hints, best.fit)) {
      const likeliest = inOrder.map(({ leaseId }) => leaseId);
      return depositless(likeliest, [...best.speaks, ...reasons(best.fit.code)]);
    }
    const isOpen = (isAmountOnly && !typed) || (isTied && !isKnown);
    const grade: MatchGrade = isOpen ? 'open' : 'likely';
    return {
      grade,
      parts: typed ? [typed.part] : best.fit.parts,
      reasons: [
        ...best.speaks,
        ...reasons(
          ...(typed ? (['typed_in'] as const) : []),
          best.fit.code,
          ...(isAmountOnly ? (['amount_only'] as const) : []),
          ...(isTied ? (['several_fit'] as const) : []),
        ),
      ],
      alternatives: inOrder.slice(1, MAX_ALTERNATIVES + 1).map(({ leaseId }) => leaseId),
    };
  }

  /** One line for several tenants whom it names, or for several leases of one: likely, because names alone are. */
  #severalByName(line: MatchLine, evidence: Evidence): Match | null {
    const monies = evidence.leaseIds.flatMap((id) => this.#running.moneyOf(id) ?? []);
    const found = fitLeases(monies, line.amountCents);
    if (!found) return null;
    const speaks = evidence.reasonsFor(found.fit.parts.map((part) => part.leaseId));
    return {
      grade: 'likely',
      parts: found.fit.parts,
      reasons: [...speaks, ...reasons('amount_leases')],
      alternatives: [],
    };
  }

  #saysPlace(said: SaidWords, leaseId: string): boolean {
    return this.#running.placesOf(leaseId).some((place) => said.says(place));
  }

  /** The payment that was typed in for this line, where it is for one lease. */
  #typedIn(
    line: MatchLine,
    fit: AmountFit,
  ): { part: MatchPart & { kind: 'evidence' }; daysApart: number } | null {
    const [only] = fit.parts;
    const found = only && fit.parts.length === 1 ? this.#running.typedIn(line, only.leaseId) : null;
    if (!found || !only) return null;
    const { payment, daysApart } = found;
    return {
      part: {
        kind: 'evidence',
        leaseId: only.leaseId,
        paymentId: payment.id,
        amountCents: line.amountCents,
      },
      daysApart,
    };
  }
}

/** The matches of lines in the order in which they were booked, each after what is certain before it. */
export function matchLines(lines: readonly MatchLine[], book: MatchBook, hearing?: Hearing): Match[] {
  const matcher = new Matcher(book, hearing);
  return lines.map((line) => matcher.next(line));
}

/** Nothing is proposed: who it may be of, and why it is not their rent. */
const depositless = (leaseIds: readonly string[], speaks: Match['reasons']): Match => ({
  grade: 'open',
  parts: [],
  reasons: [...speaks, ...reasons('no_deposit_open')],
  alternatives: leaseIds.slice(0, MAX_ALTERNATIVES),
});

function reasonOfPayer({ isPayerByWords, isPayerByName }: Heard): MatchReason {
  if (isPayerByWords) return 'known_words';
  return isPayerByName ? 'known_name' : 'known_payer';
}

/** Whether somebody who rents elsewhere is named, in the text even by the last name alone, and nobody of these leases is. */
function namesAnother({ inName, inText }: Heard, leaseIds: ReadonlySet<string>): boolean {
  const named = new Map([...inName].filter(([, likeness]) => likeness === 'full' || likeness === 'initial'));
  return [named, inText].some((found) => found.size > 0 && ![...found.keys()].some((id) => leaseIds.has(id)));
}

/** A name that people of other leases bear, too, tells them not apart. */
const isSharedName = ({ inName }: Heard, leaseIds: ReadonlySet<string>): boolean =>
  [...inName].some(([id, likeness]) => likeness === 'full' && !leaseIds.has(id));

const isIncome = ({ direction }: MatchPurpose) => direction === 'income';

/** What rules of the sender say that money of this direction is; from whom only expenses are known it is a refund. */
function purposesOf(rules: readonly KnownRule[], { amountCents }: MatchLine) {
  const known = rules.flatMap(({ rule: { target }, isByName }) =>
    target.kind === 'category' && (amountCents > 0 || !isIncome(target)) ? [{ ...target, isByName }] : [],
  );
  return amountCents > 0 && known.some(isIncome) ? known.filter(isIncome) : known;
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const reasons = (...codes: readonly MatchReason[]): Match['reasons'] =>
  codes.map((code) => ({ code, leaseId: null }));

const open = (code: MatchReason): Match => ({
  grade: 'open',
  parts: [],
  reasons: reasons(code),
  alternatives: [],
});

type WithoutAmount<P> = P extends unknown ? Omit<P, 'amountCents'> : never;

const whole = (
  grade: MatchGrade,
  line: MatchLine,
  part: WithoutAmount<MatchPart>,
  codes: readonly MatchReason[],
): Match => ({
  grade,
  parts: [{ ...part, amountCents: line.amountCents }],
  reasons: reasons(...codes),
  alternatives: [],
});
