import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NotificationKind } from '../config.ts';
import type { AuthRequest } from './context.ts';
import type { Work } from './mails.ts';
import type { UserRow } from './users.ts';

/** Whether an application says, with a proof only a holder of the secret key can make, that it tells the owner itself. */
function isToldElsewhere({ c, server }: AuthRequest): boolean {
  const given = Buffer.from(c.req.header('x-owner-told') ?? '', 'base64url');
  const proof = createHmac('sha256', server.keys.secretKey).update('x-owner-told').digest();
  return given.length === proof.length && timingSafeEqual(given, proof);
}

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
  if (!user.email || !mailer.notifies(kind) || isToldElsewhere(request)) return;
  const message = await mailer.writeNotification(tx, kind, user.email, {
    SiteURL: siteUrl,
    Email: user.email,
    Data: user.raw_user_meta_data,
    ...facts,
  });
  afterCommit(() => mailer.post(message));
}
