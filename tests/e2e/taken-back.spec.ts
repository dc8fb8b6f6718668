import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { euro, monthStart, screens } from '../setup/shown.ts';

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('a fee of 50 and a waiver of 700, both by mistake: 700 + 50 − 700 = 50, without the fee 0, then 700', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api);
      const startsOn = monthStart(-1);
      const leaseId = await createLease(landlord.api, {
        ...{ unitId, tenantId, startsOn: monthStart(-2), bookedFrom: startsOn, netCents: 0 },
      });
      const [rent, fee] = [randomUUID(), randomUUID()];
      const posted = { leaseId, dueOn: startsOn };
      await landlord.api.charge.post.mutate({
        ...posted,
        id: rent,
        kind: 'back_payment',
        amountCents: 70_000,
      });
      await landlord.api.charge.post.mutate({ ...posted, id: fee, kind: 'fee', amountCents: 5_000 });
      await landlord.api.charge.waive.mutate({ id: randomUUID(), chargeId: rent, reason: 'Heizung' });
      await page.goto(at(`/tenant/${tenantId}/account`));
      const account = page.getByRole('region', { name: words('Account.title'), exact: true });
      const entry = (name: string) =>
        account.getByRole('button').filter({ has: page.getByText(name, { exact: true }) });
      const open = account.getByText(words('Account.open'), { exact: true }).locator('..');
      await expect(open).toContainText(euro(5_000, language));

      /** Opens an entry and answers the question about it. */
      async function takeBack(name: string, button: string, dialog: string) {
        const press = account.getByRole('button', { name: button, exact: true });
        await entry(name).click();
        await press.click();
        const question = page.getByRole('alertdialog', { name: words(`${dialog}.title`) });
        await expect(question).toContainText(name);
        await expectAccessible(page, dialog);
        await question.getByRole('button', { name: words(`${dialog}.confirm`), exact: true }).click();
        await expect(question).toBeHidden();
        await expect(press).toBeHidden();
      }

      const feeName = words('Labels.chargeKind.fee');
      await takeBack(feeName, words('Account.cancelCharge'), 'VoidCharge');
      await expect(entry(words('ChargeTitle.void', { name: feeName }))).toBeVisible();
      await expect(open).toContainText(euro(0, language));

      const rentName = words('Labels.chargeKind.back_payment');
      const waiver = words('ChargeTitle.waiver', { name: rentName });
      await takeBack(waiver, words('Account.revertWaiver'), 'RevertWaiver');
      await expect(entry(words('ChargeTitle.waiverReverted', { name: rentName }))).toBeVisible();
      await expect(entry(waiver)).toContainText(words('Account.undone'));
      await expect(open).toContainText(euro(70_000, language));
      await expectAccessible(page, 'account with what was taken back');
    });

    test('what cannot be deleted or put away is not offered, and why is said', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { id, unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api);
      await page.goto(at(`/property/${id}`));
      const menu = page.getByRole('button', { name: words('Unit.actionsOf', { name: 'Lindenstraße 5' }) });
      const entry = page.getByRole('menuitem', { name: new RegExp(`^${words('Unit.delete')}`) });
      await menu.click();
      await expect(entry).toBeDisabled();
      await expect(entry).toContainText(words('Errors.unit.last'));
      await page.keyboard.press('Escape');
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(0), netCents: 70_000 });
      await page.reload();
      await menu.click();
      await expect(entry).toContainText(words('Errors.unit.in_use'));

      await page.goto(at(`/tenant/${tenantId}/danger`));
      const danger = page.locator('#danger');
      await expect(danger).toContainText(words('TenantDanger.archiveRefused'));
      await expect(
        danger.getByRole('button', { name: words('TenantDanger.archive'), exact: true }),
      ).toHaveCount(0);
      await expect(danger.getByRole('button', { name: words('TenantDanger.delete') })).toBeVisible();
    });

    test('an old address that names a section leads to its page, and the old one is not seen on the way', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { id } = await createFlat(landlord.api);
      // What every frame showed, kept beyond the page.
      await page.addInitScript(() => {
        const look = () => {
          const main = document.querySelector('#main');
          if (main?.checkVisibility({ visibilityProperty: true })) sessionStorage.setItem('flash', '1');
          requestAnimationFrame(look);
        };
        look();
      });
      await page.goto(at(`/property/${id}?period=all#recurring`));
      await expect(page.getByLabel(words('Bookings.period'))).toHaveValue('all');
      expect(page.url()).toMatch(new RegExp(`${at(`/property/${id}/recurring`)}\\?period=all$`));
      const pages = page.getByRole('navigation', { name: words('PropertyPage.sections') });
      const current = pages.getByRole('link', { name: words('PropertyPage.recurring'), exact: true });
      await expect(current).toHaveAttribute('aria-current', 'page');
      await expect(current).toBeInViewport();
      expect(await page.evaluate(() => sessionStorage.getItem('flash'))).toBeNull();

      // Typed into the address of a page that is open.
      await pages.getByRole('link', { name: words('PropertyPage.main'), exact: true }).click();
      await expect(page.locator('#main')).toBeVisible();
      await page.evaluate(() => {
        window.location.hash = 'documents';
      });
      await expect(page).toHaveURL(new RegExp(`${at(`/property/${id}/documents`)}$`));
      await expect(page.locator('#documents')).toContainText(words('Documents.emptyTitle'));
    });
  });
}
