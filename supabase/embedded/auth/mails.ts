import type { MailKind } from '../config.ts';
import type { Transaction } from '../database.ts';
import { ApiError } from '../errors.ts';
import { isKnownNetwork } from './attempts.ts';
import type { AuthRequest, AuthServer } from './context.ts';
import { issueOneTimeToken, type OneTimeTokenType } from './one-time-tokens.ts';
import { lockUser, type UserRow } from './users.ts';

/** A request's transaction and what happens once it is committed. */
export interface Work {
  tx: Transaction;
  afterCommit: (then: () => void | Promise<void>) => void;
  request: AuthRequest;
}

interface Letter {
  kind: MailKind;
  tokenType: OneTimeTokenType;
  /** `type` of links, as verify expects it. */
  linkType: string;
  sentAtColumn:
    | 'confirmation_sent_at'
    | 'recovery_sent_at'
    | 'email_change_sent_at'
    | 'reauthentication_sent_at';
}

const letters = {
  confirmation: {
    kind: 'confirmation',
    tokenType: 'confirmation_token',
    linkType: 'signup',
    sentAtColumn: 'confirmation_sent_at',
  },
  recovery: {
    kind: 'recovery',
    tokenType: 'recovery_token',
    linkType: 'recovery',
    sentAtColumn: 'recovery_sent_at',
  },
  magicLink: {
    kind: 'magic_link',
    tokenType: 'recovery_token',
    linkType: 'magiclink',
    sentAtColumn: 'recovery_sent_at',
  },
  invite: {
    kind: 'invite',
    tokenType: 'confirmation_token',
    linkType: 'invite',
    sentAtColumn: 'confirmation_sent_at',
  },
  reauthentication: {
    kind: 'reauthentication',
    tokenType: 'reauthentication_token',
    linkType: '',
    sentAtColumn: 'reauthentication_sent_at',
  },
  emailChangeNew: {
    kind: 'email_change',
    tokenType: 'email_change_token_new',
    linkType: 'email_change',
    sentAtColumn: 'email_change_sent_at',
  },
  emailChangeCurrent: {
    kind: 'email_change',
    tokenType: 'email_change_token_current',
    linkType: 'email_change',
    sentAtColumn: 'email_change_sent_at',
  },
} as const satisfies Record<string, Letter>;

const hourMs = 3_600_000;
/** Of what the installation may send in an hour one visitor gets this part. */
const visitorsPart = 4;
/** Mails an hour to one address: from one network, and from all together. */
const perNetwork = 5;
const perRecipient = 10;
/** Beyond those, the first of networks that have not asked yet: one for the owner, too, while others ask. */
const perRecipientFirst = 20;

const noMoreMails = () => new ApiError(429, 'over_email_send_rate_limit', 'email rate limit exceeded');

/** Whether somebody is signed in to the account from where they ask. Where visitors are not told apart nobody is known. */
const isKnown = async ({ server, client }: Pick<AuthRequest, 'server' | 'client'>, recipient: string) =>
  client.limited && (await isKnownNetwork(server.sql, 'code', recipient, client.network));

/**
 * Budgets of the visitor and the recipient come before the installation's, so that one visitor does not stop
 * everybody's mail. They count requests, not mails: whether there is an account makes no difference. What others ask for
 * to an address does not keep its owner from their own.
 */
export async function spendMail({ server, client }: AuthRequest, recipient: string): Promise<void> {
  if (!server.mailer.sendsOut) return;
  const { limiter, config } = server;
  const hourly = config.auth.rate_limit.email_sent;
  const visitors = Math.max(1, Math.floor(hourly / visitorsPart));
  if (client.limited && !limiter.take(`mails-from:${client.network}`, visitors, hourMs)) throw noMoreMails();
  const here = `mails-to:${recipient}@${client.network}`;
  const isFirst = client.limited && limiter.remainingMs(here) === 0;
  if (client.limited && !limiter.take(here, perNetwork, hourMs)) throw noMoreMails();
  if (!limiter.take(`mails-to:${recipient}`, perRecipient, hourMs)) {
    const goes =
      (await isKnown({ server, client }, recipient)) ||
      (isFirst && limiter.take(`first-mails-to:${recipient}`, perRecipientFirst, hourMs));
    if (!goes) throw noMoreMails();
  }
  if (limiter.isUsedUp('mails', hourly)) throw noMoreMails();
}

