import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { addressFor, derivePassword, ownLogin, prepareDatabase } from '@/db/app-login';
import { sealSecret } from '@/lib/server/env';
import { enterAs, sealFor } from '../factories/enter.ts';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import { closeTestCallers } from '../factories/session.ts';
import { rememberAdmin } from '../setup/admin-urls.ts';
import { createHostedDatabase, type HostedDatabase } from '../setup/hosted-database.ts';
import { type Pooler, startPooler } from '../setup/pooler.ts';
import { describeLimits } from './login-limits.ts';

// Beside a Supabase project the app is given `postgres`; what it then connects as.

let database: HostedDatabase;
let server: postgres.Sql;
const supabaseSecretKey = sealSecret();
const prepare = (databaseUrl: string, databaseDirectUrl = databaseUrl) =>
  prepareDatabase({ databaseUrl, databaseDirectUrl, supabaseSecretKey });

async function nameAt(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql<{ name: string }[]>`select session_user::text as name`;
    return row?.name ?? '';
  } finally {
    await sql.end();
  }
}

const passwordOf = async (name: string) =>
  (await server<{ kept: string }[]>`select rolpassword as kept from pg_authid where rolname = ${name}`)[0]
    ?.kept;

const forget = (name: string) =>
  server.unsafe(`do $$ begin
    if exists (select from pg_roles where rolname = '${name}') then
      execute 'drop owned by ${name}'; execute 'drop role ${name}';
    end if; end $$`);

const operatorLogin = 'landlord_app_test';
const poolers: Pooler[] = [];
async function poolerFor(url: string, knows?: string[]): Promise<Pooler> {
  const pooler = await startPooler(url, 'abcd', knows);
  poolers.push(pooler);
  return pooler;
}

beforeAll(async () => {
  server = postgres(inject('testDatabase').adminUrl, { max: 1, onnotice: () => {} });
  database = await createHostedDatabase(inject('testDatabase').adminUrl);
});
afterEach(async () => {
  for (const pooler of poolers.splice(0)) await pooler.stop();
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
  for (const name of [ownLogin, operatorLogin]) await forget(name);
  await server.end();
});

