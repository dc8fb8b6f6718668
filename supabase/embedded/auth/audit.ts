import type { Transaction } from '../database.ts';
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
} as const;

export async function recordAudit(
  tx: Transaction,
  request: AuthRequest,
  user: UserRow,
  action: keyof typeof logTypes,
): Promise<void> {
  const payload = {
    action,
    actor_id: user.id,
    actor_username: user.email ?? user.phone ?? '',
    actor_via_sso: user.is_sso_user,
    log_type: logTypes[action],
  };
  await tx`insert into auth.audit_log_entries ${tx({
    payload: tx.json(payload),
    ip_address: request.client.address,
  })}`;
}
