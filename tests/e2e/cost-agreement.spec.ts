import { addDays } from '../../src/lib/calendar.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createTenant, letWithAdvance } from '../setup/landlord.ts';
import { euro, monthStart, screens } from '../setup/shown.ts';

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('what contracts agree on: a rule for the property, another word in one lease', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      test.slow();
      const { api } = landlord;
      const tenantId = await createTenant(api, 'Schmidt');
      const { id, unitId } = await createFlat(api, 'Lindenhof');
      const period = { from: monthStart(-2), to: addDays(monthStart(-1), -1) };
      const leaseId = await letWithAdvance(api, { unitId, tenantId, startsOn: period.from });
      const categories = await api.category.list.query({});
      const [gutters, parentId] = [
        crypto.randomUUID(),
        categories.find((row) => row.code === 'operating')?.id ?? '',
      ];
      const kind = { id: gutters, parentId, name: 'Dachrinnenreinigung', betrkvNo: 17, isRecoverable: true };
      await api.category.create.mutate(kind);
      await api.transaction.record.mutate({
        id: crypto.randomUUID(),
        propertyId: id,
        unitId,
        bookedOn: period.from,
        direction: 'expense',
        categoryId: gutters,
        recoverableKey: 'area',
        title: 'Dachdecker',
        amountCents: 12_345,
      });

      const dialog = page.getByRole('dialog');
      const named = dialog.getByRole('combobox', { name: /Dachrinnenreinigung/ });
      const statement = at(`/property/${id}/statement/${period.from}_${period.to}`);
      await page.goto(statement);
      await expect(page.locator('#results')).not.toContainText(euro(12_345, language));

      await page.goto(at(`/property/${id}/statement`));
      await page.getByRole('button', { name: words('CostAgreement.edit') }).click();
      await named.selectOption('named');
      await page.screenshot({ path: info.outputPath('property-dialog.png') });
      await expectAccessible(page, 'what contracts agree on');
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.locator('#operating-costs')).toContainText('Dachrinnenreinigung');
      await page.screenshot({ path: info.outputPath('property.png'), fullPage: true });
      await page.goto(statement);
      await expect(page.locator('#results')).toContainText(euro(12_345, language));

      await page.goto(at(`/tenant/${tenantId}/leases/${leaseId}`));
      await expect(page.locator('#operating-costs')).toContainText(words('CostAgreement.ofProperty'));
      await page.getByRole('button', { name: words('CostAgreement.edit') }).click();
      await named.selectOption('');
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.locator('#operating-costs')).not.toContainText('Dachrinnenreinigung');
      await page.screenshot({ path: info.outputPath('lease.png'), fullPage: true });
      await page.goto(statement);
      await expect(page.locator('#results')).not.toContainText(euro(12_345, language));

      await page.goto(at(`/tenant/${tenantId}/leases/${leaseId}`));
      await page.getByRole('button', { name: words('CostAgreement.edit') }).click();
      await dialog.getByRole('button', { name: words('CostAgreement.clear') }).click();
      await expect(page.locator('#operating-costs')).toContainText('Dachrinnenreinigung');
    });
  });
}