describe('given postgres alone', () => {
  let appUrl: string;
  let own: OneOfEach;
  let foreign: OneOfEach;
  let admin: postgres.Sql;
  let login: postgres.Sql;

  beforeAll(async () => {
    const made = await prepare(database.url);
    expect(made.notes).toEqual([]);
    expect(made.databaseDirectUrl).toBe(made.databaseUrl);
    appUrl = made.databaseUrl;
    rememberAdmin(appUrl, database.superuserUrl);
    // The whole product, through that login.
    const through = { adminUrl: database.superuserUrl, appUrl, drop: database.drop };
    [own, foreign] = [await createOneOfEach(through), await createOneOfEach(through)];
    admin = postgres(database.superuserUrl, { max: 1, onnotice: () => {} });
    login = postgres(appUrl, { max: 1, onnotice: () => {} });
  });
  afterAll(async () => {
    await login.end();
    await admin.end();
  });

  test('the app has a login of its own', async () => {
    expect(await nameAt(appUrl)).toBe(ownLogin);
  });

  test('processes that start at once, and later ones in empty containers, agree', async () => {
    const kept = await passwordOf(ownLogin);
    const [one, other] = await Promise.all([prepare(database.url), prepare(database.url)]);
    expect([one.databaseUrl, other.databaseUrl]).toEqual([appUrl, appUrl]);
    // Not set anew, which would make poolers ask again.
    expect(await passwordOf(ownLogin)).toBe(kept);
  });

  test('a new password of postgres is a new one of the login', async () => {
    await server.unsafe(`alter role ${database.login} password 'another'`);
    const changed = new URL(database.url);
    changed.password = 'another';
    const made = await prepare(changed.toString());
    expect(made.notes).toEqual([]);
    expect(await nameAt(made.databaseUrl)).toBe(ownLogin);
    await expect(nameAt(appUrl)).rejects.toThrow(/password authentication failed/);
    await server.unsafe(`alter role ${database.login} password '${new URL(database.url).password}'`);
    expect((await prepare(database.url)).databaseUrl).toBe(appUrl);
    expect(await nameAt(appUrl)).toBe(ownLogin);
  });

  test('what the login has set for itself is gone with the next start', async () => {
    const begunWith = async () => {
      const fresh = postgres(appUrl, { max: 1, onnotice: () => {} });
      try {
        const [row] = await fresh<{ reads: string; days: string }[]>`
          select current_setting('default_transaction_read_only') as reads, current_setting('DateStyle') as days`;
        return row;
      } finally {
        await fresh.end();
      }
    };
    const before = await begunWith();
    await login.unsafe(`alter role ${ownLogin} set default_transaction_read_only = on`);
    const { pathname } = new URL(appUrl);
    await login.unsafe(`alter role ${ownLogin} in database ${pathname.slice(1)} set datestyle = 'SQL, DMY'`);
    expect(await begunWith()).toEqual({ reads: 'on', days: 'SQL, DMY' });
    await prepare(database.url);
    expect(await begunWith()).toEqual(before);
  });

  test('a new secret lets its processes in beside those of the former one, which end a day later', async () => {
    const startWith = (secret: string) =>
      prepareDatabase({
        databaseUrl: database.url,
        databaseDirectUrl: database.url,
        supabaseSecretKey: secret,
      });
    const isLetIn = async (secret: string) => {
      const [role, userId, portfolioId] = ['hausbuch_app', own.books.ownerId, own.books.id];
      return login
        .begin(async (sql) => {
          const made = await sealFor(sql, { userId, portfolioId }, secret);
          await sql`select hausbuch.enter_request(${role}, ${userId}, ${portfolioId}, null, ${made})`;
          return (await sql`select 1 from hausbuch.property`).length > 0;
        })
        .catch((error: Error) => error.message);
    };
    const dayLater = () =>
      admin`update hausbuch.seal_key set replaced_at = replaced_at - interval '25 hours'`;
    expect(await isLetIn('sb_secret_new')).toMatch(/not sealed .* by a key of this database/);
    await startWith('sb_secret_new');
    expect([await isLetIn(supabaseSecretKey), await isLetIn('sb_secret_new')]).toEqual([true, true]);
    // One with the former secret comes back once more: neither is shut out.
    await startWith(supabaseSecretKey);
    await startWith('sb_secret_new');
    expect([await isLetIn(supabaseSecretKey), await isLetIn('sb_secret_new')]).toEqual([true, true]);
    const isOver = expect.stringMatching(/not sealed/);
    // Whether or not anything is started meanwhile.
    await dayLater();
    expect([await isLetIn(supabaseSecretKey), await isLetIn('sb_secret_new')]).toEqual([isOver, true]);
    await startWith('sb_secret_new');
    expect([await isLetIn(supabaseSecretKey), await isLetIn('sb_secret_new')]).toEqual([isOver, true]);
    expect(await admin`select 1 from hausbuch.seal_key`).toHaveLength(1);
    await startWith(supabaseSecretKey);
    await dayLater();
    expect([await isLetIn(supabaseSecretKey), await isLetIn('sb_secret_new')]).toEqual([true, isOver]);
    // Given once more, it is good once more.
    await startWith('sb_secret_new');
    await startWith(supabaseSecretKey);
    expect([await isLetIn(supabaseSecretKey), await isLetIn('sb_secret_new')]).toEqual([true, true]);
  });

  test('jobs run as it through a pooler that hands on the login and nothing else', async () => {
    const pooler = await poolerFor(database.url);
    const made = await prepare(pooler.addressOf(database.url));
    expect(made.notes).toEqual([]);
    vi.stubEnv('SUPABASE_URL', 'http://localhost:1');
    vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test');
    vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
    vi.stubEnv('DATABASE_URL', made.databaseUrl);
    vi.stubEnv('DATABASE_DIRECT_URL', made.databaseDirectUrl);
    const { startWorker } = await import('@/jobs/worker');
    const worker = await startWorker();
    const [row] = await admin`select count(*)::int as count from pgboss.schedule`;
    await worker.stop();
    vi.unstubAllEnvs();
    expect(row?.count).toBeGreaterThan(3);
    expect(pooler.logins.at(-1)).toBe(`${ownLogin}.abcd`);
  });

  describeLimits('SQL of one’s own as that login', () => ({
    admin,
    login,
    name: ownLogin,
    own: own.books,
    foreign: foreign.books,
  }));
});

