import { sql } from 'drizzle-orm';
import { boolean, check, integer, unique, uuid } from 'drizzle-orm/pg-core';
import { byItselfSteps } from '../../domain/vocabulary.ts';
import { cents, choice, day, edited, hausbuch, keyed, oneOf, portfolioTable } from '../columns.ts';
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
    /** The sharpest tone that goes by itself; null: none does. */
    byItselfUpTo: choice(byItselfSteps),
    /** Who switched that on: in whose name it goes. Stays where it stopped because they may send no letters any more. */
    byItselfBy: uuid(),
    /** How far it went when a backup was brought back: it rests until somebody has looked and saved the rule. */
    restedUpTo: choice(byItselfSteps),
    /** The last morning on which it was looked what goes. */
    byItselfRanOn: day(),
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
    oneOf('reminder_rule_by_itself_check', t.byItselfUpTo, byItselfSteps),
    oneOf('reminder_rule_rested_check', t.restedUpTo, byItselfSteps),
    check('reminder_rule_rests_check', sql`${t.byItselfUpTo} is null or ${t.restedUpTo} is null`),
    check('reminder_rule_by_itself_by_check', sql`${t.byItselfUpTo} is null or ${t.byItselfBy} is not null`),
    check('reminder_rule_pay_within_check', sql`${t.payWithinDays} >= 1`),
  ],
);
