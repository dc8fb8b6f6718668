import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { PgBoss } from 'pg-boss';
import postgres from 'postgres';

const ownMigrations = fileURLToPath(new URL('../../drizzle', import.meta.url));

/** Any constant: two processes that migrate at once take turns. */
const MIGRATION_LOCK = 4_208_775_126;

type Migration = {
  /** A login that may create roles: the superuser of the embedded server, `postgres` on a hosted project. */
  adminUrl: string;
  /** The application's own login, made or updated here; it may only switch to our roles. */
  login?: { name: string; password: string };
  /** `drizzle/`, where a bundle cannot know where it lies. */
  migrationsFolder?: string;
};

/**
 * Brings a database to the current schema: roles, `drizzle/` migrations as `hausbuch_owner`, the job tables,
 * and the right of the application's login to enter. Running it again, or from two processes at once, changes
 * nothing.
 */
export async function migrateDatabase({
  adminUrl,
  login,
  migrationsFolder = ownMigrations,
}: Migration): Promise<void> {
  const sql = postgres(adminUrl, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: 'hausbuch-migrate' },
  });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await ensureRoles(sql);
    if (login) await ensureLogin(sql, login);
    await letOwnerReadAuth(sql);
    await handAuthReaders(sql, 'hausbuch_owner');
    await sql`set role hausbuch_owner`;
    await migrate(drizzle({ client: sql }), {
      migrationsFolder,
      migrationsSchema: 'hausbuch',
      migrationsTable: '__migrations',
    });
    await installJobs(sql);
    const enter = login?.name ?? (await sql<{ name: string }[]>`select session_user as name`)[0]?.name;
    if (!enter) throw new Error('The database does not say who is connected.');
    await sql`grant usage on schema hausbuch to ${sql(enter)}`;
    await sql`grant execute on function hausbuch.enter_request(text, uuid, uuid) to ${sql(enter)}`;
    await sql`reset role`;
    await installSessionFunctions(sql);
    if (!(await ownerReadsAuth(sql))) await handAuthReaders(sql, 'current_user');
  } finally {
    await sql.end();
  }
}

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
  await inTurn(async () => {
    await sql`grant hausbuch_owner, hausbuch_app, hausbuch_erase to current_user`;
    const [here] = await sql<{ name: string }[]>`select current_database() as name`;
    if (here) await sql`grant create on database ${sql(here.name)} to hausbuch_owner`;
  });
}

async function ensureLogin(sql: postgres.Sql, { name, password }: { name: string; password: string }) {
  const escaped = password.replaceAll("'", "''");
  await inTurn(async () => {
    const [existing] = await sql`select 1 from pg_roles where rolname = ${name}`;
    const verb = existing ? 'ALTER' : 'CREATE';
    await sql.unsafe(`${verb} ROLE "${name}" LOGIN NOINHERIT PASSWORD '${escaped}'`);
    await sql`grant hausbuch_app, hausbuch_erase to ${sql(name)}`;
  });
}

/** What our own functions ask of Supabase's tables: no secrets, no tokens, never whole tables. */
const readByOwner = {
  sessions: ['id', 'user_id', 'not_after'],
  mfa_factors: ['id', 'user_id', 'status'],
  users: ['id', 'email', 'phone', 'email_confirmed_at', 'banned_until', 'deleted_at'],
};

/** Our functions that ask them. */
const authReaders = ['has_verified_factor', 'session_lives', 'own_account', 'portfolio_people'];

/**
 * The second factor and a session's life are asked of Supabase's own tables, where there are any. On a hosted
 * project the first of these grants comes to nothing: `postgres` may use the schema and not pass that on.
 */
async function letOwnerReadAuth(sql: postgres.Sql): Promise<void> {
  const tables = await sql<{ table: keyof typeof readByOwner }[]>`
    select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'auth' and c.relname in ${sql(Object.keys(readByOwner))}`;
  if (tables.length === 0) return;
  await inTurn(async () => {
    await sql`grant usage on schema auth to hausbuch_owner`;
    for (const { table } of tables) {
      // An earlier version was given the whole table.
      await sql`revoke select on ${sql(`auth.${table}`)} from hausbuch_owner`;
      await sql`grant select (${sql(readByOwner[table])}) on ${sql(`auth.${table}`)} to hausbuch_owner`;
    }
  });
}

/** False only where there is something to read. */
async function ownerReadsAuth(sql: postgres.Sql): Promise<boolean> {
  const [schema] = await sql<{ readable: boolean }[]>`
    select has_schema_privilege('hausbuch_owner', oid, 'usage') as readable
    from pg_namespace where nspname = 'auth'`;
  return schema?.readable ?? true;
}

/**
 * Gives the functions that read Supabase's tables to the role that can: to the login that migrates where our
 * owner may not, and back to our owner before a migration replaces them.
 */
async function handAuthReaders(sql: postgres.Sql, owner: 'hausbuch_owner' | 'current_user'): Promise<void> {
  const readers = await sql<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'hausbuch' and p.proname in ${sql(authReaders)}
      and p.proowner <> (select oid from pg_roles
        where rolname = ${owner === 'current_user' ? sql`current_user` : owner})`;
  for (const { name } of readers) await sql.unsafe(`alter function ${name} owner to ${owner}`);
}

/**
 * What people may see and do about their own sessions. Supabase has no call for either, and its tables'
 * owner lets nobody pass on the right to delete from them; so these two functions act as the login that
 * migrates, and both are tied to the user the transaction was entered for.
 */
async function installSessionFunctions(sql: postgres.Sql): Promise<void> {
  await inTurn(async () => {
    await sql`create or replace function hausbuch.own_sessions()
      returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, address text)
      language plpgsql stable security definer set search_path = pg_catalog as $$
      begin
        return query execute $q$
          select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at),
            s.user_agent, host(s.ip)
          from auth.sessions s
          where s.user_id = nullif(current_setting('app.user_id', true), '')::uuid
            and (s.not_after is null or s.not_after > now())
          order by 3 desc, s.id limit 100$q$;
      end $$`;
    await sql`create or replace function hausbuch.end_own_session(p_session uuid) returns boolean
      language plpgsql volatile security definer set search_path = pg_catalog as $$
      declare
        ended int;
      begin
        execute $q$ delete from auth.sessions
          where id = $1 and user_id = nullif(current_setting('app.user_id', true), '')::uuid $q$ using p_session;
        get diagnostics ended = row_count;
        return ended > 0;
      end $$`;
    await sql`revoke all on function hausbuch.own_sessions(), hausbuch.end_own_session(uuid) from public`;
    await sql`grant execute on function hausbuch.own_sessions(), hausbuch.end_own_session(uuid) to hausbuch_app`;
  });
}

/** pg-boss' own tables, made or brought up to date as our owner and used as `hausbuch_app`. */
async function installJobs(sql: postgres.Sql): Promise<void> {
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
  await sql`grant usage on schema pgboss to hausbuch_app`;
  await sql`grant select, insert, update, delete on all tables in schema pgboss to hausbuch_app`;
  await sql`grant usage on all sequences in schema pgboss to hausbuch_app`;
  await sql`grant execute on all functions in schema pgboss to hausbuch_app`;
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
