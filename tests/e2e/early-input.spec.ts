import type { Page } from '@playwright/test';
import { awake, expect, test } from '../setup/browser.ts';
import { createFlat, createTenant } from '../setup/landlord.ts';

/** Goes to a page whose scripts are on a slow way; they come when what it returns is called. */
async function beforeItsScripts(page: Page, address: string): Promise<() => Promise<void>> {
  const scripts = '**/_next/static/**/*.js';
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scripts, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return async () => {
    release();
    await awake(page);
  };
}

for (const language of ['de', 'en'] as const) {
  test.describe(`${language}, before the scripts of a page are there`, () => {
    test.use({ language });

    test('a press opens its dialog when they are, once', async ({ page, landlord, words, at }) => {
      const { id } = await createFlat(landlord.api);
      const come = await beforeItsScripts(page, at(`/property/${id}`));
      const button = page.getByRole('button', { name: words('PropertyPage.newLease'), exact: true }).first();
      await button.click();
      await button.click();
      const dialog = page.getByRole('dialog', { name: words('LeaseForm.title') });
      await expect(dialog).toHaveCount(0);
      await come();
      // Its form comes a moment later, and moves what could be clicked.
      await expect(dialog.getByRole('combobox', { name: words('LeaseForm.tenant') })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      await test.step('a menu as well, and what was pressed last', async () => {
        await page.unrouteAll({ behavior: 'wait' });
        const comeAgain = await beforeItsScripts(page, at(`/property/${id}`));
        await button.click();
        await page.getByRole('button', { name: words('Unit.actionsOf', { name: 'Lindenstraße 5' }) }).click();
        await comeAgain();
        await expect(page.getByRole('menuitem', { name: words('Unit.meters') })).toBeVisible();
        await expect(dialog).toHaveCount(0);
      });
    });

    test('what is typed into a search is looked for', async ({ page, landlord, words, at }) => {
      await createTenant(landlord.api, 'Nachbar');
      await createTenant(landlord.api, 'Schmidt');
      const come = await beforeItsScripts(page, at('/dashboard/tenants'));
      await expect(page.getByText('Schmidt').first()).toBeVisible();
      const search = page.getByRole('searchbox', { name: words('TenantsPage.search') });
      await search.pressSequentially('Nahc');
      await search.press('ArrowLeft');
      await search.press('Backspace');
      await search.press('End');
      await search.press('Backspace');
      await search.pressSequentially('ch');
      await search.press('ArrowLeft');
      await come();
      await expect(page.getByText('Schmidt')).toHaveCount(0);
      // The cursor has stayed where it was.
      await search.pressSequentially('x');
      await expect(search).toHaveValue('Nacxh');
      await search.press('Backspace');
      await expect(page.getByText('Nachbar').first()).toBeVisible();
      await expect(page.getByText('Schmidt')).toHaveCount(0);
    });

    test('a form that is filled in and sent is saved, and stands in no address', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const address = at('/dashboard/settings/profile');
      const come = await beforeItsScripts(page, address);
      await page.getByLabel(words('ProfileForm.displayName')).fill('Frühe Vögel');
      const written = page.getByLabel(words('ProfileForm.dateFormat'));
      await written.selectOption({ index: 1 });
      const chosen = await written.inputValue();
      await page.getByRole('button', { name: words('ProfileForm.save'), exact: true }).click();
      await page.waitForTimeout(500);
      expect(new URL(page.url()).search).toBe('');
      await come();
      await expect(page.getByText(words('ProfileForm.saved'))).toBeVisible();
      const profile = await landlord.api.account.getProfile.query();
      expect(profile).toMatchObject({ displayName: 'Frühe Vögel', dateFormat: chosen });
      expect(page.url()).toContain(address);
    });

    test('a message to us is guarded like one that was typed later', async ({ page, words, at }) => {
      const come = await beforeItsScripts(page, at('/contact'));
      const message = page.getByRole('textbox', { name: words('ContactForm.message') });
      await message.fill('Guten Tag');
      await come();
      await expect
        .poll(() =>
          page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))),
        )
        .toBe(true);
      await expect(message).toHaveValue('Guten Tag');
    });
  });
}
