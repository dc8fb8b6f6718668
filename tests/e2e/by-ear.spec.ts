import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant, findPlaces, openDemo } from '../setup/landlord.ts';
import { pageList } from '../setup/page-list.ts';
import { monthStart } from '../setup/shown.ts';

/** What of a control lies in sight: the name of whatever hides the one that has the focus; null where nothing does. */
const hiddenFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const places = [0.1, 0.5, 0.9].flatMap((across) =>
      [0.2, 0.5, 0.8].map((down) => document.elementFromPoint(x + width * across, y + height * down)),
    );
    const label = focused.closest('label');
    const isSeen = places.some((seen) => seen && (focused.contains(seen) || label?.contains(seen)));
    return isSeen ? null : `${focused.textContent} ${focused.ariaLabel ?? ''} at ${Math.round(y)}`.trim();
  });

/** The controls that lie behind something when the Tab key brings one to them. */
async function hiddenOnTheWay(page: Page, key: 'Tab' | 'Shift+Tab', stops: number): Promise<string[]> {
  const hidden: string[] = [];
  let reached = 0;
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press(key);
    if (await page.evaluate(() => document.activeElement !== document.body)) reached += 1;
    const found = await hiddenFocus(page);
    if (found !== null) hidden.push(found);
  }
  expect(reached, `places that ${key} leads to`).toBeGreaterThan(stops / 2);
  return hidden;
}

const colourOf = (shown: Locator) => shown.evaluate((element) => getComputedStyle(element).backgroundColor);

