import { sql } from 'drizzle-orm';
import { boolean, check, integer, unique } from 'drizzle-orm/pg-core';
import { cents, edited, hausbuch, keyed, portfolioTable } from '../columns.ts';
import { portfolio } from './portfolio.ts';
import { withinPortfolio } from './within-portfolio.ts';

/** When and for what a portfolio reminds; one without a row does as most landlords do (`usualReminders`). */
export const reminderRule = hausbuch.table(
  'reminder_rule',
  {
    ...keyed(),
    /** How many days overdue a debt is when the step is taken; null leaves it out. */
    friendlyDays: integer(),
    firstDays: integer(),
    secondDays: integer(),
    lastDays: integer(),
    betweenDays: integer().notNull(),
    leastCents: cents().notNull(),
    payWithinDays: integer().notNull(),
    withInterest: boolean().notNull(),
    /** What a letter costs whoever is in default already: paper and postage. */
    feeCents: cents().notNull().default(0),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('reminder_rule', t),
    withinPortfolio('reminder_rule', t.portfolioId, portfolio),
    unique('reminder_rule_portfolio_key').on(t.portfolioId),
    check(
      'reminder_rule_days_check',
      sql`coalesce(least(${t.friendlyDays}, ${t.firstDays}, ${t.secondDays}, ${t.lastDays}), 0) >= 1`,
    ),
    // No letter comes before the day that the last one named.
    check('reminder_rule_between_check', sql`${t.betweenDays} > ${t.payWithinDays}`),
    check('reminder_rule_least_check', sql`${t.leastCents} >= 0 and ${t.feeCents} >= 0`),
    check('reminder_rule_pay_within_check', sql`${t.payWithinDays} >= 1`),
  ],
);
