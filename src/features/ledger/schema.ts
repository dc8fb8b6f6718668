import { z } from 'zod';
import * as field from '@/lib/field';

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

/** The whole account up to a day, to print or to download. */
export const statementInput = z
  .strictObject({
    leaseId: field.id.nullish(),
    tenantId: field.id.nullish(),
    asOf: field.calendarDate.nullish(),
  })
  .refine((input) => Boolean(input.leaseId) !== Boolean(input.tenantId), {
    error: 'required',
    path: ['leaseId'],
  });

/** What is open of a lease, oldest first: for the payment dialog. */
export const openItemsInput = z.strictObject({ leaseId: field.id });
