import { z } from 'zod';
import { handoverKinds, keyKinds, mendingParties, roomConditions } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { meterFields, readingThousandths } from '../meter/schema';

/** The hand-overs of a lease, a tenant or a unit. */
export const listHandoversInput = z
  .strictObject({
    leaseId: field.id.nullish(),
    tenantId: field.id.nullish(),
    unitId: field.id.nullish(),
  })
  .refine((input) => [input.leaseId, input.tenantId, input.unitId].filter(Boolean).length === 1, {
    error: 'required',
    path: ['leaseId'],
  });

export const handoverInput = z.strictObject({ id: field.id });

/** What a new record begins with. */
export const draftHandoverInput = z.strictObject({
  leaseId: field.id,
  unitId: field.id,
  kind: z.enum(handoverKinds),
});

const names = z.array(field.name).max(20).default([]);

const defect = z
  .strictObject({
    description: field.lines(1_000).min(1),
    mendedBy: z.enum(mendingParties).default('landlord'),
    mendUntil: field.optionalDate,
    /** It was there when the tenant moved in. */
    isKnown: z.boolean().default(false),
  })
  .refine((input) => input.mendUntil === null || input.mendedBy !== 'nobody', {
    error: 'unexpected',
    path: ['mendUntil'],
  });

const content = {
  heldOn: field.calendarDate,
  /** `HH:MM`, on the clock of the place. */
  heldAt: z
    .string()
    .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: 'time' })
    .nullable()
    .default(null),
  persons: names,
  confirmedBy: names,
  remarks: field.optionalNotes,
  /**
   * A new meter becomes one of the unit; a known one is corrected in what differs from `before`, as it stood when
   * it was last shown, or from how it stands where that is not told.
   */
  meters: z
    .array(
      z.strictObject({
        meterId: field.id,
        isNew: z.boolean().default(false),
        before: z.strictObject(meterFields).nullish(),
        ...meterFields,
        readingThousandths,
      }),
    )
    .max(100)
    .refine((rows) => new Set(rows.map((row) => row.meterId)).size === rows.length, { error: 'duplicate' })
    .default([]),
  keys: z
    .array(
      z.strictObject({
        kind: z.enum(keyKinds),
        label: field.optionalText(100),
        count: z.int().min(0, { error: 'negative' }).max(999),
      }),
    )
    .max(50)
    .default([]),
  rooms: z
    .array(
      z.strictObject({
        name: field.name,
        condition: z.enum(roomConditions, {
          error: ({ input }) => (input === null ? 'required' : undefined),
        }),
        note: field.optionalText(500),
        defects: z.array(defect).max(50).default([]),
      }),
    )
    .max(50)
    .default([]),
};

export const createHandoverInput = z.strictObject({
  id: field.id,
  leaseId: field.id,
  unitId: field.id,
  kind: z.enum(handoverKinds),
  ...content,
});
export type CreateHandoverInput = z.input<typeof createHandoverInput>;

/** Replaces all that stands in the record. */
export const updateHandoverInput = z.strictObject({ id: field.id, version: field.version, ...content });
export type UpdateHandoverInput = z.input<typeof updateHandoverInput>;

export const seenHandoverInput = z.strictObject({ id: field.id, version: field.version });
