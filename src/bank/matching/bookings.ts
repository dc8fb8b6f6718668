import { type CalendarDate, daysBetween } from '../../lib/calendar.ts';
import type {
  Match,
  MatchBook,
  MatchBooking,
  MatchGrade,
  MatchLine,
  MatchPart,
  MatchPurpose,
  MatchReason,
  MatchSupplier,
} from './book.ts';
import { nameWords, phraseOf, SaidWords } from './said-words.ts';

/** A bill may be entered some days before the bank books it, and long after. */
const ENTERED_BEFORE_DAYS = 10;
const ENTERED_AFTER_DAYS = 35;
/** What falls due is taken some days before or after its day. */
const DUE_DAYS = 10;

/** What a rule of the sender says; `isByName` where the bank hides the account. */
export type KnownPurpose = MatchPurpose & { isByName: boolean };

/** Finds what of the books that is no rent a line is. Made once for all lines; what is certain is taken off as it goes. */
export class BookingIndex {
  readonly #byAmount: Map<number, readonly MatchBooking[]>;
  readonly #bySupplierWord: Map<string, Supplier[]>;
  readonly #phrases = new Map<string, string[]>();
  readonly #taken = new Set<string>();

  constructor({ bookings, suppliers }: Pick<MatchBook, 'bookings' | 'suppliers'>) {
    this.#byAmount = Map.groupBy(bookings, (booking) => booking.amountCents);
    const prepared = suppliers.map((supplier) => ({ supplier, phrase: phraseOf(supplier.name) }));
    this.#bySupplierWord = Map.groupBy(prepared, ({ phrase }) => phrase[0] ?? '');
  }

  take(part: Booked): void {
    this.#taken.add(keyOf(part.bookingId, part.dueOn));
  }

  /**
   * A booking of this amount near its day: certain where its sender is known by account for just that and nothing else fits,
   * likely by name, a guess by the amount alone. Else as what its sender, or a supplier of its name, was booked before. Null for nothing.
   */
  match(line: MatchLine, known: readonly KnownPurpose[]): Match | null {
    const near = (this.#byAmount.get(line.amountCents) ?? [])
      .filter((booking) => !this.#taken.has(keyOf(booking.id, booking.dueOn)) && isNear(line, booking))
      .toSorted((a, b) => daysApart(line, a) - daysApart(line, b));
    const words = nameWords(`${line.name ?? ''} ${line.text}`);
    const said = new SaidWords(words);
    const named = near.filter(({ names }) => names.some((name) => said.says(this.#phraseOf(name))));
    const [found] = named.length > 0 ? named : near;
    if (found && (named.length > 0 || known.some(({ direction }) => direction === found.direction))) {
      const isKnown = known.some((purpose) => !purpose.isByName && isSamePurpose(purpose, found));
      const isOnly = near.length === 1;
      return match(isKnown && isOnly ? 'certain' : 'likely', line, asBooked(found), [
        ...(isKnown ? (['known_payer'] as const) : []),
        ...(named.length > 0 ? (['supplier_name'] as const) : []),
        'amount_expense',
        ...(isOnly ? [] : (['several_fit'] as const)),
      ]);
    }
    const [purpose] = known;
    if (purpose) return match(gradeOf(line, purpose), line, asPart(purpose), ['rule']);
    const supplier = this.#supplierOf(line, words, said);
    if (supplier) return match(gradeOf(line, supplier), line, asPart(supplier), ['supplier_name']);
    return found ? match('open', line, asBooked(found), ['amount_expense', 'amount_only']) : null;
  }

  #supplierOf(line: MatchLine, words: readonly string[], said: SaidWords): MatchSupplier | undefined {
    const found = [...new Set(words)]
      .flatMap((word) => this.#bySupplierWord.get(word) ?? [])
      .filter(({ phrase }) => said.says(phrase))
      .map(({ supplier }) => supplier);
    const spent = found.find(({ direction }) => direction === 'expense');
    // Money from whom only expenses went to is a refund.
    return line.amountCents < 0 ? spent : (found.find(({ direction }) => direction === 'income') ?? spent);
  }

  #phraseOf(name: string): string[] {
    const phrase = this.#phrases.get(name) ?? phraseOf(name);
    this.#phrases.set(name, phrase);
    return phrase;
  }
}

/** With its name cut into words once for all lines. */
type Supplier = { supplier: MatchSupplier; phrase: string[] };

const isSamePurpose = (a: MatchPurpose, b: MatchPurpose) =>
  a.categoryId === b.categoryId && a.propertyId === b.propertyId;

const daysApart = (line: MatchLine, { on }: MatchBooking) => Math.abs(daysBetween(on, line.bookedOn));

function isNear(line: MatchLine, { on, dueOn }: MatchBooking): boolean {
  const days = daysBetween(line.bookedOn, on);
  const [before, after] = dueOn !== null ? [DUE_DAYS, DUE_DAYS] : [ENTERED_BEFORE_DAYS, ENTERED_AFTER_DAYS];
  return days >= -before && days <= after;
}

/** Money from whom expenses go to may be a refund; what an insurer pays for damage is none, and only the landlord knows. */
const gradeOf = ({ amountCents }: MatchLine, { direction }: MatchPurpose): MatchGrade =>
  amountCents > 0 && direction === 'expense' ? 'open' : 'likely';

const asPart = ({ categoryId, propertyId }: MatchPurpose) =>
  ({ kind: 'category', categoryId, propertyId }) as const;

type Booked = { kind: 'booked'; bookingId: string; dueOn: CalendarDate | null };
type Part = Booked | { kind: 'category'; categoryId: string; propertyId: string | null };

const asBooked = ({ id, dueOn }: MatchBooking): Booked => ({ kind: 'booked', bookingId: id, dueOn });

const keyOf = (id: string, dueOn: CalendarDate | null) => `${id} ${dueOn ?? ''}`;

const match = (grade: MatchGrade, line: MatchLine, part: Part, codes: readonly MatchReason[]): Match => ({
  grade,
  parts: [{ ...part, amountCents: line.amountCents } satisfies MatchPart],
  reasons: codes.map((code) => ({ code, leaseId: null })),
  alternatives: [],
});
