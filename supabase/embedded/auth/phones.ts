import type { Transaction } from '../database.ts';
import { ApiError, validationFailed } from '../errors.ts';
import type { AuthRequest } from './context.ts';
import { callHook } from './hooks.ts';
import { pauseLeft, type Work } from './mails.ts';
import { issueOneTimeToken, type OneTimeTokenType } from './one-time-tokens.ts';
import { lockUser, toUser, type UserRow } from './users.ts';

/** Digits of an international number, without plus and spaces, as accounts hold them. */
export function parsePhone(text: string): string {
  const phone = text.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) {
    throw validationFailed('Invalid phone number format (E.164 required)');
  }
  return phone;
}

/** A hook may send by whatever it likes; the mailbox stands for text messages only. */
export function checkChannel(request: AuthRequest, channel: string): void {
  if (channel !== '' && channel !== 'sms' && !request.server.smsHook) {
    throw validationFailed(
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
    );
  }
}

const tooSoon = (waitMs: number) =>
  new ApiError(
    429,
    'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${Math.max(1, Math.ceil(waitMs / 1000))} seconds.`,
  );

const hourMs = 3_600_000;
/** Of what the installation may send in an hour one visitor gets this part. */
const visitorsPart = 4;

const noMoreMessages = () => new ApiError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded');

/**
 * As with mails: the visitor's budget comes before the installation's, and both count requests, whether there is an
 * account or not. In the mailbox they cost nothing.
 */
function spendMessage({ server, client }: AuthRequest): void {
  if (!server.smsHook) return;
  const { limiter, config } = server;
  const hourly = config.auth.rate_limit.sms_sent;
  const visitors = Math.max(1, Math.floor(hourly / visitorsPart));
  if (client.limited && !limiter.take(`messages-from:${client.network}`, visitors, hourMs))
    throw noMoreMessages();
  if (limiter.isUsedUp('messages', hourly)) throw noMoreMessages();
}

/**
 * Refuses a second message of a kind to a number within `max_frequency`, whether an account has it or not: else whoever signs
 * up with a number and asks for its code again would learn that.
 */
export function limitMessagesTo(request: AuthRequest, phone: string, kind = 'sms'): void {
  const { limiter, config } = request.server;
  const key = `${kind}:${phone}`;
  if (limiter.isUsedUp(key, 1)) throw tooSoon(limiter.remainingMs(key));
  // Before the pause begins: a message that is refused keeps nobody waiting.
  spendMessage(request);
  limiter.take(key, 1, config.auth.sms.max_frequency);
}

/** The same for messages only the account's own owner can ask for. */
export function limitMessagesOf(
  request: AuthRequest,
  lastSentAt: Date | string | null,
  frequencyMs: number,
): void {
  const waitMs = pauseLeft(lastSentAt, frequencyMs);
  if (waitMs > 0) throw tooSoon(waitMs);
  spendMessage(request);
}

/** Whether the last message of a kind to an account is so recent that none follows it. */
export const isTooSoon = (lastSentAt: Date | string | null, frequencyMs: number): boolean =>
  pauseLeft(lastSentAt, frequencyMs) > 0;

/** Puts a text message into the mailbox; the hook, if any, is called once the transaction is committed. */
export async function sendTextMessage(
  { tx, afterCommit, request }: Work,
  user: UserRow,
  message: { phone: string; code: string; template: string; kind?: 'mfa' },
): Promise<void> {
  const { server } = request;
  const hook = server.smsHook;
  if (hook && !server.limiter.take('messages', server.config.auth.rate_limit.sms_sent, hourMs)) {
    throw noMoreMessages();
  }
  const text = message.template.replace(/\{\{-?\s*\.Code\s*-?\}\}/g, message.code);
  await tx`insert into supabase_embedded.message ${tx({
    channel: 'sms',
    to_address: `+${message.phone}`,
    subject: text,
    body_text: text,
    body_html: '',
    code: message.code,
  })}`;
  if (!hook) return;
  afterCommit(() =>
    callHook(hook, {
      metadata: {
        uuid: crypto.randomUUID(),
        time: new Date().toISOString(),
        name: 'send-sms',
        ip_address: request.client.address,
      },
      user: toUser(user),
      sms: { otp: message.code, phone: message.phone, ...(message.kind ? { sms_type: message.kind } : {}) },
    }),
  );
}

const purposes = {
  confirmation: { tokenType: 'confirmation_token', sentAtColumn: 'confirmation_sent_at' },
  reauthentication: { tokenType: 'reauthentication_token', sentAtColumn: 'reauthentication_sent_at' },
  change: { tokenType: 'phone_change_token', sentAtColumn: 'phone_change_sent_at' },
} as const satisfies Record<string, { tokenType: OneTimeTokenType; sentAtColumn: string }>;

/** Sends a fresh code to a number. */
export async function sendPhoneCode(
  work: Work,
  user: UserRow,
  purpose: keyof typeof purposes,
  phone: string,
): Promise<void> {
  const { tx, request } = work;
  const { sms } = request.server.config.auth;
  const { tokenType, sentAtColumn } = purposes[purpose];
  await lockUser(tx, user.id);
  const testCode = testCodeOf(sms.test_otp, phone);
  const { code } = await issueOneTimeToken(tx, request.server, {
    userId: user.id,
    type: tokenType,
    address: phone,
    pkce: false,
    code: testCode,
  });
  if (testCode === undefined) await sendTextMessage(work, user, { phone, code, template: sms.template });
  const columns = purpose === 'change' ? { phone_change: phone } : {};
  await tx`update auth.users set ${tx({ ...columns, [sentAtColumn]: new Date() })} where id = ${user.id}`;
}

function testCodeOf(codes: Record<string, string>, phone: string): string | undefined {
  return Object.entries(codes).find(([number]) => number.replace(/^\+/, '') === phone)?.[1];
}

/** The number is proven. Other open links and codes go, as with a confirmed address. */
export async function confirmPhone(tx: Transaction, userId: string): Promise<void> {
  await tx`update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()),
      raw_user_meta_data = raw_user_meta_data || '{"phone_verified": true}', is_anonymous = false,
      updated_at = now()
    where id = ${userId}`;
  await tx`update auth.identities set identity_data = identity_data || '{"phone_verified": true}', updated_at = now()
    where user_id = ${userId} and provider = 'phone'`;
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`;
  await tx`delete from supabase_embedded.waiting_account where user_id = ${userId}`;
}
