import type { Page } from '@playwright/test';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { findPlaces, openDemo } from '../setup/landlord.ts';
import { findTooWide } from '../setup/layout.ts';
import { type Place, type PlaceIds, pageList } from '../setup/page-list.ts';
import { settle } from '../setup/settle.ts';

/** A small phone, a tablet upright and one that lies; German words are the longer ones. */
const between = [360, 768, 1024];

/** On every run each page is seen in each language, width and light; in both lights at both widths where walks take every form. */
const screens = [
  { language: 'en', width: 1440, between: [], lights: inTurn(import.meta.filename, ['light', 'dark']) },
  { language: 'de', width: 390, between, lights: inTurn(import.meta.filename, ['dark', 'light']) },
] as const;
type Lights = (typeof screens)[number]['lights'];

test.describe.configure({ mode: 'parallel' });

/** In parts, so that two browsers share them and none is long. */
const parts = Object.groupBy(pageList, ({ name, visitor }) => {
  if (visitor === 'anybody') return 'to anybody';
  if (name.startsWith('settings')) return 'of settings';
  return /^(property|tenant|lease|handover)/.test(name) ? 'of a property or tenant' : 'of a portfolio';
});

const nowhere: PlaceIds = { propertyId: '', tenantId: '', handover: null, plant: null, association: null };

async function lookThrough(
  page: Page,
  lights: Lights,
  pages: typeof pageList,
  pathOf: (place: Place) => string,
  widths: readonly number[],
) {
  for (const place of pages) {
    const { name } = place;
    await page.goto(pathOf(place));
    await expect(page.getByRole('main')).toBeVisible();
    await settle(page);
    await expect(page.locator('.skeleton'), name).toHaveCount(0);
    for (const [index, colorScheme] of lights.entries()) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `${name}, ${colorScheme}`, index === 0 ? 'whole' : 'colours');
    }
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    for (const other of [width, ...widths]) {
      await page.setViewportSize({ width: other, height });
      // A chart is drawn anew a moment after its place has another width.
      await expect.poll(() => findTooWide(page), `what does not fit ${name} at ${other}`).toEqual([]);
    }
    await page.setViewportSize({ width, height });
  }
}

for (const { language, width, between: widths, lights } of screens) {
  test.describe(`${language}, ${width} wide, ${lights.join(' and ')}`, () => {
    test.use({ language, viewport: { width, height: 900 } });
    const { 'to anybody': open = [], ...behind } = parts;
    const titleOf = (part: string) =>
      `every page ${part} has nothing for axe to find and is no wider than the window`;

    test(titleOf('to anybody'), async ({ page, at }) => {
      test.setTimeout(240_000);
      await lookThrough(page, lights, open, ({ path }) => at(path(nowhere)), widths);
    });

    for (const [part, pages = []] of Object.entries(behind)) {
      test(titleOf(part), async ({ page, landlord, context, at }) => {
        test.setTimeout(240_000);
        const demo = await openDemo(landlord, language, { withPapers: part !== 'of settings' });
        await context.addCookies(demo.cookies());
        const ids = await findPlaces(demo.api);
        await lookThrough(page, lights, pages, ({ path }) => at(path(ids)), widths);
      });
    }
  });
}
