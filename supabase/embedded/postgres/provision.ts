import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';

export interface ProvisionOptions {
  /** Superuser, any database of the server. */
  adminUrl: string;
  /** Default `supabase`; the app's own login is called the same. */
  database?: string;
  /** The installation's data folder; the logins' passwords are kept below it, readable by its owner alone. */
  dataDir: string;
}

export interface ProvisionedDatabase {
  /** Superuser on the database. */
  adminUrl: string;
  /** Owner of schema `auth`. */
  authUrl: string;
  /** Owner of schema `storage`; may become anon, authenticated and service_role. */
  storageUrl: string;
  /** The app's own login, for `migrateDatabase`; this module does not create it. */
  appLogin: { name: string; password: string };
}

const schemaOwners = { auth: 'supabase_auth_admin', storage: 'supabase_storage_admin' } as const;
const provisionLock = 4_711_001;

type Passwords = Record<string, string>;

function readPasswords(file: string): Passwords {
  let parsed: unknown;
  try {
    parsed = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
  if (typeof parsed !== 'object' || parsed === null) return {};
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Kept passwords, completed by new ones for logins that have none yet. */
function passwordsFor(file: string, logins: string[]): Passwords {
  const kept = readPasswords(file);
  const missing = logins.filter((login) => !kept[login]);
  if (missing.length === 0) return kept;
  for (const login of missing) kept[login] = randomBytes(24).toString('base64url');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  fs.writeFileSync(fresh, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(fresh, file);
  return kept;
}

function urlFor(adminUrl: string, database: string, login?: { name: string; password: string }): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (login) {
    url.username = login.name;
    url.password = login.password;
  }
  return url.toString();
}

/**
 * Supabase's roles, and its two schemas in the given database, with grants as a Supabase project has them.
 * The schema owners are created without a password unless one is given, and may be run again and again.
 */
export async function provisionSchemas(adminUrl: string, passwords: Passwords = {}): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (tx) => {
      // Roles belong to the whole server: two starts at once must not both create them.
      await tx`select pg_advisory_xact_lock(${provisionLock})`;
      const known = await tx<{ rolname: string }[]>`select rolname from pg_roles`;
      const names = new Set(known.map((role) => role.rolname));
      const ensureRole = async (name: string, attributes: string) => {
        if (!names.has(name)) await tx.unsafe(`create role ${name} ${attributes}`);
      };
      await ensureRole('anon', 'nologin noinherit');
      await ensureRole('authenticated', 'nologin noinherit');
      await ensureRole('service_role', 'nologin noinherit bypassrls');
      for (const [schema, owner] of Object.entries(schemaOwners)) {
        await ensureRole(owner, 'login noinherit');
        const password = passwords[owner];
        // Passwords are base64url of our own making: nothing in them to quote.
        if (password) await tx.unsafe(`alter role ${owner} password '${password}'`);
        await tx.unsafe(`create schema if not exists ${schema} authorization ${owner}`);
        await tx.unsafe(`grant usage on schema ${schema} to anon, authenticated, service_role`);
        await tx.unsafe(`alter role ${owner} set search_path = ${schema}`);
      }
      await tx.unsafe('grant anon, authenticated, service_role to supabase_storage_admin');
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function createDatabase(adminUrl: string, database: string): Promise<void> {
  const sql = postgres(urlFor(adminUrl, 'postgres'), { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(${provisionLock})`;
    const [found] = await sql`select 1 from pg_database where datname = ${database}`;
    if (!found) await sql`create database ${sql(database)}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Creates the app's database with Supabase's roles and schemas; running it again changes nothing. */
export async function provisionDatabase(options: ProvisionOptions): Promise<ProvisionedDatabase> {
  const database = options.database ?? 'supabase';
  const { auth, storage } = schemaOwners;
  const file = path.join(options.dataDir, 'postgres', 'logins.json');
  const passwords = passwordsFor(file, [auth, storage, database]);
  await createDatabase(options.adminUrl, database);
  const adminUrl = urlFor(options.adminUrl, database);
  await provisionSchemas(adminUrl, passwords);
  const login = (name: string) => ({ name, password: passwords[name] ?? '' });
  return {
    adminUrl,
    authUrl: urlFor(adminUrl, database, login(auth)),
    storageUrl: urlFor(adminUrl, database, login(storage)),
    appLogin: login(database),
  };
}
