import { z } from 'zod';
import { chargeKinds } from '../domain/account-kinds.ts';
import type { Explained } from '../domain/trace.ts';
import { depositMovementKinds, type Language, rentReasons } from '../domain/vocabulary.ts';
import { readGiven } from './given.ts';

/** A rule by its name: the shape of its input, an example, and the function that gives result and trace. */
export type RegisteredRule = {
  input: z.ZodType;
  /** A valid input that shows the shape. */
  example: unknown;
  /** Numbers in quotation marks are read as this language writes them. */
  explain: (input: unknown, language?: Language) => Explained<unknown>;
};

export function rule<S extends z.ZodType>(
  input: S,
  example: z.input<S>,
  explain: (input: z.output<S>) => Explained<unknown>,
): RegisteredRule {
  return { input, example, explain: (raw, language) => explain(input.parse(readGiven(raw, language))) };
}

export const day = z.iso.date();
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
export const cents = z.int();
export const positive = z.int().min(0);

/** For `.refine(...)`: the last day, or month, is none before the first; null is an open end. */
export const inOrder = <First extends string, Last extends string>(
  first: First,
  last: Last,
): [
  (input: Record<First, string> & Record<Last, string | null>) => boolean,
  { error: string; path: string[] },
] => [
  (input) => {
    const end: string | null = input[last];
    return end === null || input[first] <= end;
  },
  { error: 'the end lies before the start', path: [last] },
];

export const period = z.strictObject({ from: day, to: day }).refine(...inOrder('from', 'to'));

/** Days of a use that may go on. */
export const openRange = z
  .strictObject({ from: day, to: day.nullable().default(null) })
  .refine(...inOrder('from', 'to'));

/** A quantity with at most three decimals: a reading, kWh, litres, kilograms. */
export const measured = z
  .number()
  .min(0)
  .max(1e12)
  .refine((value) => Math.abs(value * 1_000 - Math.round(value * 1_000)) < 1e-6 * Math.max(1, value), {
    error: 'at most three decimals',
  });

export const openItem = z.strictObject({
  chargeId: z.string(),
  dueOn: day,
  openCents: cents,
  periodFrom: day.optional().describe('Of two due on one day the earlier month comes first.'),
  kind: z
    .enum(chargeKinds)
    .default('rent')
    .describe('Rents and balances brought forward, whose arrears may end the tenancy, come before the rest.'),
  advanceCents: positive.default(0).describe('What of it is an advance on operating or heating costs.'),
  of: z
    .string()
    .optional()
    .describe('The charge that a fee or interest arose from: settled before it, costs first (§ 367 BGB).'),
});

/** Net rents as they were agreed, each from a day on. */
export const netRents = z
  .array(
    z.strictObject({ validFrom: day, netCents: positive, reason: z.enum(rentReasons).default('agreed') }),
  )
  .min(1);

export const depositMovement = z.strictObject({
  kind: z.enum(depositMovementKinds),
  bookedOn: day,
  amountCents: cents.describe('What is taken back has the negative amount.'),
  heldUntil: day.nullable().default(null),
});
