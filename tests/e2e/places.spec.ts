import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { euro, monthStart } from '../setup/shown.ts';

test('whoever is signed in finds the way to what is theirs on the public pages', async ({
  page,
  landlord,
  words,
  at,
}) => {
  expect(landlord.portfolioId).not.toBe(''); // signed in
  await page.goto(at('/'));
  await expect(
    page.getByRole('banner').getByRole('link', { name: words('Frame.toOwn'), exact: true }),
  ).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: words('Home.toOwn'), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`${at('/dashboard')}`));
});

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('nor does a public page scroll sideways on their phone', async ({ page, landlord, words, at }) => {
      expect(landlord.portfolioId).not.toBe(''); // signed in
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(at('/about'));
      await page.getByRole('banner').locator('summary').click();
      await expect(
        page.getByRole('banner').getByRole('link', { name: words('Frame.toOwn'), exact: true }),
      ).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });

    test('seven places at a desk; on a phone five in the bar, and a payment from wherever one is', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const { unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api);
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(0), netCents: 70_000 });
      const everyDay = ['today', 'rent', 'properties', 'tenants'];
      const places = [...everyDay, 'documents', 'year', 'settings'];
      await page.goto(at('/dashboard/documents'));
      const shown = page
        .getByRole('navigation', { name: words('Frame.appNavigation') })
        .filter({ visible: true });
      await expect(shown.getByRole('link')).toHaveText(places.map((place) => words(`Frame.${place}`)));

      await page.setViewportSize({ width: 390, height: 844 });
      await expect(shown.getByRole('listitem')).toHaveText(
        [...everyDay, 'more'].map((place) => words(`Frame.${place}`)),
      );
      const ends = await shown.getByRole('listitem').evaluateAll((items) =>
        items.map((item) => {
          const words = document.createRange();
          words.selectNodeContents(item.firstElementChild?.lastChild ?? item);
          return Math.round(words.getBoundingClientRect().bottom);
        }),
      );
      expect(new Set(ends).size, `words of the bar end at ${ends.join(', ')}`).toBe(1);
      const middles = await page
        .getByRole('banner')
        .locator('button:has(> svg)')
        .filter({ visible: true })
        .locator('> svg')
        .evaluateAll((icons) =>
          icons.map((icon) => {
            const { top, height } = icon.getBoundingClientRect();
            return Math.round(top + height / 2);
          }),
        );
      expect(middles.length).toBeGreaterThan(1);
      expect(new Set(middles).size, `icons of the header are centred on ${middles.join(', ')}`).toBe(1);
      await shown.getByRole('button', { name: words('Frame.more') }).click();
      await expect(page.getByRole('menuitem')).toHaveText(
        ['documents', 'year', 'activity', 'settings'].map((place) => words(`Frame.${place}`)),
      );
      await page.keyboard.press('Escape');
      // Language and colours are in the menu of the account, and take no room in the header.
      const account = { name: words('UserMenu.label', { name: landlord.name }), exact: true };
      await page.getByRole('button', account).click();
      const menu = page.getByRole('menu', account);
      await expect(menu).toContainText(words('Frame.themes.dark'));
      await expect(menu).toContainText(language === 'de' ? 'English' : 'Deutsch');
      await page.keyboard.press('Escape');

      await page
        .getByRole('banner')
        .getByRole('button', { name: words('Search.actions.payment'), exact: true })
        .click();
      await page.getByRole('combobox').fill('Schmidt');
      await page.getByRole('option', { name: /Schmidt/ }).click();
      const dialog = page.getByRole('dialog', { name: words('PaymentForm.title') });
      await dialog.getByRole('button', { name: words('PaymentForm.record'), exact: true }).click();
      await expect(dialog).toBeHidden();
      const { summary } = await landlord.api.ledger.account.query({ tenantId });
      expect(summary, `${euro(70_000, language)} are in`).toMatchObject({ openCents: 0, creditCents: 0 });
    });
  });
}
