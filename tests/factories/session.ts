import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import postgres from 'postgres';
import type { AccountAdmin } from '@/auth/server/account-admin';
import { createTokenVerifier } from '@/auth/server/token';
import type { FigureSource } from '@/bundesbank/figure-source';
import { type Database, openDatabase } from '@/db/client';
import { LiveFeed } from '@/db/live-feed';
import { addMonths } from '@/lib/calendar';
import type { Mail, Mailer } from '@/mail/mailer';
import type { FileStorage } from '@/storage/file-storage';
import { type Context, type ContextInput, createContext } from '@/trpc/context';
import { createCaller } from '@/trpc/root';
import { adminUrlOf } from '../setup/admin-urls.ts';
import { createMemoryStorage } from './memory-storage.ts';

export type SigningKey = { kid: string; privateKey: CryptoKey; publicJwk: JWK };

export async function makeSigningKey(): Promise<SigningKey> {
  const kid = randomUUID();
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  return { kid, privateKey, publicJwk };
}

/** A sign-in server reduced to its keys: a real JWKS endpoint on a free local port. */
export async function startKeyServer() {
  const key = await makeSigningKey();
  const state = { keys: [key.publicJwk], isDown: false, requests: 0 };
  const server = createServer((_request, response) => {
    state.requests += 1;
    if (state.isDown) {
      response.writeHead(503).end();
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: state.keys }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const issuer = `${url}/auth/v1`;

  return {
    url,
    issuer,
    jwksUrl: new URL(`${issuer}/.well-known/jwks.json`),
    key,
    state,
    /** A token as Supabase makes it; `claims` replaces single claims, undefined removes one. */
    async token(userId: string, claims: JWTPayload = {}, signedBy: SigningKey = key): Promise<string> {
      const now = Math.floor(Date.now() / 1000);
      const payload: JWTPayload = {
        iss: issuer,
        sub: userId,
        aud: 'authenticated',
        role: 'authenticated',
        email: 'landlord@example.com',
        aal: 'aal1',
        amr: [{ method: 'password', timestamp: now }],
        session_id: randomUUID(),
        iat: now,
        exp: now + 3600,
        ...claims,
      };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid: signedBy.kid, typ: 'JWT' })
        .sign(signedBy.privateKey);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

let sharedServer: ReturnType<typeof startKeyServer> | undefined;
let sharedVerifier: ReturnType<typeof createTokenVerifier> | undefined;
const pools = new Map<string, ReturnType<typeof openDatabase>>();

const admins = new Map<string, postgres.Sql>();

/** As the sign-in server would: the account with its confirmed address, and one session of it. */
export async function signInAs(appUrl: string, userId: string, email: string): Promise<string> {
  const admin = admins.get(appUrl) ?? postgres(adminUrlOf(appUrl), { max: 1, onnotice: () => {} });
  admins.set(appUrl, admin);
  const sessionId = randomUUID();
  await admin`insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
    values (${userId}, 'authenticated', 'authenticated', ${email}, now(), now(), now()) on conflict do nothing`;
  await admin`insert into auth.sessions (id, user_id, created_at, updated_at)
    values (${sessionId}, ${userId}, now(), now())`;
  return sessionId;
}

/** The address of a test user at the sign-in server. */
export const addressOf = (userId: string) => `${userId}@example.com`;

const feeds = new Map<string, LiveFeed>();

function feedOf(appUrl: string): LiveFeed {
  const feed = feeds.get(appUrl) ?? new LiveFeed(appUrl);
  feeds.set(appUrl, feed);
  return feed;
}

function poolOf(appUrl: string): Database {
  const pool = pools.get(appUrl) ?? openDatabase(appUrl);
  pools.set(appUrl, pool);
  return pool.db;
}

export type TestCallerOptions = {
  /** `appUrl` of a test database. */
  appUrl: string;
  /** Null: signed out. */
  userId: string | null;
  /** What the cookie says; null as in a browser that has none yet. */
  portfolioId?: string | null;
  /** It is the tab that says so. */
  isPortfolioNamed?: boolean;
  aal?: 'aal1' | 'aal2';
  /** A token of the test's own making, e.g. forged or expired; replaces the good one. */
  accessToken?: string;
  language?: ContextInput['language'];
  fileStorage?: FileStorage;
  /** As one of several processes of the app; by default, all callers of a database share one. */
  liveFeed?: LiveFeed;
  /** Null where nobody but the visitor says where the site is. */
  mailOrigin?: string | null;
  /** The browser tab. */
  tab?: string;
  accountAdmin?: AccountAdmin;
  figureSource?: FigureSource;
  /** Through connections of the test's own making. */
  database?: Database;
  /** The user's address at the sign-in server, where it matters. */
  email?: string;
};

/** Where the callers of a test file keep files unless they are given another place. */
export const testStorage = createMemoryStorage();

/** The mails that callers had sent, newest last. */
export const testMails: Mail[] = [];
const testMailer: Mailer = {
  async send(mail) {
    testMails.push(mail);
    return 'sent';
  },
};

/** The users the sign-in server was told to forget. */
export const deletedUsers: string[] = [];
const testAccountAdmin: AccountAdmin = {
  async deleteUser(userId) {
    deletedUsers.push(userId);
  },
  async removeFactors() {},
};

let timesAsked = 0;
/** Publishes one month more of the price index each time it is asked; how it is asked over the wire has tests of its own. */
const testFigures: FigureSource = {
  isOff: false,
  async newest() {
    timesAsked += 1;
    return Array.from({ length: timesAsked }, (_, index) => ({
      kind: 'consumer_price_index' as const,
      validFrom: addMonths('1991-01-01', index),
      value: 60_000 + index,
    }));
  },
};

/** The context of one request with a real token, checked against a real key server. */
export async function createTestContext(options: TestCallerOptions): Promise<Context> {
  sharedServer ??= startKeyServer();
  const keyServer = await sharedServer;
  sharedVerifier ??= createTokenVerifier(keyServer);
  const { userId, aal = 'aal1' } = options;
  const liveToken = async (id: string) => {
    const email = options.email ?? addressOf(id);
    const session_id = await signInAs(options.appUrl, id, email);
    return keyServer.token(id, { aal, email, session_id });
  };
  const accessToken = options.accessToken ?? (userId === null ? null : await liveToken(userId));
  return createContext(
    {
      accessToken,
      address: '127.0.0.1',
      language: options.language ?? 'en',
      portfolioId: options.portfolioId ?? null,
      isPortfolioNamed: options.isPortfolioNamed ?? false,
      tab: options.tab ?? null,
      siteOrigin: 'https://hausbuch.example',
      mailOrigin: options.mailOrigin === undefined ? 'https://hausbuch.example' : options.mailOrigin,
    },
    {
      database: () => options.database ?? poolOf(options.appUrl),
      verifyToken: sharedVerifier,
      fileStorage: () => options.fileStorage ?? testStorage,
      liveFeed: () => options.liveFeed ?? feedOf(options.appUrl),
      mailer: () => testMailer,
      accountAdmin: () => options.accountAdmin ?? testAccountAdmin,
      figureSource: () => options.figureSource ?? testFigures,
    },
  );
}

/** The app's router in process, through the whole ladder: token, membership, role, transaction. */
export async function createTestCaller(options: TestCallerOptions) {
  return createCaller(await createTestContext(options));
}

/** A token of the key server the test callers trust, for tests that spoil one. */
export async function createTestToken(userId: string, claims: JWTPayload = {}, signedBy?: SigningKey) {
  sharedServer ??= startKeyServer();
  return (await sharedServer).token(userId, claims, signedBy);
}

/** For `afterAll`, before the database is dropped. */
export async function closeTestCallers(): Promise<void> {
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  pools.clear();
  await Promise.all([...feeds.values()].map((feed) => feed.close()));
  feeds.clear();
  await Promise.all([...admins.values()].map((admin) => admin.end()));
  admins.clear();
}
