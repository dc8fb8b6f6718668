import { z } from 'zod';
import { unitKinds } from '@/domain/vocabulary';
import * as field from '@/lib/field';

const unitFields = {
  name: field.name,
  kind: z.enum(unitKinds),
  floor: field.optionalText(40),
  rooms10: z.int().min(0).max(9_999).nullable().default(null),
  askingRentCents: field.amountCents.nullable().default(null),
  availableFrom: field.calendarDate.nullable().default(null),
};

const periodFields = {
  areaSqm100: field.areaSqm100.nullable().default(null),
  coOwnershipNumerator: z.int().min(0).max(1_000_000).nullable().default(null),
  coOwnershipDenominator: z.int().min(1).max(1_000_000).nullable().default(null),
  ownUse: z.boolean().default(false),
  /** Who live there while it is in own use. */
  persons: z.int().min(0).max(99).nullable().default(null),
};

/** A new unit with its first dated facts, valid since ever. */
export const createUnitInput = z.strictObject({
  id: field.id,
  propertyId: field.id,
  ...unitFields,
  ...periodFields,
});
export type CreateUnitInput = z.input<typeof createUnitInput>;

export const updateUnitInput = z.strictObject({ id: field.id, version: field.version, ...unitFields });

/**
 * Area, share and own use from a day on. `id` and `version` are those of the facts of that day, as they were seen, which are
 * corrected; null where nothing was said of that day.
 */
export const setUnitPeriodInput = z
  .strictObject({
    unitId: field.id,
    id: field.id.nullish(),
    version: field.version.nullish(),
    validFrom: field.calendarDate,
    ...periodFields,
  })
  .refine(({ id, version }) => (id == null) === (version == null), { error: 'invalid', path: ['version'] });

export const unitPeriodsInput = z.strictObject({ unitId: field.id });
/** Facts that shall not hold from their day on after all. */
export const removeUnitPeriodInput = z.strictObject({
  unitId: field.id,
  id: field.id,
  version: field.version,
  validFrom: field.calendarDate,
});

export const listUnitsInput = z.strictObject({ propertyId: field.id, archive: field.archiveFilter });
/** A unit that is one no more from a day on: joined with another, split, given up. Without a day from now on. */
export const archiveUnitInput = z.strictObject({
  id: field.id,
  version: field.version,
  on: field.calendarDate.nullish(),
});
export const unitRowInput = z.strictObject({ id: field.id, version: field.version });
