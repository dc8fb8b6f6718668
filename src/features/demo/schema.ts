import { z } from 'zod';
import { currencies, jurisdictions, languages } from '@/domain/vocabulary';
import { isTimeZone } from '@/lib/calendar';
import * as field from '@/lib/field';

/** The demo lies in the given country and counts in its money; its names and notes are in the given language. */
export const createDemoInput = z.strictObject({
  id: field.id,
  jurisdiction: z.enum(jurisdictions),
  currency: z.enum(currencies),
  timeZone: z.string().max(64).refine(isTimeZone, { error: 'time_zone' }),
  language: z.enum(languages),
});

/** The papers of the demo portfolio that is open, in the language it was made in. */
export const addDocumentsInput = z.strictObject({ id: field.id, language: z.enum(languages) });

/** Named, so that a page left open never removes another portfolio than the one it shows. */
export const removeDemoInput = z.strictObject({ id: field.id });
