import { z } from 'zod';
import { byItselfSteps, languages, letterWays, reminderSteps } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { enclosures } from '../outbox/schema';

/** What is overdue, by lease: of the portfolio, a property, a tenant or one lease; the oldest first. */
export const listArrearsInput = z.strictObject({
  propertyId: field.id.nullish(),
  tenantId: field.id.nullish(),
  leaseId: field.id.nullish(),
  /** Leases whose reminders are paused may be left out: nobody is to be reminded there. */
  includePaused: z.boolean().default(true),
  ...field.paging,
});

/**
 * Default interest on a lease's rents. Two questions: `debtorIsBusiness`, the tenant is no consumer, which owes 40 € a
 * claim (§ 288 (5) BGB); `isBusiness`, neither side is one, which makes it nine points (§ 288 (2) BGB). Whoever lets
 * a shop as a private person may ask for the first without the second.
 * `ownRateBp` is the yearly rate outside Germany, in hundredths of a per cent.
 */
const interestFields = {
  leaseId: field.id,
  through: field.optionalDate,
  isBusiness: z.boolean().default(false),
  ownRateBp: z.int().min(0, { error: 'negative' }).max(10_000).nullable().default(null),
};
export const interestInput = z.strictObject({
  ...interestFields,
  debtorIsBusiness: z.boolean().default(false),
});

/** Interest on rents that a tenant has paid late. */
export const lateInterestInput = z.strictObject({ tenantId: field.id });

/** Charges the interest that is not charged yet; `amountCents` is what the user was shown. */
export const chargeInterestInput = z.strictObject({
  ...interestFields,
  id: field.id,
  amountCents: field.positiveCents,
});

/** No reminders for a lease until a day; null ends the pause. */
export const pauseDunningInput = z.strictObject({
  leaseId: field.id,
  version: field.version,
  until: field.optionalDate,
});

const days = z.int().min(1, { error: 'too_small' }).max(365, { error: 'too_big' });

/** When and for what the portfolio reminds; a step without a day is left out. */
export const setReminderRuleInput = z
  .strictObject({
    /** Of the rule that was seen; null where nobody has made one yet. */
    version: field.version.nullable().default(null),
    friendlyDays: days.nullable().default(null),
    firstDays: days.nullable().default(null),
    secondDays: days.nullable().default(null),
    lastDays: days.nullable().default(null),
    betweenDays: days,
    leastCents: field.amountCents,
    payWithinDays: days,
    withInterest: z.boolean().default(false),
    feeCents: field.amountCents.default(0),
    /** The sharpest tone that goes by itself; null: every letter is sent by a person. */
    byItselfUpTo: z.enum(byItselfSteps).nullable().default(null),
  })
  .superRefine((input, context) => {
    let before = 0;
    for (const step of reminderSteps) {
      const after = input[`${step}Days`];
      if (after === null) continue;
      if (after <= before) {
        context.addIssue({ code: 'custom', message: 'step_too_early', path: [`${step}Days`] });
      }
      before = Math.max(before, after);
    }
    if (input.betweenDays <= input.payWithinDays) {
      context.addIssue({ code: 'custom', message: 'letters_too_close', path: ['betweenDays'] });
    }
    if (before === 0) context.addIssue({ code: 'custom', message: 'step_missing', path: ['friendlyDays'] });
  });

/** A letter about what is overdue on a lease; without a step the one that is next. */
export const reminderInput = z.strictObject({
  leaseId: field.id,
  step: z.enum(reminderSteps).nullish(),
});

/** What fills the gaps of a reminder's text, in one language. */
export const lookAtReminderInput = z.strictObject({
  leaseId: field.id,
  step: z.enum(reminderSteps),
  language: z.enum(languages),
});

/** Sends a reminder as it was shown; `totalCents` is what it asks for. `id` is the letter's. */
export const remindInput = z.strictObject({
  id: field.id,
  leaseId: field.id,
  step: z.enum(reminderSteps),
  way: z.enum(letterWays),
  totalCents: field.positiveCents,
  /** What had been asked for before, as it was shown: who sends beside somebody else finds it grown. */
  sentBefore: z.int().min(0),
  /** Which own texts of the tone held when it was shown; null where nobody looked. */
  editions: z.string().max(200).nullable().default(null),
  /** The sender's language: of the letter where the tenants have none, and of what stands beside. */
  language: z.enum(languages),
  isBeside: z.boolean().default(false),
  enclosures,
});
