import { z } from 'zod';
import { postedKinds, recordedMethods } from '@/domain/account-kinds';
import * as field from '@/lib/field';

const method = z.enum(recordedMethods).default('transfer');

/**
 * Money received for a lease. `id` is the idempotency key: sending it again changes nothing. `chargeIds`
 * is the stated purpose, in order; without it the oldest due is paid first; what is left stays as credit.
 */
export const recordPaymentInput = z.strictObject({
  id: field.id,
  leaseId: field.id,
  paidOn: field.calendarDate,
  amountCents: field.positiveCents,
  method,
  payerTenantId: field.id.nullable().default(null),
  bankAccountId: field.id.nullable().default(null),
  chargeIds: z.array(field.id).max(120).default([]),
  reference: field.optionalText(200),
  note: field.optionalText(500),
});
export type RecordPaymentInput = z.input<typeof recordPaymentInput>;

/**
 * One transfer for several leases. `parts` is the split by hand; without it the oldest due over all leases is
 * paid first and the rest is credit with the first of `leaseIds`. `id` names the transfer.
 */
export const recordTransferInput = z
  .strictObject({
    id: field.id,
    leaseIds: z.array(field.id).min(2).max(20),
    paidOn: field.calendarDate,
    amountCents: field.positiveCents,
    parts: z
      .array(z.strictObject({ leaseId: field.id, amountCents: field.amountCents }))
      .max(20)
      .nullable()
      .default(null),
    method,
    payerTenantId: field.id.nullable().default(null),
    bankAccountId: field.id.nullable().default(null),
    reference: field.optionalText(200),
    note: field.optionalText(500),
  })
  .refine((input) => new Set(input.leaseIds).size === input.leaseIds.length, {
    error: 'duplicate',
    path: ['leaseIds'],
  })
  .refine(
    ({ parts, leaseIds }) =>
      parts === null ||
      (new Set(parts.map((part) => part.leaseId)).size === parts.length &&
        parts.every((part) => leaseIds.includes(part.leaseId))),
    { error: 'invalid', path: ['parts'] },
  );

/**
 * What came in for several charges, each with a payment of its own: all of them or none. Each `id` is the
 * idempotency key of its payment; no amount may be more than is open of its charge.
 */
export const recordPaymentsInput = z
  .strictObject({
    paidOn: field.calendarDate,
    method,
    bankAccountId: field.id.nullable().default(null),
    payments: z
      .array(
        z.strictObject({
          id: field.id,
          chargeId: field.id,
          amountCents: field.positiveCents,
          /** Where one of them came on another day. */
          paidOn: field.calendarDate.nullish(),
        }),
      )
      .min(1, { error: 'required' })
      .max(100),
  })
  .refine(
    ({ payments }) =>
      new Set(payments.map((part) => part.chargeId)).size === payments.length &&
      new Set(payments.map((part) => part.id)).size === payments.length,
    { error: 'duplicate', path: ['payments'] },
  );

/** What a payment settles from now on, in full; what it does not name is credit and pays what is open. */
const part = z.strictObject({ chargeId: field.id, amountCents: field.positiveCents });
export const reallocatePaymentInput = z
  .strictObject({
    paymentId: field.id,
    allocations: z.array(part).max(120),
    /** What it settled when it was looked at: where that has changed, nobody has decided about it. */
    seen: z.array(part).max(500).optional(),
  })
  .refine(
    ({ allocations }) => new Set(allocations.map((part) => part.chargeId)).size === allocations.length,
    { error: 'duplicate', path: ['allocations'] },
  );

/** Credit that is paid back to the tenant. The same id again changes nothing. */
export const refundCreditInput = z.strictObject({
  id: field.id,
  leaseId: field.id,
  paidOn: field.calendarDate,
  amountCents: field.positiveCents,
  method,
  bankAccountId: field.id.nullable().default(null),
  reference: field.optionalText(200),
  note: field.optionalText(500),
});

/**
 * The bank took a payment back (returned debit). `id` is the reversing row's; with a fee, `feeChargeId` is the
 * charge that asks the tenant for it.
 */
