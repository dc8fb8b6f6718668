import { randomUUID } from 'node:crypto';
import { applySchema } from '@hausbuch/supabase-embedded';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { distribute } from '../../src/db/cluster/distribute.ts';
import { addressOf } from '../../src/db/cluster/nodes.ts';
import { listTaken } from '../../src/db/cluster/tables.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { connected, inDatabase, rememberAdmin } from '../setup/admin-urls.ts';
import { describeDatabase } from '../setup/describe-database.ts';
import { onEachServer } from '../setup/every-server.ts';
import { listKept, readLines, restoreKept } from '../upgrades/kept.ts';

/** A cluster that was spread by an earlier version goes on with this one: every migration since then runs on the spread tables. */

const { servers, appLogin } = inject('testDatabase');
const isCluster = servers.length > 1;
if (!isCluster) console.log('Upgrades of a cluster are skipped: TEST_CITUS names none.');

const made: string[] = [];
afterAll(async () => {
  await closeTestCallers();
  for (const name of made)
    await onEachServer(servers, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
});

async function create(): Promise<{ urls: string[]; adminUrl: string; appUrl: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  made.push(name);
  await onEachServer(servers.toReversed(), (sql) => sql`create database ${sql(name)}`);
  const urls = servers.map((url) => inDatabase(url, name));
  const [adminUrl = ''] = urls;
  const app = new URL(adminUrl);
  app.username = appLogin.name;
  app.password = appLogin.password;
  rememberAdmin(app.toString(), adminUrl);
  return { urls, adminUrl, appUrl: app.toString() };
}

const migrate = (adminUrl: string) =>
  migrateDatabase({ adminUrl, login: appLogin, supabaseSecretKey: 'sb_secret_test' });

const spread = (
  { urls: [coordinator = '', ...workers] }: { urls: string[] },
  migration: () => Promise<void>,
) =>
  distribute({
    adminUrl: coordinator,
    coordinator: addressOf(coordinator),
    workers: workers.map(addressOf),
    shards: 4,
    migrate: migration,
  });

describe.skipIf(!isCluster).each(isCluster ? listKept() : [])('spread as $name left it', ({ kept }) => {
  test('every later migration runs on it, no row is lost, and it is as one spread today', async () => {
    const old = await create();
    await restoreKept(old.adminUrl, kept);
    // What a version of that time did not have and this one hands to the nodes.
    const stub = 'hausbuch.known_zone(text)';
    await connected(old.adminUrl, async (sql) => {
      await sql.unsafe(`create function ${stub} returns text language sql immutable as 'select $1'`);
    });
    await spread(old, async () => {});
    await connected(old.adminUrl, (sql) => sql.unsafe(`drop function ${stub}`));
    await applySchema(old.adminUrl);
    await migrate(old.adminUrl);

    const today = await create();
    await applySchema(today.adminUrl);
    await spread(today, () => migrate(today.adminUrl));
    expect(await describeDatabase(old.adminUrl)).toEqual(await describeDatabase(today.adminUrl));
    const [takenThen, takenToday] = await Promise.all(
      [old, today].map(({ adminUrl }) => connected(adminUrl, listTaken)),
    );
    expect(takenThen).toEqual(takenToday);

    // Row by row as on one machine.
    const plain = await create();
    await restoreKept(plain.adminUrl, kept);
    await applySchema(plain.adminUrl);
    await migrate(plain.adminUrl);
    const { tables, head } = kept;
    for (const { name, columns } of tables.filter((table) => table.name.startsWith('hausbuch.'))) {
      const [there, here] = await Promise.all(
        [old, plain].map(({ adminUrl }) => connected(adminUrl, (sql) => readLines(sql, { name, columns }))),
      );
      expect({ name, lines: there }).toEqual({ name, lines: here });
    }
    const caller = await createTestCaller({
      appUrl: old.appUrl,
      userId: head.demo.userId,
      portfolioId: head.demo.portfolioId,
    });
    expect((await caller.property.list({})).rows.length).toBeGreaterThan(0);
  }, 600_000);
});
