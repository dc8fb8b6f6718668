import { z } from 'zod';
import { dueRules, noticeCircumstances, noticeParties, prorationMethods } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import type { Co2Input } from '@/statement/plant';
import { earlierRent, rentLines } from '../rent/schema';

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
  field.withRules(
    schema,
    (lease, refuse) => {
      if (lease.endsOn && lease.endsOn < lease.startsOn) refuse('end_before_start', 'endsOn');
    },
    (lease, refuse) => {
      if (lease.isFixedTerm && !lease.endsOn) refuse('required', 'endsOn');
    },
    (lease, refuse) => {
      if (lease.dueRule === 'day_of_month' && lease.dueDay === null) refuse('required', 'dueDay');
      if (lease.dueRule !== 'day_of_month' && lease.dueDay !== null) refuse('unexpected', 'dueDay');
    },
  );

/** The units of a lease that is about to be made. */
export const lastRentInput = z.strictObject({ unitIds: z.array(field.id).min(1).max(20) });

/**
 * A lease with everything its first rent needs. `bookedFrom` is the first month that is posted; what was
 * open before it is the opening balance: positive is owed by the tenant, negative is the tenant's credit.
 */
export const createLeaseInput = consistent(
  z
    .strictObject({
      id: field.id,
      ...termFields,
      bookedFrom: field.monthStart,
      openingBalanceCents: field.balanceCents.default(0),
      /** The rents of booked months before the current one came in, each on the day it was due. */
      arePaid: z.boolean().default(false),
      unitIds: z.array(field.id).min(1).max(20),
      tenantIds: z.array(field.id).min(1).max(20),
      persons: z.int().min(0).max(99).nullable().default(null),
      /** The rent of today, or the first one of a lease that is still to come. */
      rentLines,
      /** Since when it has been that; null is since the start. */
      rentSince: field.optionalDate,
      /** What it was before, for a lease that has been running: the first of them since the start. */
      earlierRents: z.array(earlierRent).max(30).default([]),
    })
    .superRefine((lease, context) => {
      const issue = (code: string, ...path: (string | number)[]) =>
        context.addIssue({ code: 'custom', message: code, path });
      const { earlierRents, rentSince } = lease;
      if (earlierRents.length > 0 && rentSince === null) issue('required', 'rentSince');
      const days = [...earlierRents.map((rent) => rent.validFrom), ...(rentSince ? [rentSince] : [])];
      // Before it is known when the lease begins, nobody can say more.
      const { startsOn, endsOn } = lease;
      for (const [index, day] of days.entries()) {
        const path = index < earlierRents.length ? ['earlierRents', index, 'validFrom'] : ['rentSince'];
        const earliest = days[index - 1] ?? startsOn;
        if (index === 0 && earlierRents.length > 0 ? day !== startsOn : index > 0 && day <= earliest) {
          issue('rents_in_order', ...path);
        } else if (day < startsOn || (endsOn && day > endsOn)) issue('outside_lease', ...path);
        // Without earlier rents the rent of today is the first, and that begins with the lease.
        else if (earlierRents.length === 0 && day !== startsOn) issue('rent_before_missing', ...path);
      }
    }),
);
export type CreateLeaseInput = z.input<typeof createLeaseInput>;

/** The start of a lease that is posted already stays; void it and enter it anew. */
export const updateLeaseInput = consistent(
  z.strictObject({
    id: field.id,
    version: field.version,
    ...termFields,
    correctPosted: z.boolean().default(false),
  }),
);

/**
 * Lets the account of a lease begin with an earlier month than it does, or with the same. What was open before that month
 * replaces what it began with so far: positive is owed by the tenant, negative is the tenant's credit.
 */
export const openEarlierInput = z.strictObject({
  id: field.id,
  version: field.version,
  bookedFrom: field.monthStart,
  openingBalanceCents: field.balanceCents.default(0),
  /** The rents that are posted by it came in, each on the day it was due. */
  arePaid: z.boolean().default(false),
});

export const earlierRentsInput = z.strictObject({ id: field.id, bookedFrom: field.monthStart });

/** Ends a lease on a day, by notice or by agreement. */
export const endLeaseInput = z
  .strictObject({
    id: field.id,
    version: field.version,
    endsOn: field.calendarDate,
    noticeGivenOn: field.calendarDate,
    /** The day it reached the other side; an agreement reaches nobody. */
    noticeReceivedOn: field.optionalDate,
    noticeBy: z.enum(noticeParties),
    /** Also post what changes in months that are posted already. */
    correctPosted: z.boolean().default(false),
  })
  .superRefine(({ noticeBy, noticeGivenOn, noticeReceivedOn }, context) => {
    const issue = (code: string) =>
      context.addIssue({ code: 'custom', message: code, path: ['noticeReceivedOn'] });
    if (noticeReceivedOn === null) return;
    if (noticeBy === 'agreement') issue('unexpected');
    else if (noticeReceivedOn < noticeGivenOn) issue('received_before_given');
  });

