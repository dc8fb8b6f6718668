import { z } from 'zod';
import { languages, letterWays, reminderKinds, textKinds, writtenKinds } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { MOST_ENCLOSURES } from '../outbox/enclosure-rules';
import { enclosures } from '../outbox/schema';

/** So many failed attempts to send a letter are remembered. */
export const EARLIER_ATTEMPTS = 20;

/** A subject and a text with gaps, as they are stored: `template-rules.ts` says what they may hold. */
const templateText = {
  subject: field.name,
  body: field.lines(6_000).min(1),
};

/** An own text for a kind of letter, in one language. */
export const createTemplateInput = z.strictObject({
  id: field.id,
  kind: z.enum(writtenKinds),
  language: z.enum(languages),
  name: field.name,
  ...templateText,
});

export const updateTemplateInput = z.strictObject({
  id: field.id,
  version: field.version,
  name: field.name,
  ...templateText,
});

/** The own text of a tone of reminders in one language, made, changed or used again; `id` is of one that is made. */
export const setReminderTextInput = z.strictObject({
  id: field.id,
  kind: z.enum(reminderKinds),
  language: z.enum(languages),
  /** Of the text that was seen, also of one that did not hold; null where there was none. */
  version: field.version.nullable().default(null),
  ...templateText,
});

export const templateRowInput = z.strictObject({ id: field.id, version: field.version });
export const listTemplatesInput = z.strictObject({ archive: field.archiveFilter });

const choice = {
  /** Which payment is receipted; without one the latest. */
  paymentId: field.id.nullable().default(null),
  /** The first day of the month that is asked for; without one the next. */
  month: field.monthStart.nullable().default(null),
};

/** What fills the gaps of a letter about a lease today. */
export const lookAtLetterInput = z.strictObject({
  leaseId: field.id,
  kind: z.enum(writtenKinds),
  /** Of the letter; without one the tenants’, and where they have none that of whoever asks. */
  language: z.enum(languages).nullable().default(null),
  ownLanguage: z.enum(languages),
  /** A language to say the same in beside it; nothing where it is the letter's own. */
  besideIn: z.enum(languages).nullable().default(null),
  ...choice,
});

/** Sends a letter as it was shown; `id` is the letter’s, `seen` what the look answered of its values. */
export const sendWrittenInput = z.strictObject({
  id: field.id,
  /** Of attempts with other words that failed: of one of them only the answer may have been lost. */
  earlierIds: z.array(field.id).max(EARLIER_ATTEMPTS).default([]),
  leaseId: field.id,
  kind: z.enum(writtenKinds),
  language: z.enum(languages),
  way: z.enum(letterWays),
  /** The own text it was written from; null for ours. */
  templateId: field.id.nullable().default(null),
  seen: z.string().regex(/^[0-9a-f]{64}$/),
  /** The same in another language, beside the text that binds. */
  beside: z
    .strictObject({ language: z.enum(languages), ...templateText })
    .nullable()
    .default(null),
  /** Papers that come with it, each with the file that was seen. */
  enclosures,
  ...choice,
  ...templateText,
});

/** Papers that may come with a letter about a lease; of some that were chosen, those that still may. */
export const listEnclosableInput = z.strictObject({
  leaseId: field.id,
  search: field.search,
  only: z.array(field.id).max(MOST_ENCLOSURES).nullable().default(null),
});

/** What fills the gaps of a text where there is no lease to look at it with. */
export const sampleInput = z.strictObject({ kind: z.enum(textKinds), language: z.enum(languages) });
