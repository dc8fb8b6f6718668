import path from 'node:path';
import { Hono } from 'hono';
import type postgres from 'postgres';
import type { Log } from '../log.ts';
import { bucketRoutes } from './bucket-routes.ts';
import type { VerifiedToken } from './caller.ts';
import { failure, StorageError, toStorageError } from './errors.ts';
import { FileStore } from './files.ts';
import { objectRoutes } from './object-routes.ts';
import { resumableRoutes } from './resumable.ts';
import { sweep } from './sweep.ts';
import { UnderwayStore } from './underway.ts';

export interface StorageDependencies {
  /** A login that owns schema `storage` and may become anon, authenticated and service_role. */
  sql: postgres.Sql;
  /** Used by one running server at a time. */
  filesDir: string;
  /** Who a bearer token or API key stands for; rejects when it is not valid. */
  verifyToken(bearerOrKey: string): Promise<VerifiedToken>;
  /** At least 32 bytes, and not the key that signs access tokens. */
  urlSigningKey: Uint8Array;
  /** Upper bound for every object, in bytes. */
  fileSizeLimit: number;
  log: Log;
}

/** Supabase Storage's HTTP interface, to be mounted at `/storage/v1`. Starts the sweep of broken uploads. */
export function storageRoutes(dependencies: StorageDependencies): Hono {
  const { filesDir, ...rest } = dependencies;
  const { sql, log } = rest;
  const store = new FileStore(filesDir);
  const server = { ...rest, store, uploads: new UnderwayStore(path.join(store.folder, '.tus')) };
  sweep(sql, store, log).catch((error: unknown) => {
    log.warn({ err: error }, 'stored files could not be swept');
  });

  const app = new Hono();
  app.onError((error, c) => {
    const told = toStorageError(error);
    if (!(error instanceof StorageError) && told.meant >= 500) {
      log.error({ err: error, method: c.req.method, path: c.req.path }, 'a storage request failed');
    }
    const headers = new Headers({
      ...told.headers,
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
    // The rest of a refused upload is still coming; the next request needs a connection of its own.
    if (carriesFile(c.req.raw)) headers.set('connection', 'close');
    return new Response(JSON.stringify(told.body), { status: told.httpStatus, headers });
  });
  app.get('/status', async (c) => c.body(null, (await store.isWritable()) ? 200 : 503));
  app.route('/bucket', bucketRoutes(server));
  app.route('/object', objectRoutes(server));
  app.route('/upload/resumable', resumableRoutes(server));
  app.all('*', (c) => {
    throw failure.noSuchRoute(c.req.method, c.req.path);
  });
  return app;
}

function carriesFile(request: Request): boolean {
  const hasBody = request.headers.has('content-length') || request.headers.has('transfer-encoding');
  return hasBody && !request.headers.get('content-type')?.startsWith('application/json');
}
