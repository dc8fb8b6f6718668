import { z } from 'zod';
import { recordPaymentInput, recordTransferInput } from '@/ledger/inputs';
import * as field from '@/lib/field';

/** The account of a period, or the whole of it up to a day, to print or to download. */
export const statementInput = z
  .strictObject({
    leaseId: field.id.nullish(),
    tenantId: field.id.nullish(),
    /** First day; what was before is brought forward as one sum. */
    from: field.calendarDate.nullish(),
    asOf: field.calendarDate.nullish(),
  })
  .refine((input) => Boolean(input.leaseId) !== Boolean(input.tenantId), {
    error: 'required',
    path: ['leaseId'],
  })
  .refine((input) => !input.from || !input.asOf || input.from <= input.asOf, {
    error: 'before_from',
    path: ['asOf'],
  });

/** What is open of a lease, oldest first: for the payment dialog. */
export const openItemsInput = z.strictObject({ leaseId: field.id });

/**
 * A payment or transfer that a person types: `seen` are the payments alike that they were shown, or were told of when the first
 * sending was refused. Without it nobody looks.
 */
const seen = z.array(field.id).max(500).optional();
export const typedPaymentInput = recordPaymentInput.extend({ seen });
export const typedTransferInput = recordTransferInput.safeExtend({ seen });

/** A payment with all that it may settle. */
export const getPaymentInput = z.strictObject({ id: field.id });

/** The posted months of a property's leases, newest first. */
export const listChargesInput = z.strictObject({
  leaseId: field.id.nullish(),
  propertyId: field.id.nullish(),
  ...field.paging,
});

/** A year of a property or of all, lease by lease: what was due in each month and what became of it. */
export const rentYearInput = z.strictObject({
  propertyId: field.id.nullish(),
  /** Default: the current one. */
  year: z.int().min(1900).max(2200).nullish(),
  ...field.paging,
});

/** A month of all leases: what is due and what became of it. */
export const rentMonthInput = z.strictObject({
  /** Default: the current one. */
  month: field.monthStart.nullish(),
  openOnly: z.boolean().default(false),
  ...field.paging,
});

/** What is overdue on the leases of a property or of all, the oldest first; or all that is due through a day. */
export const overdueChargesInput = z.strictObject({
  propertyId: field.id.nullish(),
  leaseId: field.id.nullish(),
  dueThrough: field.calendarDate.nullish(),
});
