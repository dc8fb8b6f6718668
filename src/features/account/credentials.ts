import { z } from 'zod';
import * as field from '@/lib/field';
import { languages } from '@/lib/vocabulary';

/** What the sign-in pages send, as plain form posts; codes as everywhere. */

const language = z.enum(languages).catch('en');
/** bcrypt reads 72 bytes; the auth server refuses more. */
const password = z.string().min(1, { error: 'required' }).max(72);
const code = z
  .string()
  .transform((text) => text.replaceAll(/\D/g, ''))
  .pipe(z.string().regex(/^\d{6,10}$/, { error: 'code' }));
const next = z.string().max(2000).catch('');

export const signInForm = z.object({ email: field.email, password, next, language });
export const sendLinkForm = z.object({ email: field.email, next, language });
export const verifyCodeForm = z.object({
  email: field.email,
  code,
  purpose: z.enum(['email', 'recovery']).catch('email'),
  next,
  language,
});
export const registerForm = z.object({
  displayName: field.name,
  email: field.email,
  password,
  next,
  language,
});
export const resendForm = z.object({ email: field.email, next, language });
export const forgotForm = z.object({ email: field.email, language });
export const resetForm = z.object({ password, language });

export const linkTypes = ['signup', 'magiclink', 'recovery', 'invite', 'email_change', 'email'] as const;
export type LinkType = (typeof linkTypes)[number];
export const confirmForm = z.object({
  tokenHash: z.string().min(1).max(200),
  type: z.enum(linkTypes),
  next,
  language,
});
