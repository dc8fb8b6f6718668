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
 * Area, share and own use from a day on; the same day again replaces what was said of it. `version` is that of the facts that
 * are corrected, as they were seen; null where they hold from a day of their own.
 */
export const setUnitPeriodInput = z.strictObject({
  unitId: field.id,
  version: field.version.nullish(),
  validFrom: field.calendarDate,
  ...periodFields,
});

export const listUnitsInput = z.strictObject({ propertyId: field.id, archive: field.archiveFilter });
export const unitRowInput = z.strictObject({ id: field.id, version: field.version });
