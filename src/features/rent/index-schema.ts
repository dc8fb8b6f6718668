import { z } from 'zod';
import * as field from '@/lib/field';

/** An index in thousandths: 119300 is 119.3. */
const indexMilli = z.int().min(1_000, { error: 'out_of_range' }).max(1_000_000, { error: 'out_of_range' });

const clauseFields = {
  agreedOn: field.calendarDate,
  /** First day of the month the rent is counted from. */
  baseMonth: field.monthStart,
  baseIndexMilli: indexMilli,
  note: field.optionalText(500),
};

/** The rent follows the consumer price index from now on (dwellings: § 557b BGB; other premises: § 3 PrKG). */
export const agreeIndexInput = z.strictObject({ id: field.id, leaseId: field.id, ...clauseFields });

export const updateIndexInput = z.strictObject({ id: field.id, version: field.version, ...clauseFields });

export const removeIndexInput = z.strictObject({ id: field.id, version: field.version });

const chosenIndex = {
  /** The month whose index counts; null: the newest known. */
  indexMonth: field.monthStart.nullable().default(null),
  /** Its index, where no table has it. */
  indexMilli: indexMilli.nullable().default(null),
};

export const indexRentInput = z.strictObject({
  leaseId: field.id,
  ...chosenIndex,
  /** When the tenant receives the letter; of other premises than dwellings the day from which the contract lets it be owed. */
  receivedOn: field.optionalDate,
});

/** The new rent as it was shown, and its day as `indexRentInput` has it. */
export const raiseByIndexInput = z.strictObject({
  id: field.id,
  leaseId: field.id,
  ...chosenIndex,
  receivedOn: field.calendarDate,
  netCents: field.amountCents,
  note: field.optionalText(500),
  correctPosted: z.boolean().default(false),
});
