import { z } from 'zod';
import {
  dueRules,
  prorationMethods,
  rentComponents,
  rentReasons,
  settlementKinds,
} from '@/domain/vocabulary';
import * as field from '@/lib/field';

export const rentLineInput = z.strictObject({
  component: z.enum(rentComponents),
  /** Per month, VAT included. */
  amountCents: field.amountCents,
  settlement: z.enum(settlementKinds),
  vatRateBp: z.int().min(0).max(10_000).default(0),
});

export const rentLines = z.array(rentLineInput).min(1).max(20);

/** Later steps that are not posted yet keep their net rent and take over everything else. */
const carryOn = z.boolean().default(false);

/** A rent agreed from a day on, e.g. the next step. Posted months stay as they are. */
export const agreeRentInput = z.strictObject({
  id: field.id,
  leaseId: field.id,
  validFrom: field.calendarDate,
  reason: z.enum(rentReasons).exclude(['initial']),
  lines: rentLines,
  note: field.optionalText(500),
  /** Also post what changes in months that are posted already. */
  correctPosted: z.boolean().default(false),
  carryOn,
});

export const updateRentInput = z.strictObject({
  id: field.id,
  version: field.version,
  validFrom: field.calendarDate,
  lines: rentLines,
  note: field.optionalText(500),
  correctPosted: z.boolean().default(false),
  carryOn,
});

/** Steps of a stepped rent: the net rent from a day on as an amount of money; the other parts stay. */
export const planStepsInput = z
  .strictObject({
    leaseId: field.id,
    steps: z
      .array(z.strictObject({ id: field.id, validFrom: field.calendarDate, netCents: field.amountCents }))
      .min(1)
      .max(50),
    note: field.optionalText(500),
    correctPosted: z.boolean().default(false),
  })
  .superRefine(({ steps }, context) => {
    for (const [index, step] of steps.entries()) {
      if (steps.findIndex((other) => other.validFrom === step.validFrom) < index) {
        context.addIssue({ code: 'custom', message: 'duplicate', path: ['steps', index, 'validFrom'] });
      }
    }
  });

export const rentRowInput = z.strictObject({ id: field.id, version: field.version });
/** Booked months as they were listed: each follows what is owed for it now. */
export const correctRentsInput = z.strictObject({
  leaseId: field.id,
  chargeIds: z.array(field.id).min(1).max(600),
});

export const listRentsInput = z.strictObject({ leaseId: field.id });

export const listSoldMonthsInput = z.strictObject({ propertyId: field.id });

/** A rent of a lease that has been running, from a day on. */
export const earlierRent = z.strictObject({ validFrom: field.calendarDate, lines: rentLines });

/** What the first months of a lease would owe, before it is saved. */
export const previewRentInput = z.strictObject({
  startsOn: field.calendarDate,
  endsOn: field.optionalDate,
  bookedFrom: field.monthStart,
  prorationMethod: z.enum(prorationMethods),
  dueRule: z.enum(dueRules),
  dueDay: z.int().min(1).max(31).nullable().default(null),
  /** The units tell whose state's holidays count. */
  unitIds: z.array(field.id).max(20).default([]),
  lines: rentLines,
  /** As in a new lease: since when it has been that, and what it was before. */
  rentSince: field.optionalDate,
  earlierRents: z.array(earlierRent).max(30).default([]),
});
export type PreviewRentInput = z.input<typeof previewRentInput>;
