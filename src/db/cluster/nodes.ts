import type postgres from 'postgres';
import { openOnce } from '../single-connection.ts';

export type Address = { host: string; port: number };

export const nameOf = ({ host, port }: Address) => `${host}:${port}`;
export const isSame = (a: Address, b: Address) => a.host === b.host && a.port === b.port;

/** The command does not go on; what stands in its way is in words, one sentence each. */
export class ClusterRefused extends Error {
  override readonly name = 'ClusterRefused';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** It failed after its first step: how the tables stand then, and why. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  constructor(standing: string, cause: unknown) {
    super(`${standing}\n${reasonOf(cause)}`, { cause });
  }
}

export const reasonOf = (error: unknown): string =>
  error instanceof ClusterRefused
    ? error.problems.map((one) => `- ${one}`).join('\n')
    : error instanceof Error
      ? error.message
      : String(error);

/** @throws ClusterRefused where it is no list of hosts with ports */
export function readAddresses(text: string): Address[] {
  const words = text.split(',').map((word) => word.trim());
  const addresses = words.map((word) => {
    const [, host = '', digits = '5432'] = /^(\[[0-9a-f:]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(word) ?? [];
    const port = Number(digits);
    if (host === '' || port < 1 || port > 65_535)
      throw new ClusterRefused([`"${word}" is no address of a worker: give them as host:port,host:port.`]);
    return { host, port };
  });
  const twice = addresses.find((one, index) => addresses.findIndex((other) => isSame(one, other)) !== index);
  if (twice)
    throw new ClusterRefused([`${nameOf(twice)} is named twice: each worker is a server of its own.`]);
  return addresses;
}

/** Where a database address leads to. */
export function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port || 5432) };
}

/** The same login and the database of the same name on another node. */
export function urlOn(adminUrl: string, { host, port }: Address): string {
  const url = new URL(adminUrl);
  url.hostname = host;
  url.port = String(port);
  return url.toString();
}

export const openNode = (url: string) => openOnce(url, 'hausbuch-distribute');

export type NodeFacts = {
  version: number;
  database: string;
  login: string;
  isSuperuser: boolean;
  preload: string;
  walLevel: string;
  preparedTransactions: number;
  lockRoom: number;
  /** What this node would install, and what it has; null: none. */
  availableCitus: string | null;
  installedCitus: string | null;
  canCompareRanges: boolean;
  tables: number;
  /** Other nodes this one knows. */
  known: Address[];
};

/** The workers a database with Citus knows. */
export async function readWorkers(sql: postgres.Sql): Promise<Address[]> {
  const rows = await sql<Address[]>`
    select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and noderole = 'primary' order by nodeid`;
  return [...rows];
}

/** What matters of one node; a sentence where it cannot be entered. */
export async function inspect(sql: postgres.Sql, address: Address): Promise<NodeFacts | string> {
  try {
    const [row] = await sql<Omit<NodeFacts, 'known'>[]>`
      select current_setting('server_version_num')::int as version, current_database() as database,
        current_user::text as login,
        (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
        current_setting('shared_preload_libraries') as preload, current_setting('wal_level') as "walLevel",
        current_setting('max_prepared_transactions')::int as "preparedTransactions",
        current_setting('max_locks_per_transaction')::int
          * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) as "lockRoom",
        (select default_version from pg_available_extensions where name = 'citus') as "availableCitus",
        (select extversion from pg_extension where extname = 'citus') as "installedCitus",
        exists (select from pg_available_extensions where name = 'btree_gist') as "canCompareRanges",
        (select count(*)::int from pg_class where relnamespace = to_regnamespace('hausbuch') and relkind in ('r', 'p')) as tables`;
    if (!row) return `${nameOf(address)} does not say what it is.`;
    return { ...row, known: row.installedCitus === null ? [] : await readWorkers(sql) };
  } catch (error) {
    return refusalOf(address, error);
  }
}

/** Why a node cannot be entered, as a sentence. */
export function refusalOf(address: Address, error: unknown): string {
  const name = nameOf(address);
  const { code = '', message } = error as Error & { code?: string };
  if (code.startsWith('28')) return `${name} refuses this login or its password (${message}).`;
  if (code === '3D000') return `${name} has no such database (${message}): create it there, empty.`;
  return `${name} cannot be reached (${code || message}).`;
}
