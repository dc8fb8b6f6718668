import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { addDays, minDate } from '../src/lib/calendar.ts';
import { findChromium } from '../tests/setup/chromium.ts';
import { type Installation, type Landlord, signUp } from '../tests/setup/landlord.ts';
import { runProduct } from '../tests/setup/running-product.ts';
import { monthStart, today } from '../tests/setup/shown.ts';
import { ensureBuild } from './build.ts';
import { anyFreePort } from './ports.ts';
import { root } from './surroundings.ts';

/** The pictures of the README, taken from the running product with invented people: `docs/*.png`. */

type Home = {
  unit: string;
  tenant: [firstName: string, lastName: string] | null;
  netCents: number;
  advanceCents: number;
  /** Months ago. */
  since: number;
  /** Months not paid yet, the latest ones. */
  unpaid?: number;
  /** A fixed term that ends so many months from now. */
  endsIn?: number;
};

const houses: { street: string; houseNumber: string; homes: Home[] }[] = [
  {
    street: 'Lindenstraße',
    houseNumber: '5',
    homes: [
      { unit: 'Ground floor', tenant: ['Julia', 'Weber'], netCents: 78_000, advanceCents: 19_000, since: 6 },
      { unit: '1st floor', tenant: ['Emre', 'Yıldız'], netCents: 82_500, advanceCents: 21_000, since: 5 },
      {
        unit: '2nd floor',
        tenant: ['Anna', 'Schmidt'],
        netCents: 84_000,
        advanceCents: 21_000,
        since: 4,
        unpaid: 1,
      },
      { unit: 'Attic', tenant: null, netCents: 0, advanceCents: 0, since: 0 },
    ],
  },
  {
    street: 'Goethestraße',
    houseNumber: '12a',
    homes: [
      {
        unit: 'Flat 1',
        tenant: ['Martin', 'Krause'],
        netCents: 64_000,
        advanceCents: 16_500,
        since: 6,
        unpaid: 2,
      },
      {
        unit: 'Flat 2',
        tenant: ['Sofia', 'Rossi'],
        netCents: 69_500,
        advanceCents: 18_000,
        since: 3,
        endsIn: 2,
      },
    ],
  },
];

/** What came in for a lease: everything but the latest months, and half of the first one that is missing. */
async function payRents(api: Landlord['api'], leaseId: string, unpaid: number) {
  const { items } = await api.ledger.openItems.query({ leaseId });
  const months = items.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn));
  const paid = months.slice(0, months.length - unpaid);
  const late = months[paid.length];
  const amounts = [
    ...paid.map((month) => ({ paidOn: month.dueOn, amountCents: month.openCents })),
    ...(late ? [{ paidOn: late.dueOn, amountCents: 60_000 }] : []),
  ];
  for (const { paidOn, amountCents } of amounts) {
    const day = minDate(paidOn, today());
    await api.payment.record.mutate({ id: randomUUID(), leaseId, paidOn: day, amountCents });
  }
}

async function enter(api: Landlord['api']) {
  const tenants: Record<string, string> = {};
  for (const { street, houseNumber, homes } of houses) {
    const propertyId = randomUUID();
    const [first, ...others] = homes;
    if (!first) continue;
    const firstUnitId = randomUUID();
    await api.property.create.mutate({
      ...{ id: propertyId, unitId: firstUnitId, name: `${street} ${houseNumber}`, kind: 'multi_family' },
      ...{ street, houseNumber, postalCode: '10969', city: 'Berlin', state: 'DE-BE', country: 'DE' },
      livingAreaSqm100: 31_250,
      yearBuilt: 1908,
    });
    const { units } = await api.property.get.query({ id: propertyId });
    const [made] = units;
    if (made) {
      const { id, version } = made;
      await api.unit.update.mutate({ id, version, name: first.unit, kind: 'apartment' });
    }
    const unitIds = new Map([[first.unit, firstUnitId]]);
    for (const { unit } of others) {
      const id = randomUUID();
      unitIds.set(unit, id);
      await api.unit.create.mutate({ id, propertyId, name: unit, kind: 'apartment' });
    }
    for (const home of homes) {
      if (!home.tenant) continue;
      const [firstName, lastName] = home.tenant;
      const tenantId = randomUUID();
      tenants[lastName] = tenantId;
      await api.tenant.create.mutate({
        id: tenantId,
        kind: 'person',
        firstName,
        lastName,
        letterLanguage: 'en',
      });
      const leaseId = randomUUID();
      await api.lease.create.mutate({
        id: leaseId,
        unitIds: [unitIds.get(home.unit) ?? ''],
        tenantIds: [tenantId],
        startsOn: monthStart(-home.since),
        isFixedTerm: home.endsIn !== undefined,
        endsOn: home.endsIn === undefined ? null : addDays(monthStart(home.endsIn), -1),
        bookedFrom: monthStart(-home.since),
        prorationMethod: 'calendar_days',
        dueRule: 'third_working_day',
        rentLines: [
          { component: 'net', amountCents: home.netCents, settlement: 'none', vatRateBp: 0 },
          {
            component: 'operating_costs',
            amountCents: home.advanceCents,
            settlement: 'advance',
            vatRateBp: 0,
          },
        ],
      });
      await payRents(api, leaseId, home.unpaid ?? 0);
    }
  }
  return tenants;
}

async function take(page: Page, address: string, name: string) {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  const file = path.join(root, 'docs', name);
  await page.screenshot({ path: file, animations: 'disabled' });
  console.log(`${path.relative(root, file)}: ${Math.round(fs.statSync(file).size / 1024)} kB`);
}

async function takeAll(browser: Browser, installation: Installation) {
  const landlord = await signUp(installation, 'en');
  const tenants = await enter(landlord.api);
  const context = await browser.newContext({
    ...{ locale: 'en-US', timezoneId: 'Europe/Berlin', colorScheme: 'light' },
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
  });
  await context.addCookies(landlord.cookies());
  const page = await context.newPage();
  fs.mkdirSync(path.join(root, 'docs'), { recursive: true });
  await take(page, `${installation.url}/dashboard`, 'overview.png');
  await take(page, `${installation.url}/tenant/${tenants.Schmidt}/account`, 'tenant-account.png');
}

async function main() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found (CHROMIUM_PATH or the usual places).');
  await ensureBuild();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-pictures-'));
  fs.chmodSync(dataDir, 0o755);
  const product = await runProduct(dataDir, await anyFreePort());
  const browser = await chromium.launch({ executablePath });
  try {
    await takeAll(browser, { ...product, dataDir });
  } finally {
    await browser.close();
    await product.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