for (const language of inTurn(import.meta.filename, ['de', 'en'])) {
  test.describe(language, () => {
    test.use({ language });

    test('a form says that it was refused, also where the cursor stays in its only wrong field', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      expect(landlord.portfolioId).not.toBe(''); // signed in
      await page.goto(at('/dashboard/tenants?new=1'));
      const dialog = page.getByRole('dialog', { name: words('TenantForm.newTitle') });
      const lastName = dialog.getByLabel(words('TenantForm.lastName'));
      await lastName.focus();
      await page.keyboard.press('Enter');
      await expect(lastName).toBeFocused();
      await expect(lastName).toHaveAccessibleDescription(words('Errors.field.required'));
      const alert = dialog.getByRole('alert');
      await expect(alert).toHaveText(words('Form.refused', { count: 1 }));
      // The same refusal is another event.
      const first = await alert.elementHandle();
      await page.keyboard.press('Enter');
      await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
      await expect(alert).toHaveText(words('Form.refused', { count: 1 }));
    });

    test('rows are headed, figures tell their unit, and a calendar is that of its field', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api);
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-2), netCents: 70_000 });
      await page.goto(at('/dashboard/rent'));
      await expect(page.getByRole('rowheader', { name: /Anna Schmidt/ })).toBeVisible();

      await page.goto(at(`/tenant/${tenantId}/account`));
      await page
        .getByRole('main')
        .getByRole('button', { name: words('Account.recordPayment'), exact: true })
        .click();
      const dialog = page.getByRole('dialog', { name: words('PaymentForm.title') });
      await expect(dialog.getByLabel(words('PaymentForm.amount'))).toHaveAccessibleDescription(
        language === 'de' ? '€' : '',
      );
      const paidOn = words('PaymentForm.paidOn');
      const opener = dialog.getByRole('button', { name: words('Form.openCalendar'), exact: true });
      await expect(opener).toHaveAccessibleDescription(paidOn);
      await opener.click();
      await expect(page.getByRole('dialog', { name: paidOn, exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(opener).toBeFocused();
    });

    test('a list says how many it found, and that it found nothing', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      await createTenant(landlord.api, 'Nachbar');
      await createTenant(landlord.api, 'Schmidt');
      await page.goto(at('/dashboard/tenants'));
      const spoken = page.locator('#spoken');
      await expect(spoken).toHaveText('');
      const search = page.getByRole('searchbox', { name: words('TenantsPage.search') });
      await search.fill('Nach');
      await expect(spoken).toHaveText(words('List.found', { count: 1 }));
      await search.fill('Nachtigall');
      await expect(spoken).toHaveText(words('List.found', { count: 0 }));
    });

    test('each page has a title of its own, which tells that another one came', async ({
      page,
      context,
      landlord,
      at,
    }) => {
      test.slow();
      const demo = await openDemo(landlord, language);
      await context.addCookies(demo.cookies());
      const ids = await findPlaces(demo.api);
      const titles = new Map<string, string[]>();
      const behind = pageList.filter(
        ({ visitor, name }) => visitor === 'landlord' && name !== 'new-password',
      );
      for (const { name, path } of behind) {
        await page.goto(at(path(ids)), { waitUntil: 'commit' });
        await page.waitForLoadState('domcontentloaded');
        const title = await page.title();
        titles.set(title, [...(titles.get(title) ?? []), name]);
      }
      expect([...titles].filter(([, names]) => names.length > 1)).toEqual([]);
    });

    test('at 400 % no bar lies over what has the focus, and most of the window is the page', async ({
      page,
      context,
      landlord,
      at,
    }) => {
      test.slow();
      const demo = await openDemo(landlord, language);
      await context.addCookies(demo.cookies());
      const { rows } = await demo.api.property.list.query({});
      for (const { width, height } of [
        { width: 320, height: 256 },
        { width: 390, height: 664 },
        { width: 1280, height: 720 },
      ]) {
        await page.setViewportSize({ width, height });
        for (const place of [`/property/${rows[0]?.id}/rent`, '/dashboard/rent']) {
          await page.goto(at(place));
          await page.evaluate(() => {
            document.documentElement.style.scrollBehavior = 'auto';
          });
          const there = await hiddenOnTheWay(page, 'Tab', 45);
          const back = await hiddenOnTheWay(page, 'Shift+Tab', 45);
          expect([...there, ...back], `${place}, ${width} × ${height}`).toEqual([]);
        }
      }
      await page.setViewportSize({ width: 320, height: 256 });
      await page.goto(at(`/property/${rows[0]?.id}`));
      await page.mouse.wheel(0, 600);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
      const barred = await page.evaluate(() => {
        const bars = [...document.querySelectorAll<HTMLElement>('header, nav')].filter((bar) => {
          const { top, bottom } = bar.getBoundingClientRect();
          return (
            /sticky|fixed/.test(getComputedStyle(bar).position) && bottom > 0 && top < window.innerHeight
          );
        });
        return bars.reduce((sum, bar) => sum + bar.offsetHeight, 0);
      });
      expect(barred, 'the height of the bars, of 256').toBeLessThan(100);
    });

    test('the focus goes on when what had it is gone, and an undo waits for who gets there by keys', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const { unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api);
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(0), netCents: 70_000 });
      await page.goto(at('/dashboard/tenants'));
      await page.getByRole('searchbox', { name: words('TenantsPage.search') }).fill('Nachtigall');
      await page.getByRole('button', { name: words('TenantsPage.showAll') }).press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

      await page.goto(at('/dashboard/rent'));
      await page.locator('[data-receive]').press('Enter');
      await expect(page.getByRole('row', { name: /Anna Schmidt/ })).toBeFocused();
      const message = page.getByRole('alertdialog');
      const undo = words('Form.undo');
      await expect(message.getByRole('alert')).toContainText(words('Form.byKey', { action: undo }));
      // It was gone after eight.
      await page.waitForTimeout(9_500);
      await page.keyboard.press('F6');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(message.getByRole('button', { name: undo })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.locator('[data-receive]')).toBeVisible();
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body');
    });

    test('what comes over a slow line is said to be on its way, a page and a dialog', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const tenantId = await createTenant(landlord.api);
      await page.goto(at('/dashboard'));
      const spoken = page.locator('#spoken');
      const bar = page.locator('.waiting');
      let isSlow = true;
      await page.route(/_rsc=|_next\/static\/chunks/, async (route) => {
        while (isSlow) await new Promise((resolve) => setTimeout(resolve, 100));
        await route.continue().catch(() => undefined);
      });
      const places = page.getByRole('navigation', { name: words('Frame.appNavigation') });
      await places.getByRole('link', { name: words('Frame.documents') }).click();
      await expect(bar).toBeVisible();
      await expect(spoken).toHaveText(words('Form.waiting'));
      isSlow = false;
      await expect(page).toHaveURL(/documents$/);
      await expect(bar).toHaveCount(0);

      // A menu leads there by itself, not by a link.
      await page.getByRole('button', { name: words('UserMenu.label', { name: landlord.name }) }).click();
      const activity = page.getByRole('menuitem', { name: words('Frame.activity') });
      await expect(activity).toBeVisible();
      isSlow = true;
      await activity.click();
      await expect(bar).toBeVisible();
      isSlow = false;
      await expect(page).toHaveURL(/activity$/);
      await expect(bar).toHaveCount(0);

      await page.goto(at(`/tenant/${tenantId}`));
      isSlow = true;
      await page
        .locator('#main')
        .getByRole('button', { name: words('TenantPage.edit'), exact: true })
        .click();
      await expect(bar.first()).toBeVisible();
      isSlow = false;
      await expect(page.getByRole('dialog', { name: words('TenantForm.editTitle') })).toBeVisible();
      await expect(bar).toHaveCount(0);
    });

    test('in forced colours what is chosen, and what has the focus, is seen', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { id } = await createFlat(landlord.api);
      await page.emulateMedia({ forcedColors: 'active' });
      await page.goto(at('/dashboard/rent'));
      const views = page.getByRole('group', { name: words('RentPage.view'), exact: true });
      const colours = await Promise.all((await views.getByRole('button').all()).map(colourOf));
      expect(new Set(colours).size, 'the view that is chosen').toBe(2);

      await page.keyboard.press('Control+k');
      const options = page.getByRole('dialog', { name: words('Search.open') }).getByRole('option');
      await expect(options.first()).toHaveAttribute('aria-selected', 'true');
      expect(await colourOf(options.first())).not.toBe(await colourOf(options.nth(1)));

      await page.goto(at(`/property/${id}/rent`));
      const pages = page.getByRole('navigation', { name: words('PropertyPage.sections') }).getByRole('link');
      const shades = await Promise.all((await pages.all()).map(colourOf));
      expect(new Set(shades).size, 'the page that is shown').toBe(2);

      await page.goto(at('/dashboard/tenants?new=1'));
      const dialog = page.getByRole('dialog', { name: words('TenantForm.newTitle') });
      const field = dialog.getByLabel(words('TenantForm.lastName'));
      await field.focus();
      await expect.poll(() => field.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
      const kinds = dialog.locator('label:has(> input[type="radio"])');
      const kindColours = await Promise.all((await kinds.all()).map(colourOf));
      expect(new Set(kindColours).size, 'the kind that is chosen').toBe(2);
    });
  });
}
