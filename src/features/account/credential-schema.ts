import { z } from 'zod';
import * as field from '@/lib/field';
import { defaultLanguage, languages } from '@/lib/languages';
import { type Identifier, readIdentifier, readPhone } from './identifier-rules';

/** What the account's forms send, as plain form posts; codes as everywhere. */

const language = z.enum(languages).catch(defaultLanguage);
/** bcrypt reads 72 bytes; the auth server refuses more. */
const password = z.string().min(1, { error: 'required' }).max(72);
export const code = z
  .string()
  .transform((text) => text.replaceAll(/\D/g, ''))
  .pipe(z.string().regex(/^\d{6,10}$/, { error: 'code' }));
const next = z.string().max(2000).catch('');

const identifier = z.string().transform((text, context): Identifier => {
  const read = readIdentifier(text);
  if (typeof read !== 'string') return read;
  context.issues.push({ code: 'custom', message: read, input: text });
  return z.NEVER;
});

export const phone = z.string().transform((text, context): string => {
  const read = readPhone(text);
  if (read !== null) return read;
  const message = text.trim() === '' ? 'required' : 'phone_international';
  context.issues.push({ code: 'custom', message, input: text });
  return z.NEVER;
});

export const signInForm = z.object({ identifier, password, next, language });
export const sendCodeForm = z.object({ identifier, next, language });
export const verifyCodeForm = z.object({
  identifier,
  code,
  purpose: z.enum(['sign_in', 'recovery']).catch('sign_in'),
  /** Asked for after a sign-up: see `takePossession`. */
  password: password.optional(),
  next,
  language,
});
export const registerForm = z.object({ displayName: field.name, identifier, password, next, language });
export const resendForm = z.object({ identifier, next, language });
export const forgotForm = z.object({ email: field.email, language });
export const resetForm = z.object({ password, next, language });
export const providerForm = z.object({ provider: z.string().regex(/^[a-z0-9_]{1,40}$/), next, language });

export const linkTypes = ['signup', 'magiclink', 'recovery', 'invite', 'email_change', 'email'] as const;
export type LinkType = (typeof linkTypes)[number];
export const confirmForm = z
  .object({
    tokenHash: z.string().min(1).max(200),
    type: z.enum(linkTypes),
    password: password.optional(),
    next,
    language,
  })
  .refine(({ type, password: typed }) => type !== 'signup' || typed !== undefined, {
    error: 'required',
    path: ['password'],
  });

/** Two accounts met in one browser. */
export const switchForm = z.object({ choice: z.enum(['stay', 'switch']), language });

/** The second factor at sign-in; the challenge is there for factors whose code is sent. */
export const challengeForm = z.object({ factorId: z.guid(), next, language });
export const answerForm = z.object({
  factorId: z.guid(),
  challengeId: z.guid().optional(),
  code,
  next,
  language,
});
export const recoveryForm = z.object({
  recoveryCode: z.string().trim().min(1, { error: 'required' }).max(60),
  next,
  language,
});

/** Changes of the account in the settings. */
export const emailForm = z.object({ email: field.email, language });
/** Codes of the two mails about one change; either may come first. */
export const emailCodesForm = z
  .object({
    current: field.email.or(z.literal('')),
    changed: field.email,
    currentCode: z.string().max(20).default(''),
    changedCode: z.string().max(20).default(''),
  })
  .refine((codes) => codes.currentCode.trim() !== '' || codes.changedCode.trim() !== '', {
    error: 'required',
    path: ['changedCode'],
  });
export const phoneForm = z.object({ phone });
export const phoneCodeForm = z.object({ phone, code });
export const passwordForm = z.object({ password, nonce: code.optional() });
export const factorForm = z.object({ name: field.name, language });
export const phoneFactorForm = z.object({ name: field.name, phone, language });
export const factorCodeForm = z.object({ factorId: z.guid(), challengeId: z.guid().optional(), code });
export const rowForm = z.object({ id: z.guid() });

/** What the auth server's mails know of a person. */
export const mailProfile = z.object({ displayName: z.string().max(200), language: z.enum(languages) });
