import { sql } from 'drizzle-orm';
import { check, foreignKey, index, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, cents, day, hausbuch, portfolioPolicy } from '../columns.ts';
import { lease } from './lease.ts';
import { charge, payment } from './ledger.ts';

// What the postings come to as of now: kept in step with them, and the one thing of the rent account that lists join.

/**
 * What is still open of a charge, corrections included: total = charge + corrections, open = total −
 * allocations. Changed in the same transaction as the postings, so that a dashboard reads this and not the
 * history; a test replays the postings against it.
 */
export const openItem = hausbuch.table(
  'open_item',
  {
    portfolioId: uuid().notNull(),
    chargeId: uuid().notNull(),
    leaseId: uuid().notNull(),
    dueOn: day().notNull(),
    owedSince: day().notNull(),
    totalCents: cents().notNull(),
    openCents: cents().notNull(),
  },
  (t) => [
    primaryKey({ name: 'open_item_pkey', columns: [t.portfolioId, t.chargeId] }),
    portfolioPolicy(t.portfolioId),
    foreignKey({
      name: 'open_item_charge_fkey',
      columns: [t.portfolioId, t.chargeId],
      foreignColumns: [charge.portfolioId, charge.id],
    }),
    ...belongsTo('open_item_lease', t.portfolioId, t.leaseId, lease),
    // Arrears of a lease, property or tenant: only what is open, never the history.
    index('open_item_open_idx').on(t.portfolioId, t.leaseId, t.dueOn).where(sql`open_cents > 0`),
    index('open_item_due_idx').on(t.portfolioId, t.dueOn).where(sql`open_cents > 0`),
    // What was carried over is older than its due day tells: few, so that the others are found by that.
    index('open_item_carried_idx')
      .on(t.portfolioId, t.owedSince)
      .where(sql`open_cents > 0 and owed_since < due_on`),
    check('open_item_open_check', sql`${t.openCents} between 0 and ${t.totalCents}`),
  ],
);

/** What of an incoming payment is not allocated yet: it settles what comes next. */
export const credit = hausbuch.table(
  'credit',
  {
    portfolioId: uuid().notNull(),
    paymentId: uuid().notNull(),
    leaseId: uuid().notNull(),
    paidOn: day().notNull(),
    openCents: cents().notNull(),
  },
  (t) => [
    primaryKey({ name: 'credit_pkey', columns: [t.portfolioId, t.paymentId] }),
    portfolioPolicy(t.portfolioId),
    foreignKey({
      name: 'credit_payment_fkey',
      columns: [t.portfolioId, t.paymentId],
      foreignColumns: [payment.portfolioId, payment.id],
    }),
    ...belongsTo('credit_lease', t.portfolioId, t.leaseId, lease),
    index('credit_open_idx').on(t.portfolioId, t.leaseId).where(sql`open_cents > 0`),
    check('credit_open_check', sql`${t.openCents} >= 0`),
  ],
);
