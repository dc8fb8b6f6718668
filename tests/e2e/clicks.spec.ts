import type { Locator } from '@playwright/test';
import { expect, test } from '../setup/browser.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart } from '../setup/shown.ts';

/** What one does on most days, in clicks from Today; typing is none, and choosing from a list is one. */
test('from Today: who owes 0, a payment 1, ten payments 3, a statement 3, an invoice with its receipt 5', async ({
  page,
  landlord,
  words,
  at,
}) => {
  test.slow();
  for (let house = 1; house <= 10; house += 1) {
    const tenantId = await createTenant(landlord.api, `Tenant ${house}`);
    const { unitId } = await createFlat(landlord.api, `House ${house}`);
    await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-1), netCents: 70_000 });
  }
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const button = (within: { getByRole: Locator['getByRole'] }, name: string) =>
    within.getByRole('button', { name, exact: true }).first();
  const begin = async () => {
    await page.goto(at('/dashboard'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('Overview.title'));
    await page.waitForLoadState('networkidle');
    clicks = 0;
  };
  const owing = page.getByRole('region', { name: words('Overview.waits.title') }).getByRole('listitem');

  await test.step('who has not paid', async () => {
    await begin();
    await expect(owing.filter({ hasText: /Tenant \d/ }).first()).toBeVisible();
    expect(clicks).toBe(0);
  });

  await test.step('a statement as PDF', async () => {
    await begin();
    await click(owing.getByRole('link', { name: /Tenant \d/ }).first());
    await click(button(page, words('Account.more')));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      click(page.getByRole('menuitem', { name: words('Account.print'), exact: true })),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect(clicks).toBe(3);
  });

  await test.step('one payment', async () => {
    await begin();
    const before = (await landlord.api.overview.get.query()).debtors.count;
    await click(owing.locator('[data-receive]').first());
    await expect.poll(async () => (await landlord.api.overview.get.query()).debtors.count).toBe(before - 1);
    expect(clicks).toBe(1);
  });

  await test.step('the rent of all the others', async () => {
    await begin();
    await click(page.getByRole('link', { name: words('Frame.rent'), exact: true }).first());
    await click(button(page, words('RentPage.several')));
    const dialog = page.getByRole('dialog', { name: words('PayOverdue.dueTitle') });
    await click(dialog.locator('button[type="submit"]'));
    await expect(dialog).toBeHidden();
    expect((await landlord.api.overview.get.query()).debtors.rows).toEqual([]);
    expect(clicks).toBe(3);
  });

  await test.step('an invoice with its receipt', async () => {
    await begin();
    await click(page.getByRole('banner').getByRole('button', { name: words('Search.button') }));
    await click(page.getByRole('option', { name: words('Search.actions.booking') }));
    const dialog = page.getByRole('dialog', { name: words('BookingForm.newTitle') });
    await dialog.getByLabel(words('BookingForm.amount')).fill('120');
    clicks += 1;
    await dialog
      .getByLabel(words('BookingForm.category'))
      .selectOption({ label: words('Category.builtIn.repairs') });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      click(button(dialog, words('Documents.upload'))),
    ]);
    await chooser.setFiles({
      name: 'Boiler service.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
    });
    await click(button(dialog, words('BookingForm.record')));
    await expect(dialog).toBeHidden();
    const receipts = async () => (await landlord.api.transaction.list.query({})).rows[0]?.receiptCount;
    await expect.poll(receipts).toBe(1);
    expect(clicks).toBe(5);
  });

  await test.step('a paper that was searched for opens at once', async () => {
    await begin();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: words('Search.placeholder') }).fill('boiler');
    await click(page.getByRole('option', { name: /Boiler service/ }));
    await expect(page.getByRole('dialog', { name: 'Boiler service' })).toBeVisible();
    expect(clicks).toBe(1);
  });
});
