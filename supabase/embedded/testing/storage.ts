import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { type FileOptions, StorageClient } from '@supabase/storage-js';
import { Hono } from 'hono';
import { jwtVerify, SignJWT } from 'jose';
import postgres from 'postgres';
import { storageRoutes } from '../storage/routes.ts';
import { createTestDatabase } from './database.ts';

const tokenKey = new TextEncoder().encode('only for tests: signs access tokens');
type StorageFileApi = ReturnType<StorageClient['from']>;

export const publishableKey = 'sb_publishable_test';
export const secretKey = 'sb_secret_test';
export const fileSizeLimit = 12_000_000;

export function accessToken(userId: string, expiresIn = '1h'): Promise<string> {
  return new SignJWT({ sub: userId, role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expiresIn)
    .sign(tokenKey);
}

async function verifyToken(token: string) {
  if (token === publishableKey) return { role: 'anon', claims: { role: 'anon' } };
  if (token === secretKey) return { role: 'service_role', claims: { role: 'service_role' } };
  const { payload } = await jwtVerify(token, tokenKey);
  return { role: String(payload.role), claims: payload };
}

export interface TestBucket {
  id: string;
  files: StorageFileApi;
  put(name: string, text: string, options?: FileOptions): Promise<{ id: string }>;
  /** Undefined when the object cannot be read. */
  textOf(name: string): Promise<string | undefined>;
}

export interface TestStorage {
  url: string;
  /** The login the server uses: owner of schema storage. */
  sql: postgres.Sql;
  /** Runs SQL as the superuser, as the owner of a project writes policies. */
  asSuperuser(statements: string): Promise<void>;
  filesDir: string;
  urlSigningKey: Uint8Array;
  /** What the server logged as warning or error. */
  logged: string[];
  as(token: string): StorageClient;
  asUser(userId: string): Promise<StorageClient>;
  /** A new private bucket and, with the secret key, its files. */
  newBucket(): Promise<TestBucket>;
  /** Every file in the store, as `<bucket folder>/<object>/<version>` or `.tmp/<name>`. */
  files(): Promise<string[]>;
  /** A new server process on the same database and files. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The storage server alone on a clone of the template database, at `/storage/v1` of a free port. */
export async function startTestStorage(): Promise<TestStorage> {
  const database = await createTestDatabase();
  const filesDir = await fs.mkdtemp(path.join(os.tmpdir(), 'supabase-storage-'));
  // As in earnest: the policies would not bind a superuser, so no statement may run as one.
  const sql = postgres(database.adminUrl, {
    max: 5,
    connection: { role: 'supabase_storage_admin' },
    onnotice: () => {},
  });
  const urlSigningKey = new TextEncoder().encode(`only for tests: signs URLs ${randomUUID()}`);
  const logged: string[] = [];
  const keep = (details: object, message: string) => {
    logged.push('err' in details ? `${message}: ${details.err}` : message);
  };

  const listen = async () => {
    const app = new Hono();
    const log = { info: () => {}, warn: keep, error: keep };
    app.route(
      '/storage/v1',
      storageRoutes({ sql, filesDir, verifyToken, urlSigningKey, fileSizeLimit, log }),
    );
    return new Promise<{ url: string; close(): Promise<void> }>((resolve) => {
      const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (address: AddressInfo) => {
        resolve({
          url: `http://127.0.0.1:${address.port}/storage/v1`,
          close: () =>
            new Promise<void>((closed) => {
              server.close(() => closed());
              if ('closeAllConnections' in server) server.closeAllConnections();
            }),
        });
      });
    });
  };
  let running = await listen();

  const as = (token: string) =>
    new StorageClient(running.url, { apikey: publishableKey, authorization: `Bearer ${token}` });
  return {
    get url() {
      return running.url;
    },
    sql,
    async asSuperuser(statements) {
      const superuser = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
      await superuser.unsafe(statements).finally(() => superuser.end());
    },
    filesDir,
    urlSigningKey,
    logged,
    as,
    asUser: async (userId) => as(await accessToken(userId)),
    async newBucket() {
      const id = `b-${randomUUID()}`;
      const client = as(secretKey);
      const { error } = await client.createBucket(id, { public: false });
      if (error) throw error;
      const files = client.from(id);
      return {
        id,
        files,
        async put(name, text, options) {
          const uploaded = await files.upload(name, text, options);
          if (uploaded.error) throw uploaded.error;
          return uploaded.data;
        },
        async textOf(name) {
          const { data } = await files.download(name);
          return data?.text();
        },
      };
    },
    async files() {
      const entries = await fs.readdir(filesDir, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && entry.name !== '.database')
        .map((entry) => path.relative(filesDir, path.join(entry.parentPath, entry.name)))
        .sort();
    },
    async restart() {
      await running.close();
      running = await listen();
    },
    async stop() {
      await running.close();
      await sql.end({ timeout: 1 });
      await database.drop();
      await fs.rm(filesDir, { recursive: true, force: true });
    },
  };
}
