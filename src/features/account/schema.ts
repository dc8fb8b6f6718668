import { z } from 'zod';
import * as field from '@/lib/field';
import { dateFormats, languages, numberFormats } from '@/lib/vocabulary';

/** Null means: as the language has it. */
export const updateProfileInput = z.strictObject({
  displayName: field.optionalText().transform((value) => value ?? ''),
  language: z.enum(languages).nullable(),
  dateFormat: z.enum(dateFormats).nullable(),
  numberFormat: z.enum(numberFormats).nullable(),
});

export const endSessionInput = z.strictObject({ id: field.id });
