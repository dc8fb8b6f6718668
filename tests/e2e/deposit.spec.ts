import { randomUUID } from 'node:crypto';
import { addDays } from '../../src/lib/calendar.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { fill } from '../setup/hand.ts';
import { createFlat, createTenant, letWithAdvance } from '../setup/landlord.ts';
import { euro, monthStart, screens, shownDay, today } from '../setup/shown.ts';

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('who moved out owes 120 and broke the floor: 350 and 120 are kept, 1,630 go back, and 1,480 + 470 came in this year', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      const { api } = landlord;
      const { unitId } = await createFlat(api);
      const tenantId = await createTenant(api);
      const leaseId = await letWithAdvance(api, {
        ...{ unitId, tenantId, startsOn: monthStart(-2), endsOn: addDays(monthStart(0), -1) },
      });
      const paidOn = today();
      await api.payment.record.mutate({ id: randomUUID(), leaseId, paidOn, amountCents: 148_000 });
      await api.deposit.create.mutate({
        ...{ id: randomUUID(), leaseId, agreedCents: 210_000, receivedOn: monthStart(-2) },
      });
      await page.goto(at(`/tenant/${tenantId}/account`));
      const account = page.getByRole('region', { name: words('Account.title'), exact: true });
      const open = account.getByText(words('Account.open'), { exact: true }).locator('..');
      await expect(open).toContainText(euro(12_000, language));

      const dialog = page.getByRole('dialog');
      const amount = dialog.getByLabel(words('Deposit.amount'), { exact: true });
      const settles = dialog.getByLabel(words('Deposit.settles'));
      const write = (cents: number) => euro(cents, language).replaceAll(/[^\d.,]/g, '');
      /** Opens the form and proposes an amount for what is to be recorded. */
      async function begin(kind: 'deduction' | 'returned', proposedCents: number) {
        await page
          .locator('#deposit')
          .getByRole('button', { name: words('Deposit.record') })
          .click();
        await dialog.getByLabel(words('Deposit.kind')).selectOption(kind);
        await expect(amount).toHaveValue(new RegExp(write(proposedCents)));
      }
      async function save() {
        await dialog.getByRole('button', { name: words('Form.save'), exact: true }).click();
        await expect(dialog).toBeHidden();
      }
      await begin('deduction', 12_000);
      await expect(settles).toBeChecked();
      await expectAccessible(page, 'a deduction');
      await page.screenshot({ path: info.outputPath('deduction.png') });
      await dialog.getByRole('textbox', { name: words('Deposit.reason') }).fill('Rest');
      await save();
      await expect(open).toContainText(euro(0, language));

      await page
        .locator('#deposit')
        .getByRole('button', { name: words('Deposit.record') })
        .click();
      await dialog.getByLabel(words('Deposit.kind')).selectOption('deduction');
      await expect(dialog).toContainText(words('Deposit.claimsText'));
      await fill(amount, write(35_000));
      await dialog.getByRole('textbox', { name: words('Deposit.reason') }).fill('Parkett');
      await save();
      const held = page.locator('#deposit').getByText(words('Deposit.held'), { exact: true }).locator('..');
      await begin('returned', 163_000);
      await save();

      await expect(held).toContainText(euro(0, language));
      await expect(open).toContainText(euro(0, language));
      const entries = account.getByRole('button');
      await expect(entries.filter({ hasText: 'Parkett' })).toHaveCount(1);
      await expect(entries.filter({ hasText: words('Labels.paymentMethod.deposit') })).toHaveCount(2);
      await page.screenshot({ path: info.outputPath('account.png'), fullPage: true });
      await page.goto(at('/dashboard/year'));
      await expect(page.getByRole('main')).toContainText(euro(195_000, language));
    });

    test('of a house that is sold the 2,100 that are held are handed over to the buyer, and nothing is held', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      const { api } = landlord;
      const { id, unitId } = await createFlat(api, 'Lindenhof');
      const tenantId = await createTenant(api);
      const leaseId = await letWithAdvance(api, { unitId, tenantId, startsOn: monthStart(-3) });
      await api.deposit.create.mutate({
        ...{ id: randomUUID(), leaseId, agreedCents: 210_000, receivedOn: monthStart(-3) },
      });
      await api.property.update.mutate({
        ...{ id, version: 1, name: 'Lindenhof', kind: 'apartment', country: 'DE' },
        soldOn: monthStart(-1),
      });
      await page.goto(at(`/tenant/${tenantId}#deposit`));
      const section = page.locator('#deposit');
      const amount = euro(210_000, language);
      await expect(section).toContainText(words('Deposit.soldTitle', { amount }));
      await page.screenshot({ path: info.outputPath('sold.png'), fullPage: true });
      await section.getByRole('button', { name: words('Deposit.soldDo') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel(words('Deposit.kind'))).toHaveValue('handed_over');
      await expect(dialog).toContainText(words('Deposit.stillLiable'));
      await expectAccessible(page, 'a deposit is handed over');
      await page.screenshot({ path: info.outputPath('handing-over.png') });
      await dialog.getByRole('button', { name: words('Form.save'), exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(section).toContainText(words('Labels.depositMovement.handed_over'));
      await expect(section).not.toContainText(words('Deposit.soldTitle', { amount }));
      await page.screenshot({ path: info.outputPath('handed-over.png'), fullPage: true });
      const { leases } = await api.deposit.list.query({ tenantId });
      expect(leases.map(({ balanceCents }) => balanceCents)).toEqual([0]);
      // Wherever it is told where the lease stands, it is with the buyer, and its tenant is a current one no more.
      const day = shownDay(monthStart(-1), language);
      await page.goto(at(`/tenant/${tenantId}`));
      await expect(page.locator('#now')).toContainText(words('LeaseList.withBuyer', { day }));
      await page.goto(at(`/property/${id}/tenants`));
      await expect(page.locator('#tenants')).toContainText(words('LeaseList.withBuyer', { day }));
      await page.goto(at('/dashboard/tenants'));
      await expect(page.getByRole('main')).toContainText(words('TenantsPage.withBuyer', { day }));
      await page.screenshot({ path: info.outputPath('tenants.png') });
    });
  });
}
