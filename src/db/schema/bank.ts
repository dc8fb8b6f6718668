import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { dayOrders, decimalSigns } from '../../bank/files/amount.ts';
import { type LineReferences, type LineReturn, lineKinds } from '../../bank/statement.ts';
import type { ColumnMapping } from '../../bank/tables/mapping.ts';
import { bankLineStates, bankMatchKinds, bankRuleKinds } from '../../domain/vocabulary.ts';
import {
  belongsTo,
  cents,
  choice,
  day,
  hausbuch,
  instant,
  keyed,
  oneOf,
  portfolioTable,
} from '../columns.ts';
import { depositMovement } from './deposit.ts';
import { lease } from './lease.ts';
import { payment } from './ledger.ts';
import { bankAccount, portfolio } from './portfolio.ts';
import { property } from './property.ts';
import { category, transaction } from './transaction.ts';
import { withinPortfolio } from './within-portfolio.ts';

/** A file of a bank that brought something new. Taken back, it is gone with its lines; the journal says so. */
export const bankImport = hausbuch.table(
  'bank_import',
  {
    ...keyed(),
    fileName: text().notNull(),
    /** SHA-256 of the file, as hex: the same request sent twice is told apart from another one by it. */
    fileHash: text().notNull(),
    /** Lines that no file before it had. */
    lineCount: integer().notNull(),
    /** Lines that were read before, in whatever file. */
    knownCount: integer().notNull(),
    importedBy: uuid(),
    importedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    ...portfolioTable('bank_import', t),
    withinPortfolio('bank_import', t.portfolioId, portfolio),
    check('bank_import_count_check', sql`${t.lineCount} >= 0 and ${t.knownCount} >= 0`),
  ],
);

/**
 * What the columns of a table are that is of no known bank, by its header: as somebody said when its first file was read.
 * Taken back with that file.
 */
export const bankMapping = hausbuch.table(
  'bank_mapping',
  {
    ...keyed(),
    importId: uuid().notNull(),
    headerKey: text().notNull(),
    columns: jsonb().$type<ColumnMapping['columns']>().notNull(),
    decimal: choice(decimalSigns).notNull(),
    dayOrder: choice(dayOrders).notNull(),
    learnedBy: uuid(),
    learnedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    ...portfolioTable('bank_mapping', t),
    ...belongsTo('bank_mapping_import', t.portfolioId, t.importId, bankImport),
    unique('bank_mapping_key').on(t.portfolioId, t.headerKey),
    oneOf('bank_mapping_decimal_check', t.decimal, decimalSigns),
    oneOf('bank_mapping_day_order_check', t.dayOrder, dayOrders),
  ],
);

/** A statement of such a file: whose account, which days, and the balances the bank states. */
export const bankStatement = hausbuch.table(
  'bank_statement',
  {
    ...keyed(),
    importId: uuid().notNull(),
    bankAccountId: uuid().notNull(),
    fromOn: day(),
    toOn: day(),
    openingOn: day(),
    openingCents: cents(),
    closingOn: day(),
    closingCents: cents(),
  },
  (t) => [
    ...portfolioTable('bank_statement', t),
    ...belongsTo('bank_statement_import', t.portfolioId, t.importId, bankImport),
    ...belongsTo('bank_statement_bank_account', t.portfolioId, t.bankAccountId, bankAccount),
  ],
);

/**
 * A line as the bank handed it out: what it says never changes, only what became of it. Of a line that was left out
 * the words are forgotten after a time, and of one whose lease is erased at once.
 */
export const bankLine = hausbuch.table(
  'bank_line',
  {
    ...keyed(),
    statementId: uuid().notNull(),
    bankAccountId: uuid().notNull(),
    state: choice(bankLineStates).notNull().default('waiting'),
    decidedAt: instant(),
    bookedOn: day().notNull(),
    valueOn: day(),
    /** Money in is positive. */
    amountCents: cents().notNull(),
    currency: text().notNull(),
    name: text(),
    onBehalfOf: text(),
    /** The IBAN of the other side, or its number as written. */
    account: text(),
    text: text().notNull(),
    givenReferences: jsonb().$type<LineReferences>().notNull(),
    kind: choice(lineKinds).notNull(),
    returned: jsonb().$type<LineReturn>(),
    batchCount: integer(),
    /** The booking it is a part of, by its place in the statement, and the whole of it. */
    entryIndex: integer().notNull(),
    entryCents: cents().notNull(),
    /** The balance the bank prints after it. */
    balanceCents: cents(),
    /** As it stands in the file, and where. */
    raw: text().notNull(),
    lineNumber: integer().notNull(),
    forgottenAt: instant(),
    /** Goes up with each decision: what somebody takes back is what they saw. */
    version: integer().notNull().default(1),
  },
  (t) => [
    ...portfolioTable('bank_line', t),
    ...belongsTo('bank_line_statement', t.portfolioId, t.statementId, bankStatement),
    // The same line is looked for by account and day.
    ...belongsTo('bank_line_bank_account', t.portfolioId, t.bankAccountId, bankAccount, t.bookedOn),
    index('bank_line_waiting_idx').on(t.portfolioId, t.bookedOn, t.id).where(sql`${t.state} = 'waiting'`),
    index('bank_line_decided_idx').on(t.portfolioId, t.decidedAt, t.id).where(sql`${t.state} <> 'waiting'`),
    oneOf('bank_line_state_check', t.state, bankLineStates),
    oneOf('bank_line_kind_check', t.kind, lineKinds),
    check('bank_line_decided_check', sql`(${t.state} = 'waiting') = (${t.decidedAt} is null)`),
    check('bank_line_amount_check', sql`${t.amountCents} <> 0`),
  ],
);

