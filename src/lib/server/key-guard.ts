import { z } from 'zod';

/** What every local Supabase comes with, and so everybody knows (`supabase start`, and its issuer of old). */
const knownKeys = new Set([
  'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
]);
const demoIssuer = 'supabase-demo';

const legacyClaims = z.object({ iss: z.string().optional(), role: z.string().optional() });

/** What a legacy key says of itself; null for the opaque ones. Nothing here is verified. */
function claimsOf(key: string): z.infer<typeof legacyClaims> | null {
  const payload = /^eyJ[\w-]*\.([\w-]+)\.[\w-]*$/.exec(key)?.[1];
  if (payload === undefined) return null;
  try {
    const parsed = legacyClaims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const isWellKnown = (key: string) => knownKeys.has(key) || claimsOf(key)?.iss === demoIssuer;
/** Whether this is a key for servers only. */
export const isSecretKey = (key: string) =>
  key.startsWith('sb_secret_') || claimsOf(key)?.role === 'service_role';
const isPublishable = (key: string) => key.startsWith('sb_publishable_') || claimsOf(key)?.role === 'anon';

type GivenKeys = { publishableKey: string; secretKey: string; isProduction: boolean };

/** Why a server must not run with these keys, as `<setting> <what is wrong>`; never the key itself. */
export function keyProblems(
  { publishableKey, secretKey, isProduction }: GivenKeys,
  source: Record<string, string | undefined> = {},
): string[] {
  const problems: string[] = [];
  if (isSecretKey(publishableKey) || publishableKey === secretKey) {
    problems.push('SUPABASE_PUBLISHABLE_KEY is a secret key, and would be sent to every browser');
  }
  if (isPublishable(secretKey))
    problems.push('SUPABASE_SECRET_KEY is a publishable key, which may do too little');
  if (isProduction) {
    for (const [name, key] of [
      ['SUPABASE_PUBLISHABLE_KEY', publishableKey],
      ['SUPABASE_SECRET_KEY', secretKey],
    ] as const) {
      if (isWellKnown(key)) {
        problems.push(
          `${name} is the one every local Supabase comes with; a site in production needs its own`,
        );
      }
    }
  }
  for (const [name, value] of Object.entries(source)) {
    if (name.startsWith('NEXT_PUBLIC_') && value?.includes(secretKey)) {
      problems.push(`${name} holds the secret key; settings of that name are built into what browsers load`);
    }
  }
  return problems;
}
