import { z } from 'zod';
import { defaultLanguage, languages } from '@/lib/languages';

/** The contact form; `website` is not for people: whoever fills it in is a program. */
export const contactForm = z.object({
  language: z.enum(languages).catch(defaultLanguage),
  name: z.string().trim().min(1, 'required').max(200, 'too_long'),
  email: z.string().trim().min(1, 'required').max(320, 'too_long').pipe(z.email('email')),
  message: z.string().trim().min(1, 'required').max(5_000, 'too_long'),
  website: z.string().optional(),
});
export type ContactMessage = Omit<z.output<typeof contactForm>, 'website'>;
