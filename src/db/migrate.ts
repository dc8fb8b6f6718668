import { PgDialect, type PgSession } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import { PgBoss } from 'pg-boss';
import postgres from 'postgres';
import { askOwnCopies } from './cluster/own-copies.ts';
import { demandKnown, listApplied, ownMigrations, readMigrations } from './migration-history.ts';
import { scramVerifier } from './scram-verifier.ts';
import { shareSealKeys, writeSealKey } from './seal-keys.ts';
import { openOnce } from './single-connection.ts';

/** Any constant: two processes that migrate at once take turns. */
export const MIGRATION_LOCK = 4_208_775_126;

type Migration = {
  /** A login that may create roles: the superuser of the embedded server, `postgres` on a hosted project. */
  adminUrl: string;
  /**
   * The application's own login, let in here; with a password, made or updated. It may only switch to our roles. One that
   * `isOurs` nobody else has set anything for.
   */
  login?: { name: string; password?: string; isOurs?: boolean };
  /** What the app's processes seal their entries with; not given, the keys that are there stay as they are. */
  supabaseSecretKey?: string;
  /** `drizzle/`, where a bundle cannot know where it lies. */
  migrationsFolder?: string;
};

/** The login that migrates may not make, or not let in, the one of the application. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused';
}

const isForbidden = (error: unknown): error is postgres.PostgresError =>
  error instanceof postgres.PostgresError && error.code === '42501';

/**
 * Brings a database to the current schema: roles, `drizzle/` migrations as `hausbuch_owner`, the job tables,
 * and the right of the application's login to enter. Running it again, or from two processes at once, changes
 * nothing. Refuses a database that other migrations have made, before anything is changed.
 * @throws LoginRefused before any migration
 */
export async function migrateDatabase({
  adminUrl,
  login,
  supabaseSecretKey,
  migrationsFolder = ownMigrations,
}: Migration): Promise<void> {
  // Lock, limits and role are the connection's: on another one a migration would go on without them.
  const sql = openOnce(adminUrl, 'hausbuch-migrate');
  try {
    // A change of a large table takes its time; waiting for a table must not hold up everybody who comes after.
    await sql`set statement_timeout = '30min'`;
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await sql`set lock_timeout = '1min'`;
    demandKnown('database', await listApplied(sql), migrationsFolder);
    await ensureRoles(sql);
    if (login) await ensureLogin(sql, login);
    await forgetSettings(sql, [...ownRoles, ...(login?.isOurs ? [login.name] : [])]);
    await keepTemporaryFrom(sql);
    await letOwnerUseAuth(sql);
    await handAuthFunctions(sql, 'hausbuch_owner');
    await shareSealKeys(sql);
    await sql`set role hausbuch_owner`;
    // Where Citus spreads the schema, a migration that changes a spread table and writes to it goes shard by shard.
    await sql`select set_config(name, 'sequential', false) from pg_settings
      where name = 'citus.multi_shard_modify_mode'`;
    await new PgDialect().migrate(
      await readMigrations(sql, migrationsFolder),
      drizzle({ client: sql })._.session as PgSession,
      {
        migrationsFolder,
        migrationsSchema: 'hausbuch',
        migrationsTable: '__migrations',
      },
    );
    await askOwnCopies(sql);
    await installJobs(sql);
    const enter = login?.name ?? (await sql<{ name: string }[]>`select session_user as name`)[0]?.name;
    if (!enter) throw new Error('The database does not say who is connected.');
    await sql`grant usage on schema hausbuch to ${sql(enter)}`;
    await sql`grant execute on function hausbuch.enter_request(text, uuid, uuid, uuid, text) to ${sql(enter)}`;
    if (supabaseSecretKey !== undefined) await writeSealKey(sql, supabaseSecretKey);
    await sql`reset role`;
    await shareSealKeys(sql);
    if (!(await ownerUsesAuth(sql))) await handAuthFunctions(sql, 'current_user');
  } finally {
    await sql.end();
  }
}

const ownRoles = ['hausbuch_owner', 'hausbuch_app', 'hausbuch_erase'];

