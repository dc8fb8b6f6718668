import { sql } from 'drizzle-orm';
import { boolean, check, text, unique, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, cents, created, day, hausbuch, instant, keyed, portfolioTable } from '../columns.ts';
import { deposit, depositMovement } from './deposit.ts';
import { lease } from './lease.ts';
import { payment } from './ledger.ts';
import { bankAccount, portfolio } from './portfolio.ts';
import { withinPortfolio } from './within-portfolio.ts';

/** A file for the bank that pays tenants on a day. What it says never changes; one that was not handed in is called off. */
export const payout = hausbuch.table(
  'payout',
  {
    ...keyed(),
    bankAccountId: uuid().notNull(),
    messageName: text().notNull(),
    executeOn: day().notNull(),
    isBatch: boolean().notNull(),
    holder: text().notNull(),
    iban: text().notNull(),
    bic: text(),
    cancelledAt: instant(),
    createdBy: uuid(),
    ...created(),
  },
  (t) => [
    ...portfolioTable('payout', t),
    withinPortfolio('payout', t.portfolioId, portfolio),
    ...belongsTo('payout_bank_account', t.portfolioId, t.bankAccountId, bankAccount, t.executeOn),
    unique('payout_message_key').on(t.portfolioId, t.messageName),
  ],
);

/**
 * One transfer of such a file, as it was handed to the bank, and what stands in the books for it from the start: credit paid
 * back, or a repayment of a deposit.
 */
export const payoutItem = hausbuch.table(
  'payout_item',
  {
    ...keyed(),
    payoutId: uuid().notNull(),
    leaseId: uuid().notNull(),
    depositId: uuid(),
    endToEnd: text().notNull(),
    amountCents: cents().notNull(),
    /** Whose account it is; need not be the tenant's. */
    holder: text().notNull(),
    iban: text().notNull(),
    purpose: text().notNull(),
    paymentId: uuid(),
    /** Of a deposit; another one where somebody took back that it had come back. */
    movementId: uuid(),
  },
  (t) => [
    ...portfolioTable('payout_item', t),
    ...belongsTo('payout_item_payout', t.portfolioId, t.payoutId, payout),
    ...belongsTo('payout_item_lease', t.portfolioId, t.leaseId, lease),
    ...belongsTo('payout_item_deposit', t.portfolioId, t.depositId, deposit),
    ...belongsTo('payout_item_payment', t.portfolioId, t.paymentId, payment),
    ...belongsTo('payout_item_movement', t.portfolioId, t.movementId, depositMovement),
    unique('payout_item_end_to_end_key').on(t.portfolioId, t.endToEnd),
    unique('payout_item_payment_key').on(t.portfolioId, t.paymentId),
    unique('payout_item_movement_key').on(t.portfolioId, t.movementId),
    check('payout_item_amount_check', sql`${t.amountCents} > 0`),
    check(
      'payout_item_posted_check',
      sql`num_nonnulls(${t.paymentId}, ${t.movementId}) = 1 and (${t.movementId} is null) = (${t.depositId} is null)`,
    ),
  ],
);
