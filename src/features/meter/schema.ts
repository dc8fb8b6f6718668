import { z } from 'zod';
import { meterKinds, meterMeasures } from '@/domain/vocabulary';
import * as field from '@/lib/field';

/** Thousandths of the meter's measure: 4.711,3 kWh are 4711300. */
export const readingThousandths = z.int().min(0, { error: 'negative' }).max(1_000_000_000_000);

/** What a meter says of itself. */
export const meterFields = {
  kind: z.enum(meterKinds),
  number: field.optionalText(100),
  location: field.optionalText(200),
  measure: z.enum(meterMeasures),
};

/** Of an allocator: what one unit of its display weighs, in thousandths; null: it shows units that were weighed. */
const factorThousandths = z.int().min(1, { error: 'not_positive' }).max(1_000_000).nullable().default(null);

/** The meters of a unit with those of its house. */
export const listMetersInput = z.strictObject({ unitId: field.id });

/** A meter of a unit, or with `isShared` of the house the unit is in. */
export const createMeterInput = z.strictObject({
  id: field.id,
  unitId: field.id,
  isShared: z.boolean().default(false),
  ...meterFields,
  calibratedUntil: field.optionalDate,
  factorThousandths,
});

export const updateMeterInput = z.strictObject({
  id: field.id,
  version: field.version,
  ...meterFields,
  factorThousandths,
  removedOn: field.optionalDate,
  calibratedUntil: field.optionalDate,
  isByDays: z.boolean().default(false),
});

/** Only a meter that nobody has read. */
export const deleteMeterInput = z.strictObject({ id: field.id, version: field.version });

export const recordReadingInput = z.strictObject({
  id: field.id,
  meterId: field.id,
  readOn: field.calendarDate,
  readingThousandths,
});

/** A reading that stands in a hand-over goes with its record only. */
export const deleteReadingInput = z.strictObject({ id: field.id });
