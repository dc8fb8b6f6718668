import { z } from 'zod';
import type { Transaction } from '../../database.ts';
import { ApiError, validationFailed } from '../../errors.ts';
import { operator, recordAudit } from '../audit.ts';
import { type AuthRequest, optionalData, optionalText, readBody, transact } from '../context.ts';
import { addIdentity } from '../identities.ts';
import { actionLink, sendLetter } from '../mails.ts';
import { issueOneTimeToken, type OneTimeTokenType } from '../one-time-tokens.ts';
import { checkPassword, hashPassword, randomPassword } from '../passwords.ts';
import { isAllowedRedirect } from '../redirect.ts';
import {
  addUser,
  emailExists,
  findUserByEmail,
  getUserById,
  lockUser,
  mergeUserMetadata,
  parseEmail,
  toUser,
  type UserRow,
} from '../users.ts';
import { claimAddress, endWaiting } from '../waiting.ts';

/** Invitations, and links an operator hands over some other way than by mail. */

interface Newcomer {
  email: string;
  passwordHash: string | null;
  data: Record<string, unknown>;
}

/** An account that waits for its owner; null when the address has just been taken. */
async function addWaiting(tx: Transaction, { email, passwordHash, data }: Newcomer): Promise<UserRow> {
  const id = crypto.randomUUID();
  const isNew = await addUser(tx, {
    id,
    email,
    phone: null,
    passwordHash,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: data,
  });
  if (!isNew) throw emailExists();
  const identity = { sub: id, email, email_verified: false, phone_verified: false };
  await addIdentity(tx, { userId: id, provider: 'email', providerId: id, data: identity });
  return getUserById(tx, id);
}

const inviteBody = z.object({ email: optionalText, data: optionalData });

export async function invite(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const input = await readBody(c, inviteBody);
  const email = parseEmail(input.email);
  const invited = await transact(server, async (tx, afterCommit) => {
    // What a stranger's sign-up left at the address does not come with the invitation.
    const known = await claimAddress(tx, { email });
    if (known?.email_confirmed_at) throw emailExists();
    const user = known ?? (await addWaiting(tx, { email, passwordHash: null, data: input.data }));
    await recordAudit(tx, request, operator, 'user_invited', { user_id: user.id, user_email: email });
    await tx`update auth.users set invited_at = now() where id = ${user.id}`;
    await sendLetter({ tx, afterCommit, request }, user, 'invite', { to: email });
    return getUserById(tx, user.id);
  });
  return c.json(toUser(invited));
}

const linkTypes = {
  signup: { tokenType: 'confirmation_token', sentAt: ['confirmation_sent_at'] },
  invite: { tokenType: 'confirmation_token', sentAt: ['confirmation_sent_at', 'invited_at'] },
  magiclink: { tokenType: 'recovery_token', sentAt: ['recovery_sent_at'] },
  recovery: { tokenType: 'recovery_token', sentAt: ['recovery_sent_at'] },
  email_change_current: { tokenType: 'email_change_token_current', sentAt: ['email_change_sent_at'] },
  email_change_new: { tokenType: 'email_change_token_new', sentAt: ['email_change_sent_at'] },
} as const satisfies Record<string, { tokenType: OneTimeTokenType; sentAt: string[] }>;

const linkType = z.enum([
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
]);

const linkBody = z.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalData,
  redirect_to: optionalText,
});

export async function generateLink(request: AuthRequest): Promise<Response> {
  const { server, c } = request;
  const input = await readBody(c, linkBody);
  const email = parseEmail(input.email);
  const parsedType = linkType.safeParse(input.type);
  if (!parsedType.success) {
    throw validationFailed(`Invalid email action link type requested: ${input.type}`);
  }
  await endWaiting(server.sql);
  const found = await findUserByEmail(server.sql, email);
  // What a stranger's sign-up left at the address does not come with the link.
  const isNew = parsedType.data === 'signup' || parsedType.data === 'invite';
  const known = isNew && found?.self_made ? null : found;
  let type = parsedType.data;
  let password = input.password;
  if (!known && type === 'magiclink') {
    type = 'signup';
    password = randomPassword();
  } else if (!known && type !== 'signup' && type !== 'invite') {
    throw new ApiError(404, 'user_not_found', 'User with this email not found');
  }
  if (!known && type === 'signup') {
    if (password === '') throw validationFailed('Signup requires a valid password');
    if (password === input.password) checkPassword(server.config, password);
  }
  const isChange = type === 'email_change_current' || type === 'email_change_new';
  const newEmail = isChange ? parseEmail(input.new_email) : '';
  if (isChange && (await findUserByEmail(server.sql, newEmail))) throw emailExists();
  if (type === 'email_change_current' && !server.config.auth.email.double_confirm_changes) {
    throw validationFailed('Enable secure email change to generate link for current email');
  }
  const passwordHash = !known && type === 'signup' ? await hashPassword(password) : null;
  const redirectTo = isAllowedRedirect(server, input.redirect_to) ? input.redirect_to : request.redirectTo;

  const generated = await transact(server, async (tx) => {
    const owner = isNew ? await claimAddress(tx, { email }) : known;
    if (isNew && owner?.email_confirmed_at) throw emailExists();
    const user = known
      ? await lockUser(tx, known.id)
      : await addWaiting(tx, { email, passwordHash, data: input.data });
    if (known && type === 'signup') await mergeUserMetadata(tx, user.id, input.data);
    if (isChange) {
      await tx`update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0
        where id = ${user.id}`;
    }
    const { tokenType, sentAt } = linkTypes[type];
    const address = type === 'email_change_new' ? newEmail : email;
    const token = await issueOneTimeToken(tx, server, {
      userId: user.id,
      type: tokenType,
      address,
      pkce: false,
    });
    const now = new Date();
    await tx`update auth.users set ${tx(Object.fromEntries(sentAt.map((column) => [column, now])))}
      where id = ${user.id}`;
    const isInvite = type === 'invite';
    await recordAudit(
      tx,
      request,
      isInvite ? operator : user,
      isInvite ? 'user_invited' : isChange ? 'user_modified' : 'user_recovery_requested',
      { user_id: user.id, user_email: user.email },
    );
    return { user: await getUserById(tx, user.id), token };
  });
  const { code, tokenHash } = generated.token;
  return c.json({
    ...toUser(generated.user),
    action_link: actionLink(server, { tokenHash, type: isChange ? 'email_change' : type, redirectTo }),
    email_otp: code,
    hashed_token: tokenHash,
    verification_type: type,
    redirect_to: redirectTo,
  });
}
