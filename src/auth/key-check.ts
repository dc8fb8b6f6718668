import { z } from 'zod';
import { env } from '@/lib/env';

const keySet = z.object({ keys: z.array(z.object({ alg: z.string().optional(), kty: z.string() })) });

/** Whether tokens can be verified. A project on the legacy shared secret publishes no key at all. */
export async function checkAuthKeys(): Promise<'ok' | 'no_usable_key' | 'unreachable'> {
  try {
    const response = await fetch(`${env().supabaseUrl}/auth/v1/.well-known/jwks.json`, {
      signal: AbortSignal.timeout(3_000),
      cache: 'no-store',
    });
    if (!response.ok) return 'unreachable';
    const { keys } = keySet.parse(await response.json());
    return keys.some(({ kty }) => kty === 'EC' || kty === 'RSA') ? 'ok' : 'no_usable_key';
  } catch {
    return 'unreachable';
  }
}
