import 'server-only';
import { z } from 'zod';
import { env } from '@/lib/server/env';

/** What the project lets people sign in with. */
export type SignInWays = {
  email: boolean;
  phone: boolean;
  /** New accounts may be made. */
  signUp: boolean;
  /** Names of the providers that are switched on, such as `google`. */
  providers: string[];
};

const settingsSchema = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
});

/** Who cannot be asked is taken for what every project begins as. */
const usual: SignInWays = { email: true, phone: false, signUp: true, providers: [] };
const notProviders = new Set(['email', 'phone', 'anonymous_users', 'saml', 'web3_ethereum', 'web3_solana']);

const keptMs = 60_000;
const patienceMs = 2_000;
let known: { ways: SignInWays; until: number } | undefined;

async function ask(): Promise<SignInWays> {
  const response = await fetch(`${env().supabaseUrl}/auth/v1/settings`, {
    headers: { apikey: env().supabasePublishableKey },
    signal: AbortSignal.timeout(patienceMs),
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(`The auth server answers ${response.status}.`);
  const { external, disable_signup } = settingsSchema.parse(await response.json());
  return {
    email: external.email ?? false,
    phone: external.phone ?? false,
    signUp: !disable_signup,
    providers: Object.keys(external).filter((name) => external[name] && !notProviders.has(name)),
  };
}

/** The ways in that the auth server's settings switch on; asked once a minute. */
export async function getSignInWays(): Promise<SignInWays> {
  if (known && known.until > performance.now()) return known.ways;
  try {
    known = { ways: await ask(), until: performance.now() + keptMs };
  } catch {
    known = { ways: known?.ways ?? usual, until: performance.now() + patienceMs };
  }
  return known.ways;
}
