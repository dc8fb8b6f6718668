import { expect, type Language, test } from '../setup/browser.ts';
import { createTenant } from '../setup/landlord.ts';

for (const language of ['en', 'de'] satisfies Language[]) {
  test.describe(language, () => {
    test.use({ language });

    test('without a network a page says so, and is there again with one', async ({
      page,
      context,
      landlord,
      words,
      at,
    }) => {
      expect(landlord.portfolioId).not.toBe(''); // signed in
      await page.goto(at('/dashboard'));
      const isReady = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
      await expect.poll(isReady, { timeout: 30_000 }).toBe('activated');
      expect(await page.evaluate(() => caches.keys())).toEqual([]);

      await context.setOffline(true);
      await page.goto(at('/dashboard/tenants'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('Offline.title'));
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await context.setOffline(false);
      await page.getByRole('link', { name: words('Offline.again') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('TenantsPage.title'));
    });

    test('a search that reaches nobody keeps the page and what was typed, and goes on with the network', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      await createTenant(landlord.api, 'Nachbar');
      await createTenant(landlord.api, 'Schmidt');
      await page.goto(at('/dashboard/tenants'));
      await expect(page.getByText('Schmidt').first()).toBeVisible();
      await page.route('**/api/trpc/tenant.list*', (route) => route.abort('connectionfailed'));
      const search = page.getByRole('searchbox', { name: words('TenantsPage.search') });
      await search.fill('Nach');
      const main = page.getByRole('main');
      await expect(main.getByRole('alert')).toContainText(words('Errors.network'), { timeout: 20_000 });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('TenantsPage.title'));
      await expect(search).toHaveValue('Nach');

      await page.unroute('**/api/trpc/tenant.list*');
      await search.fill('Nachb');
      await expect(page.getByText('Nachbar').first()).toBeVisible();
      await expect(main.getByRole('alert')).toHaveCount(0);
      await expect(page.getByText('Schmidt')).toHaveCount(0);
    });
  });
}
