import { z } from 'zod';
import * as field from '@/lib/field';
import { paymentMethods } from '@/lib/vocabulary';

/**
 * Money received for a lease. `id` is the idempotency key: sending it again changes nothing. `chargeIds`
 * is the stated purpose, in order; without it the oldest due is paid first; what is left stays as credit.
 */
export const recordPaymentInput = z.strictObject({
  id: field.id,
  leaseId: field.id,
  paidOn: field.calendarDate,
  amountCents: field.positiveCents,
  method: z.enum(paymentMethods).exclude(['opening_credit', 'deposit']).default('transfer'),
  payerTenantId: field.id.nullable().default(null),
  bankAccountId: field.id.nullable().default(null),
  chargeIds: z.array(field.id).max(120).default([]),
  reference: field.optionalText(200),
  note: field.optionalText(500),
});
export type RecordPaymentInput = z.input<typeof recordPaymentInput>;

/** Undo: a reversing row; `id` is that row's, so that undoing twice is undoing once. */
export const reversePaymentInput = z.strictObject({
  id: field.id,
  paymentId: field.id,
  note: field.optionalText(500),
});
export type ReversePaymentInput = z.input<typeof reversePaymentInput>;
