import { z } from 'zod';
import { languages, letterWays } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { enclosures } from '../outbox/schema';

export const listPeriodsInput = z.strictObject({ propertyId: field.id });

/** A period of a property, its first and last day counted. */
const periodFields = { propertyId: field.id, from: field.calendarDate, to: field.calendarDate };

/** Which version of a statement: 1 is the first; the one after the last sent is how it would be corrected today. */
const version = z.int().min(1).max(1_000);

/** Leases of a corrected version whose first statement had a slip they could see at once: after the deadline, too. */
const slips = z.array(field.id).max(1_000).optional();

/** Without a version the last one that was sent, or, before any was, how it stands today. */
export const statementInput = z
  .strictObject({ ...periodFields, version: version.nullish(), slips })
  .refine(...field.forwards);

/** `id` is the statement's, so that sending it twice posts it once; `corrects` is the version it stands beside. */
export const sendStatementInput = z
  .strictObject({ id: field.id, ...periodFields, corrects: version.nullish(), slips })
  .refine(...field.forwards);

/** The proposed advances of some leases of a settled period, with the words their rents are noted by. */
export const agreeAdvancesInput = z
  .strictObject({
    ...periodFields,
    leaseIds: z.array(field.id).min(1).max(1_000),
    note: field.optionalText(500),
  })
  .refine(...field.forwards);

/**
 * How the letters go that have not gone yet; `version` is the last one, as it was seen; `language` is the sender's, where a
 * tenant has none, and with `isBeside` beside the tenants' in letters that are in another.
 */
export const sendLettersInput = z
  .strictObject({
    ...periodFields,
    version,
    way: z.enum(letterWays),
    language: z.enum(languages),
    isBeside: z.boolean().default(false),
    enclosures,
  })
  .refine(...field.forwards);

/** Papers that may come with each letter that has not gone yet. */
export const statementPapersInput = z
  .strictObject({ ...periodFields, search: field.search })
  .refine(...field.forwards);

/** The letter of one lease, or those of all that are ready; of a corrected version, of all whom it concerns. */
export const lettersInput = z
  .strictObject({
    ...periodFields,
    version: version.nullish(),
    slips,
    leaseId: field.id.nullable().default(null),
  })
  .refine(...field.forwards);
