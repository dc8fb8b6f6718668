import { z } from 'zod';
import { FIRST_DAY, isCalendarDate, LAST_DAY } from './calendar.ts';
import { isIban } from './iban.ts';
import { bareEmail, bareIban, barePhone } from './pasted.ts';
import { MOST_ROWS_AT_ONCE } from './selection.ts';

/**
 * The building blocks of every zod input. Failures are codes (`required`, `too_long` …), never prose;
 * the words are `Errors.field.<code>` in messages/.
 */

/**
 * Also the idempotency key of writes that move money: the client makes it. In small letters, as the database answers it:
 * what is compared here and what is compared there is the same id.
 */
export const id = z.uuid().toLowerCase();

/** The version the editor has seen; another one in the database means somebody else was quicker. */
export const version = z.int().positive();

/**
 * For `.check(...)`: what fails it is no value that a rule could compute with, so rules that read it are not asked; others are,
 * which `abort` would end, too.
 */
export const demand =
  <T>(isRight: (value: T) => boolean, error: string): z.core.CheckFn<T> =>
  ({ value, issues }) => {
    if (!isRight(value)) issues.push({ code: 'custom', message: error, input: value });
  };

/** A day that people enter. */
export const calendarDate = z
  .string()
  .check(demand(isCalendarDate, 'date'))
  .check(demand((day) => day >= FIRST_DAY && day <= LAST_DAY, 'date_range'));

/** For `.refine(...)` of a period from–to, both days counted: it ends no earlier than it starts. */
export const forwards: [
  (period: { from: string; to: string }) => boolean,
  { error: string; path: string[] },
] = [({ from, to }) => from <= to, { error: 'end_before_start', path: ['to'] }];

/** First day of a month. */
export const monthStart = calendarDate.check(demand((day) => day.endsWith('-01'), 'month_start'));

/**
 * Rules over several fields of an object. Each is asked by itself, as soon as what it reads is valid; give one for each
 * thing that it may say.
 */
export const withRules = <S extends z.ZodType>(
  schema: S,
  ...rules: ((value: z.output<S>, refuse: (code: string, ...path: PropertyKey[]) => void) => void)[]
): S => {
  let checked = schema;
  for (const rule of rules) {
    checked = checked.superRefine((value, context) =>
      rule(value, (message, ...path) => context.addIssue({ code: 'custom', message, path })),
    );
  }
  return checked;
};

const MAX_AMOUNT = 100_000_000_000;

/** Cents, zero allowed. */
export const amountCents = z.int().min(0, { error: 'negative' }).max(MAX_AMOUNT);
export const positiveCents = z.int().min(1, { error: 'not_positive' }).max(MAX_AMOUNT);
/** Cents with a sign: a balance. */
export const balanceCents = z.int().min(-MAX_AMOUNT).max(MAX_AMOUNT);

/** Hundredths of a square metre, up to 1,000 km². */
export const areaSqm100 = z.int().min(0, { error: 'negative' }).max(2_000_000_000);

// Control characters never belong into a name, line breaks only into notes; half a character is none.
const withoutControls = /^[^\p{Cc}\p{Cs}]*$/u;
const withoutControlsButLines = /^[^\p{Cc}\p{Cs}]*(?:[\n\r\t][^\p{Cc}\p{Cs}]*)*$/u;

/** One line, blanks around it taken off; may be empty. */
export const text = (max: number) =>
  z.string().trim().max(max).regex(withoutControls, { error: 'characters' });

/** A name that must be given. */
export const name = text(200).min(1);

/** The same with words of its own where it is missing. */
export const nameOr = (code: string) => text(200).min(1, { error: code });

/** Optional one-line text; blank becomes null. */
export const optionalText = (max = 200) =>
  text(max)
    .transform((value) => (value === '' ? null : value))
    .nullable()
    .default(null);

/** The same of several lines. */
export const lines = (max: number) =>
  z.string().trim().max(max).regex(withoutControlsButLines, { error: 'characters' });

/** Optional text of several lines; blank becomes null. */
export const optionalNotes = lines(10_000)
  .transform((value) => (value === '' ? null : value))
  .nullable()
  .default(null);

/** What somebody looks for: never an error while it is typed, so what cannot be stored is looked for as a blank. */
export const search = z
  .string()
  .max(200)
  .transform((text) => text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim());

export const optionalDate = calendarDate.nullable().default(null);

/** ISO 3166-1 alpha-2. */
export const country = z.string().regex(/^[A-Z]{2}$/, { error: 'country' });

/** An IBAN without spaces, in capitals, with a right checksum. */
export const iban = z.string().transform(bareIban).refine(isIban, { error: 'iban' });

export const email = z
  .string()
  .trim()
  .overwrite(bareEmail)
  .toLowerCase()
  .pipe(z.email({ error: 'email' }).max(254));

/** A phone number as people write it: digits with what is usual between them, the area code in brackets, an extension behind. */
export const phone = z
  .string()
  .trim()
  .overwrite(barePhone)
  .min(3)
  .max(40)
  .regex(/^\(?\s*(?:\+\s*)?\(?\s*\d[\d\s()/.\-‐‑–]*(?:(?:x|ext\.?)\s*\d{1,8})?$/i, { error: 'phone' });

/** Several rows as their editor saw them, each once. */
export const seenRows = z
  .array(z.strictObject({ id, version }))
  .min(1)
  .max(MOST_ROWS_AT_ONCE)
  .refine((rows) => new Set(rows.map((row) => row.id)).size === rows.length, { error: 'invalid' });

/** Page size of keyset lists. */
const limit = z.int().min(1).max(200).default(50);
/** What a list answered as `nextCursor`; opaque. */
const cursor = z.string().max(4_000).nullish();

/** Keyset paging; `direction` is what the client's infinite queries send beside it, and always forward. */
export const paging = { cursor, limit, direction: z.literal('forward').optional() };

/** Whether a list shows what is in use or what was archived. */
export const archiveFilter = z.enum(['active', 'archived', 'all']).default('active');

/** ISO 3166-2, e.g. `DE-BE`; null where nobody has said. */
export const state = z
  .string()
  .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, { error: 'state' })
  .nullable()
  .default(null);

/** An address whose parts may all be missing. */
export const addressFields = {
  street: optionalText(),
  houseNumber: optionalText(20),
  postalCode: optionalText(20),
  city: optionalText(),
};

/** A German postal code has five digits; other countries write theirs as they like, and so does nobody's country. */
export const withPostalCode = <S extends z.ZodType<{ postalCode: string | null; country: string | null }>>(
  address: S,
): S =>
  address.superRefine(({ postalCode, country: of }, context) => {
    if (of !== 'DE' || postalCode === null || /^\d{5}$/.test(postalCode)) return;
    context.addIssue({ code: 'custom', message: 'postal_code', path: ['postalCode'] });
  });
