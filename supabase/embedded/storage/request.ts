import type { Context } from 'hono';
import { errors } from 'jose';
import { type Caller, callerFrom, type VerifiedToken } from './caller.ts';
import { failure } from './errors.ts';
import { requireBucketName, requireKey } from './keys.ts';
import type { Shelf } from './upload.ts';

/** What every route works with. */
export interface StorageServer extends Shelf {
  verifyToken(bearerOrKey: string): Promise<VerifiedToken>;
  urlSigningKey: Uint8Array;
}

function tokenOf(request: Request): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '');
  return bearer?.[1] ?? request.headers.get('apikey');
}

/** The caller a request names. @throws AccessDenied without a valid token or key */
export async function requireCallerOf(server: StorageServer, request: Request): Promise<Caller> {
  const token = tokenOf(request);
  if (!token) throw failure.accessDenied('No API key or access token found in the request');
  try {
    return callerFrom(await server.verifyToken(token));
  } catch (error) {
    throw failure.accessDenied(error instanceof errors.JOSEError ? error.message : 'Invalid Compact JWS');
  }
}

export function requireCaller(server: StorageServer, c: Context): Promise<Caller> {
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
