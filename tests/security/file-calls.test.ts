import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startKeyServer } from '../factories/session.ts';

let keyServer: Awaited<ReturnType<typeof startKeyServer>>;
beforeAll(async () => {
  keyServer = await startKeyServer();
  vi.stubEnv('SUPABASE_URL', keyServer.url);
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test');
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost:1/none');
  vi.stubEnv('CALLS_PER_MINUTE', '3');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await keyServer.close();
});

test('a file counts as a call of the person who asks, before anything is read', async () => {
  const { answerFile } = await import('@/app/api/file-answer');
  let made = 0;
  const ask = async (token: string) => {
    const request = new Request('http://localhost:3000/api/handover', {
      headers: { authorization: `Bearer ${token}` },
    });
    const response = await answerFile(request, 'test', async () => {
      made += 1;
      return { body: 'x', mediaType: 'text/plain', name: 'x.txt' };
    });
    return response.status;
  };
  const [mine, other] = [await keyServer.token(randomUUID()), await keyServer.token(randomUUID())];
  const statuses = [];
  for (let at = 0; at < 4; at += 1) statuses.push(await ask(mine));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(made).toBe(3);
  expect(await ask(other)).toBe(200);
});

test('a file that twenty tenants name has a name that proxies and disks take', async () => {
  const { answerFile } = await import('@/app/api/file-answer');
  const request = new Request('http://localhost:3000/api/handover', {
    headers: { authorization: `Bearer ${await keyServer.token(randomUUID())}` },
  });
  const name = `Übergabe ${'漢'.repeat(200)} ${'Ä'.repeat(4_000)}.pdf`;
  const response = await answerFile(request, 'test', () =>
    Promise.resolve({ body: 'x', mediaType: 'application/pdf', name }),
  );
  const disposition = response.headers.get('content-disposition') ?? '';
  expect(disposition.length).toBeLessThan(2_000);
  expect(disposition).toMatch(/\.pdf$/);
});
