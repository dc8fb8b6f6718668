import fs from 'node:fs';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createTenant, password } from '../setup/landlord.ts';

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('takes everything along, deletes the account, and nothing is left to sign in to', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      await createFlat(landlord.api, 'Lindenhof');
      const tenantId = await createTenant(landlord.api);
      await page.goto(at('/dashboard/settings#data'));
      await expect(page).toHaveURL(new RegExp(`${at('/dashboard/settings/data')}$`));

      await test.step('export', async () => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: words('DataSection.download') }).click(),
        ]);
        expect(download.suggestedFilename()).toMatch(/^hausbuch-\d{4}-\d\d-\d\d\.zip$/);
        const zip = fs.readFileSync(await download.path());
        expect(zip.subarray(0, 2).toString()).toBe('PK');
        expect(zip.includes('hausbuch.json')).toBe(true);
        expect(zip.includes('tables/property.csv')).toBe(true);
      });

      await test.step('what is held about a tenant', async () => {
        await page.goto(at(`/tenant/${tenantId}/danger`));
        await page.getByRole('button', { name: words('TenantData.open') }).click();
        const answer = page.getByRole('dialog');
        await expect(answer).toContainText(words('TenantData.check'));
        await expectAccessible(page, 'data held about a tenant');
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          answer.getByRole('link', { name: words('TenantData.download') }).click(),
        ]);
        expect(download.suggestedFilename()).toMatch(/^(Data held about|Auskunft) .+\.zip$/);
        const zip = fs.readFileSync(await download.path());
        expect(zip.includes('tenant.json')).toBe(true);
        expect(zip.includes(tenantId)).toBe(true);
        expect(zip.includes('tables/bank_account.csv')).toBe(false);
      });

      const box = page.getByRole('alertdialog');
      await page.goto(at('/dashboard/settings/danger'));
      await test.step('what goes is said; another address does not do', async () => {
        await page.getByRole('button', { name: words('Erasure.deleteAccount'), exact: true }).click();
        await expect(box).toContainText(language === 'de' ? 'eine Immobilie' : 'one property');
        await expectAccessible(page, 'delete account');
        await box.getByRole('textbox').fill('somebody@example.com');
        await expect(box.getByRole('button', { name: words('Erasure.forGood') })).toBeDisabled();
      });

      await test.step('the account ends', async () => {
        await box.getByRole('textbox').fill(landlord.email);
        await box.getByRole('button', { name: words('Erasure.forGood') }).click();
        await page.waitForURL((url) => url.pathname === at('/'));
        await page.goto(at('/dashboard'));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('AuthPages.signInTitle'));
        await page.locator('input[name="email"], input[name="identifier"]').first().fill(landlord.email);
        await page.locator('input[name="password"]').fill(password);
        await page.getByRole('button', { name: words('AuthPages.signIn'), exact: true }).click();
        await expect(page.getByText(words('AuthErrors.invalid_credentials'))).toBeVisible();
      });
    });
  });
}
