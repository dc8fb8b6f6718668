import { randomUUID } from 'node:crypto';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat } from '../setup/landlord.ts';

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('two windows, two portfolios: each keeps its own, whatever the other chooses', async ({
      page,
      context,
      landlord,
      words,
      at,
    }) => {
      const inherited = 'Erbengemeinschaft';
      const otherId = randomUUID();
      await landlord.api.portfolio.create.mutate({
        id: otherId,
        name: inherited,
        jurisdiction: 'DE',
        currency: 'EUR',
        timeZone: 'Europe/Berlin',
      });
      const other = landlord.workIn(otherId);
      const own = (await landlord.api.portfolio.get.query()).name;
      await createFlat(landlord.api, 'Eigenes Haus');
      await createFlat(other.api, 'Geerbtes Haus');
      const banner = page.getByRole('banner');

      await page.goto(at('/dashboard/tenants?new=1'));
      const dialog = page.getByRole('dialog', { name: words('TenantForm.newTitle') });
      await dialog.getByLabel(words('TenantForm.lastName')).fill('Körner');

      const second = await context.newPage();
      await second.goto(at('/dashboard'));
      const choice = second.getByRole('menuitem', { name: inherited });
      await second.getByRole('banner').getByRole('button', { name: own }).click();
      await choice.click();
      await expect(second.getByRole('banner')).toContainText(inherited);

      await test.step('what is saved in the first window lands in its portfolio', async () => {
        await dialog.getByRole('button', { name: words('TenantForm.create'), exact: true }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Körner');
        await expect(banner).toContainText(own);
        expect((await landlord.api.tenant.list.query({})).rows).toHaveLength(1);
        expect((await other.api.tenant.list.query({})).rows).toEqual([]);
      });

      await test.step('who turns to the second window goes on in its portfolio', async () => {
        const current = async () =>
          (await context.cookies()).find(({ name }) => name === 'hausbuch_portfolio')?.value;
        expect(await current()).toBe(landlord.portfolioId);
        // To Playwright every window has somebody's attention all the time; one that is still at its page hears the next turn.
        await expect(async () => {
          await second.evaluate(() => window.dispatchEvent(new Event('focus')));
          expect(await current()).toBe(otherId);
        }).toPass();
        await second
          .getByRole('link', { name: words('Frame.properties') })
          .first()
          .click();
        await expect(second.getByRole('main')).toContainText('Geerbtes Haus');
        await expect(second.getByRole('main')).not.toContainText('Eigenes Haus');
        await expect(second.getByRole('banner')).toContainText(inherited);
      });
    });
  });
}
