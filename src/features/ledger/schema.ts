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
  method: z.enum(paymentMethods).exclude(['opening_credit']).default('transfer'),
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

/** A one-off amount the tenant owes. */
export const postChargeInput = z.strictObject({
  id: field.id,
  leaseId: field.id,
  kind: z.enum(['back_payment', 'fee', 'other']),
  dueOn: field.calendarDate,
  amountCents: field.positiveCents,
  note: field.optionalText(500),
});
export type PostChargeInput = z.input<typeof postChargeInput>;

/** Waives what is still open of a charge. */
export const waiveChargeInput = z.strictObject({
  id: field.id,
  chargeId: field.id,
  reason: field.name,
});
export type WaiveChargeInput = z.input<typeof waiveChargeInput>;

/** The account of one lease, or of all leases of a tenant, newest first. */
export const accountInput = z
  .strictObject({
    leaseId: field.id.nullish(),
    tenantId: field.id.nullish(),
    asOf: field.calendarDate.nullish(),
    cursor: field.cursor,
    limit: field.limit,
  })
  .refine((input) => Boolean(input.leaseId) !== Boolean(input.tenantId), {
    error: 'required',
    path: ['leaseId'],
  });
export type AccountInput = z.input<typeof accountInput>;

/** What is open of a lease, oldest first: for the payment dialog. */
export const openItemsInput = z.strictObject({ leaseId: field.id });

/** The posted months of a property's leases, newest first. */
export const listChargesInput = z.strictObject({
  leaseId: field.id.nullish(),
  propertyId: field.id.nullish(),
  cursor: field.cursor,
  limit: field.limit,
});
export type ListChargesInput = z.input<typeof listChargesInput>;
