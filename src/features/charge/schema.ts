import { z } from 'zod';
import * as field from '@/lib/field';

/** A one-off amount the tenant owes. */
export const postChargeInput = z.strictObject({
  id: field.id,
  leaseId: field.id,
  kind: z.enum(['back_payment', 'fee', 'other']),
  dueOn: field.calendarDate,
  amountCents: field.positiveCents,
  note: field.optionalText(500),
});

/** Takes back a one-off amount that was entered by mistake. `id` is the row's that takes it back. */
export const voidChargeInput = z.strictObject({ id: field.id, chargeId: field.id });

/** Takes back a waiver that was entered by mistake. `id` is the row's that takes it back. */
export const unwaiveChargeInput = z.strictObject({ id: field.id, waiverId: field.id });

/** Waives what is still open of a charge, or a part of it (a rent reduced for a defect). */
export const waiveChargeInput = z.strictObject({
  id: field.id,
  chargeId: field.id,
  /** Null: all that is open. */
  amountCents: field.positiveCents.nullable().default(null),
  reason: field.name,
});

/** The posted months of a property's leases, newest first. */
export const listChargesInput = z.strictObject({
  leaseId: field.id.nullish(),
  propertyId: field.id.nullish(),
  ...field.paging,
});

/** A year of a property, lease by lease: what was due in each month and what became of it. */
export const rentYearInput = z.strictObject({
  propertyId: field.id,
  /** Default: the current one. */
  year: z.int().min(1900).max(2200).nullish(),
  ...field.paging,
});

/** What is overdue on the leases of a property, the oldest first. */
export const overdueChargesInput = z.strictObject({ propertyId: field.id });
