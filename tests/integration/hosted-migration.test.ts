import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrateDatabase } from '@/db/migrate';
import { sealSecret } from '@/lib/server/env';
import { enterAs } from '../factories/enter.ts';
import { createHostedDatabase, type HostedDatabase } from '../setup/hosted-database.ts';

let database: HostedDatabase;
let hosted: postgres.Sql;

const userId = randomUUID();
const [here, elsewhere] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  database = await createHostedDatabase(inject('testDatabase').adminUrl);
  const superuser = postgres(database.superuserUrl, { max: 1, onnotice: () => {} });
  await superuser`insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
    values (${userId}, 'authenticated', 'authenticated', 'petra@example.com', now(), now(), now())`;
  await superuser`insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
    values (${randomUUID()}, ${userId}, 'totp', 'verified', 'App', now(), now())`;
  for (const id of [here, elsewhere]) {
    await superuser`insert into auth.sessions (id, user_id, created_at, updated_at)
      values (${id}, ${userId}, now(), now())`;
  }
  await superuser.end();
  await migrateDatabase({ adminUrl: database.url, supabaseSecretKey: sealSecret() });
  hosted = postgres(database.url, { max: 1, onnotice: () => {} });
}, 120_000);

afterAll(async () => {
  await hosted.end();
  await database.drop();
});

/** What a request of the user sees, entered as the app does. */
async function asUser<T>(work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> {
  const answer = await hosted.begin(async (tx) => {
    await enterAs(tx, { userId });
    return { value: await work(tx) };
  });
  return answer.value;
}

test('the second factor and the life of a session are known', async () => {
  const entered = await hosted.begin((tx) => enterAs(tx, { userId }));
  expect(entered).toMatchObject({ has_factor: true });
  const [session] = await asUser((tx) => tx`select hausbuch.session_lives(${here}) as lives`);
  expect(session).toEqual({ lives: true });
});

test('a person sees and ends their own sessions', async () => {
  const list = await asUser((tx) => tx<{ id: string }[]>`select id from hausbuch.own_sessions()`);
  expect(list.map(({ id }) => id).sort()).toEqual([here, elsewhere].sort());
  const [ended] = await asUser((tx) => tx`select hausbuch.end_own_session(${elsewhere}) as ended`);
  expect(ended).toEqual({ ended: true });
  const [session] = await asUser((tx) => tx`select hausbuch.session_lives(${elsewhere}) as lives`);
  expect(session).toEqual({ lives: false });
});

test('the app itself reads none of it', async () => {
  for (const table of ['users', 'sessions', 'mfa_factors', 'refresh_tokens']) {
    await expect(asUser((tx) => tx`select 1 from auth.${tx(table)}`)).rejects.toThrow(/permission denied/);
  }
});

test('at night, what is left of accounts that are gone there is forgotten, and the books of who said so', async () => {
  const [left, said, portfolioId] = [randomUUID(), randomUUID(), randomUUID()];
  const superuser = postgres(database.superuserUrl, { max: 1, onnotice: () => {} });
  await superuser`insert into hausbuch.portfolio (id, name, jurisdiction, currency, time_zone)
    values (${portfolioId}, 'Left', 'DE', 'EUR', 'Europe/Berlin')`;
  await superuser`insert into hausbuch.member (portfolio_id, user_id, role) values (${portfolioId}, ${said}, 'owner')`;
  await superuser`insert into hausbuch.profile (user_id) values (${userId}), (${left}), (${said})`;
  await superuser`insert into hausbuch.erasure (kind, user_id, row_count) values ('account', ${said}, 0)`;
  await hosted.begin(async (tx) => {
    await enterAs(tx, {});
    await tx`select hausbuch.forget_account_events(now() - interval '90 days')`;
  });
  const profiles = await superuser<{ id: string }[]>`select user_id as id from hausbuch.profile`;
  const books = await superuser`select 1 from hausbuch.portfolio where id = ${portfolioId}`;
  await superuser.end();
  expect(profiles.map(({ id }) => id)).toEqual([userId]);
  expect(books).toHaveLength(0);
});

test('migrating again changes nothing and finds its functions', async () => {
  await migrateDatabase({ adminUrl: database.url });
  const [session] = await asUser((tx) => tx`select hausbuch.session_lives(${here}) as lives`);
  expect(session).toEqual({ lives: true });
});
