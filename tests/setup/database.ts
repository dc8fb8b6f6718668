import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { rememberAdmin } from './admin-urls.ts';

export interface TestDatabase {
  /** Superuser. */
  adminUrl: string;
  /** The app's own login, which may only switch to the app's roles. */
  appUrl: string;
  drop(): Promise<void>;
}

/** A fresh clone of the migrated template; one per test file, dropped in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl: serverUrl, template, appLogin } = inject('testDatabase');
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
  const admin = new URL(serverUrl);
  admin.pathname = `/${name}`;
  const app = new URL(admin);
  app.username = appLogin.name;
  app.password = appLogin.password;
  rememberAdmin(app.toString(), admin.toString());
  return {
    adminUrl: admin.toString(),
    appUrl: app.toString(),
    drop: () => onServer((sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}