test('at a pooler the login names the project, and both addresses are its own', async () => {
  const pooler = await poolerFor(database.url);
  const made = await prepare(pooler.addressOf(database.url), database.url);
  expect(made.notes).toEqual([]);
  expect(new URL(made.databaseUrl).username).toBe(`${ownLogin}.abcd`);
  expect(new URL(made.databaseDirectUrl).username).toBe(ownLogin);
  expect(await nameAt(made.databaseUrl)).toBe(ownLogin);
  expect(await nameAt(made.databaseDirectUrl)).toBe(ownLogin);
});

test('a pooler that does not know the login is told of, and goes on as before', async () => {
  const pooler = await poolerFor(database.url, [database.login]);
  const given = pooler.addressOf(database.url);
  const made = await prepare(given, database.url);
  expect(made.databaseUrl).toBe(given);
  expect(new URL(made.databaseDirectUrl).username).toBe(ownLogin);
  expect(made.notes).toHaveLength(1);
  expect(made.notes[0]).toMatch(
    new RegExp(
      `goes on as "${database.login}" at 127.0.0.1:\\d+: the login ${ownLogin} is not let in there \\(.*Tenant`,
    ),
  );
});

describe('a login of the operator’s for the app', () => {
  const name = operatorLogin;
  const as = (url: string) => {
    const address = new URL(url);
    address.username = name;
    address.password = 'theirs';
    return address.toString();
  };
  beforeAll(async () => {
    await server.unsafe(`create role ${name} login noinherit password 'theirs'`);
  });

  test('is let in and used everywhere, also behind a pooler', async () => {
    const pooler = await poolerFor(database.url);
    const made = await prepare(pooler.addressOf(as(database.url)), database.url);
    expect(made.notes).toEqual([]);
    expect(new URL(made.databaseUrl).username).toBe(`${name}.abcd`);
    expect(made.databaseDirectUrl).toBe(as(database.url));
    const sql = postgres(made.databaseDirectUrl, { max: 1 });
    await sql.begin((tx) => enterAs(tx, {}));
    await sql.end();
  });

  test('with rights beyond that is told of', async () => {
    await server.unsafe(`alter role ${name} bypassrls`);
    const made = await prepare(as(database.url), database.url);
    expect(made.notes).toEqual([
      expect.stringMatching(/"landlord_app_test".*more than the app needs: BYPASSRLS/),
    ]);
  });

  test('cannot bring the database up to date, and the start says what is missing', async () => {
    await server.unsafe(`alter role ${name} nobypassrls`);
    await expect(prepare(as(database.url))).rejects.toThrow(
      /"landlord_app_test" may neither create roles .* Name one that may in DATABASE_DIRECT_URL/s,
    );
  });
});

describe('where no login can be made', () => {
  test('the start says why, and the app goes on as the one it was given', async () => {
    const other = await createHostedDatabase(inject('testDatabase').adminUrl, { createsRoles: false });
    const made = await prepare(other.url);
    expect(made).toMatchObject({ databaseUrl: other.url, databaseDirectUrl: other.url });
    expect(made.notes).toEqual([
      expect.stringMatching(
        new RegExp(`goes on as "${other.login}": .*${ownLogin}, cannot be made \\(permission denied`),
      ),
    ]);
    const sql = postgres(made.databaseUrl, { max: 1 });
    await sql.begin((tx) => enterAs(tx, {}));
    await sql.end();
    await other.drop();
  });
});

test('a wrong password is a sentence about the address', async () => {
  const wrong = new URL(database.url);
  wrong.password = 'wrong';
  await expect(prepare(wrong.toString())).rejects.toThrow(
    /cannot start: the database at .* refuses the user or the password/,
  );
});

test('the password says nothing of the one it is made of, and differs with it', () => {
  expect(derivePassword('secret')).toBe(derivePassword('secret'));
  expect(derivePassword('secret')).not.toBe(derivePassword('secret2'));
  expect(derivePassword('secret')).toMatch(/^[\w-]{32}$/);
});

test('an address keeps what it says beside the login', () => {
  const given = 'postgres://postgres.abcd:p%40ss@pooler.example:6543/postgres?sslmode=require';
  expect(addressFor(given, 'postgres', { name: ownLogin, password: 'x/y' })).toBe(
    `postgres://${ownLogin}.abcd:x%2Fy@pooler.example:6543/postgres?sslmode=require`,
  );
  expect(addressFor('postgres://postgres:p@db/postgres', 'postgres', { name: ownLogin, password: 'x' })).toBe(
    `postgres://${ownLogin}:x@db/postgres`,
  );
});
