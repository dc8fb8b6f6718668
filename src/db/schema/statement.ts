import { sql } from 'drizzle-orm';
import { check, integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, cents, day, hausbuch, instant, keyed, portfolioTable } from '../columns.ts';
import { lease } from './lease.ts';
import { property } from './property.ts';

/**
 * An operating-cost statement as it was sent: what it rested on and what came out, never changed again; what corrects it
 * is a further version of the same period. Names stand in the rows of its leases, which go with them.
 */
export const costStatement = hausbuch.table(
  'cost_statement',
  {
    ...keyed(),
    propertyId: uuid().notNull(),
    periodFrom: day().notNull(),
    periodTo: day().notNull(),
    /** 1 is the first; each further one corrects the one before. */
    version: integer().notNull(),
    sentOn: day().notNull(),
    /** When back-payments are due. */
    dueOn: day().notNull(),
    /** Which edition of the rules computed it. */
    rulesVersion: integer().notNull(),
    /** Inputs, results and letterhead, as `features/statement` writes and reads them. */
    snapshot: jsonb().$type<object>().notNull(),
    /** SHA-256 of the snapshot as it was written. */
    snapshotHash: text().notNull(),
    sentBy: uuid(),
    sentAt: instant().notNull(),
  },
  (t) => [
    ...portfolioTable('cost_statement', t),
    ...belongsTo('cost_statement_property', t.portfolioId, t.propertyId, property, t.periodFrom),
    unique('cost_statement_period_key').on(t.portfolioId, t.propertyId, t.periodFrom, t.periodTo, t.version),
    check('cost_statement_version_check', sql`${t.version} >= 1`),
    check('cost_statement_period_check', sql`${t.periodTo} >= ${t.periodFrom}`),
    check('cost_statement_due_check', sql`${t.dueOn} >= ${t.sentOn}`),
  ],
);

/** What a statement says to one lease. Its id is that of the charge or the credit that it became. */
export const costStatementLease = hausbuch.table(
  'cost_statement_lease',
  {
    ...keyed(),
    statementId: uuid().notNull(),
    leaseId: uuid().notNull(),
    /** Costs less advances paid; negative is a credit. */
    resultCents: cents().notNull(),
    /** What of it may be asked for: after the deadline no back-payment. */
    claimedCents: cents().notNull(),
    /** What this version put on the account, beside what the versions before it left there. */
    postedCents: cents().notNull(),
    /** Who the letter was to and where, as of that day. */
    letter: jsonb().$type<object>().notNull(),
  },
  (t) => [
    ...portfolioTable('cost_statement_lease', t),
    ...belongsTo('cost_statement_lease_statement', t.portfolioId, t.statementId, costStatement),
    ...belongsTo('cost_statement_lease_lease', t.portfolioId, t.leaseId, lease),
    unique('cost_statement_lease_key').on(t.portfolioId, t.statementId, t.leaseId),
  ],
);
