import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { expect, test } from '../setup/browser.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart } from '../setup/shown.ts';

interface Weight {
  /** Of all scripts until the page is idle. */
  all: number;
  /** Of those asked for before anything was painted; the rest comes while the page is read. */
  first: number;
}

/**
 * Gzip bytes of the scripts that reach the browser until the page is idle, with nothing done on it. What was agreed on
 * counts gzip, whatever smaller the server has for browsers that read it.
 */
async function weighScripts(page: Page, address: string): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes: Promise<{ url: string; bytes: number }>[] = [];
  const weigh = (response: Response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!/javascript/.test(type)) return;
    sizes.push(response.body().then((script) => ({ url: response.url(), bytes: gzipSync(script).length })));
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
  const late = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const resources = performance.getEntriesByType('resource');
    return resources.filter(({ startTime }) => startTime > (paint?.startTime ?? 0)).map(({ name }) => name);
  });
  const weights = await Promise.all(sizes);
  const sum = (some: typeof weights) => some.reduce((total, { bytes }) => total + bytes, 0) / 1_000;
  return { all: sum(weights), first: sum(weights.filter(({ url }) => !late.includes(url))) };
}

// Most of it is waiting for what may still come.
test.describe.configure({ mode: 'parallel' });

test.describe('the scripts of a page', () => {
  const budgets: [string, string, number][] = [
    ['home', '/', 160],
    ['contact', '/contact', 160],
    ['sign-in', '/auth/login', 240],
  ];
  for (const [name, path, kilobytes] of budgets) {
    test(`of the ${name} page weigh at most ${kilobytes} kB`, async ({ page, at }) => {
      expect((await weighScripts(page, at(path))).all).toBeLessThanOrEqual(kilobytes);
    });
  }

  const property = [
    '',
    'tenants',
    'rent',
    'recurring',
    'statement',
    'documents',
    'statistics',
    'secondary',
    'danger',
  ];
  const tenant = (leaseId: string) => ['', 'leases', `leases/${leaseId}`, 'account', 'documents', 'danger'];
  // What is pressed first comes after the first paint. The library of the charts comes once one is in sight.
  const further: Record<string, Weight> = {
    '/dashboard': { first: 224, all: 226 },
    '/property/statistics': { first: 224, all: 370 },
  };
  type Ids = { id: string; tenantId: string; leaseId: string };
  const walks: [string, (ids: Ids) => string[]][] = [
    [
      '226 kB on Today, 242 on a page of a tenant',
      ({ tenantId, leaseId }) => [
        '/dashboard',
        ...tenant(leaseId).map((part) => `/tenant/${tenantId}/${part}`),
      ],
    ],
    [
      '242 kB on a page of a property, charts apart',
      ({ id }) => property.map((part) => `/property/${id}/${part}`),
    ],
  ];
  for (const [most, pathsOf] of walks) {
    test(`weigh at most ${most}`, async ({ page, landlord, at }) => {
      const { id, unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api, 'Schmidt');
      const leaseId = await createLease(landlord.api, {
        unitId,
        tenantId,
        startsOn: monthStart(-2),
        netCents: 70_000,
      });
      const weights: Record<string, Weight> = {};
      for (const path of pathsOf({ id, tenantId, leaseId })) {
        const name = path.replaceAll(/\/[0-9a-f-]{36}/g, '');
        weights[name] = await weighScripts(page, at(path));
      }
      const shown = Object.entries(weights).map(
        ([name, { all, first }]) => `${name} ${Math.round(first)} of ${Math.round(all)}`,
      );
      console.log(`kB of scripts before the first paint, of all: ${shown.join(', ')}`);
      for (const [name, { all, first }] of Object.entries(weights)) {
        const most = further[name] ?? { first: 242, all: 242 };
        expect(first, `${name}, before the first paint`).toBeLessThanOrEqual(most.first);
        expect(all, name).toBeLessThanOrEqual(most.all);
      }
    });
  }
});
