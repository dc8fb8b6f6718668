import type { BookingDirection } from '../../domain/vocabulary.ts';
import type { CalendarDate, Month } from '../../lib/calendar.ts';
import type { StatementLine } from '../statement.ts';

/** Somebody who rents, as the tenant's record has it. */
export type Person = { firstName: string | null; lastName: string | null; companyName: string | null };

export type MatchLease = {
  id: string;
  /** What payers are asked to write: RF references and older ones, in any spelling. */
  references: readonly string[];
  people: readonly Person[];
  /** What the place is called (`WE 04`, `Garage 12`): tells the leases of one payer apart. */
  places: readonly string[];
  /** What is due each month; 0 for nothing. */
  rentCents: number;
};

/** A charge of which something is open, by the ledger. */
export type MatchItem = {
  id: string;
  leaseId: string;
  kind: 'rent' | 'deposit' | 'other';
  dueOn: CalendarDate;
  openCents: number;
  /** Of a rent: the month it is for. */
  month: Month | null;
};

/** What was booked as paid: money in is positive, a refund negative. */
export type MatchPayment = {
  id: string;
  leaseId: string;
  paidOn: CalendarDate;
  amountCents: number;
  /** Typed in, with no bank line as its evidence; what was paid in cash has no line and never will. */
  awaitsLine: boolean;
  isReversed: boolean;
  endToEnd: string | null;
  account: string | null;
  /** Of a rent: the month the payment named. */
  month: Month | null;
};

export type RuleTarget =
  | { kind: 'leases'; leaseIds: readonly string[] }
  | ({ kind: 'category' } & MatchPurpose)
  | { kind: 'left_out' };

/** What income or expense is booked as; where it is not of a property, it is of them all. */
export type MatchPurpose = {
  direction: BookingDirection;
  categoryId: string;
  propertyId: string | null;
};

/**
 * A payer somebody knows: from a tenant's record, or learned from a decision. What is given must all agree: the account, the
 * whole name, a part of the text. A rule by name alone counts as known only for lines of banks that hide the account.
 */
export type BankRule = {
  id: string;
  account: string | null;
  name: string | null;
  text: string | null;
  target: RuleTarget;
};

/** Income or an expense that stands in the books without a line, or that falls due. Money in is positive. */
export type MatchBooking = MatchPurpose & {
  id: string;
  on: CalendarDate;
  amountCents: number;
  /** Who is paid or pays, and what it is called. */
  names: readonly string[];
  /** Of a recurring item, by whose id it goes, that is not in the books yet. */
  dueOn: CalendarDate | null;
};

/** Whom something was booked with before: as what it was booked last. */
export type MatchSupplier = MatchPurpose & { name: string };

/** A transfer or direct debit that a file asked a bank for. */
export type OrderItem = {
  id: string;
  leaseId: string;
  /** Money in is positive. */
  amountCents: number;
  endToEnd: string;
  iban: string;
  holder: string;
  /** Whether a line of the bank speaks of it already. */
  isSettled: boolean;
  /** What stands in the books for it; null where nothing does yet. */
  posted: { kind: 'payment' | 'movement'; id: string } | null;
};

/** A file that was handed to the bank: transfers out, or direct debits. What was called off is none of its items. */
export type MatchOrder = {
  id: string;
  kind: 'payout' | 'collection';
  messageName: string;
  on: CalendarDate;
  isBatch: boolean;
  items: readonly OrderItem[];
};

/** All that lines of a bank are matched with. */
export type MatchBook = {
  /** Of the books: lines in another are told apart and never matched. */
  currency: string;
  leases: readonly MatchLease[];
  items: readonly MatchItem[];
  payments: readonly MatchPayment[];
  rules: readonly BankRule[];
  bookings: readonly MatchBooking[];
  suppliers: readonly MatchSupplier[];
  /** What a bank's own charges are booked as; null where the portfolio has no such category any more. */
  feeCategoryId: string | null;
  ownAccounts: readonly { id: string; iban: string }[];
  /** Files that were handed to the bank, which lines answer. */
  orders: readonly MatchOrder[];
};

/** What is asked of a line. */
export type MatchLine = Pick<
  StatementLine,
  | 'bookedOn'
  | 'amountCents'
  | 'currency'
  | 'name'
  | 'onBehalfOf'
  | 'account'
  | 'text'
  | 'references'
  | 'kind'
  | 'returned'
  | 'batchCount'
>;

/**
 * Certain: a reference or a known payer, and the amount; the only grade that may be posted by itself. Likely: something speaks
 * for it. Open: at best the amount does, and what is proposed is a guess.
 */
export const matchGrades = ['certain', 'likely', 'open'] as const;
export type MatchGrade = (typeof matchGrades)[number];

/** A part of a line with its sign; the parts of a match add up to the line. */
export type MatchPart = { amountCents: number } & (
  | { kind: 'rent'; leaseId: string; itemIds: string[] }
  | { kind: 'deposit'; leaseId: string; itemIds: string[] }
  /** A payment that was typed in: the line becomes its evidence, nothing is paid a second time. */
  | { kind: 'evidence'; leaseId: string; paymentId: string }
  | { kind: 'reversal'; leaseId: string; paymentId: string; stopsCollecting: boolean }
  /** What the bank takes for a return: a claim of its own. */
  | { kind: 'return_charge'; leaseId: string }
  | { kind: 'refund'; leaseId: string }
  | { kind: 'own_transfer'; accountId: string }
  /** A repayment of a deposit that was ordered: the line is its evidence. */
  | { kind: 'deposit_paid'; leaseId: string; movementId: string }
  /** Such a repayment came back. */
  | { kind: 'deposit_returned'; leaseId: string; movementId: string }
  /** One sum for a whole file of transfers or direct debits. */
  | { kind: 'order'; order: MatchOrder['kind']; orderId: string; leaseIds: string[] }
  /** Income or an expense that stands in the books or falls due: nothing is booked a second time. */
  | { kind: 'booked'; bookingId: string; dueOn: CalendarDate | null }
  | { kind: 'category'; categoryId: string; propertyId: string | null }
  | { kind: 'left_out'; ruleId: string }
);

/** Why, in the order in which it weighed. */
export const matchReasons = [
  'reference',
  'known_payer',
  'known_name',
  'known_words',
  'tenant_name',
  'name_in_text',
  'similar_name',
  'last_name',
  'place',
  'typed_in',
  'own_account',
  'supplier_name',
  'fee_kind',
  'order_reference',
  'order_account',
  'order_name',
  'order_sum',
  'returned_reference',
  'returned_account',
  'returned_name',
  'rule',
  'amount_item',
  'amount_month',
  'amount_sum',
  'amount_rent',
  'amount_leases',
  'amount_months',
  'amount_less',
  'amount_more',
  'amount_expense',
  'amount_payment',
  'amount_only',
  // What keeps a match from being certain.
  'several_fit',
  'other_name',
  'just_paid',
  'other_owner',
  'no_deposit_open',
  'foreign_currency',
  'batch_without_details',
  'nothing_known',
] as const;
export type MatchReason = (typeof matchReasons)[number];

export type Match = {
  grade: MatchGrade;
  /** Empty where nothing is proposed. */
  parts: MatchPart[];
  reasons: { code: MatchReason; leaseId: string | null }[];
  /** Other leases that something speaks for, the likest first. */
  alternatives: string[];
};
