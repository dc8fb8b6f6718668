import type { NotificationKind } from '../config.ts';
import type { Work } from './mails.ts';
import type { UserRow } from './users.ts';

/**
 * Tells the owner by mail what was just changed, where config.toml wants it. A change of address is told
 * to the old one: `user` is the account as it was.
 */
export async function notifyOwner(
  { tx, afterCommit, request }: Work,
  user: UserRow,
  kind: NotificationKind,
  facts: Record<string, string> = {},
): Promise<void> {
  const { mailer, siteUrl } = request.server;
  if (!user.email || !mailer.notifies(kind)) return;
  const message = await mailer.writeNotification(tx, kind, user.email, {
    SiteURL: siteUrl,
    Email: user.email,
    Data: user.raw_user_meta_data,
    ...facts,
  });
  afterCommit(() => mailer.post(message));
}
