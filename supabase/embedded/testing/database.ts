import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { startSupabaseOn, type TestSupabase } from './supabase.ts';

export interface TestDatabase {
  /** Superuser. */
  adminUrl: string;
  drop(): Promise<void>;
}

/** A fresh clone of the template; one per test file, dropped in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl: serverUrl, template } = inject('supabaseDatabase');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const onServer = async (work: (sql: postgres.Sql) => Promise<unknown>) => {
    const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
    try {
      await work(sql);
    } finally {
      await sql.end();
    }
  };
  await onServer((sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    adminUrl: url.toString(),
    drop: () => onServer((sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

/** The server on a clone of the template. */
export const startTestSupabase = async (
  settings: Record<string, string> = {},
  sections = '',
  port = 0,
): Promise<TestSupabase> => startSupabaseOn(await createTestDatabase(), { settings, sections, port });
