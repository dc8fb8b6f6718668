import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAs } from './database.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each(['supabase_auth_admin', 'supabase_storage_admin'] as const)(
  'a connection as %s is no superuser from its first statement, also inside transactions',
  async (owner) => {
    const sql = await connectAs(database.adminUrl, owner, 1);
    try {
      const [row] = await sql`select current_user as name,
        (select rolsuper from pg_roles where rolname = current_user) as is_super`;
      expect(row).toEqual({ name: owner, is_super: false });
      const [inside] = await sql.begin((tx) => tx`select current_user as name`);
      expect(inside).toEqual({ name: owner });
    } finally {
      await sql.end();
    }
  },
);

/** As a superuser, with a table the storage server may write to. */
async function withNotes(work: (admin: postgres.Sql) => Promise<void>): Promise<void> {
  const admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  try {
    await admin`drop table if exists public.note`;
    await admin`create table public.note (text text)`;
    await admin`grant all on public.note to supabase_storage_admin`;
    await work(admin);
  } finally {
    await admin.end();
  }
}

test('the rest of a transaction that lost its connection runs in nobody else’s', () =>
  withNotes(async (admin) => {
    const sql = await connectAs(database.adminUrl, 'supabase_storage_admin', 1);
    try {
      const other = Promise.withResolvers<void>();
      const isLost = Promise.withResolvers<number>();
      const lost = sql.begin(async (tx) => {
        const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
        isLost.resolve(row?.pid ?? 0);
        await other.promise;
        await tx`insert into public.note values ('lost')`;
      });
      lost.catch(() => {});
      await admin`select pg_terminate_backend(${await isLost.promise}, 5000)`;
      await sleep(100);
      await sql.begin(async (tx) => {
        await tx`insert into public.note values ('other')`;
        other.resolve();
        await sleep(200);
        expect([...(await tx`select text from public.note`)]).toEqual([{ text: 'other' }]);
      });
      await expect(lost).rejects.toThrow();
      expect([...(await admin`select text from public.note`)]).toEqual([{ text: 'other' }]);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }));

test(
  'connections ended under writers leave a server that answers',
  () =>
    withNotes(async (admin) => {
      const sql = await connectAs(database.adminUrl, 'supabase_storage_admin', 4);
      const until = Date.now() + 4_000;
      const writer = async (name: string) => {
        while (Date.now() < until) {
          const text = `${name} ${'x'.repeat(20_000)}`;
          const write = sql.begin(async (tx) => {
            await tx`insert into public.note values (${text})`;
            return tx`insert into public.note values (${text})`;
          });
          await Promise.allSettled([write, sql`select ${text}::text`]);
        }
      };
      try {
        const writers = Array.from({ length: 12 }, (_, at) => writer(`writer ${at}`));
        while (Date.now() < until) {
          await admin`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'supabase_storage_admin' and datname = current_database()`;
          await sleep(20);
        }
        await Promise.all(writers);
        const answers = Array.from({ length: 30 }, () => sql`select 1 as one`);
        expect((await Promise.all(answers)).flat()).toEqual(Array.from({ length: 30 }, () => ({ one: 1 })));
        const [odd] = await admin`select count(*)::int as count from (
        select text from public.note group by text having count(*) % 2 = 1) as halves`;
        expect(odd).toEqual({ count: 0 });
      } finally {
        await sql.end({ timeout: 1 });
      }
    }),
  30_000,
);
