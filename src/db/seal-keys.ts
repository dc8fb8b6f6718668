import type postgres from 'postgres';
import { paddedKeys } from './seal.ts';

/**
 * Of a secret that was replaced, the key is good for as long: processes are restarted one after the other. `hausbuch.entered()`
 * says it as well, which looks by itself.
 */
const overlap = '24 hours';

/**
 * Lets entries in that are sealed with this secret. Those of another one go on for a day, so that neither a process that was
 * started before nor one that is started with the former secret once more is shut out meanwhile.
 * @param sql as `hausbuch_owner`
 */
export async function writeSealKey(sql: postgres.Sql, secret: string): Promise<void> {
  const { name, inner, outer } = paddedKeys(secret);
  await sql`
    with others as (
      update hausbuch.seal_key set replaced_at = now() where name <> ${name} and replaced_at is null
    ), ended as (
      delete from hausbuch.seal_key where name <> ${name} and replaced_at < now() - ${overlap}::interval
    )
    insert into hausbuch.seal_key (name, inner_pad, outer_pad) values (${name}, ${inner}, ${outer})
    on conflict (name) do update set replaced_at = null`;
  // That it is a row or two is read at once then, instead of through an index.
  await sql`analyze hausbuch.seal_key`;
}

/**
 * The keys, where the nodes of a cluster ask for them: policies run over there. Before a migration, too: the function that
 * compares goes to the nodes by itself, and may ask for what their tables did not have.
 */
export async function shareSealKeys(sql: postgres.Sql): Promise<void> {
  const [cluster] = await sql<{ isThere: boolean }[]>`
    select to_regclass('pg_catalog.pg_dist_node') is not null and to_regclass('hausbuch.seal_key') is not null as "isThere"`;
  if (!cluster?.isThere) return;
  const [node] = await sql`select 1 from pg_dist_node where groupid <> 0`;
  if (!node) return;
  const keys = await sql<{ name: string; inner: string; outer: string; replacedAt: string | null }[]>`
    select name, encode(inner_pad, 'hex') as inner, encode(outer_pad, 'hex') as outer,
      to_char(replaced_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.USZ') as "replacedAt" from hausbuch.seal_key`;
  const rows = keys
    .map(({ name, inner, outer, replacedAt }) => {
      const until = replacedAt === null ? 'null' : `'${replacedAt}'`;
      return `('${name}', '\\x${inner}', '\\x${outer}', ${until})`;
    })
    .join(', ');
  // A table of each node's own: what a policy asks on the way through a shard may ask no other node.
  const command = `do $share$ begin
    set local citus.enable_ddl_propagation = off;
    create schema if not exists hausbuch;
    create table if not exists hausbuch.seal_key (name text primary key, inner_pad bytea not null, outer_pad bytea not null);
    alter table hausbuch.seal_key add column if not exists replaced_at timestamptz;
    alter table hausbuch.seal_key owner to hausbuch_owner;
    delete from hausbuch.seal_key;
    ${rows === '' ? '' : `insert into hausbuch.seal_key (name, inner_pad, outer_pad, replaced_at) values ${rows};`}
  end $share$`;
  const answers = await sql<{ node: string; success: boolean; result: string }[]>`
    select nodename || ':' || nodeport as node, success, result
    from run_command_on_workers(${command})`;
  const failed = answers.find(({ success }) => !success);
  if (failed) throw new Error(`${failed.node} does not take the keys of seals: ${failed.result}`);
}
