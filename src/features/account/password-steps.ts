import 'server-only';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cache } from 'react';
import { parse } from 'smol-toml';
import { z } from 'zod';
import type { PasswordPolicy } from './password-rules';

const configured = z.object({
  auth: z.object({
    minimum_password_length: z.int().default(6),
    password_requirements: z
      .enum(['', 'letters_digits', 'lower_upper_letters_digits', 'lower_upper_letters_digits_symbols'])
      .default(''),
  }),
});

/** The rules of supabase/config.toml, to show while typing; the auth server has the last word. */
export const getPasswordPolicy = cache(async (): Promise<PasswordPolicy> => {
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), 'supabase', 'config.toml');
  try {
    const { auth } = configured.parse(parse(await readFile(file, 'utf8')));
    return { minLength: auth.minimum_password_length, requirements: auth.password_requirements };
  } catch {
    // Deployed without the file: the project's own rules then show as the server's answer.
    return { minLength: 10, requirements: 'lower_upper_letters_digits' };
  }
});
