import { z } from 'zod';
import { languages } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { defaultLanguage } from '@/lib/languages';
import { readRecoveryCode } from '../account/recovery-code-rules';

/** How many days a room is open unless somebody says otherwise, and at most. */
export const usualDays = 30;
export const mostDays = 180;

/** The rooms of a period, whichever version of its statement they show. */
export const listRoomsInput = z
  .strictObject({ propertyId: field.id, from: field.calendarDate, to: field.calendarDate })
  .refine(...field.forwards);

/** What can be shown of what a statement told a lease, and to whom. */
export const choicesInput = z.strictObject({ statementLeaseId: field.id });

const papers = z
  .array(
    z.strictObject({
      billId: field.id,
      documentId: field.id,
      /** What is shown in its place; without one it is shown itself. */
      shownDocumentId: field.id.nullable().default(null),
    }),
  )
  .max(1_000)
  .refine((some) => new Set(some.map((one) => `${one.billId} ${one.documentId}`)).size === some.length, {
    error: 'invalid',
  });

/**
 * `id` is the room’s, so that asking twice opens one; the mail goes to this tenant’s own address and nowhere else, in their
 * language, or, where none is known, in the sender’s.
 */
export const openRoomInput = z.strictObject({
  id: field.id,
  statementLeaseId: field.id,
  tenantId: field.id,
  days: z.int().min(1).max(mostDays).default(usualDays),
  language: z.enum(languages),
  papers,
});

/** Another choice of receipts, or another number of days from today. */
export const updateRoomInput = z.strictObject({
  id: field.id,
  version: field.version,
  days: z.int().min(1).max(mostDays),
  papers,
});

export const roomInput = z.strictObject({ id: field.id, version: field.version });
export const roomLogInput = z.strictObject({ id: field.id });

/** Which room a tenant is at who has nothing but its link. */
export const askForm = z.object({ room: z.string().catch('') });

/** What a tenant types there: small or large, with spaces, dashes or neither. What can be no code is not tried as one. */
export const codeForm = askForm.extend({
  language: z.enum(languages).catch(defaultLanguage),
  code: z
    .string()
    .trim()
    .min(1, { error: 'required' })
    .refine((typed) => typed === '' || readRecoveryCode(typed) !== null, { error: 'mailed_code' }),
});
