import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test, type Words } from '../setup/browser.ts';
import { createFlat, createLease, createTenant, type Landlord } from '../setup/landlord.ts';
import { euro, monthStart, today } from '../setup/shown.ts';
import { openSubPage } from '../setup/sub-page.ts';

/** A flat let for three months, of which nothing has been paid: what of it is overdue today. */
async function letUnpaid({ api }: Landlord) {
  const flat = await createFlat(api);
  const tenantId = await createTenant(api);
  const startsOn = monthStart(-3);
  const leaseId = await createLease(api, { unitId: flat.unitId, tenantId, startsOn, netCents: 70_000 });
  const { rows } = await api.charge.overdue.query({ propertyId: flat.id });
  return {
    flat,
    tenantId,
    leaseId,
    count: rows.length,
    cents: rows.reduce((sum, row) => sum + row.openCents, 0),
  };
}

/** A figure of the statistics by the key of its name. */
const figure = (page: Page, words: Words, name: string) =>
  page.locator('#statistics dl > div').filter({ has: page.getByText(words(name), { exact: true }) });

const overdue = 'Statistics.overdue';
const received = 'Explain.rules.received.title';

test('all overdue rents paid from a property’s page: its figures are right at once, here and in a second window', async ({
  page,
  context,
  landlord,
  words,
  at,
}) => {
  const { flat, count, cents } = await letUnpaid(landlord);
  const second = await context.newPage();
  for (const window of [page, second]) {
    await window.goto(at(`/property/${flat.id}/statistics`));
    await expect(figure(window, words, overdue)).toContainText(euro(cents, 'en'));
    await expect(figure(window, words, received)).toContainText(euro(0, 'en'));
  }

  await page.bringToFront();
  await openSubPage(page, words, 'PropertyPage.rent');
  await page.getByRole('button', { name: words('PropertyRents.payAll', { count }), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words('PayOverdue.title') });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await dialog.getByRole('button', { name: words('PayOverdue.record', { count }), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(figure(second, words, received)).toContainText(euro(cents, 'en'), { timeout: 2_000 });
  await openSubPage(page, words, 'PropertyPage.statistics');

  for (const window of [page, second]) {
    await expect(figure(window, words, received)).toContainText(euro(cents, 'en'), { timeout: 2_000 });
    await expect(figure(window, words, overdue)).toContainText(euro(0, 'en'), { timeout: 2_000 });
  }
  await test.step('what the window’s own change brings back by the stream is not asked for again', async () => {
    await page.waitForTimeout(1_000);
    expect(asked.filter((path) => path.includes('statistics.report')).length).toBeLessThanOrEqual(1);
  });

  await page.getByRole('button', { name: words('Form.undo'), exact: true }).click();
  for (const window of [page, second]) {
    await expect(figure(window, words, overdue)).toContainText(euro(cents, 'en'), { timeout: 3_000 });
  }
});

test('what changes while a second window is still loading is shown there, too', async ({
  page,
  context,
  landlord,
  words,
  at,
}) => {
  const { tenantId, leaseId } = await letUnpaid(landlord);
  const openIn = (window: Page) =>
    window
      .getByRole('region', { name: words('Account.title'), exact: true })
      .getByText(words('Account.open'), { exact: true })
      .locator('..');
  await page.goto(at(`/tenant/${tenantId}/account`));
  await expect(openIn(page)).toContainText(euro(280_000, 'en'));

  const second = await context.newPage();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await second.route('**/_next/static/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await second.goto(at(`/tenant/${tenantId}/account`), { waitUntil: 'commit' });
  await expect(openIn(second), 'as the server wrote it').toContainText(euro(280_000, 'en'));
  await landlord.api.payment.record.mutate({
    id: randomUUID(),
    leaseId,
    paidOn: today(),
    amountCents: 30_000,
  });
  await expect(openIn(page), 'the first window has heard of it').toContainText(euro(250_000, 'en'));
  release();
  await expect(openIn(second)).toContainText(euro(250_000, 'en'));
});
