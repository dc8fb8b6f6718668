import { z } from 'zod';
import { languages } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { dateFormats, numberFormats } from '@/lib/format-names';

/** Null means: as the language has it. */
export const updateProfileInput = z.strictObject({
  displayName: field.optionalText().transform((value) => value ?? ''),
  language: z.enum(languages).nullable(),
  dateFormat: z.enum(dateFormats).nullable(),
  numberFormat: z.enum(numberFormats).nullable(),
});

export const endSessionInput = z.strictObject({ id: field.id });
