import { z } from 'zod';
import type { Explained } from '../domain/trace.ts';
import type { Language } from '../domain/vocabulary.ts';
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
