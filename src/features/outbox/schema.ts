import { z } from 'zod';
import { letterWays } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { MOST_ENCLOSURES } from './enclosure-rules';

/** What was written to a tenant or about a lease, the newest first. */
export const listLettersInput = z.strictObject({
  tenantId: field.id.nullish(),
  leaseId: field.id.nullish(),
  ...field.paging,
});

/** Papers that come with a letter, each with the file that was seen. */
export const enclosures = z
  .array(z.strictObject({ documentId: field.id, versionId: field.id }))
  .max(MOST_ENCLOSURES)
  .default([]);

/** How a letter went, as far as only people know: when, what shows it, and what came back. */
export const noteLetterInput = z.strictObject({
  id: field.id,
  version: field.version,
  sentOn: field.calendarDate,
  proof: field.optionalText(500),
  answeredOn: field.optionalDate,
  answer: field.optionalNotes,
});

/** A letter that was marked as sent by mistake. */
export const takeBackInput = z.strictObject({ id: field.id, version: field.version });

/** A letter that could not be mailed goes another way. */
export const sendByHandInput = z.strictObject({
  id: field.id,
  version: field.version,
  way: z.enum(letterWays).exclude(['mail']),
});

/** A mail of which nobody knows whether it arrived, once more. */
export const mailAgainInput = z.strictObject({ mailId: field.id });

/** A mail of which nobody knew whether it arrived did: when, and what shows it. */
export const mailArrivedInput = z.strictObject({
  mailId: field.id,
  arrivedOn: field.calendarDate,
  proof: field.optionalText(500),
});

/** A mail that the server took came back to the address it was sent from. */
export const mailReturnedInput = z.strictObject({ mailId: field.id });

/** That a mail arrived was noted by mistake. */
export const mailUncertainInput = z.strictObject({ mailId: field.id });

/** Whether the mail server of this installation takes a mail, and what it says. */
export const testMailInput = z.strictObject({ to: field.email });