const tooSoon = (seconds: number) =>
  new ApiError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  );

/**
 * Refuses a second mail within `max_frequency`, counting addresses and not accounts: an unknown address
 * is refused just the same, so that nobody learns from it which ones are known, but for who shares a network with somebody
 * who is signed in there.
 */
export async function limitMailsTo(
  request: AuthRequest,
  purpose: 'confirmation' | 'recovery' | 'email_change',
  email: string,
): Promise<void> {
  const { limiter, config } = request.server;
  // A stranger who asks again and again begins no pause for whoever is signed in to the account.
  const key = `mail:${purpose}:${email}${(await isKnown(request, email)) ? `@${request.client.network}` : ''}`;
  const refuse = () => tooSoon(Math.max(1, Math.ceil(limiter.remainingMs(key) / 1000)));
  if (limiter.isUsedUp(key, 1)) throw refuse();
  // Before the pause begins: a mail that is refused keeps nobody waiting.
  await spendMail(request, email);
  if (!limiter.take(key, 1, config.auth.email.max_frequency)) throw refuse();
}

/** So much later than now was noted by a clock that has been put back since. */
const putBackMs = 24 * 60 * 60_000;

/** Milliseconds until another message may follow the last; none where that was sent by a clock that has been put back since. */
export function pauseLeft(lastSentAt: Date | string | null, frequencyMs: number): number {
  const waitMs = (lastSentAt ? new Date(lastSentAt).getTime() : 0) + frequencyMs - Date.now();
  // The database may note the moment by a clock that is a little ahead.
  return waitMs > frequencyMs + putBackMs ? 0 : Math.min(waitMs, frequencyMs);
}

/** The same for mails only the account's own owner can ask for. */
export function limitMailsOf(request: AuthRequest, lastSentAt: Date | null): void {
  const waitMs = pauseLeft(lastSentAt, request.server.config.auth.email.max_frequency);
  if (waitMs > 0) throw tooSoon(Math.ceil(waitMs / 1000));
}

/** Where a link leads that proves something by being opened. */
export function actionLink(
  server: AuthServer,
  { tokenHash, type, redirectTo }: { tokenHash: string; type: string; redirectTo: string },
): string {
  const link = new URL(`${server.publicUrl}/auth/v1/verify`);
  link.searchParams.set('token', tokenHash);
  link.searchParams.set('type', type);
  link.searchParams.set('redirect_to', redirectTo);
  return link.toString();
}

/** Writes one mail with a fresh code and link; it leaves when the transaction is committed. */
export async function sendLetter(
  { tx, afterCommit, request }: Work,
  user: UserRow,
  name: keyof typeof letters,
  options: { to: string; pkce?: boolean; newEmail?: string },
): Promise<void> {
  const { server, redirectTo } = request;
  const letter = letters[name];
  const hourly = server.config.auth.rate_limit.email_sent;
  if (server.mailer.sendsOut && !server.limiter.take('mails', hourly, hourMs)) {
    throw noMoreMails();
  }
  // Before its tokens, as where they are used up: no two requests wait for each other.
  await lockUser(tx, user.id);
  const { code, tokenHash } = await issueOneTimeToken(tx, server, {
    userId: user.id,
    type: letter.tokenType,
    address: options.to,
    pkce: options.pkce ?? false,
  });
  const message = await server.mailer.write(tx, letter.kind, options.to, {
    SiteURL: server.siteUrl,
    ConfirmationURL: actionLink(server, { tokenHash, type: letter.linkType, redirectTo }),
    Email: user.email ?? '',
    NewEmail: options.newEmail ?? '',
    SendingTo: options.to,
    Token: code,
    TokenHash: tokenHash,
    RedirectTo: redirectTo,
    Data: user.raw_user_meta_data,
  });
  await tx`update auth.users set ${tx({ [letter.sentAtColumn]: new Date() })} where id = ${user.id}`;
  afterCommit(() => server.mailer.post(message));
}
