import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerClient } from '@supabase/ssr';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { z } from 'zod';
import { type RunningSupabase, startSupabase } from '../server.ts';

/** The project this package lies in: tests run against the config.toml and the mails it ships. */
const projectFolder = join(import.meta.dirname, '../..');

const messages = z.array(
  z.object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    links: z.array(z.string()),
    code: z.string().nullable(),
    createdAt: z.iso.datetime(),
    channel: z.enum(['email', 'sms']),
  }),
);

export type TestMessage = z.infer<typeof messages>[number];

export interface TestSupabase {
  url: string;
  publishableKey: string;
  secretKey: string;
  mailboxUrl: string;
  dataDir: string;
  /** Superuser on the server's database. */
  sql: postgres.Sql;
  /** What the server logged as a warning or an error. */
  logged: string[];
  /** A client of its own, as a browser tab without storage. */
  client(options?: { flowType?: 'pkce' | 'implicit' }): SupabaseClient;
  /** A server-side client over a jar of cookies. */
  serverClient(jar: Map<string, string>): SupabaseClient;
  request(path: string, init?: RequestInit): Promise<Response>;
  /** A client with the secret key. */
  operator(): SupabaseClient;
  /** Newest first. */
  mails(to: string): Promise<TestMessage[]>;
  lastMail(to: string): Promise<TestMessage>;
  /** A confirmed account, and a client that is signed in to it. */
  signedUp(email: string, password: string, data?: object): Promise<SupabaseClient>;
  /** Closes the server and starts it again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Replaces a setting wherever it stands, or, named with its section (`auth.sms.enable_signup`), only there. */
function replaceSetting(text: string, name: string, value: string): string {
  const [key = name, ...outer] = name.split('.').reverse();
  const section = outer.reverse().join('.');
  const line = new RegExp(`^${key} = .*$`, 'm');
  let found = false;
  const parts = text.split(/^(?=\[)/m).map((part) => {
    const isMeant = section === '' || part.startsWith(`[${section}]`);
    if (!isMeant || !line.test(part)) return part;
    found = true;
    return part.replace(line, `${key} = ${value}`);
  });
  if (!found) throw new Error(`config.toml has no setting ${name}`);
  return parts.join('');
}

/**
 * config.toml of the project with some settings replaced and some sections added, so that tests run
 * against what is shipped.
 */
function writeConfig(folder: string, replaced: Record<string, string>, added: string): string {
  const supabase = join(folder, 'supabase');
  mkdirSync(supabase);
  symlinkSync(join(projectFolder, 'templates'), join(supabase, 'templates'));
  let text = readFileSync(join(projectFolder, 'config.toml'), 'utf8');
  for (const [name, value] of Object.entries({ max_frequency: '"0s"', ...replaced })) {
    text = replaceSetting(text, name, value);
  }
  const path = join(supabase, 'config.toml');
  writeFileSync(path, `${text}\n${added}\n`);
  return path;
}

export interface TestSupabaseOptions {
  /** Settings of config.toml to replace, by name or, with their section, as `auth.sms.enable_signup`. */
  settings?: Record<string, string>;
  /** Further TOML. */
  sections?: string;
  port?: number;
}

/** Auth, storage and mailbox on free ports and a database of their own, which is dropped when they stop. */
export async function startSupabaseOn(
  database: { adminUrl: string; drop(): Promise<void> },
  { settings = {}, sections = '', port: firstPort = 0 }: TestSupabaseOptions = {},
): Promise<TestSupabase> {
  const folder = mkdtempSync(join(tmpdir(), 'supabase-embedded-'));
  const dataDir = join(folder, 'data');
  const configPath = writeConfig(folder, settings, sections);
  const sql = postgres(database.adminUrl, { max: 2, onnotice: () => {} });
  const logged: string[] = [];
  const keep = (details: object, message: string) => {
    logged.push('err' in details ? `${message}: ${details.err}` : message);
  };
  const log = { info: () => {}, warn: keep, error: keep };
  const start = (port: number, mailboxPort: number) =>
    startSupabase({ databaseUrl: database.adminUrl, dataDir, port, mailboxPort, configPath, log });
  let running: RunningSupabase = await start(firstPort, 0);

  const request = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('apikey')) headers.set('apikey', running.publishableKey);
    return fetch(`${running.url}${path}`, { redirect: 'manual', ...init, headers });
  };
  const client: TestSupabase['client'] = (options = {}) =>
    createClient(running.url, running.publishableKey, {
      auth: {
        persistSession: true,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storage: memoryStorage(),
        ...options,
      },
    });
  const operator = () =>
    createClient(running.url, running.secretKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
  const mails = async (to: string) => {
    const address = new URL('/messages.json', running.mailboxUrl);
    address.search = new URL(running.mailboxUrl).search;
    address.searchParams.set('to', to);
    return messages.parse(await (await fetch(address)).json());
  };
  const lastMail = async (to: string) => {
    const [mail] = await mails(to);
    if (!mail) throw new Error(`no mail for ${to}`);
    return mail;
  };
  return {
    get url() {
      return running.url;
    },
    get mailboxUrl() {
      return running.mailboxUrl;
    },
    get publishableKey() {
      return running.publishableKey;
    },
    get secretKey() {
      return running.secretKey;
    },
    dataDir,
    sql,
    logged,
    client,
    serverClient: (jar) =>
      createServerClient(running.url, running.publishableKey, {
        cookieOptions: { name: 'app-auth' },
        cookies: {
          getAll: () => [...jar].map(([name, value]) => ({ name, value })),
          setAll: (cookies) => {
            for (const { name, value } of cookies) {
              if (value === '') jar.delete(name);
              else jar.set(name, value);
            }
          },
        },
      }),
    request,
    operator,
    mails,
    lastMail,
    async signedUp(email, password, data = {}) {
      const tab = client();
      const signUp = await tab.auth.signUp({ email, password, options: { data } });
      if (signUp.error) throw signUp.error;
      const { code } = await lastMail(email);
      const verified = await tab.auth.verifyOtp({ type: 'signup', email, token: code ?? '' });
      if (verified.error) throw verified.error;
      return tab;
    },
    async restart() {
      const [port, mailboxPort] = [running.url, running.mailboxUrl].map((url) => Number(new URL(url).port));
      await running.close();
      running = await start(port ?? 0, mailboxPort ?? 0);
    },
    async stop() {
      await running.close();
      await sql.end({ timeout: 1 });
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      items.set(key, value);
    },
    removeItem: (key: string) => {
      items.delete(key);
    },
  };
}
