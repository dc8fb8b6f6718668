import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { expect, test } from '../setup/browser.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart } from '../setup/shown.ts';

/**
 * Gzip bytes of all scripts that reach the browser until the page is idle, with nothing done on it. What was agreed on
 * counts gzip, whatever smaller the server has for browsers that read it.
 */
async function scriptBytes(page: Page, address: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes: Promise<number>[] = [];
  const weigh = (response: Response) => {
    const type = response.headers()['content-type'] ?? '';
    if (/javascript/.test(type)) sizes.push(response.body().then((script) => gzipSync(script).length));
  };
  page.on('response', weigh);
  await page.goto(address);
  // A signed-in page keeps a stream open and is never idle to Playwright: idle is when no script comes any more.
  let known = -1;
  while (sizes.length !== known) {
    known = sizes.length;
    await page.waitForTimeout(2_000);
  }
  page.off('response', weigh);
  await session.detach();
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
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

  test('weigh at most 320 kB on the dashboard, 240 on a page of a property or tenant, charts apart', async ({
    page,
    landlord,
    at,
  }) => {
    const { id, unitId } = await createFlat(landlord.api);
    const tenantId = await createTenant(landlord.api, 'Schmidt');
    const leaseId = await createLease(landlord.api, {
      unitId,
      tenantId,
      startsOn: monthStart(-2),
      netCents: 70_000,
    });
    const weights: Record<string, number> = {};
    const property = ['', 'tenants', 'rent', 'recurring', 'documents', 'statistics', 'secondary', 'danger'];
    const tenant = ['', 'leases', `leases/${leaseId}`, 'account', 'documents', 'danger'];
    for (const path of [
      '/dashboard',
      ...property.map((part) => `/property/${id}/${part}`),
      ...tenant.map((part) => `/tenant/${tenantId}/${part}`),
    ]) {
      const name = path.replaceAll(/\/[0-9a-f-]{36}/g, '');
      weights[name] = Math.round((await scriptBytes(page, at(path))) / 1_000);
    }
    console.log(`kB of scripts: ${JSON.stringify(weights)}`);
    // The charts' library comes once a chart is in sight; the account brings its dialogs' frames.
    const further: Record<string, number> = {
      '/dashboard': 320,
      '/property/statistics': 360,
      '/tenant/account': 255,
    };
    for (const [name, weight] of Object.entries(weights)) {
      expect(weight, name).toBeLessThanOrEqual(further[name] ?? 240);
    }
  });
});