/** When a notice received on a day would end a lease by law. */
export const noticePeriodInput = z.strictObject({
  id: field.id,
  noticeBy: z.enum(noticeParties).exclude(['agreement']),
  receivedOn: field.calendarDate,
  circumstance: z.enum(noticeCircumstances).default('none'),
});

/** Lets a lease that has an end run on: to a later day, or open-ended. A notice given is taken back by it. */
export const renewLeaseInput = z
  .strictObject({
    id: field.id,
    version: field.version,
    endsOn: field.optionalDate,
    isFixedTerm: z.boolean().default(false),
    correctPosted: z.boolean().default(false),
  })
  .refine((input) => !input.isFixedTerm || input.endsOn !== null, { error: 'required', path: ['endsOn'] });

/** Days of the lease that something or somebody belongs to it; an open end follows the lease's. */
const rangeFields = { fromOn: field.calendarDate, toOn: field.optionalDate };

/** Everybody who is or was a party to the lease, in full. */
export const setTenantsInput = z.strictObject({
  id: field.id,
  version: field.version,
  tenants: z
    .array(z.strictObject({ tenantId: field.id, ...rangeFields }))
    .min(1)
    .max(40),
});

/** Everything that is or was let by the lease, in full. */
export const setUnitsInput = z.strictObject({
  id: field.id,
  version: field.version,
  units: z
    .array(z.strictObject({ unitId: field.id, ...rangeFields }))
    .min(1)
    .max(40),
});

/** How many persons live there, each from a day on, in full. */
export const setHouseholdInput = z
  .strictObject({
    id: field.id,
    version: field.version,
    household: z
      .array(z.strictObject({ validFrom: field.calendarDate, persons: z.int().min(0).max(99) }))
      .max(60),
  })
  .superRefine(({ household }, context) => {
    for (const [index, row] of household.entries()) {
      if (household.findIndex((other) => other.validFrom === row.validFrom) < index) {
        context.addIssue({ code: 'custom', message: 'duplicate', path: ['household', index, 'validFrom'] });
      }
    }
  });

/**
 * Takes a lease back that was entered wrongly: its charges are reversed, its units are free again. With it go the payments that
 * were shown; those that were typed in move to another lease where one is named.
 */
export const voidLeaseInput = z
  .strictObject({
    id: field.id,
    version: field.version,
    paymentIds: z.array(field.id).max(5_000).default([]),
    toLeaseId: field.id.nullable().default(null),
  })
  .refine((input) => input.toLeaseId !== input.id, { error: 'duplicate', path: ['toLeaseId'] });

const carried = { id: field.id, amountCents: field.positiveCents };

/**
 * What goes on to another lease of the same tenant, each with a client-made id and the amount that was shown:
 * the credit, everything open, deposits with all that is held of them.
 */
export const carryOverInput = z
  .strictObject({
    fromLeaseId: field.id,
    toLeaseId: field.id,
    credit: z.strictObject(carried).nullable().default(null),
    open: z.strictObject(carried).nullable().default(null),
    deposits: z
      .array(z.strictObject({ ...carried, depositId: field.id }))
      .max(20)
      .default([]),
  })
  .refine((input) => input.fromLeaseId !== input.toLeaseId, { error: 'duplicate', path: ['toLeaseId'] })
  .refine((input) => input.credit !== null || input.open !== null || input.deposits.length > 0, {
    error: 'required',
    path: ['open'],
  })
  .refine(
    ({ credit, open, deposits }) => {
      const ids = [credit, open, ...deposits].flatMap((part) => (part ? [part.id] : []));
      return new Set(ids).size === ids.length;
    },
    { error: 'duplicate', path: ['open'] },
  );
export type CarryOverInput = z.input<typeof carryOverInput>;

export const leaseInput = z.strictObject({ id: field.id });

/** Leases of a property, of a tenant, one by itself, or all of the portfolio. */
export const listLeasesInput = z.strictObject({
  leaseId: field.id.nullish(),
  propertyId: field.id.nullish(),
  tenantId: field.id.nullish(),
  includeEnded: z.boolean().default(true),
  ...field.paging,
});

/** What a tenant's own bill says and when he asked for the landlord's part of it (§ 6 (2) CO2KostAufG); what is refunded is booked. */
export const co2RefundInput = z
  .strictObject({
    unitId: field.id,
    from: field.calendarDate,
    to: field.calendarDate,
    grams: z.int().min(0, { error: 'negative' }).max(1_000_000_000_000),
    costCents: field.positiveCents,
    areaSqm100: z.int().min(1, { error: 'not_positive' }).max(10_000_000),
    hasOtherUse: z.boolean().default(false),
    model: z.enum(['steps', 'half'] satisfies Co2Input['model'][]).default('steps'),
    obstacle: z.enum(['none', 'one', 'both'] satisfies Co2Input['obstacle'][]).default('none'),
    billedOn: field.calendarDate,
    claimedOn: field.calendarDate,
    bookedOn: field.calendarDate,
  })
  .refine(...field.forwards)
  .refine(({ billedOn, claimedOn }) => billedOn <= claimedOn, {
    error: 'end_before_start',
    path: ['claimedOn'],
  });
