import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Sql, Transaction } from './database.ts';
import { provisionSchemas } from './postgres/provision.ts';

const rooms = [
  { name: 'auth', owner: 'supabase_auth_admin' },
  { name: 'storage', owner: 'supabase_storage_admin' },
] as const;

const lock = 4_711_002;

interface SchemaFile {
  name: string;
  owner: string;
  text: string;
}

function listFiles(): SchemaFile[] {
  return rooms.flatMap(({ name, owner }) => {
    const folder = join(import.meta.dirname, name, 'schema');
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => ({ name: `${name}/${file}`, owner, text: readFileSync(join(folder, file), 'utf8') }));
  });
}

async function isProvisioned(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ ready: boolean }[]>`
    select to_regnamespace('auth') is not null and to_regnamespace('storage') is not null
      and to_regrole('anon') is not null and to_regrole('authenticated') is not null
      and to_regrole('service_role') is not null as ready`;
  return found?.ready ?? false;
}

async function applyFile(tx: Transaction, file: SchemaFile): Promise<void> {
  const checksum = createHash('sha256').update(file.text).digest('hex');
  const [known] = await tx<{ checksum: string }[]>`
    select checksum from supabase_embedded.ledger where name = ${file.name}`;
  if (known?.checksum === checksum) return;
  if (known) throw new Error(`${file.name} was changed after it had been applied; add a new file instead`);
  await tx.unsafe(`set local role ${file.owner}`);
  await tx.unsafe(file.text);
  await tx.unsafe('reset role');
  await tx`insert into supabase_embedded.ledger ${tx({ name: file.name, checksum })}`;
}

/**
 * Brings schemas `auth` and `storage` up to date: each file once, recorded in a ledger of its own.
 * Refuses a database where somebody else made these tables, above all a real Supabase project.
 * @param databaseUrl a superuser: only one can create `service_role`
 */
export async function applySchema(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [state] = await sql<{ superuser: boolean; users: boolean; ledger: boolean }[]>`
      select rolsuper as superuser, to_regclass('auth.users') is not null as users,
        to_regclass('supabase_embedded.ledger') is not null as ledger
      from pg_roles where rolname = session_user`;
    if (!state?.superuser) {
      throw new Error(
        'The embedded auth server needs a superuser in DATABASE_URL: it creates roles, one of which passes row-level security.',
      );
    }
    if (state.users && !state.ledger) {
      throw new Error(
        'This database already has auth tables of another server (a Supabase project?). ' +
          'Set SUPABASE_URL and its keys to use that project, or point DATABASE_URL to an empty database.',
      );
    }
    if (!(await isProvisioned(sql))) await provisionSchemas(databaseUrl);
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${lock})`;
      await tx.unsafe(`
        create schema if not exists supabase_embedded;
        create table if not exists supabase_embedded.ledger (
          name text primary key, checksum text not null, applied_at timestamptz not null default now());
        grant usage, create on schema supabase_embedded to supabase_auth_admin;
        grant usage, create on schema storage to supabase_storage_admin`);
      const [database] = await tx<{ name: string }[]>`select quote_ident(current_database()) as name`;
      await tx.unsafe(`grant create on database ${database?.name} to supabase_storage_admin`);
      for (const file of listFiles()) await applyFile(tx, file);
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
