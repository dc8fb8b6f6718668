import type { Page } from '@playwright/test';
import { awake, expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createTenant } from '../setup/landlord.ts';

/**
 * Goes to a page whose scripts are on a slow way; they come when what it returns is called.
 * @param isSlow which of them, by their addresses: all, unless it is said
 */
async function beforeItsScripts(
  page: Page,
  address: string,
  isSlow: (script: string) => boolean = () => true,
): Promise<() => Promise<void>> {
  const scripts = '**/_next/static/**/*.js';
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scripts, async (route) => {
    if (isSlow(new URL(route.request().url()).pathname)) await held;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  return async () => {
    release();
    await awake(page);
  };
}

for (const language of inTurn(import.meta.filename, ['de', 'en'])) {
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
      const heard = await button.evaluateHandle((element) => {
        const counted = { presses: 0 };
        element.addEventListener('click', () => {
          counted.presses += 1;
        });
        return counted;
      });
      await come();
      // Its form comes a moment later, and moves what could be clicked.
      await expect(dialog.getByRole('combobox', { name: words('LeaseForm.tenant') })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      expect(await heard.jsonValue()).toEqual({ presses: 1 });

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
      await come();
      await expect(page.getByText(words('ProfileForm.saved'))).toBeVisible();
      const profile = await landlord.api.account.getProfile.query();
      expect(profile).toMatchObject({ displayName: 'Frühe Vögel', dateFormat: chosen });
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address);
    });

    test('what is shared with other pages is there, and of this one nothing: a press on the frame waits as well', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      await createFlat(landlord.api);
      const scriptsOf = async (path: string) => {
        const html = await (await page.request.get(at(path))).text();
        return new Set([...html.matchAll(/\/_next\/static\/[^"'\\ ?]+\.js/g)].map(([script]) => script));
      };
      const shared = await scriptsOf('/dashboard/settings/profile');
      const own = (await scriptsOf('/dashboard/documents')).difference(shared);
      expect(own.size).toBeGreaterThan(0);
      const come = await beforeItsScripts(page, at('/dashboard/documents'), (script) => own.has(script));
      const menu = page.getByRole('button', { name: words('UserMenu.label', { name: landlord.name }) });
      // React has begun: from the first mark on it may be deaf for as long as its next part is on the way.
      await menu.evaluate(async (element) => {
        for (let tries = 0; tries < 100; tries += 1) {
          if (Object.keys(element).some((key) => key.startsWith('__reactFiber$'))) return;
          await new Promise((next) => setTimeout(next, 50));
        }
      });
      await menu.click();
      await come();
      await expect(page.getByRole('menu')).toBeVisible();
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
