import { z } from 'zod';
import { dayOrders, decimalSigns } from '@/bank/files/amount';
import { MAX_COLUMNS } from '@/bank/files/limits';
import { columnRoles } from '@/bank/tables/roles';
import * as field from '@/lib/field';
import { MAX_CERTAIN, MAX_PACKED_LENGTH } from './rules';

/** What the columns of a table hold, in their order; null is nothing of ours. */
export const columnAnswer = z
  .strictObject({
    roles: z.array(z.enum(columnRoles).nullable()).max(MAX_COLUMNS),
    decimal: z.enum(decimalSigns),
    dayOrder: z.enum(dayOrders),
  })
  .refine(({ roles }) => roles.includes('bookedOn'), { error: 'bank_day', path: ['roles'] })
  .refine(({ roles }) => roles.includes('amount') || (roles.includes('debit') && roles.includes('credit')), {
    error: 'bank_amount',
    path: ['roles'],
  });

/**
 * A file as the bank handed it out, packed by gzip, as base64. It finds its account by the IBAN in it;
 * `bankAccountId` is asked only where it names none. `id` names the import: sending it again changes nothing.
 */
export const importFileInput = z.strictObject({
  id: field.id,
  fileName: field.name,
  packed: z.base64({ error: 'invalid' }).min(1).max(MAX_PACKED_LENGTH, { error: 'too_long' }),
  bankAccountId: field.id.nullable().default(null),
  /** Of a table of no known bank what somebody said its columns are; remembered by its header. */
  columns: columnAnswer.nullable().default(null),
});

/** Lines that wait for a decision, the oldest first. */
export const inboxInput = z.strictObject(field.paging);

/** What was ordered of the bank that a line may be. */
export const openTransfersInput = z.strictObject({ lineId: field.id });

/** What was decided, the newest first. */
export const decidedLinesInput = z.strictObject(field.paging);

const part = z.discriminatedUnion('kind', [
  /** Money of a lease: a payment is recorded, for the charges named or the oldest. */
  z.strictObject({
    kind: z.literal('payment'),
    leaseId: field.id,
    amountCents: field.positiveCents,
    chargeIds: z.array(field.id).max(120).default([]),
  }),
  /** The line proves a payment that was typed in. */
  z.strictObject({ kind: z.literal('evidence'), paymentId: field.id }),
  /** Money that is no rent: income or an expense, of a property or of them all. Without a title it is called as its sender. */
  z.strictObject({
    kind: z.literal('booking'),
    categoryId: field.id,
    propertyId: field.id.nullable().default(null),
    unitId: field.id.nullable().default(null),
    title: field.optionalText(),
  }),
  /** The line proves income or an expense that stands in the books; with a day, what a recurring item will book on it. */
  z.strictObject({ kind: z.literal('booked'), bookingId: field.id, dueOn: field.optionalDate }),
  /** Credit that was paid back to the tenants of a lease. */
  z.strictObject({ kind: z.literal('refund'), leaseId: field.id }),
  /** The bank took a payment back; what the line is more than that is its charge. Credit that was paid back came back whole. */
  z.strictObject({ kind: z.literal('return'), paymentId: field.id }),
  /** The line proves a repayment of a deposit, or that it came back. */
  z.strictObject({ kind: z.literal('deposit_paid'), movementId: field.id }),
  z.strictObject({ kind: z.literal('deposit_returned'), movementId: field.id }),
  /** One sum for a whole file that was handed to the bank. */
  z.strictObject({ kind: z.literal('order'), order: z.enum(['payout', 'collection']), orderId: field.id }),
]);
export type DecidedPart = z.output<typeof part>;

/** Words of the line's text by which what is decided is known from now on, of its sender or of anybody. */
const learned = {
  learnText: field
    .optionalText(100)
    .refine((text) => text === null || text.length >= 3, { error: 'too_short' }),
  learnFromAnybody: z.boolean().default(false),
};

/** So many leases a line is shared out over at most. */
export const MAX_PARTS = 20;

/** What a line is. `id` is the idempotency key, and that of what is posted. */
export const acceptLineInput = z
  .strictObject({
    id: field.id,
    lineId: field.id,
    parts: z.array(part).min(1, { error: 'required' }).max(MAX_PARTS),
    ...learned,
  })
  // Words say one thing.
  .refine(
    ({ parts: [one, ...others], learnText }) =>
      learnText === null || (others.length === 0 && (one?.kind === 'booking' || one?.kind === 'payment')),
    { error: 'unexpected', path: ['learnText'] },
  )
  .refine(({ parts }) => parts.length === 1 || parts.every((one) => one.kind === 'payment'), {
    error: 'invalid',
    path: ['parts'],
  })
  .refine(
    ({ parts }) => {
      const leaseIds = parts.flatMap((one) => (one.kind === 'payment' ? [one.leaseId] : []));
      return new Set(leaseIds).size === leaseIds.length;
    },
    { error: 'duplicate', path: ['parts'] },
  );

/** What the dialog asks that books a line to a tenant nothing in it names. */
export const assignLineInput = z.strictObject({
  id: field.id,
  lineId: field.id,
  leaseId: field.id,
  ...learned,
});

/** What the dialog asks that books a line as income or an expense. */
export const bookLineInput = z.strictObject({
  id: field.id,
  lineId: field.id,
  categoryId: field.id,
  propertyId: field.id.nullable(),
  unitId: field.id.nullable(),
  title: field.optionalText(),
  ...learned,
});

/** Accepts what is certain of these lines, as it is now; what is not any more keeps waiting. */
export const acceptCertainInput = z
  .strictObject({
    lines: z
      .array(z.strictObject({ id: field.id, lineId: field.id }))
      .min(1, { error: 'required' })
      .max(MAX_CERTAIN),
  })
  .refine(({ lines }) => new Set(lines.map((one) => one.lineId)).size === lines.length, {
    error: 'duplicate',
    path: ['lines'],
  });

/** Nothing of the books; `forGood`: nor is whatever its sender sends from now on. */
export const leaveOutInput = z.strictObject({
  lineId: field.id,
  forGood: z.boolean().default(false),
});

/** Forgets what is known of a sender; what was booked stays. */
export const removeRuleInput = z.strictObject({ ruleId: field.id });

/** Brings back what was forgotten of a sender. */
export const restoreRuleInput = z.strictObject({ ruleId: field.id });

/** Takes a decision back as it was seen, with all that was posted for it. */
export const reopenLineInput = z.strictObject({ lineId: field.id, version: field.version });

/** Takes a whole file back, with the payments its lines were booked as. */
export const takeBackImportInput = z.strictObject({ importId: field.id });
