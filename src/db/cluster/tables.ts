import type postgres from 'postgres';

/**
 * How tables stand on a cluster. Those not named here are spread by their portfolio; they have to carry it in their
 * key. Read together with `hausbuch.spread()`, which does the same for tables of later migrations.
 */
export const wholeOnEveryNode = [
  'portfolio',
  'member',
  'profile',
  'base_rate',
  'consumer_price_index',
] as const;

/** On the coordinator alone: they belong to no portfolio, and nothing that is spread points at them. */
export const onCoordinator = [
  'account_event',
  'contact_message',
  'erasure',
  'mail_sent',
  'recovery_attempt',
  'recovery_code',
  'seal_key',
  '__migrations',
] as const;

type TableKind = 'whole' | 'spread' | 'local';
/** Inside a transaction or not. */
export type AnySql = postgres.Sql | postgres.TransactionSql;
export type Plan = { tables: { name: string; kind: TableKind }[]; unlisted: string[] };

type Found = { name: string; key: string[] };
type Reference = { from: string; to: string };

const includes = (names: readonly string[], name: string) => names.includes(name);

/** What a table points at comes before it. */
function parentsFirst(names: string[], references: Reference[]): string[] {
  const sorted: string[] = [];
  const waiting = new Set(names);
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      (name) => !references.some(({ from, to }) => from === name && to !== name && waiting.has(to)),
    );
    if (free.length === 0)
      throw new Error(`The foreign keys go round in a circle: ${[...waiting].join(', ')}.`);
    for (const name of free) {
      sorted.push(name);
      waiting.delete(name);
    }
  }
  return sorted;
}

/**
 * Every table of our schema with how it is to stand, parents first: those that stand whole, then those that are
 * spread, then those that stay. `unlisted` are tables that fit in nowhere.
 */
export async function planTables(sql: AnySql): Promise<Plan> {
  const found = await sql<Found[]>`
    select c.relname as name, coalesce(array_agg(a.attname order by k.place) filter (where a.attname is not null), '{}') as key
    from pg_class c
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    left join lateral unnest(i.indkey::int2[]) with ordinality as k (number, place) on true
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
    where c.relnamespace = to_regnamespace('hausbuch') and c.relkind in ('r', 'p')
    group by c.relname order by c.relname`;
  const references = await sql<Reference[]>`
    select child.relname as from, parent.relname as to
    from pg_constraint f join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
    where f.contype = 'f' and child.relnamespace = to_regnamespace('hausbuch')`;
  const kindOf = ({ name, key }: Found): TableKind | null => {
    if (includes(wholeOnEveryNode, name)) return 'whole';
    if (includes(onCoordinator, name)) return 'local';
    return key[0] === 'portfolio_id' ? 'spread' : null;
  };
  const kinds = new Map(found.map((table) => [table.name, kindOf(table)]));
  const place = { whole: 0, spread: 1, local: 2 };
  const tables = parentsFirst([...kinds.keys()], [...references]).flatMap((name) => {
    const kind = kinds.get(name);
    return kind ? [{ name, kind }] : [];
  });
  return {
    // Sorting keeps the order of equals.
    tables: tables.sort((a, b) => place[a.kind] - place[b.kind]),
    unlisted: [...kinds].flatMap(([name, kind]) => (kind === null ? [name] : [])),
  };
}

/** Which tables Citus has taken over. */
export async function listTaken(sql: AnySql): Promise<Set<string>> {
  const [citus] = await sql<{ isThere: boolean }[]>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as "isThere"`;
  if (!citus?.isThere) return new Set();
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = to_regnamespace('hausbuch')`;
  return new Set(rows.map(({ name }) => name));
}

/** How many rows each table has. */
export async function countRows(sql: AnySql, names: string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const [row] = await sql<
      { count: number }[]
    >`select count(*)::float8 as count from ${sql(`hausbuch.${name}`)}`;
    counts.set(name, row?.count ?? 0);
  }
  return counts;
}

/** @throws where a table has not the rows it had */
export function demandSame(before: Map<string, number>, after: Map<string, number>): void {
  const lost = [...before].filter(([name, count]) => after.get(name) !== count);
  if (lost.length === 0) return;
  const words = lost.map(
    ([name, count]) => `${name} had ${count} rows and would have ${after.get(name) ?? 0}`,
  );
  throw new Error(`Rows do not add up, so no table moves: ${words.join('; ')}.`);
}
