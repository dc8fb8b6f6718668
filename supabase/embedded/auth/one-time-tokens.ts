import { createHmac, randomInt } from 'node:crypto';
import type { Queryable, Transaction } from '../database.ts';
import type { AuthServer } from './context.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token';

export const pkcePrefix = 'pkce_';

export interface IssuedToken {
  /** Digits for typing. */
  code: string;
  /** What links carry. */
  tokenHash: string;
}

/**
 * The link's token comes from address and code as with Supabase, but keyed: otherwise whoever knows the
 * address could try the million possible links past the limit on codes.
 */
export function hashCode(server: AuthServer, address: string, code: string): string {
  return createHmac('sha256', server.keys.oneTimeCodeKey)
    .update(`${address.toLowerCase()}\0${code}`)
    .digest('hex')
    .slice(0, 56);
}

export const randomDigits = (length: number) => Array.from({ length }, () => randomInt(10)).join('');

interface TokenOptions {
  userId: string;
  type: OneTimeTokenType;
  /** The e-mail address or phone number whose owner is to prove something. */
  address: string;
  pkce: boolean;
  /** Given for test numbers only. */
  code?: string | undefined;
}

/** Makes a code for the user, replacing the last one of its type. */
export async function issueOneTimeToken(
  tx: Transaction,
  server: AuthServer,
  options: TokenOptions,
): Promise<IssuedToken> {
  const code = options.code ?? randomDigits(server.config.auth.email.otp_length);
  const tokenHash = `${options.pkce ? pkcePrefix : ''}${hashCode(server, options.address, code)}`;
  await tx`insert into auth.one_time_tokens ${tx({
    user_id: options.userId,
    token_type: options.type,
    token_hash: tokenHash,
    relates_to: options.address,
  })} on conflict (user_id, token_type) do update set
    token_hash = excluded.token_hash, relates_to = excluded.relates_to,
    created_at = excluded.created_at, updated_at = excluded.updated_at`;
  return { code, tokenHash };
}

export interface ConsumedToken {
  user_id: string;
  token_type: OneTimeTokenType;
  relates_to: string;
}

/** Seconds; config.toml has no setting for codes sent to phones. */
const phoneCodeExpiry = 600;

const unexpired = (q: Queryable, expiry: number) => q`
  created_at > (now() at time zone 'utc') - make_interval(secs => ${expiry})`;

export async function findLinkOwner(q: Queryable, tokenHash: string): Promise<string | null> {
  const [token] = await q<{ user_id: string }[]>`
    select user_id from auth.one_time_tokens where token_hash = ${tokenHash}`;
  return token?.user_id ?? null;
}

/** Uses up the token of a link; null when there is none, or it is too old or used. */
export async function consumeLink(
  tx: Transaction,
  server: AuthServer,
  tokenHash: string,
  types: OneTimeTokenType[],
): Promise<ConsumedToken | null> {
  const [token] = await tx<ConsumedToken[]>`
    delete from auth.one_time_tokens
    where token_hash = ${tokenHash} and token_type::text = any(${types})
      and ${unexpired(tx, server.config.auth.email.otp_expiry)}
    returning user_id, token_type::text, relates_to`;
  return token ?? null;
}

/** Uses up a typed code. */
export async function consumeCode(
  tx: Transaction,
  server: AuthServer,
  options: { userId: string; address: string; code: string; types: OneTimeTokenType[] },
): Promise<ConsumedToken | null> {
  const hash = hashCode(server, options.address, options.code);
  const expiry = options.address.includes('@') ? server.config.auth.email.otp_expiry : phoneCodeExpiry;
  const [token] = await tx<ConsumedToken[]>`
    delete from auth.one_time_tokens
    where user_id = ${options.userId} and token_type::text = any(${options.types})
      and token_hash = any(${[hash, pkcePrefix + hash]}) and ${unexpired(tx, expiry)}
    returning user_id, token_type::text, relates_to`;
  return token ?? null;
}
