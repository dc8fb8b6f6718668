import type { Context } from 'hono';
import { errors } from 'jose';
import { type Caller, callerFrom, type VerifiedToken } from './caller.ts';
import { failure } from './errors.ts';
import { requireBucketName, requireKey } from './keys.ts';
import type { UnderwayStore } from './underway.ts';
import type { Shelf } from './upload.ts';

/** What every route works with. */
export interface StorageServer extends Shelf {
  verifyToken(bearerOrKey: string): Promise<VerifiedToken>;
  urlSigningKey: Uint8Array;
  uploads: UnderwayStore;
}

function tokenOf(request: Request): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '');
  return bearer?.[1] ?? request.headers.get('apikey');
}

const noToken = 'Invalid Compact JWS';

/** The caller a request names. @throws AccessDenied without a valid token or key */
export async function requireCallerOf(server: StorageServer, request: Request): Promise<Caller> {
  const token = tokenOf(request);
  if (!token) throw failure.accessDenied(noToken);
  try {
    return callerFrom(await server.verifyToken(token));
  } catch (error) {
    throw failure.accessDenied(error instanceof errors.JOSEError ? error.message : noToken);
  }
}

/** As `requireCallerOf`, on routes that ask for the header first. @throws InvalidRequest without token and key */
export async function requireCaller(server: StorageServer, c: Context): Promise<Caller> {
  if (!tokenOf(c.req.raw)) throw failure.noAuthorization();
  return requireCallerOf(server, c.req.raw);
}

/** For reading routes, which serve public buckets to anybody: null when no valid token came along. */
export async function findCaller(server: StorageServer, c: Context): Promise<Caller | null> {
  return requireCaller(server, c).catch(() => null);
}

export function bucketParam(c: Context): string {
  return requireBucketName(c.req.param('bucket') ?? '');
}

export function keyParam(c: Context): string {
  return requireKey(c.req.param('key') ?? '');
}

export function wantsUpsert(c: Context): boolean {
  return c.req.header('x-upsert') === 'true';
}
