import type { Page } from '@playwright/test';
import { expect, test } from '../setup/browser.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart } from '../setup/shown.ts';

/** Gzip bytes of all scripts that reach the browser until the page is idle, with nothing done on it. */
async function scriptBytes(page: Page, address: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(address);
  // A signed-in page keeps a stream open and is never idle to Playwright: idle is when no script comes any more.
  let known = -1;
  while (bytes !== known) {
    known = bytes;
    await page.waitForTimeout(2_000);
  }
  await session.detach();
  return bytes;
}

test.describe('the scripts of a page', () => {
  const budgets: [string, string, number][] = [
    ['home', '/', 160],
    ['contact', '/contact', 160],
    ['sign-in', '/auth/login', 240],
  ];
  for (const [name, path, kilobytes] of budgets) {
    test(`of the ${name} page weigh at most ${kilobytes} kB`, async ({ page, at }) => {
      expect((await scriptBytes(page, at(path))) / 1_000).toBeLessThanOrEqual(kilobytes);
    });
  }

  test('weigh at most 320 kB on the dashboard, 360 on a property and a tenant', async ({
    page,
    landlord,
    at,
  }) => {
    const { id, unitId } = await createFlat(landlord.api);
    const tenantId = await createTenant(landlord.api, 'Schmidt');
    await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-2), netCents: 70_000 });
    const weights: Record<string, number> = {};
    for (const path of ['/dashboard', `/property/${id}`, `/tenant/${tenantId}`]) {
      const kind = path.split('/')[1] ?? '';
      weights[kind] = Math.round((await scriptBytes(page, at(path))) / 1_000);
    }
    console.log(`kB of scripts: ${JSON.stringify(weights)}`);
    expect(weights.dashboard).toBeLessThanOrEqual(320);
    expect(weights.property).toBeLessThanOrEqual(360);
    expect(weights.tenant).toBeLessThanOrEqual(360);
  });
});
