import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { openSubPage } from '../setup/sub-page.ts';

const screens = [
  {
    language: 'de',
    width: 1440,
    property: 'Mehrfamilienhaus Plagwitz',
    picture: 'Straßenseite Karl-Heine-Straße 199',
  },
  {
    language: 'en',
    width: 390,
    property: 'Apartment house, Plagwitz',
    picture: 'Front of the house Karl-Heine-Straße 199',
  },
] as const;

for (const { language, width, property, picture } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide`, () => {
    test.use({ language, viewport: { width, height: 900 } });

    test('a demo is made in the set-up, has papers and pictures that open, and is removed by one click', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      await page.goto(at('/dashboard/setup'));
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: words('Demo.open'), exact: true }).click();
      await expect(page.getByText(words('Demo.notice'))).toBeVisible({ timeout: 60_000 });
      await expectAccessible(page, `overview of the demo (${language}, ${width})`);

      await page.goto(at('/dashboard/properties'));
      await page.getByRole('link', { name: property }).first().click();
      await openSubPage(page, words, 'PropertyPage.documents');
      const documents = page.locator('#documents');
      await documents.getByRole('button', { name: picture, exact: true }).click();
      const shown = page.getByRole('dialog', { name: picture }).getByRole('img');
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900);
      await page.keyboard.press('Escape');
      await documents.getByRole('searchbox').fill('21-0877');
      await expect(documents.getByRole('checkbox')).toHaveCount(1);

      await page.goto(at('/dashboard'));
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: words('Demo.remove'), exact: true }).click();
      await page.waitForURL((url) => url.pathname.endsWith('/dashboard/setup'));
      const portfolios = await landlord.api.portfolio.list.query();
      expect(portfolios.map((one) => one.isDemo)).toEqual([false]);
    });
  });
}
