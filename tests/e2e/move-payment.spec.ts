import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { euro, monthStart, screens, today } from '../setup/shown.ts';

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('700 of the wrong tenant are moved: here 700 are open again, there none; undone, as before', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const startsOn = monthStart(0);
      const enter = async (place: string, lastName: string) => {
        const { unitId } = await createFlat(landlord.api, place);
        const tenantId = await createTenant(landlord.api, lastName);
        const leaseId = await createLease(landlord.api, { unitId, tenantId, startsOn, netCents: 70_000 });
        return { tenantId, leaseId };
      };
      const wrong = await enter('Lindenstraße 5', 'Schmidt');
      const right = await enter('Ahornweg 2', 'Nachbar');
      await landlord.api.payment.record.mutate({
        id: randomUUID(),
        leaseId: wrong.leaseId,
        paidOn: today(),
        amountCents: 70_000,
      });
      await page.goto(at(`/tenant/${wrong.tenantId}/account`));
      const account = page.getByRole('region', { name: words('Account.title'), exact: true });
      const open = account.getByText(words('Account.open'), { exact: true }).locator('..');
      await expect(open).toContainText(euro(0, language));

      const press = account.getByRole('button', { name: words('Account.move'), exact: true });
      await account
        .getByRole('button')
        .filter({ has: page.getByText(words('Account.paymentIn'), { exact: true }) })
        .click();
      await press.click();
      const dialog = page.getByRole('dialog', { name: words('MovePayment.title') });
      await dialog.getByRole('combobox', { name: words('LeaseOfTenant.tenant') }).fill('Nachbar');
      await page.getByRole('option', { name: /Nachbar/ }).click();
      await expect(dialog.getByLabel(words('LeaseOfTenant.lease', { tenant: 'Anna Nachbar' }))).toBeVisible();
      await expectAccessible(page, 'MovePayment');
      await dialog.getByRole('button', { name: words('MovePayment.move'), exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(open).toContainText(euro(70_000, language));

      const undo = page.getByRole('button', { name: words('MovePayment.undo'), exact: true });
      await expect(undo).toBeVisible();
      const other = await page.context().newPage();
      await other.goto(at(`/tenant/${right.tenantId}/account`));
      const there = other
        .getByRole('region', { name: words('Account.title'), exact: true })
        .getByText(words('Account.open'), { exact: true })
        .locator('..');
      await expect(there).toContainText(euro(0, language));
      await page.bringToFront();
      await undo.click();
      await expect(open).toContainText(euro(0, language));
      // The other page learns of it by itself.
      await expect(there).toContainText(euro(70_000, language));
    });
  });
}
