import { sql } from 'drizzle-orm';
import { check, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, day, edited, hausbuch, keyed, portfolioTable } from '../columns.ts';
import { costStatementLease } from './statement.ts';

/** What tenants said against a statement they were sent, and what they were answered. */
export const objection = hausbuch.table(
  'objection',
  {
    ...keyed(),
    statementLeaseId: uuid().notNull(),
    receivedOn: day().notNull(),
    text: text().notNull(),
    /** The lines of the statement it is about; empty: the whole. */
    lineIds: jsonb().$type<string[]>().notNull(),
    answeredOn: day(),
    answer: text(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('objection', t),
    ...belongsTo('objection_statement_lease', t.portfolioId, t.statementLeaseId, costStatementLease),
    check('objection_text_check', sql`length(${t.text}) between 1 and 4000`),
    check('objection_answer_check', sql`${t.answer} is null or ${t.answeredOn} is not null`),
    check('objection_answered_on_check', sql`${t.answeredOn} >= ${t.receivedOn}`),
  ],
);
