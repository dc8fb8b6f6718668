import type postgres from 'postgres';
import { derivePassword } from '../app-login.ts';
import { quoted } from '../quoted.ts';
import { scramVerifier } from '../scram-verifier.ts';
import type { AnySql } from './tables.ts';

/** Nodes talk to each other as these: a statement runs on a worker as the role it runs as here. */
const ours = ['hausbuch_owner', 'hausbuch_app', 'hausbuch_erase'] as const;

type Role = { name: string; options: string };

/** The login nodes are entered with, and what our roles are known by between them; null: nodes ask for no password. */
type Secrets = { admin: { name: string; password: string }; between: string } | null;

export function secretsOf(adminUrl: string): Secrets {
  const url = new URL(adminUrl);
  const password = decodeURIComponent(url.password);
  if (password === '') return null;
  return {
    admin: { name: decodeURIComponent(url.username), password },
    between: derivePassword(`cluster ${password}`),
  };
}

/** All roles of this server but those Postgres brings along: rights and policies name them on every node. */
export async function listRoles(sql: AnySql): Promise<Role[]> {
  const rows = await sql<{ name: string; bypasses: boolean }[]>`
    select rolname::text as name, rolbypassrls as bypasses from pg_roles
    where rolname !~ '^pg_' and not rolsuper order by oid`;
  return rows.map(({ name, bypasses }) => {
    const isOurs = ours.some((one) => one === name);
    return {
      name,
      options: `${isOurs ? 'LOGIN' : 'NOLOGIN'} ${bypasses ? 'BYPASSRLS' : 'NOBYPASSRLS'}`,
    };
  });
}

/**
 * Makes those that a worker lacks. Nobody signs in there as anybody but our own roles, and those from other nodes only.
 * @returns the names of those made
 */
export async function ensureRolesOn(worker: postgres.Sql, roles: Role[]): Promise<string[]> {
  const existing = await worker<{ name: string }[]>`select rolname::text as name from pg_roles`;
  const missing = roles.filter(({ name }) => !existing.some((one) => one.name === name));
  for (const { name, options } of missing) await worker.unsafe(`create role ${quoted(name)} ${options}`);
  return missing.map(({ name }) => name);
}

/** Tells a node's database what to answer when other nodes ask it for a password, and what to say to them. */
export async function tellPasswords(sql: AnySql, secrets: Secrets): Promise<void> {
  if (secrets === null) return;
  const { admin, between } = secrets;
  const said = new Map<string, string>([
    [admin.name, admin.password],
    ...ours.map((name) => [name, between] as const),
  ]);
  for (const [name, password] of said) {
    const text = `password=${password.replaceAll(/[\\']/g, '\\$&')}`;
    const [known] = await sql<{ authinfo: string }[]>`
      select authinfo from pg_dist_authinfo where nodeid = 0 and rolename = ${name}`;
    if (known?.authinfo === text) continue;
    await sql`insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, ${name}, ${text})
      on conflict (rolename, nodeid) do update set authinfo = excluded.authinfo`;
  }
}

/** Hashed here: servers write such statements into their logs. */
export async function setPasswords(sql: AnySql, secrets: Secrets): Promise<void> {
  if (secrets === null) return;
  for (const name of ours)
    await sql.unsafe(`alter role ${name} password '${scramVerifier(secrets.between)}'`);
}
