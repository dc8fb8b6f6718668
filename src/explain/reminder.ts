import { z } from 'zod';
import type { RuleName } from '../domain/trace-names.ts';
import { byItselfSteps, reminderSteps } from '../domain/vocabulary.ts';
import { nextReminder } from '../features/arrears/reminder-rules.ts';
import { day, positive, type RegisteredRule, rule } from './define.ts';

const afterDays = z.int().min(1).max(1_000).nullable();
const settings = z.strictObject({
  afterDays: z
    .strictObject({
      friendly: afterDays.default(5),
      first: afterDays.default(14),
      second: afterDays.default(28),
      last: afterDays.default(42),
    })
    .prefault({})
    .refine(
      (after) => {
        const days = reminderSteps.flatMap((step) => after[step] ?? []);
        return days.every((one, index) => index === 0 || one > (days[index - 1] ?? 0));
      },
      { error: 'each step comes later than the one before' },
    )
    .describe('How many days overdue a debt is when the step is taken; null leaves it out.'),
  betweenDays: z.int().min(0).max(1_000).default(11).describe('Fewest days between two letters.'),
  feeCents: positive.default(0).describe('What a letter costs: paper and postage.'),
  withInterest: z.boolean().default(true),
  leastCents: positive.default(0),
  payWithinDays: z.int().min(0).max(1_000).default(10),
});

/** What is sent to those who owe. */
export const reminderRules = {
  reminder: rule(
    z.strictObject({
      items: z.array(
        z.strictObject({
          id: z.string(),
          dueOn: day,
          openCents: positive,
          isRent: z.boolean().default(true),
          isAccessory: z
            .boolean()
            .default(false)
            .describe('Interest or costs of an earlier letter: asked for beside debts, never by themselves.'),
        }),
      ),
      rule: settings.prefault({}),
      history: z
        .array(z.strictObject({ itemId: z.string(), step: z.enum(reminderSteps), sentOn: day }))
        .default([])
        .describe('The reminders that were sent, item by item.'),
      today: day,
      enteredOn: day.nullable().default(null).describe('The last day money was entered or imported on.'),
      pausedUntil: day.nullable().default(null),
      interestCents: positive.default(0).describe('Default interest that is not charged yet.'),
      isGerman: z.boolean().default(true),
      byItself: z
        .strictObject({
          upTo: z.enum(byItselfSteps).describe('The sharpest tone that goes without anybody looking.'),
          moneyWaits: z
            .boolean()
            .default(false)
            .describe('Money came in on the bank that nobody has decided on.'),
          isCollected: z.boolean().default(false).describe('A direct debit of the lease is under way.'),
          wasTakenBack: z
            .boolean()
            .default(false)
            .describe('Somebody took back a letter about one of these debts.'),
        })
        .nullable()
        .default(null),
    }),
    {
      items: [
        { id: 'October', dueOn: '2026-10-05', openCents: 85_000 },
        { id: 'November', dueOn: '2026-11-04', openCents: 85_000 },
      ],
      rule: { feeCents: 150, withInterest: true },
      history: [{ itemId: 'October', step: 'friendly', sentOn: '2026-10-12' }],
      today: '2026-11-21',
      enteredOn: '2026-11-20',
      interestCents: 592,
      byItself: { upTo: 'first' },
    },
    nextReminder,
  ),
} satisfies Partial<Record<RuleName, RegisteredRule>>;