/**
 * What a line became, a row for each part: the payment, income or expense it was booked as, the one typed in before that
 * it proves, the return of one, or nothing (left out). Taking it back removes the row; the journal and the ledger keep what was.
 */
export const bankMatch = hausbuch.table(
  'bank_match',
  {
    ...keyed(),
    lineId: uuid().notNull(),
    kind: choice(bankMatchKinds).notNull(),
    /** The payment, or the row that reverses one. */
    paymentId: uuid(),
    /** Income or expense; where it was corrected, the row that stands. */
    transactionId: uuid(),
    /** Of a deposit: what was paid back, or the row that reverses it. */
    movementId: uuid(),
    amountCents: cents().notNull(),
    /** Certain, on an account that books such lines: nobody looked at it before. */
    isByItself: boolean().notNull().default(false),
    decidedBy: uuid(),
    decidedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    ...portfolioTable('bank_match', t),
    ...belongsTo('bank_match_line', t.portfolioId, t.lineId, bankLine),
    ...belongsTo('bank_match_payment', t.portfolioId, t.paymentId, payment),
    ...belongsTo('bank_match_transaction', t.portfolioId, t.transactionId, transaction),
    ...belongsTo('bank_match_movement', t.portfolioId, t.movementId, depositMovement),
    // A payment or booking has one line as its evidence: two members who book at once book once.
    unique('bank_match_payment_key').on(t.portfolioId, t.paymentId),
    unique('bank_match_transaction_key').on(t.portfolioId, t.transactionId),
    unique('bank_match_movement_key').on(t.portfolioId, t.movementId),
    oneOf('bank_match_kind_check', t.kind, bankMatchKinds),
    check(
      'bank_match_posted_check',
      sql`num_nonnulls(${t.paymentId}, ${t.transactionId}, ${t.movementId}) = case ${t.kind} when 'left_out' then 0 else 1 end`,
    ),
    check('bank_match_booking_check', sql`${t.kind} <> 'booking' or ${t.transactionId} is not null`),
  ],
);

/**
 * What a decision taught: whose account a sender's money is for, as what income or expense it is booked, or that the sender
 * is nothing of the books. Taken back with the decision, or by itself.
 */
export const bankRule = hausbuch.table(
  'bank_rule',
  {
    ...keyed(),
    kind: choice(bankRuleKinds).notNull(),
    /** The IBAN of the sender; where the bank hides it, the name. */
    account: text(),
    name: text(),
    /** What the text has to say, where somebody chose words of it: of that sender, or, without one, of any. */
    text: text(),
    leaseId: uuid(),
    categoryId: uuid(),
    /** Where it is booked; null for the whole portfolio. */
    propertyId: uuid(),
    learnedFromLineId: uuid().notNull(),
    learnedBy: uuid(),
    learnedAt: instant().notNull().defaultNow(),
    /** Somebody forgot it, and may want it back for a while. */
    removedAt: instant(),
  },
  (t) => [
    ...portfolioTable('bank_rule', t),
    ...belongsTo('bank_rule_lease', t.portfolioId, t.leaseId, lease),
    ...belongsTo('bank_rule_category', t.portfolioId, t.categoryId, category),
    ...belongsTo('bank_rule_property', t.portfolioId, t.propertyId, property),
    ...belongsTo('bank_rule_learned_from_line', t.portfolioId, t.learnedFromLineId, bankLine),
    // A sender is known once for each lease, category and property, and left out once.
    unique('bank_rule_key')
      .on(t.portfolioId, t.kind, t.account, t.name, t.text, t.leaseId, t.categoryId, t.propertyId)
      .nullsNotDistinct(),
    oneOf('bank_rule_kind_check', t.kind, bankRuleKinds),
    check(
      'bank_rule_sender_check',
      sql`num_nonnulls(${t.account}, ${t.name}) = 1 or (num_nonnulls(${t.account}, ${t.name}) = 0 and ${t.text} is not null)`,
    ),
    check('bank_rule_text_check', sql`${t.text} is null or length(${t.text}) between 3 and 100`),
    check('bank_rule_lease_check', sql`(${t.kind} = 'lease') = (${t.leaseId} is not null)`),
    check('bank_rule_category_check', sql`(${t.kind} = 'booking') = (${t.categoryId} is not null)`),
    check('bank_rule_property_check', sql`${t.propertyId} is null or ${t.kind} = 'booking'`),
  ],
);
