import { z } from 'zod';
import * as field from '@/lib/field';
import { dueRules, noticeParties, prorationMethods } from '@/lib/vocabulary';
import { rentLines } from '../rent/schema';

const termFields = {
  signedOn: field.optionalDate,
  startsOn: field.calendarDate,
  endsOn: field.optionalDate,
  isFixedTerm: z.boolean().default(false),
  prorationMethod: z.enum(prorationMethods),
  dueRule: z.enum(dueRules),
  dueDay: z.int().min(1).max(31).nullable().default(null),
  notes: field.optionalNotes,
};

type Term = {
  startsOn: string;
  endsOn: string | null;
  isFixedTerm: boolean;
  dueRule: string;
  dueDay: number | null;
};

/** Rules that concern several fields of a lease's term. */
const consistent = <S extends z.ZodType<Term>>(schema: S): S =>
  schema.superRefine((lease, context) => {
    const issue = (path: string, code: string) =>
      context.addIssue({ code: 'custom', message: code, path: [path] });
    if (lease.endsOn && lease.endsOn < lease.startsOn) issue('endsOn', 'end_before_start');
    if (lease.isFixedTerm && !lease.endsOn) issue('endsOn', 'required');
    if (lease.dueRule === 'day_of_month' && lease.dueDay === null) issue('dueDay', 'required');
    if (lease.dueRule !== 'day_of_month' && lease.dueDay !== null) issue('dueDay', 'unexpected');
  });

/**
 * A lease with everything its first rent needs. `bookedFrom` is the first month that is posted; what was
 * open before it is the opening balance: positive is owed by the tenant, negative is the tenant's credit.
 */
export const createLeaseInput = consistent(
  z.strictObject({
    id: field.id,
    ...termFields,
    bookedFrom: field.monthStart,
    openingBalanceCents: field.balanceCents.default(0),
    unitIds: z.array(field.id).min(1).max(20),
    tenantIds: z.array(field.id).min(1).max(20),
    persons: z.int().min(0).max(99).nullable().default(null),
    rentLines,
  }),
);
export type CreateLeaseInput = z.input<typeof createLeaseInput>;

/** The start of a lease that is posted already stays; void it and enter it anew. */
export const updateLeaseInput = consistent(
  z.strictObject({
    id: field.id,
    version: field.version,
    ...termFields,
    persons: z.int().min(0).max(99).nullable().default(null),
    correctPosted: z.boolean().default(false),
  }),
);
export type UpdateLeaseInput = z.input<typeof updateLeaseInput>;

/** Ends a lease on a day, by notice or by agreement. */
export const endLeaseInput = z.strictObject({
  id: field.id,
  version: field.version,
  endsOn: field.calendarDate,
  noticeGivenOn: field.calendarDate,
  noticeBy: z.enum(noticeParties),
  /** Also post what changes in months that are posted already. */
  correctPosted: z.boolean().default(false),
});
export type EndLeaseInput = z.input<typeof endLeaseInput>;

/** Takes a lease back that was entered wrongly: its charges are reversed, its units are free again. */
export const voidLeaseInput = z.strictObject({ id: field.id, version: field.version });

export const leaseInput = z.strictObject({ id: field.id });

/** Leases of a property, of a tenant, or all of the portfolio. */
export const listLeasesInput = z.strictObject({
  propertyId: field.id.nullish(),
  tenantId: field.id.nullish(),
  includeEnded: z.boolean().default(true),
  ...field.paging,
});
export type ListLeasesInput = z.input<typeof listLeasesInput>;
