import type { Page } from '@playwright/test';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { findPlaces, openDemo } from '../setup/landlord.ts';
import { type Place, type PlaceIds, pageList } from '../setup/page-list.ts';
import { settle } from '../setup/settle.ts';

const screens = [
  { language: 'en', width: 1440 },
  { language: 'de', width: 390 },
] as const;

test.describe.configure({ mode: 'parallel' });

/** In parts, so that two browsers share them and none is long. */
const parts = Object.groupBy(pageList, ({ name, visitor }) => {
  if (visitor === 'anybody') return 'to anybody';
  if (name.startsWith('settings')) return 'of settings';
  return /^(property|tenant|lease|handover)/.test(name) ? 'of a property or tenant' : 'of a portfolio';
});

const nowhere: PlaceIds = { propertyId: '', tenantId: '', handover: null, plant: null, association: null };

async function lookThrough(page: Page, pages: typeof pageList, pathOf: (place: Place) => string) {
  for (const place of pages) {
    const { name } = place;
    await page.goto(pathOf(place));
    await expect(page.getByRole('main')).toBeVisible();
    await settle(page);
    await expect(page.locator('.skeleton'), name).toHaveCount(0);
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page, `${name}, light`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, `${name}, dark`, 'colours');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0);
  }
}

for (const { language, width } of screens) {
  test.describe(`${language}, ${width} wide`, () => {
    test.use({ language, viewport: { width, height: 900 } });
    const { 'to anybody': open = [], ...behind } = parts;
    const titleOf = (part: string) =>
      `every page ${part} has nothing for axe to find, light and dark, and is no wider than the window`;

    test(titleOf('to anybody'), async ({ page, at }) => {
      test.setTimeout(240_000);
      await lookThrough(page, open, ({ path }) => at(path(nowhere)));
    });

    for (const [part, pages = []] of Object.entries(behind)) {
      test(titleOf(part), async ({ page, landlord, context, at }) => {
        test.setTimeout(240_000);
        const demo = await openDemo(landlord, language, { withPapers: part !== 'of settings' });
        await context.addCookies(demo.cookies());
        const ids = await findPlaces(demo.api);
        await lookThrough(page, pages, ({ path }) => at(path(ids)));
      });
    }
  });
}
