import { z } from 'zod';
import * as field from '@/lib/field';
import { defaultLanguage, languages } from '@/lib/languages';

/** The contact form; `website` is not for people: whoever fills it in is a program. */
export const contactForm = z.object({
  language: z.enum(languages).catch(defaultLanguage),
  name: field.name,
  email: z.string().trim().min(1, 'required').max(320, 'too_long').pipe(z.email('email')),
  message: field.lines(5_000).min(1),
  website: z.string().optional(),
});
export type ContactMessage = Omit<z.output<typeof contactForm>, 'website'>;
