import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { inDatabase, rememberAdmin } from './admin-urls.ts';
import { finishClone, onEachServer } from './every-server.ts';

export interface TestDatabase {
  /** Superuser. */
  adminUrl: string;
  /** The app's own login, which may only switch to the app's roles. */
  appUrl: string;
  drop(): Promise<void>;
}

/** A fresh clone of the migrated template; one per test file, dropped in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { servers, template, appLogin } = inject('testDatabase');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // The coordinator last: what asks there may ask the others at once.
  await onEachServer(
    servers.toReversed(),
    (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`,
  );
  const [coordinator = ''] = servers;
  if (servers.length > 1) await finishClone(servers, name);
  const adminUrl = inDatabase(coordinator, name);
  const app = new URL(adminUrl);
  app.username = appLogin.name;
  app.password = appLogin.password;
  rememberAdmin(app.toString(), adminUrl);
  return {
    adminUrl,
    appUrl: app.toString(),
    drop: () => onEachServer(servers, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}
