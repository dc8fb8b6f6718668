import { sql } from 'drizzle-orm';
import { boolean, check, text, unique, uuid } from 'drizzle-orm/pg-core';
import {
  belongsTo,
  cents,
  created,
  day,
  edited,
  hausbuch,
  instant,
  keyed,
  portfolioTable,
} from '../columns.ts';
import { lease } from './lease.ts';
import { payment } from './ledger.ts';
import { bankAccount, portfolio } from './portfolio.ts';
import { withinPortfolio } from './within-portfolio.ts';

/** What a tenant signed so that what a lease owes may be collected from an account (SEPA core direct debit). */
export const mandate = hausbuch.table(
  'mandate',
  {
    ...keyed(),
    leaseId: uuid().notNull(),
    /** Unique for the creditor, and what the bank knows it by. */
    reference: text().notNull(),
    /** Whose account it is; need not be the tenant's. */
    holder: text().notNull(),
    iban: text().notNull(),
    signedOn: day().notNull(),
    revokedOn: day(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('mandate', t),
    ...belongsTo('mandate_lease', t.portfolioId, t.leaseId, lease),
    unique('mandate_reference_key').on(t.portfolioId, t.reference),
    check('mandate_reference_check', sql`length(${t.reference}) between 1 and 35`),
    check('mandate_revoked_check', sql`${t.revokedOn} is null or ${t.revokedOn} >= ${t.signedOn}`),
  ],
);

/** A file for the bank that collects by mandates on a day. What it says never changes; one that was not handed in is called off. */
export const collection = hausbuch.table(
  'collection',
  {
    ...keyed(),
    bankAccountId: uuid().notNull(),
    messageName: text().notNull(),
    collectOn: day().notNull(),
    isBatch: boolean().notNull(),
    creditorIdentifier: text().notNull(),
    holder: text().notNull(),
    iban: text().notNull(),
    bic: text(),
    cancelledAt: instant(),
    createdBy: uuid(),
    ...created(),
  },
  (t) => [
    ...portfolioTable('collection', t),
    withinPortfolio('collection', t.portfolioId, portfolio),
    ...belongsTo('collection_bank_account', t.portfolioId, t.bankAccountId, bankAccount, t.collectOn),
    unique('collection_message_key').on(t.portfolioId, t.messageName),
  ],
);

/** One direct debit of such a file, as it was handed to the bank, and the payment it became. */
export const collectionItem = hausbuch.table(
  'collection_item',
  {
    ...keyed(),
    collectionId: uuid().notNull(),
    mandateId: uuid().notNull(),
    leaseId: uuid().notNull(),
    endToEnd: text().notNull(),
    amountCents: cents().notNull(),
    mandateReference: text().notNull(),
    signedOn: day().notNull(),
    holder: text().notNull(),
    iban: text().notNull(),
    purpose: text().notNull(),
    paymentId: uuid(),
    /** The bank did not collect it, or never will: the others of its file stand. */
    cancelledAt: instant(),
  },
  (t) => [
    ...portfolioTable('collection_item', t),
    ...belongsTo('collection_item_collection', t.portfolioId, t.collectionId, collection),
    ...belongsTo('collection_item_mandate', t.portfolioId, t.mandateId, mandate),
    ...belongsTo('collection_item_lease', t.portfolioId, t.leaseId, lease),
    ...belongsTo('collection_item_payment', t.portfolioId, t.paymentId, payment),
    unique('collection_item_end_to_end_key').on(t.portfolioId, t.endToEnd),
    unique('collection_item_payment_key').on(t.portfolioId, t.paymentId),
    unique('collection_item_mandate_key').on(t.portfolioId, t.collectionId, t.mandateId),
    check('collection_item_amount_check', sql`${t.amountCents} > 0`),
  ],
);
