import type { Locator } from '@playwright/test';
import { expect, test } from '../setup/browser.ts';
import { createFlat, createTenant } from '../setup/landlord.ts';

/** The layer of an element, and whether nothing lies above its middle. */
const placeOf = (shown: Locator) =>
  shown.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return { layer: getComputedStyle(element).zIndex, isOnTop: element.contains(seen) };
  });

test('menus lie on 1000, dialogs on 1100, and what a dialog opens lies above it', async ({
  page,
  landlord,
  words,
  at,
}) => {
  const { id } = await createFlat(landlord.api);
  await createTenant(landlord.api, 'Schmidt');
  await page.goto(at(`/property/${id}`));
  const menu = page.locator('.menu-popover');
  await page.locator('header [aria-haspopup="menu"]').last().click();
  await expect(menu).toBeVisible();
  await expect.poll(() => placeOf(menu)).toEqual({ layer: '1000', isOnTop: true });
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  await page
    .locator('#main')
    .getByRole('button', { name: words('PropertyPage.edit'), exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect.poll(() => placeOf(page.locator('.modal__backdrop'))).toMatchObject({ layer: '1100' });
  await dialog.getByRole('button', { name: words('Form.cancel'), exact: true }).click();
  await expect(dialog).toBeHidden();

  await page
    .getByRole('button', { name: words('PropertyPage.newLease') })
    .first()
    .click();
  await dialog
    .getByRole('button', { name: words('Form.openCalendar') })
    .first()
    .click();
  const calendar = page.locator('.popover__dialog');
  await expect(calendar).toBeVisible();
  await expect.poll(() => placeOf(page.locator('.popover'))).toEqual({ layer: '1100', isOnTop: true });
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();

  // The list of tenants to choose from, below its search.
  await dialog.getByRole('combobox', { name: words('LeaseForm.tenant') }).fill('Schm');
  const list = page.locator('.dropdown__popover');
  await expect.poll(() => placeOf(list)).toEqual({ layer: '1100', isOnTop: true });
  await list.getByRole('option', { name: /Schmidt/ }).click();
  await expect(list).toBeHidden();
});

test('what is unfolded grows to 1000 px and scrolls from there', async ({ page, landlord, words, at }) => {
  const { id } = await createFlat(landlord.api);
  await page.goto(at(`/property/${id}`));
  const dialog = page.getByRole('dialog');
  await page
    .getByRole('button', { name: words('PropertyPage.newLease') })
    .first()
    .click();
  await expect(dialog).toBeVisible();
  await dialog.locator('summary').first().click();
  const unfolded = dialog.locator('details[open] > div').first();
  await expect(unfolded).toHaveCSS('max-height', '1000px');
  await expect(unfolded).toHaveCSS('overflow-y', 'auto');
});
