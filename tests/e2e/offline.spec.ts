import { expect, type Language, test } from '../setup/browser.ts';

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
  });
}
