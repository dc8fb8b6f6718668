import 'server-only';
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
};

const patienceMs = 10_000;

export function accountAdmin(): AccountAdmin {
  const { supabaseUrl, supabaseSecretKey } = env();
  return {
    async deleteUser(userId) {
      try {
        const response = await fetch(`${supabaseUrl}/auth/v1/admin/users/${encodeURIComponent(userId)}`, {
          method: 'DELETE',
          headers: {
            apikey: supabaseSecretKey,
            authorization: `Bearer ${supabaseSecretKey}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ should_soft_delete: false }),
          signal: AbortSignal.timeout(patienceMs),
          cache: 'no-store',
        });
        if (!response.ok && response.status !== 404) {
          throw new Error(`The sign-in server answered ${response.status}.`);
        }
      } catch (cause) {
        log().error({ event: 'delete_user_failed', error: describeError(cause) });
        throw new DomainError('auth.unavailable', { cause });
      }
    },
  };
}
