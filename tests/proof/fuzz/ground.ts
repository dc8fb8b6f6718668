import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createServerClient } from '@supabase/ssr';
import { createClient } from '@supabase/supabase-js';
import { decodeJwt } from 'jose';
import postgres from 'postgres';
import { z } from 'zod';
import { root } from '../../../scripts/surroundings.ts';
import { createOneOfEach, type OneOfEach } from '../../factories/one-of-each.ts';
import { addressOf, testStorage } from '../../factories/session.ts';
import { rememberAdmin } from '../../setup/admin-urls.ts';
import { keysOf, password } from '../../setup/landlord.ts';
import { Stage } from '../faults/stage.ts';
import { openSnapshot } from './snapshot.ts';

export const people = ['owner', 'viewer', 'stranger', 'nobody', 'impostor'] as const;
/** Who asks: two of one portfolio, the owner of another, nobody, and somebody with a token nobody has given. */
export type Person = (typeof people)[number];

interface Session {
  token: string;
  /** As a browser sends it. */
  cookie: string;
  portfolioId: string;
}

export type Ground = Awaited<ReturnType<typeof openGround>>;

export const jobsSecret = 'the-secret-of-the-jobs';

/** Our config.toml with limits that a fuzzer does not reach. */
function writeConfig(folder: string): string {
  const supabase = path.join(root, 'supabase');
  fs.cpSync(path.join(supabase, 'templates'), path.join(folder, 'templates'), { recursive: true });
  const text = fs.readFileSync(path.join(supabase, 'config.toml'), 'utf8');
  const limits =
    /^(email_sent|sms_sent|anonymous_users|token_refresh|sign_in_sign_ups|token_verifications) = \d+/gm;
  const file = path.join(folder, 'config.toml');
  fs.writeFileSync(
    file,
    text.replace(limits, '$1 = 1000000').replaceAll('max_frequency = "10s"', 'max_frequency = "1s"'),
  );
  return file;
}

async function signIn(
  userId: string,
  portfolioId: string,
  keys: Awaited<ReturnType<typeof keysOf>>,
): Promise<Session> {
  const admin = createClient(keys.url, keys.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  // A new password would end the sessions there are.
  const known = await admin.auth.admin.getUserById(userId);
  if (known.error) throw known.error;
  if (!known.data.user.last_sign_in_at) {
    const given = await admin.auth.admin.updateUserById(userId, { password, email_confirm: true });
    if (given.error) throw given.error;
  }
  const jar = new Map<string, string>();
  const client = createServerClient(keys.url, keys.publishableKey, {
    cookieOptions: { name: 'hausbuch-auth' },
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (changes) => {
        for (const { name, value } of changes) jar.set(name, value);
      },
    },
  });
  const { data, error } = await client.auth.signInWithPassword({ email: addressOf(userId), password });
  if (error) throw error;
  jar.set('hausbuch_portfolio', portfolioId);
  const cookie = [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
  return { token: data.session.access_token, cookie, portfolioId };
}

const sessionOf = (token: string) => z.object({ session_id: z.uuid() }).parse(decodeJwt(token)).session_id;

/** The bytes of the files that the rows name: they were made in a process without storage. */
async function bringFiles({ url, secretKey }: Awaited<ReturnType<typeof keysOf>>): Promise<void> {
  const { storage } = createClient(url, secretKey, { auth: { persistSession: false } });
  for (const [name, { bytes }] of testStorage.files) {
    const { error } = await storage
      .from('documents')
      .upload(name, bytes, { contentType: 'application/pdf', upsert: true });
    if (error) throw error;
  }
}

/** An installation with one of each in two portfolios, which can be put back to how it began. */
export async function openGround() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-fuzz-'));
  fs.chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  const stage = await Stage.open(dataDir, {
    LOG_LEVEL: 'error',
    LEGAL_FIGURES: 'off',
    JOBS_SECRET: jobsSecret,
    SUPABASE_CONFIG: writeConfig(path.join(folder, 'supabase')),
  });
  const close = async () => {
    await stage.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    // Nothing looks after files before they are there.
    await stage.start({ HAUSBUCH_JOBS: 'off' });
    const adminUrl = stage.adminUrl();
    rememberAdmin(adminUrl, adminUrl);
    const database = { adminUrl, appUrl: adminUrl, drop: async () => {} };
    const keys = await keysOf(dataDir);
    // What is written from here is sealed as the installation seals.
    process.env.SUPABASE_SECRET_KEY = keys.secretKey;
    const rows: Record<'own' | 'foreign', OneOfEach> = {
      own: await createOneOfEach(database),
      foreign: await createOneOfEach(database),
    };
    const viewer = await rows.own.books.join('viewer');
    await bringFiles(keys);
    const { own, foreign } = rows;
    const owner = await signIn(own.books.ownerId, own.books.id, keys);
    const sessions: Record<Person, Session> = {
      owner,
      viewer: await signIn(viewer.userId, own.books.id, keys),
      stranger: await signIn(foreign.books.ownerId, foreign.books.id, keys),
      nobody: { token: '', cookie: '', portfolioId: own.books.id },
      impostor: {
        token: `${owner.token.slice(0, -8)}AAAAAAAA`,
        cookie: `hausbuch-auth=base64-${'A'.repeat(80)}`,
        portfolioId: own.books.id,
      },
    };
    own.ids.session = sessionOf((await signIn(own.books.ownerId, own.books.id, keys)).token);
    await stage.stop();
    await stage.start();
    const sql = postgres(stage.adminUrl(), { max: 1, onnotice: () => {} });
    const snapshot = await openSnapshot(sql, path.join(dataDir, 'supabase', 'files'));
    const mailbox = new URL(stage.product.mailboxUrl);
    return {
      stage,
      rows,
      sessions,
      keys,
      mailbox,
      putBack: snapshot.putBack,
      /** What no answer may hold, whoever asks. */
      secrets: [keys.secretKey, jobsSecret, dataDir, root, password],
      close: async () => {
        await sql.end();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
