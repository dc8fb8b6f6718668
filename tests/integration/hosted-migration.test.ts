import { randomUUID } from 'node:crypto';
import { applySchema } from '@hausbuch/supabase-embedded';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrateDatabase } from '@/db/migrate';

/**
 * A database as a hosted Supabase project has it: `postgres` is no superuser, may use schema `auth` without
 * passing that on, and writes and passes on the reading of its tables, whose row-level security is on.
 */
const { adminUrl: serverUrl } = inject('testDatabase');
const suffix = randomUUID().slice(0, 8);
const names = { database: `hosted_${suffix}`, login: `hosted_postgres_${suffix}`, password: randomUUID() };

let superuser: postgres.Sql;
let hosted: postgres.Sql;
let hostedUrl: string;

const userId = randomUUID();
const [here, elsewhere] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await server.unsafe(
    `create role ${names.login} login createrole createdb bypassrls password '${names.password}'`,
  );
  // There, these roles are made by the first migration, whose login then may hand them on.
  await server.unsafe(
    `grant hausbuch_owner, hausbuch_app, hausbuch_erase to ${names.login} with admin option`,
  );
  await server.unsafe(`create database ${names.database} owner ${names.login}`);
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = `/${names.database}`;
  await applySchema(url.toString());
  superuser = postgres(url.toString(), { max: 1, onnotice: () => {} });
  await superuser.unsafe(`
    revoke usage on schema auth from hausbuch_owner;
    grant usage on schema auth to ${names.login};
    grant select, insert, update, delete on all tables in schema auth to ${names.login};
    grant select on all tables in schema auth to ${names.login} with grant option;
    do $$ declare one record; begin
      for one in select tablename from pg_tables where schemaname = 'auth' loop
        execute format('alter table auth.%I enable row level security', one.tablename);
      end loop;
    end $$`);
  await superuser`insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
    values (${userId}, 'authenticated', 'authenticated', 'petra@example.com', now(), now(), now())`;
  await superuser`insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
    values (${randomUUID()}, ${userId}, 'totp', 'verified', 'App', now(), now())`;
  for (const id of [here, elsewhere]) {
    await superuser`insert into auth.sessions (id, user_id, created_at, updated_at)
      values (${id}, ${userId}, now(), now())`;
  }
  url.username = names.login;
  url.password = names.password;
  hostedUrl = url.toString();
  await migrateDatabase({ adminUrl: hostedUrl });
  hosted = postgres(hostedUrl, { max: 1, onnotice: () => {} });
}, 120_000);

afterAll(async () => {
  await hosted.end();
  await superuser.end();
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await server`drop database if exists ${server(names.database)} with (force)`;
  await server.unsafe(
    `revoke hausbuch_owner, hausbuch_app, hausbuch_erase from ${names.login} cascade; drop role ${names.login}`,
  );
  await server.end();
});

/** What a request of the user sees, entered as the app does. */
async function asUser<T>(work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> {
  const answer = await hosted.begin(async (tx) => {
    await tx`select * from hausbuch.enter_request('hausbuch_app', ${userId}, null)`;
    return { value: await work(tx) };
  });
  return answer.value;
}

test('the second factor and the life of a session are known', async () => {
  const [entered] = await hosted.begin(
    (tx) => tx`select has_factor from hausbuch.enter_request('hausbuch_app', ${userId}, null)`,
  );
  expect(entered).toEqual({ has_factor: true });
  const [session] = await asUser((tx) => tx`select hausbuch.session_lives(${here}, ${userId}) as lives`);
  expect(session).toEqual({ lives: true });
});

test('a person sees and ends their own sessions', async () => {
  const list = await asUser((tx) => tx<{ id: string }[]>`select id from hausbuch.own_sessions()`);
  expect(list.map(({ id }) => id).sort()).toEqual([here, elsewhere].sort());
  const [ended] = await asUser((tx) => tx`select hausbuch.end_own_session(${elsewhere}) as ended`);
  expect(ended).toEqual({ ended: true });
  const [session] = await asUser((tx) => tx`select hausbuch.session_lives(${elsewhere}, ${userId}) as lives`);
  expect(session).toEqual({ lives: false });
});

test('the app itself reads none of it', async () => {
  for (const table of ['users', 'sessions', 'mfa_factors', 'refresh_tokens']) {
    await expect(asUser((tx) => tx`select 1 from auth.${tx(table)}`)).rejects.toThrow(/permission denied/);
  }
});

test('migrating again changes nothing and finds its functions', async () => {
  await migrateDatabase({ adminUrl: hostedUrl });
  const [session] = await asUser((tx) => tx`select hausbuch.session_lives(${here}, ${userId}) as lives`);
  expect(session).toEqual({ lives: true });
});
