import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bookingDirections, bookingLevels, distributionKeys, splitMethods } from '../../domain/vocabulary.ts';
import {
  belongsTo,
  cents,
  choice,
  day,
  edited,
  hausbuch,
  instant,
  keyed,
  oneOf,
  portfolioTable,
  sortText,
} from '../columns.ts';
import { folded } from '../folded.ts';
import { bankAccount, portfolio } from './portfolio.ts';
import { property, unit } from './property.ts';
import { withinPortfolio } from './within-portfolio.ts';

/** One tree of income and expense categories. `code` names a built-in one, whose words are in messages/. */
export const category = hausbuch.table(
  'category',
  {
    ...keyed(),
    parentId: uuid(),
    code: text(),
    /** The user's own name; null shows the built-in words. */
    name: text(),
    direction: choice(bookingDirections).notNull(),
    position: integer().notNull().default(0),
    /** Number in § 2 BetrKV, 1–17. */
    betrkvNo: integer(),
    isRecoverable: boolean().notNull().default(false),
    /** Group of the German form Anlage V; its line numbers change yearly and are mapped elsewhere. */
    anlageVGroup: text(),
    /** Line of the US form Schedule E. */
    scheduleELine: integer(),
    archivedAt: instant(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('category', t),
    withinPortfolio('category', t.portfolioId, portfolio),
    foreignKey({
      name: 'category_parent_fkey',
      columns: [t.portfolioId, t.parentId],
      foreignColumns: [t.portfolioId, t.id],
    }),
    index('category_parent_idx').on(t.portfolioId, t.parentId),
    unique('category_code_key').on(t.portfolioId, t.code),
    oneOf('category_direction_check', t.direction, bookingDirections),
    check('category_named_check', sql`${t.code} is not null or length(${t.name}) between 1 and 200`),
    check('category_betrkv_check', sql`${t.betrkvNo} between 1 and 17`),
  ],
);

type Placed = { level: AnyPgColumn; propertyId: AnyPgColumn; unitId: AnyPgColumn };

/** A unit row names its unit and property, a property row its property, a portfolio row neither. */
const placedCheck = (name: string, t: Placed) =>
  check(
    name,
    sql`case ${t.level} when 'unit' then ${t.unitId} is not null and ${t.propertyId} is not null
      when 'property' then ${t.unitId} is null and ${t.propertyId} is not null
      else ${t.unitId} is null and ${t.propertyId} is null end`,
  );

/** Income or expense that comes back every n months on its anchor day. */
export const recurring = hausbuch.table(
  'recurring',
  {
    ...keyed(),
    level: choice(bookingLevels).notNull(),
    propertyId: uuid(),
    unitId: uuid(),
    direction: choice(bookingDirections).notNull(),
    title: text().notNull(),
    categoryId: uuid().notNull(),
    payee: text(),
    bankAccountId: uuid(),
    everyMonths: integer().notNull(),
    /** Day of the month that is kept: 31 January, 28 February, 31 March. */
    anchorDay: integer().notNull(),
    startsOn: day().notNull(),
    endsOn: day(),
    /** Nothing is posted while set; what fell into the pause is not caught up. */
    pausedOn: day(),
    /** Last day up to which due dates are posted. */
    postedThrough: day(),
    recoverableKey: choice(distributionKeys),
    note: text(),
    /** Entered by mistake: what it had posted is reversed, and it shows nowhere. */
    voidedAt: instant(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('recurring', t),
    withinPortfolio('recurring', t.portfolioId, portfolio),
    ...belongsTo('recurring_property', t.portfolioId, t.propertyId, property),
    ...belongsTo('recurring_unit', t.portfolioId, t.unitId, unit),
    ...belongsTo('recurring_category', t.portfolioId, t.categoryId, category),
    ...belongsTo('recurring_bank_account', t.portfolioId, t.bankAccountId, bankAccount),
    index('recurring_posting_idx').on(t.portfolioId, t.postedThrough),
    oneOf('recurring_level_check', t.level, bookingLevels),
    oneOf('recurring_direction_check', t.direction, bookingDirections),
    oneOf('recurring_key_check', t.recoverableKey, distributionKeys),
    placedCheck('recurring_placed_check', t),
    check('recurring_every_check', sql`${t.everyMonths} between 1 and 120`),
    check('recurring_anchor_check', sql`${t.anchorDay} between 1 and 31`),
    check('recurring_period_check', sql`${t.endsOn} is null or ${t.endsOn} >= ${t.startsOn}`),
  ],
);

/** What a recurring item costs or brings from a day on. */
export const recurringAmount = hausbuch.table(
  'recurring_amount',
  {
    ...keyed(),
    recurringId: uuid().notNull(),
    validFrom: day().notNull(),
    /** Including VAT. */
    amountCents: cents().notNull(),
    vatRateBp: integer().notNull().default(0),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('recurring_amount', t),
    ...belongsTo('recurring_amount_recurring', t.portfolioId, t.recurringId, recurring),
    unique('recurring_amount_day_key').on(t.portfolioId, t.recurringId, t.validFrom),
    check('recurring_amount_check', sql`${t.amountCents} between 0 and 100000000000`),
    check('recurring_amount_vat_check', sql`${t.vatRateBp} between 0 and 10000`),
  ],
);

type Summed = Record<'bookedOn' | 'direction' | 'categoryId' | 'recoverableKey' | 'amountCents', AnyPgColumn>;

/** The day first, then what bookings are told apart by and added up. */
const summedBy = (t: Summed) =>
  [t.bookedOn, t.direction, t.categoryId, t.recoverableKey, t.amountCents] as const;

/**
 * Income or expense that is booked. Append-only: an edit is a reversing row (amounts of the other sign) and a new row
 * that replaces the original; a deletion is the reversing row alone.
 */
export const transaction = hausbuch.table(
  'transaction',
  {
    ...keyed(),
    level: choice(bookingLevels).notNull(),
    propertyId: uuid(),
    unitId: uuid(),
    bookedOn: day().notNull(),
    serviceFrom: day(),
    serviceTo: day(),
    direction: choice(bookingDirections).notNull(),
    categoryId: uuid().notNull(),
    title: text().notNull(),
    payee: text(),
    /** Including VAT; of an expense negative where money came back, of income only on a reversal. */
    amountCents: cents().notNull(),
    vatRateBp: integer().notNull().default(0),
    vatCents: cents().notNull().default(0),
    /** Labour contained in the amount (§ 35a EStG). */
    labourCents: cents().notNull().default(0),
    bankAccountId: uuid(),
    invoiceOn: day(),
    invoiceNumber: text(),
    recoverableKey: choice(distributionKeys),
    splitMethod: choice(splitMethods),
    note: text(),
    recurringId: uuid(),
    /** The due date of the recurring item that this is. */
    dueOn: day(),
    reversesTransactionId: uuid(),
    replacesTransactionId: uuid(),
    bookedBy: uuid(),
    bookedAt: instant().notNull().defaultNow(),
    /** The texts as a search reads them. */
    searchText: sortText()
      .notNull()
      .generatedAlwaysAs(
        folded(
          sql`(title || ' ' || coalesce(payee, '') || ' ' || coalesce(invoice_number, '') || ' ' || coalesce(note, ''))`,
        ),
      ),
  },
  (t) => [
    ...portfolioTable('transaction', t),
    withinPortfolio('transaction', t.portfolioId, portfolio),
    // The rest of the columns answers sums from the index alone, wherever in the table the rows lie.
    ...belongsTo('transaction_property', t.portfolioId, t.propertyId, property, ...summedBy(t)),
    ...belongsTo('transaction_unit', t.portfolioId, t.unitId, unit, ...summedBy(t)),
    ...belongsTo('transaction_category', t.portfolioId, t.categoryId, category),
    ...belongsTo('transaction_bank_account', t.portfolioId, t.bankAccountId, bankAccount),
    ...belongsTo('transaction_recurring', t.portfolioId, t.recurringId, recurring),
    foreignKey({
      name: 'transaction_reverses_fkey',
      columns: [t.portfolioId, t.reversesTransactionId],
      foreignColumns: [t.portfolioId, t.id],
    }),
    foreignKey({
      name: 'transaction_replaces_fkey',
      columns: [t.portfolioId, t.replacesTransactionId],
      foreignColumns: [t.portfolioId, t.id],
    }),
    unique('transaction_reverses_key').on(t.portfolioId, t.reversesTransactionId),
    unique('transaction_replaces_key').on(t.portfolioId, t.replacesTransactionId),
    // What is due is posted once, however often the job runs.
    uniqueIndex('transaction_due_key')
      .on(t.portfolioId, t.recurringId, t.dueOn)
      .where(sql`reverses_transaction_id is null and replaces_transaction_id is null`),
    index('transaction_booked_idx').on(t.portfolioId, t.bookedOn, t.id),
    index('transaction_sum_idx').on(t.portfolioId, ...summedBy(t), t.propertyId),
    index('transaction_split_idx')
      .on(t.portfolioId, t.propertyId, t.bookedOn, t.direction, t.categoryId, t.id)
      .where(sql`split_method is not null`),
    oneOf('transaction_level_check', t.level, bookingLevels),
    oneOf('transaction_direction_check', t.direction, bookingDirections),
    oneOf('transaction_key_check', t.recoverableKey, distributionKeys),
    oneOf('transaction_split_check', t.splitMethod, splitMethods),
    placedCheck('transaction_placed_check', t),
    check(
      'transaction_amount_check',
      sql`${t.direction} = 'expense' or (${t.reversesTransactionId} is null) = (${t.amountCents} >= 0) or ${t.amountCents} = 0`,
    ),
    check(
      'transaction_parts_check',
      sql`abs(${t.vatCents}) <= abs(${t.amountCents}) and abs(${t.labourCents}) <= abs(${t.amountCents})`,
    ),
    check(
      'transaction_service_check',
      sql`(${t.serviceFrom} is null) = (${t.serviceTo} is null) and (${t.serviceFrom} is null or ${t.serviceTo} >= ${t.serviceFrom})`,
    ),
    check('transaction_due_check', sql`(${t.recurringId} is null) = (${t.dueOn} is null)`),
  ],
);

/** A unit's part of a split transaction; the parts sum to the amount. Append-only. */
export const transactionShare = hausbuch.table(
  'transaction_share',
  {
    ...keyed(),
    transactionId: uuid().notNull(),
    unitId: uuid().notNull(),
    /** Weight by the method (hundredths of m², persons, share …). */
    weight: cents().notNull(),
    amountCents: cents().notNull(),
  },
  (t) => [
    ...portfolioTable('transaction_share', t),
    ...belongsTo('transaction_share_transaction', t.portfolioId, t.transactionId, transaction),
    ...belongsTo('transaction_share_unit', t.portfolioId, t.unitId, unit),
    unique('transaction_share_key').on(t.portfolioId, t.transactionId, t.unitId),
  ],
);
