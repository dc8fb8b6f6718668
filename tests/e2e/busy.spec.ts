import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyFreePort } from '../../scripts/ports.ts';
import { expect, test } from '../setup/browser.ts';
import { cookieOf, createFlat, createLease, createTenant, signUp } from '../setup/landlord.ts';
import { runProduct } from '../setup/running-product.ts';
import { monthStart } from '../setup/shown.ts';

test.describe.configure({ timeout: 180_000 });

// Health waited 18 seconds behind them once: they were made by the process that answers.
test('while 60 account statements and the whole of each portfolio are made, health answers at once', async ({
  language,
}) => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-e2e-busy-'));
  fs.chmodSync(dataDir, 0o755);
  const product = await runProduct(dataDir, await anyFreePort());
  try {
    const landlords = await Promise.all(
      Array.from({ length: 4 }, () => signUp({ ...product, dataDir }, language)),
    );
    const papers = await Promise.all(
      landlords.map(async (landlord) => {
        const { unitId } = await createFlat(landlord.api);
        const tenantId = await createTenant(landlord.api);
        await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-48), netCents: 70_000 });
        return { cookie: cookieOf(landlord), tenantId };
      }),
    );
    const ask = (cookie: string, place: string) => fetch(`${product.url}${place}`, { headers: { cookie } });
    const asked = papers.flatMap(({ cookie, tenantId }) => [
      ...Array.from({ length: 15 }, () => ask(cookie, `/api/account/statement?tenantId=${tenantId}`)),
      ask(cookie, '/api/export'),
    ]);
    let isDone = false;
    const all = Promise.all(
      asked.map(async (one) => {
        const answer = await one;
        return { answer, bytes: (await answer.arrayBuffer()).byteLength };
      }),
    ).finally(() => {
      isDone = true;
    });
    const waits: number[] = [];
    while (!isDone) {
      const since = performance.now();
      expect((await fetch(`${product.url}/api/health`)).status).toBe(200);
      waits.push(performance.now() - since);
      await sleep(50);
    }
    const answers = await all;
    const made = answers.filter(({ answer }) => answer.headers.get('content-type') === 'application/pdf');
    const exports = answers.filter(({ answer }) => answer.headers.get('content-type') === 'application/zip');
    const refused = answers.filter(({ answer }) => !answer.ok);
    console.log(
      `${made.length} statements made, ${refused.length} refused; health asked ${waits.length} times, slowest of them ${waits
        .toSorted((a, b) => b - a)
        .slice(0, 5)
        .map(Math.round)
        .join(', ')} ms`,
    );
    expect(made.length).toBeGreaterThanOrEqual(20);
    expect(made.every(({ bytes }) => bytes > 5_000)).toBe(true);
    expect(exports.length, 'a portfolio was brought').toBeGreaterThanOrEqual(1);
    expect(exports.every(({ bytes }) => bytes > 5_000)).toBe(true);
    // Whom there is no place for hears when to come again, instead of waiting with the others.
    for (const { answer } of refused) {
      expect([429, 503]).toContain(answer.status);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(waits.length, 'health was asked while they were made').toBeGreaterThan(5);
    expect(Math.max(...waits)).toBeLessThan(5_000);
  } finally {
    await product.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});
