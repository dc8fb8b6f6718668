import { env } from '@/lib/server/env';
import { readKeySet } from '@/lib/server/start-guard';

/** Whether tokens can be verified. A project on the legacy shared secret publishes no key at all. */
export async function checkAuthKeys(): Promise<'ok' | 'no_usable_key' | 'unreachable'> {
  const state = await readKeySet(env().supabaseUrl);
  return state === 'ok' || state === 'unreachable' ? state : 'no_usable_key';
}
