import fs from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';

const schemas = ['hausbuch', 'auth', 'storage'];

/** Again where somebody else changed a row in between. */
async function whileOthersWrite(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const isTheirs = error instanceof postgres.PostgresError && ['40001', '40P01'].includes(error.code);
      if (!isTheirs || attempt === 5) throw error;
    }
  }
}

/** Rows and files as they are now, to come back to after each change: only what differs is written. */
export async function openSnapshot(sql: postgres.Sql, filesDir: string) {
  const tables = await sql<{ name: string; columns: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      (select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${sql(schemas)} and c.relkind = 'r'`;
  await sql`create schema fuzz_kept`;
  const kept = tables.map(({ name, columns }, at) => ({ name, columns, copy: `fuzz_kept.t${at}` }));
  await sql.unsafe(
    kept
      .map(({ name, columns, copy }) => `create unlogged table ${copy} as select ${columns} from ${name}`)
      .join(';'),
  );
  // In the order of the columns alone: a generated one is not among those that were kept.
  const statements = kept.map(({ name, columns, copy }) => {
    const now = `(select t::text from (select ${columns} from ${name}) t)`;
    return [
      `delete from ${name} where ctid in (select row_place from (select ctid as row_place, ${columns} from ${name}) t
        where (select r::text from (select ${columns.replaceAll(/(^|, )/g, '$1t.')}) r)
          not in (select k::text from ${copy} k))`,
      `insert into ${name} (${columns}) overriding system value select * from ${copy} k where k::text not in ${now}`,
    ].join(';');
  });
  const copyDir = `${filesDir}-kept`;
  fs.cpSync(filesDir, copyDir, { recursive: true });
  return {
    async putBack(): Promise<void> {
      await whileOthersWrite(() =>
        // One view for what goes and what comes: the installation's own jobs write meanwhile.
        sql.begin('isolation level repeatable read', async (tx) => {
          await tx.unsafe(`set local session_replication_role = replica; ${statements.join(';')}`);
        }),
      );
      for (const entry of fs.readdirSync(copyDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const from = path.join(entry.parentPath, entry.name);
        const to = path.join(filesDir, path.relative(copyDir, from));
        if (!fs.existsSync(to)) fs.cpSync(from, to, { recursive: true });
      }
    },
  };
}
