import { randomUUID } from 'node:crypto';
import { applySchema } from '@hausbuch/supabase-embedded';
import postgres from 'postgres';

export interface HostedDatabase {
  superuserUrl: string;
  /** As its `postgres`. */
  url: string;
  /** What its `postgres` is called here, where others are hosted on the same server. */
  login: string;
  drop(): Promise<void>;
}

/**
 * A database as a hosted Supabase project has it: `postgres` is no superuser, may use schema `auth` without
 * passing that on, and writes and passes on the reading of its tables, whose row-level security is on.
 * @param serverUrl a superuser, where the roles of a migrated database are
 */
export async function createHostedDatabase(
  serverUrl: string,
  { createsRoles = true } = {},
): Promise<HostedDatabase> {
  const suffix = randomUUID().slice(0, 8);
  const [database, login, password] = [`hosted_${suffix}`, `hosted_postgres_${suffix}`, randomUUID()];
  const asServer = async (work: (sql: postgres.Sql) => Promise<unknown>, url: string = serverUrl) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await work(sql).finally(() => sql.end());
  };
  await asServer(async (server) => {
    const attributes = createsRoles ? 'createrole createdb bypassrls' : 'createdb bypassrls';
    await server.unsafe(`create role ${login} login ${attributes} password '${password}'`);
    // There, these roles are made by the first migration, whose login then may hand them on.
    const option = createsRoles ? 'with admin option' : '';
    await server.unsafe(`grant hausbuch_owner, hausbuch_app, hausbuch_erase to ${login} ${option}`);
    await server.unsafe(`create database ${database} owner ${login}`);
    await server.unsafe(`grant create on database ${database} to hausbuch_owner`);
  });
  const superuserUrl = new URL(serverUrl);
  superuserUrl.pathname = `/${database}`;
  await applySchema(superuserUrl.toString());
  await asServer(
    (superuser) =>
      superuser.unsafe(`
        revoke usage on schema auth from hausbuch_owner;
        grant usage on schema auth to ${login};
        grant select, insert, update, delete on all tables in schema auth to ${login};
        grant select on all tables in schema auth to ${login} with grant option;
        do $$ declare one record; begin
          for one in select tablename from pg_tables where schemaname = 'auth' loop
            execute format('alter table auth.%I enable row level security', one.tablename);
          end loop;
        end $$`),
    superuserUrl.toString(),
  );
  const url = new URL(superuserUrl);
  url.username = login;
  url.password = password;
  return {
    superuserUrl: superuserUrl.toString(),
    url: url.toString(),
    login,
    drop: () =>
      asServer(async (server) => {
        await server`drop database if exists ${server(database)} with (force)`;
        await server.unsafe(`revoke hausbuch_owner, hausbuch_app, hausbuch_erase from ${login} cascade`);
        await server.unsafe(`drop owned by ${login}; drop role ${login}`);
      }),
  };
}
