import 'server-only';
import { z } from 'zod';
import { DomainError } from '@/lib/errors';
import { env } from '@/lib/server/env';
import { describeError, log } from '@/lib/server/log';

/** What the application asks the sign-in server as its operator. */
export type AccountAdmin = {
  /**
   * Ends an account with its sessions, factors and identities; one that is gone already is fine.
   * @throws DomainError `auth.unavailable`, after which asking again is safe
   */
  deleteUser(userId: string): Promise<void>;
  /**
   * Removes every second factor of an account; none is fine.
   * @throws DomainError `auth.unavailable`, after which asking again is safe
   */
  removeFactors(userId: string): Promise<void>;
};

const patienceMs = 10_000;

const factorList = z.array(z.object({ id: z.guid() }));

/** Asks as the operator; what is gone already is null. */
async function ask(event: string, method: 'GET' | 'DELETE', path: string, body?: object): Promise<unknown> {
  const { supabaseUrl, supabaseSecretKey } = env();
  try {
    const response = await fetch(`${supabaseUrl}/auth/v1/admin/users/${path}`, {
      method,
      headers: {
        apikey: supabaseSecretKey,
        authorization: `Bearer ${supabaseSecretKey}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(patienceMs),
      cache: 'no-store',
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`The sign-in server answered ${response.status}.`);
    return method === 'GET' ? await response.json() : null;
  } catch (cause) {
    log().error({ event, error: describeError(cause) });
    throw new DomainError('auth.unavailable', { cause });
  }
}

export function accountAdmin(): AccountAdmin {
  return {
    async deleteUser(userId) {
      await ask('delete_user_failed', 'DELETE', encodeURIComponent(userId), { should_soft_delete: false });
    },
    async removeFactors(userId) {
      const event = 'remove_factors_failed';
      const factors = `${encodeURIComponent(userId)}/factors`;
      const found = factorList.safeParse((await ask(event, 'GET', factors)) ?? []);
      if (!found.success) throw new DomainError('auth.unavailable', { cause: found.error });
      for (const { id } of found.data) await ask(event, 'DELETE', `${factors}/${id}`);
    },
  };
}
