import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { euro, monthStart, screens } from '../setup/shown.ts';

for (const { language, width, colorScheme } of screens) {
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
      await page.goto(at(`/tenant/${tenantId}`));
      const account = page.getByRole('region', { name: words('Account.title'), exact: true });
      const entry = (name: string) =>
        account.getByRole('button').filter({ has: page.getByText(name, { exact: true }) });
      const open = account.getByText(words('Account.open'), { exact: true }).locator('..');
      await expect(open).toContainText(euro(5_000, language));

      /** Opens an entry and answers the question about it. */
      async function takeBack(name: string, button: string, dialog: string) {
        const press = account.getByRole('button', { name: button, exact: true });
        await expect(async () => {
          if (!(await press.isVisible())) await entry(name).click({ timeout: 2_000 });
          await expect(press).toBeVisible({ timeout: 2_000 });
        }).toPass();
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

    test('an address that names a section stays at it while those above come', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { id, unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api);
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-14), netCents: 70_000 });
      await page.goto(at(`/property/${id}#documents`));
      const region = (name: string) => page.getByRole('region', { name, exact: true });
      const documents = region(words('Documents.heading'));
      const top = () => documents.evaluate((section) => Math.round(section.getBoundingClientRect().top));
      await expect(region(words('PropertyRents.title'))).toContainText(words('Labels.chargeState.overdue'));
      await expect(documents).toContainText(words('Documents.emptyTitle'));
      // Under the bar at the top, and still there once nothing grows any more.
      for (const wait of [0, 1_500, 1_500]) {
        await page.waitForTimeout(wait);
        expect(await top()).toBeGreaterThanOrEqual(0);
        expect(await top()).toBeLessThan(200);
      }
    });
  });
}
