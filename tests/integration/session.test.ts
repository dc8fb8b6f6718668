import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterAs } from '../factories/enter.ts';
import { failureOf } from '../factories/failure.ts';
import {
  addressOf,
  closeTestCallers,
  createTestCaller,
  createTestToken,
  signInAs,
} from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { median } from '../setup/median.ts';

let database: TestDatabase;
let admin: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await closeTestCallers();
  await admin.end();
  await database.drop();
});

/** One person on one more device. */
async function device(userId: string, aal: 'aal1' | 'aal2' = 'aal1') {
  const sessionId = await signInAs(database.appUrl, userId, addressOf(userId));
  const accessToken = await createTestToken(userId, { session_id: sessionId, aal });
  return { sessionId, caller: await createTestCaller({ appUrl: database.appUrl, userId, accessToken }) };
}

test('a person sees their own sessions, the present one marked, and nobody else’s', async () => {
  const [me, other] = [randomUUID(), randomUUID()];
  const [phone, desk] = [await device(me), await device(me)];
  await device(other);
  await admin`update auth.sessions set user_agent = 'Mozilla/5.0', ip = '203.0.113.7',
    refreshed_at = now() at time zone 'utc' + interval '1 minute' where id = ${phone.sessionId}`;
  const sessions = await desk.caller.account.listSessions();
  expect(sessions.map(({ id, isCurrent }) => ({ id, isCurrent }))).toEqual([
    { id: phone.sessionId, isCurrent: false },
    { id: desk.sessionId, isCurrent: true },
  ]);
  expect(sessions[0]).toMatchObject({ userAgent: 'Mozilla/5.0', address: '203.0.113.7' });
  expect(sessions[0]?.lastUsedAt.getTime()).toBeGreaterThan(Date.now() + 50_000);
});

test('one session ends the other: its token is good for reading still, its pages and what matters are closed', async () => {
  const me = randomUUID();
  const [phone, desk] = [await device(me), await device(me)];
  expect(await phone.caller.account.assurance()).toEqual({ hasFactor: false, lives: true });
  await desk.caller.account.endSession({ id: phone.sessionId });
  expect(await phone.caller.account.assurance()).toEqual({ hasFactor: false, lives: false });
  expect(await failureOf(phone.caller.account.listSessions())).toBe('auth.signed_out');
  expect(await failureOf(phone.caller.account.endSession({ id: desk.sessionId }))).toBe('auth.signed_out');
  expect(await desk.caller.account.listSessions()).toHaveLength(1);
});

test('somebody else’s session cannot be ended, nor one that is gone', async () => {
  const [mine, theirs] = [await device(randomUUID()), await device(randomUUID())];
  expect(await failureOf(mine.caller.account.endSession({ id: theirs.sessionId }))).toBe('not_found');
  expect(await theirs.caller.account.assurance()).toMatchObject({ lives: true });
  expect(await failureOf(mine.caller.account.endSession({ id: randomUUID() }))).toBe('not_found');
});

test('a factor that was verified counts at once, whatever the token says; one that was only begun does not', async () => {
  const me = randomUUID();
  const [first, second] = [await device(me), await device(me, 'aal2')];
  const factorId = randomUUID();
  await admin`insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
    values (${factorId}, ${me}, 'totp', 'unverified', 'App', now(), now())`;
  expect(await first.caller.account.assurance()).toMatchObject({ hasFactor: false });
  expect(await first.caller.account.getProfile()).toMatchObject({ displayName: '' });
  await admin`update auth.mfa_factors set status = 'verified' where id = ${factorId}`;
  expect(await first.caller.account.assurance()).toMatchObject({ hasFactor: true });
  expect(await failureOf(first.caller.account.getProfile())).toBe('auth.second_factor_required');
  expect(await failureOf(first.caller.account.listSessions())).toBe('auth.second_factor_required');
  expect(await second.caller.account.getProfile()).toMatchObject({ displayName: '' });
});

test('asking whether the session lives costs a write less than half a millisecond, among 20,000 sessions', async () => {
  const me = randomUUID();
  const { sessionId } = await device(me);
  await admin`with made as (
      insert into auth.users (id, email, created_at, updated_at)
      select gen_random_uuid(), 'crowd' || n || '@example.com', now(), now() from generate_series(1, 20000) n returning id
    ) insert into auth.sessions (id, user_id, created_at, updated_at)
      select gen_random_uuid(), id, now(), now() from made`;
  await admin`analyze auth.users, auth.sessions`;
  const app = postgres(database.appUrl, { max: 1, onnotice: () => {} });
  const enter = (session: string | null) =>
    app.begin(async (sql) => {
      const since = performance.now();
      await enterAs(sql, { userId: me, sessionId: session });
      return performance.now() - since;
    });
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
  // In turn, so that whatever else the machine does meets both.
  for (let round = 0; round < 1_000; round += 1) {
    times.without.push(await enter(null));
    times.with.push(await enter(sessionId));
  }
  await app.end();
  const costMs = median(times.with) - median(times.without);
  console.log(
    `entering: ${median(times.without).toFixed(3)} ms, with the session asked for ${median(times.with).toFixed(3)} ms`,
  );
  expect(costMs).toBeLessThan(0.5);
});

test('of the sign-in server’s tables our owner may read a few columns and end sessions, and the app nothing', async () => {
  const readable = await admin<{ role: string; table: string; columns: string[] }[]>`
    select r.role, c.relname as table, array_agg(a.attname::text order by a.attname) as columns
    from (values ('hausbuch_owner'), ('hausbuch_app'), ('hausbuch_erase')) as r(role)
    cross join pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'auth' and c.relkind in ('r', 'p') and has_column_privilege(r.role, c.oid, a.attnum, 'select')
    group by 1, 2 order by 1, 2`;
  expect(readable.map(({ role, table, columns }) => `${role} ${table}: ${columns.join(' ')}`)).toEqual([
    'hausbuch_owner mfa_factors: id status user_id',
    // What the page of one's own sessions shows, and whether one of them still lives.
    'hausbuch_owner sessions: created_at id ip not_after refreshed_at user_agent user_id',
    'hausbuch_owner users: banned_until deleted_at email email_confirmed_at id phone',
  ]);
  const written = await admin<{ role: string; table: string; may: string }[]>`
    select r.role, c.relname as table, may from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join (values ('hausbuch_owner'), ('hausbuch_app'), ('hausbuch_erase')) as r(role)
    cross join (values ('insert'), ('update'), ('delete'), ('truncate')) as p(may)
    where n.nspname in ('auth', 'storage') and c.relkind in ('r', 'p') and has_table_privilege(r.role, c.oid, may)
    union all
    select r.role, c.relname, 'update of ' || a.attname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    cross join (values ('hausbuch_owner'), ('hausbuch_app'), ('hausbuch_erase')) as r(role)
    where n.nspname in ('auth', 'storage') and c.relkind in ('r', 'p')
      and has_column_privilege(r.role, c.oid, a.attnum, 'insert, update')`;
  // Ending one's own session: Supabase has no call for it.
  expect(written.map(({ role, table, may }) => `${role} ${may} ${table}`)).toEqual([
    'hausbuch_owner delete sessions',
  ]);
});
