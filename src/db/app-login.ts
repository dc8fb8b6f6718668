import { scryptSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { databaseProblem } from '../lib/server/start-guard.ts';
import { LoginRefused, migrateDatabase } from './migrate.ts';

/** Made at the start in a database that was given; an embedded one has its login from the launcher. */
export const ownLogin = 'hausbuch_login';

export type DatabaseAddresses = { databaseUrl: string; databaseDirectUrl: string };

type Given = DatabaseAddresses & {
  /** Known to every process of the installation: what entries are sealed with, and the password is made of where the address holds none. */
  supabaseSecretKey: string;
  migrationsFolder?: string;
};

type Login = { name: string; password: string };

/**
 * The password of our login, the same in every process that was given the same secret, and as hard to guess as that
 * one: who gets hold of it shall not find a short password of `postgres` by trying.
 */
export function derivePassword(secret: string): string {
  return scryptSync(secret, 'hausbuch: login of the app', 24).toString('base64url');
}

/**
 * The same address for another login. A pooler's address names the project behind the login, as `postgres.abcd` does.
 * @param known the login of the address as the database calls it
 */
export function addressFor(url: string, known: string, login: Login): string {
  const address = new URL(url);
  const given = decodeURIComponent(address.username);
  const project = given.startsWith(`${known}.`) ? given.slice(known.length) : '';
  address.username = encodeURIComponent(login.name + project);
  address.password = encodeURIComponent(login.password);
  return address.toString();
}

async function ask<T>(url: string, question: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, {
    max: 1,
    // A transaction pooler may be in between.
    prepare: false,
    onnotice: () => {},
    connection: { application_name: 'hausbuch-start' },
  });
  try {
    return await question(sql);
  } catch (error) {
    const problem = databaseProblem(url, error);
    throw problem === null ? error : new Error(problem, { cause: error });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Who an address leads to, as the database calls them. */
const nameAt = (url: string): Promise<string> =>
  ask(url, async (sql) => {
    const [row] = await sql<{ name: string }[]>`select session_user::text as name`;
    if (!row) throw new Error('The database does not say who is connected.');
    return row.name;
  });

/** Null where the login is let in; else why not, in the words of who refuses. */
async function refusal(url: string, login: Login, attempts: number): Promise<string | null> {
  let reason = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    // A pooler may have to look the new login up.
    if (attempt > 1) await sleep(1_500);
    try {
      const name = await nameAt(url);
      if (name === login.name) return null;
      reason = `it leads to ${name}`;
    } catch (error) {
      const first = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      reason = first instanceof Error ? first.message : String(first);
    }
  }
  return reason;
}

const named: Record<string, string> = {
  rolsuper: 'superuser',
  rolcreaterole: 'CREATEROLE',
  rolcreatedb: 'CREATEDB',
  rolbypassrls: 'BYPASSRLS',
  rolreplication: 'REPLICATION',
};

/** What a login may do beside taking the two roles of the app. */
function excessOf(url: string, name: string): Promise<string[]> {
  return ask(url, async (sql) => {
    const [role] = await sql<Record<string, boolean>[]>`
      select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles where rolname = ${name}`;
    const others = await sql<{ role: string }[]>`
      select roleid::regrole::text as role from pg_auth_members where member = ${name}::regrole
        and roleid::regrole::text not in ('hausbuch_app', 'hausbuch_erase')`;
    const attributes = Object.keys(named).filter((attribute) => role?.[attribute]);
    return [...attributes.map((attribute) => named[attribute] ?? ''), ...others.map((row) => row.role)];
  });
}

const placeOf = (url: string) => {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '5432'}`;
};

const advice =
  'With SQL of its own that login reaches every portfolio; docs/self-hosting.md says how to give the app one that does not.';

/**
 * Brings the given database up to date and says what the app's own processes are to connect as: a login of theirs that
 * may take the roles of the app and nothing else. It is the one of `DATABASE_URL` where another migrates, else
 * `hausbuch_login`, made here. What stands in the way of that is told in `notes`, and the app goes on as given.
 */
export async function prepareDatabase(given: Given): Promise<DatabaseAddresses & { notes: string[] }> {
  const { databaseUrl, databaseDirectUrl, supabaseSecretKey, migrationsFolder } = given;
  const further = { supabaseSecretKey, ...(migrationsFolder === undefined ? {} : { migrationsFolder }) };
  const admin = await nameAt(databaseDirectUrl);
  const app = databaseUrl === databaseDirectUrl ? admin : await nameAt(databaseUrl);
  await demandMigrator(databaseDirectUrl, admin);

  if (app !== admin) {
    await migrateDatabase({ adminUrl: databaseDirectUrl, login: { name: app }, ...further });
    const login = { name: app, password: decodeURIComponent(new URL(databaseUrl).password) };
    const excess = await excessOf(databaseDirectUrl, app);
    const notes =
      excess.length > 0
        ? [
            `The login "${app}" of DATABASE_URL may do more than the app needs: ${excess.join(', ')}. ${advice}`,
          ]
        : [];
    return enterWith(login, { databaseUrl, databaseDirectUrl }, admin, notes, [databaseDirectUrl]);
  }

  const secret = decodeURIComponent(new URL(databaseDirectUrl).password) || supabaseSecretKey;
  const login = { name: ownLogin, password: derivePassword(secret) };
  try {
    const isKnown = await knows(databaseDirectUrl, admin, login);
    await migrateDatabase({
      adminUrl: databaseDirectUrl,
      login: { ...(isKnown ? { name: ownLogin } : login), isOurs: true },
      ...further,
    });
    const excess = await excessOf(databaseDirectUrl, ownLogin);
    if (excess.length > 0) throw new LoginRefused(`the one there is may do more: ${excess.join(', ')}`);
  } catch (error) {
    if (!(error instanceof LoginRefused)) throw error;
    await migrateDatabase({ adminUrl: databaseDirectUrl, ...further });
    const note = `The app goes on as "${admin}": a login of its own, ${ownLogin}, cannot be made (${error.message}). ${advice}`;
    return { databaseUrl, databaseDirectUrl, notes: [note] };
  }
  return enterWith(login, { databaseUrl, databaseDirectUrl }, admin, [], [databaseUrl, databaseDirectUrl]);
}

/** @throws in a sentence where the only login there is is the app's own */
async function demandMigrator(url: string, name: string): Promise<void> {
  const may = await ask(url, async (sql) => {
    const [row] = await sql<{ may: boolean }[]>`
      select rolsuper or rolcreaterole or exists (
        select 1 from pg_auth_members where member = pg_roles.oid and roleid = to_regrole('hausbuch_owner')
      ) as may from pg_roles where rolname = current_user`;
    return row?.may ?? false;
  });
  if (may) return;
  throw new Error(
    `Hausbuch cannot start: the login "${name}" may neither create roles nor become hausbuch_owner, so it cannot bring ` +
      'the database up to date. Name one that may in DATABASE_DIRECT_URL; docs/self-hosting.md says more.',
  );
}

/** Whether the login is there with this password: setting it anew would make poolers forget what they know of it. */
async function knows(url: string, admin: string, login: Login): Promise<boolean> {
  const isThere = await ask(
    url,
    async (sql) => (await sql`select 1 from pg_roles where rolname = ${login.name}`).length > 0,
  );
  return isThere && (await refusal(addressFor(url, admin, login), login, 1)) === null;
}

/** The addresses with the login in its place in `replaced`, as far as it is let in there. */
async function enterWith(
  login: Login,
  given: DatabaseAddresses,
  admin: string,
  notes: string[],
  replaced: readonly string[],
): Promise<DatabaseAddresses & { notes: string[] }> {
  const found = new Map<string, string>();
  const told = [...notes];
  for (const url of new Set(replaced)) {
    const address = addressFor(url, admin, login);
    const reason = await refusal(address, login, 3);
    if (reason === null) {
      found.set(url, address);
      continue;
    }
    told.push(
      `The app goes on as "${admin}" at ${placeOf(url)}: the login ${login.name} is not let in there (${reason}). ${advice}`,
    );
  }
  return {
    databaseUrl: found.get(given.databaseUrl) ?? given.databaseUrl,
    databaseDirectUrl: found.get(given.databaseDirectUrl) ?? given.databaseDirectUrl,
    notes: told,
  };
}
