import type { Context } from 'hono';
import { z } from 'zod';
import { type ClientAddress, clientAddress } from '../client-address.ts';
import type { Config } from '../config.ts';
import type { Sql, Transaction } from '../database.ts';
import { ApiError } from '../errors.ts';
import type { Keys } from '../keys.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mailbox/mailer.ts';
import type { RateLimiter } from '../rate-limit.ts';
import type { Hook } from './hooks.ts';
import { requireSmall } from './metadata.ts';
import type { Providers } from './providers.ts';
import { isAllowedRedirect } from './redirect.ts';

/** What every endpoint works with. */
export interface AuthServer {
  sql: Sql;
  config: Config;
  keys: Keys;
  mailer: Mailer;
  /** Sends text messages where config.toml names a hook; they stand in the mailbox in any case. */
  smsHook: Hook | null;
  providers: Providers;
  limiter: RateLimiter;
  log: Log;
  /** Where clients reach this server; the issuer of tokens unless config.toml names another. */
  publicUrl: string;
  /** The application's address: default target of redirects and base of links in mails. */
  siteUrl: string;
}

/** A request with the few things of it that endpoints ask for. */
export interface AuthRequest {
  server: AuthServer;
  c: Context;
  client: ClientAddress;
  userAgent: string | null;
  /** Validated; the site's address when none or a foreign one was asked for. */
  redirectTo: string;
}

export function toAuthRequest(server: AuthServer, c: Context): AuthRequest {
  const wanted = c.req.header('redirect_to') ?? c.req.query('redirect_to');
  const candidates = [wanted, c.req.header('referer')];
  const redirectTo = candidates.find((url) => isAllowedRedirect(server, url)) ?? server.siteUrl;
  return {
    server,
    c,
    client: clientAddress(c, server.keys),
    userAgent: c.req.header('user-agent') ?? null,
    redirectTo,
  };
}

export const issuerOf = (server: AuthServer) =>
  server.config.auth.jwt_issuer || `${server.publicUrl}/auth/v1`;

/** Clients send null for what they have not; both mean empty. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

export const optionalData = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => requireSmall(data ?? {}));

/** Half of a pair of UTF-16 is no character: auth servers read U+FFFD for it, as Go's decoder does. */
const wellFormed = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value;

export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  let body: unknown;
  try {
    body = JSON.parse(await c.req.text(), wellFormed);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  const result = schema.safeParse(body);
  if (!result.success) {
    const field = result.error.issues[0]?.path.join('.') || 'body';
    throw new ApiError(
      400,
      'bad_json',
      `Could not parse request body as JSON: ${field} is of the wrong type`,
    );
  }
  return result.data;
}

const fiveMinutesMs = 5 * 60_000;

/** Refuses an address that has used up its requests of one kind (config.toml `[auth.rate_limit]`, per 5 minutes). */
export function limitAddress(
  { server, client }: AuthRequest,
  kind: string,
  limit: number,
  windowMs: number = fiveMinutesMs,
): void {
  if (!client.limited) return;
  const key = `${kind}:${client.network}`;
  if (!server.limiter.take(key, limit, windowMs)) {
    const wait = Math.ceil(server.limiter.remainingMs(key) / 1000);
    throw new ApiError(429, 'over_request_rate_limit', 'Request rate limit reached', undefined, wait);
  }
}

/** Runs work in one transaction, then what must not happen before it is committed. */
export async function transact<Result>(
  server: AuthServer,
  work: (tx: Transaction, afterCommit: (then: () => void | Promise<void>) => void) => Promise<Result>,
): Promise<Result> {
  const later: (() => void | Promise<void>)[] = [];
  const done = await server.sql.begin(async (tx) => ({ value: await work(tx, (then) => later.push(then)) }));
  for (const then of later) await then();
  return done.value;
}

/**
 * Answers not before some time has passed since the request came, so that how long it took does not
 * tell whether an account exists.
 */
export async function answerEvenly<Result>(work: () => Promise<Result>): Promise<Result> {
  const floorMs = 60;
  const [result] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, floorMs))]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