/** Roles are global to the server: another database's migration may be making them at this moment. */
async function ensureRoles(sql: postgres.Sql): Promise<void> {
  for (const [name, options] of [
    ['hausbuch_owner', 'LOGIN BYPASSRLS'],
    ['hausbuch_app', 'LOGIN'],
    ['hausbuch_erase', 'LOGIN'],
  ] as const) {
    await sql.unsafe(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${name}') THEN
          CREATE ROLE ${name} ${options};
        END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
  }
  // Who may not grant them has been given them by somebody else, or is told so by what comes next.
  await inTurn(async () => {
    await sql`grant hausbuch_owner, hausbuch_app, hausbuch_erase to current_user`;
    const [here] = await sql<{ name: string }[]>`select current_database() as name`;
    if (here) await sql`grant create on database ${sql(here.name)} to hausbuch_owner`;
  }).catch((error: unknown) => {
    if (!isForbidden(error)) throw error;
  });
}

async function ensureLogin(sql: postgres.Sql, { name, password }: { name: string; password?: string }) {
  try {
    await inTurn(async () => {
      if (password !== undefined) {
        const [existing] = await sql`select 1 from pg_roles where rolname = ${name}`;
        const verb = existing ? 'ALTER' : 'CREATE';
        // Hashed here: servers write such statements into their logs.
        await sql.unsafe(`${verb} ROLE "${name}" LOGIN NOINHERIT PASSWORD '${scramVerifier(password)}'`);
      }
      const [roles] = await sql<{ held: boolean }[]>`
        select bool_and(pg_has_role(${name}, role, 'member')) as held
        from unnest(array['hausbuch_app', 'hausbuch_erase']) as role`;
      if (!roles?.held) await sql`grant hausbuch_app, hausbuch_erase to ${sql(name)}`;
    });
  } catch (error) {
    throw isForbidden(error) ? new LoginRefused(error.message, { cause: error }) : error;
  }
}

/**
 * A role may set what its own next connections begin with: that they only read, how days are written. Whoever once spoke as
 * the app's would be felt until somebody looks there. What may not be changed here stays as it is.
 */
async function forgetSettings(sql: postgres.Sql, names: string[]): Promise<void> {
  const kept = await sql<{ role: string; database: string | null }[]>`
    select r.rolname as role, d.datname as database from pg_db_role_setting s
    join pg_roles r on r.oid = s.setrole left join pg_database d on d.oid = s.setdatabase
    where r.rolname in ${sql(names)} and (s.setdatabase = 0 or d.datname = current_database())`;
  for (const { role, database } of kept) {
    const where = database === null ? sql`` : sql`in database ${sql(database)}`;
    await inTurn(async () => {
      await sql`alter role ${sql(role)} ${where} reset all`;
    }).catch((error: unknown) => {
      if (!isForbidden(error)) throw error;
    });
  }
}

/**
 * The app's roles make no temporary tables or types, which could stand in for others. Everybody may by default, and
 * only the database's owner can change that; where the login is not that, our functions still look there last.
 */
async function keepTemporaryFrom(sql: postgres.Sql): Promise<void> {
  await inTurn(async () => {
    const [here] = await sql<{ name: string }[]>`select current_database() as name`;
    if (here) await sql`revoke temporary on database ${sql(here.name)} from public`;
  });
}

/** What our own functions ask of Supabase's tables: no secrets, no tokens, never whole tables. */
const usedByOwner = {
  sessions: {
    columns: ['id', 'user_id', 'not_after', 'created_at', 'refreshed_at', 'user_agent', 'ip'],
    isEmptied: true,
  },
  mfa_factors: { columns: ['id', 'user_id', 'status'], isEmptied: false },
  users: {
    columns: ['id', 'email', 'phone', 'email_confirmed_at', 'banned_until', 'deleted_at'],
    isEmptied: false,
  },
};

/**
 * The second factor, and the sessions people see and end, are asked of Supabase's own tables, where there are any. On
 * a hosted project the first of these grants comes to nothing: `postgres` may use the schema and not pass that on.
 */
async function letOwnerUseAuth(sql: postgres.Sql): Promise<void> {
  const tables = await sql<{ table: keyof typeof usedByOwner }[]>`
    select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'auth' and c.relname in ${sql(Object.keys(usedByOwner))}`;
  if (tables.length === 0) return;
  await inTurn(async () => {
    await sql`grant usage on schema auth to hausbuch_owner`;
    if (!(await ownerUsesAuth(sql))) return;
    for (const { table } of tables) {
      const { columns, isEmptied } = usedByOwner[table];
      await sql`grant select (${sql(columns)}) on ${sql(`auth.${table}`)} to hausbuch_owner`;
      if (isEmptied) await sql`grant delete on ${sql(`auth.${table}`)} to hausbuch_owner`;
    }
  });
}

/** False only where there is something to ask. */
async function ownerUsesAuth(sql: postgres.Sql): Promise<boolean> {
  const [schema] = await sql<{ usable: boolean }[]>`
    select has_schema_privilege('hausbuch_owner', oid, 'usage') as usable
    from pg_namespace where nspname = 'auth'`;
  return schema?.usable ?? true;
}

/**
 * Gives the functions that ask Supabase's tables to the role that can: to the login that migrates where our owner
 * may not, which is no superuser there, and back to our owner before a migration replaces them.
 */
async function handAuthFunctions(sql: postgres.Sql, owner: 'hausbuch_owner' | 'current_user'): Promise<void> {
  const functions = await sql<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'hausbuch' and p.prosecdef and p.prosrc ~ '\\mauth\\.'
      and p.proowner <> (select oid from pg_roles
        where rolname = ${owner === 'current_user' ? sql`current_user` : owner})`;
  for (const { name } of functions) await sql.unsafe(`alter function ${name} owner to ${owner}`);
}

/**
 * pg-boss' own tables, made or brought up to date as our owner and used as `hausbuch_app`. Some of what stands in them
 * pg-boss carries out as whoever starts it: commands that wait in `bam`, migrations from the version that is noted, in
 * which names of tables in `queue` are put unquoted. That must not be the app's to write, or SQL of its own runs here, as
 * the login that migrates, and a version set back keeps every start from succeeding.
 */
async function installJobs(sql: postgres.Sql): Promise<void> {
  await keepJobsFromApp(sql);
  const boss = new PgBoss({
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    db: {
      executeSql: async (text: string, values?: unknown[]) => ({
        rows: await sql.unsafe(text, (values ?? []) as postgres.ParameterOrJSON<never>[]),
      }),
    },
  });
  await boss.start();
  await boss.stop({ graceful: false });
  await keepJobsFromApp(sql);
}

/** The rights of the app on pg-boss' tables, where there are any: at once, since others may be at work. */
async function keepJobsFromApp(sql: postgres.Sql): Promise<void> {
  const [there] = await sql<
    { isThere: boolean }[]
  >`select to_regclass('pgboss.version') is not null as "isThere"`;
  if (!there?.isThere) return;
  await sql.unsafe(`
    begin;
    delete from pgboss.bam where has_table_privilege('hausbuch_app', 'pgboss.bam', 'insert') and status <> 'completed';
    grant usage on schema pgboss to hausbuch_app;
    grant select, insert, update, delete on all tables in schema pgboss to hausbuch_app;
    grant usage on all sequences in schema pgboss to hausbuch_app;
    grant execute on all functions in schema pgboss to hausbuch_app;
    revoke insert, update, delete on pgboss.bam, pgboss.version from hausbuch_app;
    do $$ begin
      execute (select format('grant update (%s) on pgboss.version to hausbuch_app', string_agg(quote_ident(attname), ', '))
        from pg_catalog.pg_attribute where attrelid = 'pgboss.version'::regclass
          and attnum > 0 and not attisdropped and attname <> 'version');
      update pgboss.queue set partition = false, table_name = 'job_common' where partition or table_name <> 'job_common';
      if not exists (select from pg_catalog.pg_constraint
        where conrelid = 'pgboss.queue'::regclass and conname = 'hausbuch_common_table') then
        alter table pgboss.queue add constraint hausbuch_common_table check (not partition and table_name = 'job_common');
      end if;
    end $$;
    commit`);
}

/** Grants write the server's catalogue; two databases migrating at once can meet there. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const met = error instanceof postgres.PostgresError && error.message.includes('concurrently updated');
      if (!met || attempt === 5) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50 * attempt));
    }
  }
}
