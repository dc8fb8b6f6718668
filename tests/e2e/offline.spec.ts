import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createTenant } from '../setup/landlord.ts';

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
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

      await test.step('saved on a phone without a network: said in sight, saved once when it is back', async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto(at('/dashboard/tenants?new=1'));
        const dialog = page.getByRole('dialog', { name: words('TenantForm.newTitle') });
        await dialog.getByLabel(words('TenantForm.lastName')).fill('Funkloch');
        await page.context().setOffline(true);
        const save = dialog.getByRole('button', { name: words('TenantForm.create'), exact: true });
        await expect(save).toBeInViewport({ ratio: 1 });
        await expect(page.getByText(words('Frame.offline'))).toBeInViewport({ ratio: 1 });
        await save.click();
        const notice = page.getByText(words('Frame.offlineWaiting'));
        await expect(notice).toBeInViewport({ ratio: 1 });
        expect(
          await notice.evaluate((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            // It takes no clicks, so that only its place in the stack can be asked.
            const layer = Number(getComputedStyle(element.parentElement ?? element).zIndex);
            const over = document
              .elementFromPoint(x + width / 2, y + height / 2)
              ?.closest('.modal__backdrop');
            return !over || layer > Number(getComputedStyle(over).zIndex || 0);
          }),
        ).toBe(true);
        await page.context().setOffline(false);
        await expect(dialog).toBeHidden({ timeout: 20_000 });
        const { rows } = await landlord.api.tenant.list.query({ search: 'Funkloch' });
        expect(rows).toHaveLength(1);
      });
    });
  });
}
