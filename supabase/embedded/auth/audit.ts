import type { Queryable, Transaction } from '../database.ts';
import type { AuthRequest } from './context.ts';
import type { UserRow } from './users.ts';

const logTypes = {
  login: 'account',
  logout: 'account',
  user_signedup: 'team',
  user_repeated_signup: 'user',
  user_confirmation_requested: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_modified: 'user',
  user_updated_password: 'user',
  token_refreshed: 'token',
  token_revoked: 'token',
  user_invited: 'team',
  user_deleted: 'team',
  identity_linked: 'user',
  identity_unlinked: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
} as const;

/** Who did it: a user, or an operator with the secret key. */
type Actor = Pick<UserRow, 'id' | 'email' | 'phone' | 'is_sso_user'>;

export const operator: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'service_role',
  phone: null,
  is_sso_user: false,
};

export async function recordAudit(
  tx: Transaction,
  request: AuthRequest,
  user: Actor,
  action: keyof typeof logTypes,
  traits?: Record<string, string | null>,
): Promise<void> {
  const payload = {
    action,
    actor_id: user.id,
    actor_username: user.email || user.phone || '',
    actor_via_sso: user.is_sso_user,
    log_type: logTypes[action],
    ...(traits ? { traits } : {}),
  };
  await tx`insert into auth.audit_log_entries ${tx({
    payload: tx.json(payload),
    ip_address: request.client.address,
  })}`;
}

/** An account that ends: the log goes on saying what was done, and no longer whose address it was or from where. */
export async function forgetInAudit(tx: Transaction, userId: string): Promise<void> {
  await tx`update auth.audit_log_entries set
      ip_address = case when payload ->> 'actor_id' = ${userId} then '' else ip_address end,
      payload = (case when payload ->> 'actor_id' = ${userId}
        then payload::jsonb || '{"actor_username": ""}' else payload::jsonb end
        #- '{traits,user_email}' #- '{traits,user_phone}')::json
    where ${userId} in (payload ->> 'actor_id', payload #>> '{traits,user_id}')`;
}

/** The same of sign-ups nobody has proven, which end after a day: the address may be a stranger's. */
export async function forgetUnproven(q: Queryable): Promise<void> {
  await q`update auth.audit_log_entries set ip_address = '',
      payload = (payload::jsonb || '{"actor_username": ""}')::json
    where created_at between now() - interval '8 days' and now() - interval '1 day'
      and payload ->> 'actor_username' <> '' and payload ->> 'actor_id' <> ${operator.id}
      and not exists (select 1 from auth.users u where u.id::text = payload ->> 'actor_id')`;
}
