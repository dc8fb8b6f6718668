import { z } from 'zod';
import { languages } from '@/domain/vocabulary';
import * as field from '@/lib/field';

/** The demo lies in Germany; its names and notes are in the given language. */
export const createDemoInput = z.strictObject({
  id: field.id,
  jurisdiction: z.literal('DE'),
  currency: z.literal('EUR'),
  timeZone: z.literal('Europe/Berlin'),
  language: z.enum(languages),
});

/** The papers of the demo portfolio that is open, in the language it was made in. */
export const addDocumentsInput = z.strictObject({ id: field.id, language: z.enum(languages) });

/** Named, so that a page left open never removes another portfolio than the one it shows. */
export const removeDemoInput = z.strictObject({ id: field.id });
