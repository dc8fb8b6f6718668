import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { urlOn } from '@/db/cluster/nodes';
import { quoted } from '@/db/quoted';
import { connected } from '../setup/admin-urls.ts';

/** A portfolio to come with the rows of one that is there. Ids are their portfolio's, so only that one changes. */
type Copy = { from: string; to: string };

type Table = { name: string; columns: string[] };

/** Where rows of some portfolios lie: the tables on one machine, on a cluster a shard of each on one worker. */
type Place = { url: string; nameOf: (table: string) => string; copies: Copy[] };

/** What can be written of every table with rows of a portfolio. */
const listTables = (sql: postgres.Sql) => sql<Table[]>`
  select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'hausbuch'::regnamespace and c.relkind = 'r' and c.relname !~ '_[0-9]+$'
    and (c.relname = 'portfolio' or exists (
      select from pg_attribute k where k.attrelid = c.oid and k.attname = 'portfolio_id'))
  group by c.relname order by 1`;

const shardOf = (sql: postgres.Sql) =>
  sql`get_shard_id_for_distribution_column('hausbuch.property', id::uuid)::text as shard`;

/** Ids for copies. On a cluster those are drawn again that fall onto a shard which none of the originals is on. */
export async function drawCopies(url: string, originals: string[], count: number): Promise<Copy[]> {
  return connected(url, async (sql) => {
    const sources = await sql<{ id: string; shard: string }[]>`
      select id, ${shardOf(sql)} from unnest(${originals}::text[]) as id`;
    const byShard = Map.groupBy(sources, ({ shard }) => shard);
    const copies: Copy[] = [];
    while (copies.length < count) {
      const drawn = await sql<{ id: string; shard: string }[]>`
        select id, ${shardOf(sql)} from (select gen_random_uuid() as id from generate_series(1, ${count})) as drawn`;
      for (const { id, shard } of drawn) {
        const here = byShard.get(shard);
        const from = here?.[copies.length % here.length]?.id;
        if (from && copies.length < count) copies.push({ from, to: id });
      }
    }
    return copies;
  });
}

async function placesOf(sql: postgres.Sql, adminUrl: string, copies: Copy[]): Promise<Place[]> {
  const shards = await sql<{ name: string; shard: string; from: string; host: string; port: number }[]>`
    select t.relname as name, s.shardid::text as shard, s.shardminvalue as from, n.nodename as host, n.nodeport as port
    from pg_dist_shard s join pg_class t on t.oid = s.logicalrelid
    join pg_dist_placement p using (shardid) join pg_dist_node n on n.groupid = p.groupid
    where s.shardminvalue is not null`;
  const found = await sql<{ id: string; shard: string }[]>`
    select id, ${shardOf(sql)} from unnest(${copies.map(({ to }) => to)}::text[]) as id`;
  const shardFor = new Map(found.map(({ id, shard }) => [id, shard]));
  return shards
    .filter(({ name }) => name === 'property')
    .map(({ from, shard, host, port }) => {
      const beside = new Map(shards.filter((one) => one.from === from).map((one) => [one.name, one.shard]));
      return {
        url: urlOn(adminUrl, { host, port }),
        nameOf: (table) => `${table}_${beside.get(table)}`,
        copies: copies.filter(({ to }) => shardFor.get(to) === shard),
      };
    });
}

/** One portfolio after the other, as their keys have them; nothing of it is checked, since it was where it comes from. */
async function copyAt({ url, nameOf, copies }: Place, tables: Table[]): Promise<number> {
  return connected(url, async (sql) => {
    await sql`set session_replication_role = replica`;
    await sql`set synchronous_commit = off`;
    await sql`select set_config('citus.enable_manual_changes_to_shards', 'on', false)`;
    let rows = 0;
    const filled: Table[] = [];
    for (const table of tables) {
      const [row] = await sql`select 1 from ${sql(`hausbuch.${nameOf(table.name)}`)} limit 1`;
      if (row) filled.push(table);
    }
    for (const { from, to } of copies)
      await sql.begin(async (tx) => {
        for (const { name, columns } of filled) {
          const table = `hausbuch.${quoted(nameOf(name))}`;
          const values = columns.map((column) => (column === 'portfolio_id' ? `'${to}'` : column)).join(', ');
          const { count } = await tx.unsafe(
            `insert into ${table} (${columns.join(', ')}) select ${values} from ${table} where portfolio_id = '${from}'`,
          );
          rows += count;
        }
      });
    return rows;
  });
}

/** The portfolio itself and its one owner, who is somebody else: on a cluster on all nodes, through the coordinator. */
async function copyHeads(sql: postgres.Sql, tables: Table[], copies: Copy[]): Promise<void> {
  for (const { from, to } of copies)
    for (const name of ['portfolio', 'member']) {
      const own = name === 'portfolio' ? 'id' : 'portfolio_id';
      const columns = tables.find((table) => table.name === name)?.columns ?? [];
      const given = new Map([
        [own, `'${to}'::uuid`],
        ['user_id', `'${randomUUID()}'::uuid`],
      ]);
      const values = columns.map((column) => given.get(column) ?? column).join(', ');
      await sql.unsafe(
        `insert into hausbuch.${name} (${columns.join(', ')}) select ${values} from hausbuch.${name} where ${own} = '${from}'`,
      );
    }
}

/**
 * Makes a database larger by copies of portfolios it has, each node by itself: much faster than making them up.
 * @returns how many rows that were, without portfolios and owners
 */
export async function growBy(adminUrl: string, copies: Copy[], isCluster: boolean): Promise<number> {
  return connected(adminUrl, async (sql) => {
    const tables = await listTables(sql);
    await copyHeads(sql, tables, copies);
    const inside = tables.filter(({ name }) => name !== 'portfolio' && name !== 'member');
    const places = isCluster
      ? await placesOf(sql, adminUrl, copies)
      : [{ url: adminUrl, nameOf: (table: string) => table, copies }];
    // A connection to each server, whose processors they share otherwise.
    const servers = [...Map.groupBy(places, ({ url }) => url).values()];
    const counts = await Promise.all(
      servers.map(async (own) => {
        let rows = 0;
        for (const place of own) rows += await copyAt(place, inside);
        return rows;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  });
}