export const returnPaymentInput = z.strictObject({
  id: field.id,
  paymentId: field.id,
  returnedOn: field.calendarDate,
  feeCents: field.amountCents.default(0),
  feeChargeId: field.id,
  note: field.optionalText(500),
});

/** The bank had not returned it after all. `id` is the row's that brings the money back. */
export const revertReturnInput = z.strictObject({ id: field.id, paymentId: field.id });

/** A payment as it should have been recorded. `id` is the new row's: sending it again changes nothing. */
export const correctPaymentInput = z.strictObject({
  id: field.id,
  paymentId: field.id,
  paidOn: field.calendarDate,
  amountCents: field.positiveCents,
  method,
  payerTenantId: field.id.nullable().default(null),
  bankAccountId: field.id.nullable().default(null),
  reference: field.optionalText(200),
  note: field.optionalText(500),
});

/** To the account of another lease, for one recorded in the wrong one. `id` is the row's that stands there. */
export const movePaymentInput = z.strictObject({ id: field.id, paymentId: field.id, leaseId: field.id });

/** Undo: a reversing row; `id` is that row's, so that undoing twice is undoing once. */
export const reversePaymentInput = z.strictObject({
  id: field.id,
  paymentId: field.id,
  note: field.optionalText(500),
});

/** Takes several payments back in one go, each by a reversing row with the `id` given. */
export const reversePaymentsInput = z.strictObject({
  payments: z
    .array(z.strictObject({ id: field.id, paymentId: field.id }))
    .min(1)
    .max(100),
});

/** A one-off amount the tenant owes. */
export const postChargeInput = z.strictObject({
  id: field.id,
  leaseId: field.id,
  kind: z.enum(postedKinds),
  dueOn: field.calendarDate,
  amountCents: field.positiveCents,
  note: field.optionalText(500),
});

/** Takes back a one-off amount that was entered by mistake. `id` is the row's that takes it back. */
export const voidChargeInput = z.strictObject({ id: field.id, chargeId: field.id });

/** Takes back a waiver that was entered by mistake. `id` is the row's that takes it back. */
export const revertWaiverInput = z.strictObject({ id: field.id, waiverId: field.id });

/** Waives what is still open of a charge, or a part of it. A rent that is reduced for a defect is `reduceRentInput`. */
export const waiveChargeInput = z.strictObject({
  id: field.id,
  chargeId: field.id,
  /** Null: all that is open. */
  amountCents: field.positiveCents.nullable().default(null),
  reason: field.name,
});

const reduction = {
  leaseId: field.id,
  from: field.calendarDate,
  to: field.calendarDate,
  /** Of the whole rent with its advances, in hundredths of a per cent. */
  shareBp: z.int().min(1, { error: 'not_positive' }).max(10_000),
};

/** What a rent reduced for a defect on these days would be less by, month by month. */
export const previewReductionInput = z.strictObject(reduction).refine(...field.forwards);

/**
 * Reduces the booked rents of a lease for a defect, each month by a row of its own and by the amount that was shown, beside
 * what had been reduced or waived of it by then: the same days are not reduced twice from two windows.
 */
export const reduceRentInput = z
  .strictObject({
    ...reduction,
    reason: field.name,
    months: z
      .array(
        z.strictObject({
          id: field.id,
          chargeId: field.id,
          amountCents: field.positiveCents,
          waivedCents: field.amountCents,
        }),
      )
      .min(1, { error: 'required' })
      .max(120),
  })
  .refine(...field.forwards)
  .refine(
    ({ months }) =>
      new Set(months.map(({ id }) => id)).size === months.length &&
      new Set(months.map(({ chargeId }) => chargeId)).size === months.length,
    { error: 'duplicate', path: ['months'] },
  );

/** The account of one lease, or of all leases of a tenant, newest first. */
export const accountInput = z
  .strictObject({
    leaseId: field.id.nullish(),
    tenantId: field.id.nullish(),
    asOf: field.calendarDate.nullish(),
    ...field.paging,
  })
  .refine((input) => Boolean(input.leaseId) !== Boolean(input.tenantId), {
    error: 'required',
    path: ['leaseId'],
  });
