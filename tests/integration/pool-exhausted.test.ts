import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '@/db/client';
import { startKeyServer } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

const address = 'http://localhost:3000';
/** As many connections as the app's pool has. */
const connections = 10;

let testDatabase: TestDatabase;
let keyServer: Awaited<ReturnType<typeof startKeyServer>>;
let shared: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  keyServer = await startKeyServer();
  vi.stubEnv('SUPABASE_URL', keyServer.url);
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test');
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
  vi.stubEnv('DATABASE_URL', testDatabase.appUrl);
  shared = (await import('@/db/client')).database();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await keyServer.close();
  const { hausbuchPool } = globalThis as { hausbuchPool?: { close: () => Promise<void> } };
  await hausbuchPool?.close();
  await testDatabase.drop();
});

async function askHealth() {
  const { GET } = await import('@/app/api/health/route');
  const response = await GET(new Request(`${address}/api/health`));
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), checks };
}

async function callOnce() {
  const { handleTrpcRequest } = await import('@/trpc/http');
  const headers = { authorization: `Bearer ${await keyServer.token(randomUUID())}` };
  const response = await handleTrpcRequest(
    new Request(`${address}/api/trpc/portfolio.list`, { headers: { host: 'localhost:3000', ...headers } }),
  );
  return { status: response.status, retryAfter: response.headers.get('retry-after') };
}

test('with every connection busy a call is told to come back within five seconds, and health says so', async () => {
  expect((await askHealth()).checks.database).toBe('ok');
  expect(await callOnce()).toEqual({ status: 200, retryAfter: null });
  await sleep(2_100); // health is asked every two seconds at most
  let free = () => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  const busy = Array.from({ length: connections }, () => shared.transaction(() => freed));
  const began = performance.now();
  const [call, health] = await Promise.all([callOnce(), askHealth()]);
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(call).toEqual({ status: 503, retryAfter: '2' });
  expect(health).toMatchObject({ status: 503, retryAfter: '2', checks: { database: 'failed' } });
  free();
  await Promise.all(busy);
  expect((await callOnce()).status).toBe(200);
  await sleep(2_100);
  expect((await askHealth()).checks.database).toBe('ok');
});

test('one person who asks for everything leaves connections to others', async () => {
  const { onBehalfOf } = await import('@/db/time-limits');
  let free = () => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  const begun: string[] = [];
  const asks = (person: string) =>
    onBehalfOf(person, () =>
      shared.transaction(async () => {
        begun.push(person);
        await freed;
      }),
    );
  const greedy = Array.from({ length: 20 }, () => asks('greedy').catch(() => undefined));
  await sleep(100);
  expect(begun).toHaveLength(6);
  expect(await callOnce()).toEqual({ status: 200, retryAfter: null });
  const other = asks('other');
  await sleep(100);
  expect(begun.filter((person) => person === 'other')).toHaveLength(1);
  free();
  await Promise.all([...greedy, other]);
  expect(begun).toHaveLength(21);
  expect((await callOnce()).status).toBe(200);
});

test('a page has less time for a statement than a change, and a report more', async () => {
  const { withTimeFor } = await import('@/db/time-limits');
  const limitFor = (purpose: 'read' | 'write' | 'report') =>
    withTimeFor(purpose, () =>
      shared.transaction((tx) => tx.execute(sql`select current_setting('statement_timeout') as limit`)),
    ).then(([row]) => row?.limit);
  expect(await Promise.all((['read', 'write', 'report'] as const).map(limitFor))).toEqual([
    '15s',
    '30s',
    '2min',
  ]);
});

test('whoever comes without a session has one person’s share of the connections together', async () => {
  const { whoAsks } = await import('@/db/time-limits');
  const { enterInvited } = await import('@/db/scope');
  const asked: (string | undefined)[] = [];
  const seeing = {
    transaction: (...given: Parameters<Database['transaction']>) => {
      asked.push(whoAsks());
      return shared.transaction(...given);
    },
  } as Database;
  const [someone, portfolioId] = [randomUUID(), randomUUID()];
  for (const userId of [null, null, someone]) {
    expect(await enterInvited(seeing, { userId, portfolioId }, async () => 'seen')).toBeNull();
  }
  expect(asked).toEqual(['strangers', 'strangers', someone]);
});
