import { type AnySql, wholeOnEveryNode } from './tables.ts';

/** What every transaction begins with. */
const entry = 'hausbuch.enter_request(text,uuid,uuid,uuid,text)';

/**
 * Lets the entry into a transaction ask the coordinator's own copies of the directory tables. Citus plans a query of a
 * table that stands whole on every node anew each time, which is most of what an entry costs; of its copies here, tables
 * like any other with the same rights and policies, Postgres keeps the plan. Citus names them by numbers that are known
 * once they are made, and which stay. Where there are none, on one machine and after the way back, the tables are asked
 * themselves; a migration that writes the function anew is followed at the end of the same start. Done already, it does
 * nothing.
 * @param sql as who owns the function, or a superuser
 */
export async function askOwnCopies(sql: AnySql): Promise<void> {
  const copies = await listOwnCopies(sql);
  const [row] = await sql<{ definition: string }[]>`
    select pg_get_functiondef(to_regprocedure(${entry})::oid) as definition`;
  const before = row?.definition ?? '';
  const names = new RegExp(String.raw`\bhausbuch\.(${wholeOnEveryNode.join('|')})(?:_\d+)?\b`, 'g');
  const after = before.replace(names, (_, table: string) => `hausbuch.${copies.get(table) ?? table}`);
  if (after === before) return;
  // The coordinator's alone: other nodes have other copies, and enter nothing.
  await sql.unsafe(`do $once$ begin
    set local citus.enable_ddl_propagation = off;
    execute $entry$${after}$entry$;
  end $once$`);
}

/** By the name of the table, that of its copy on this node. */
async function listOwnCopies(sql: AnySql): Promise<Map<string, string>> {
  const [citus] = await sql<{ isThere: boolean }[]>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as "isThere"`;
  if (!citus?.isThere) return new Map();
  // Citus shows its parts of tables to nobody who lists tables, and to whoever names them.
  const rows = await sql<{ name: string; copy: string }[]>`
    select t.relname as name, t.relname || '_' || s.shardid as copy
    from pg_dist_partition p
    join pg_class t on t.oid = p.logicalrelid and t.relnamespace = 'hausbuch'::regnamespace
    join pg_dist_shard s on s.logicalrelid = p.logicalrelid
    join pg_dist_placement here on here.shardid = s.shardid and here.groupid = 0
    where p.partmethod = 'n' and p.repmodel = 't'`;
  return new Map(rows.map(({ name, copy }) => [name, copy]));
}
