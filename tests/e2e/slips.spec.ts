import type { Page } from '@playwright/test';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { euro, monthStart, screens } from '../setup/shown.ts';

async function look(page: Page, what: string) {
  await expectAccessible(page, what);
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang, `${what} does not scroll sideways`).toBe(0);
}

test.describe.configure({ mode: 'parallel' });

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('a deposit payment ten times too high is told while it is typed, and may be saved', async ({
      page,
      landlord: { api },
      words,
      at,
    }) => {
      const { unitId } = await createFlat(api);
      const tenantId = await createTenant(api, 'Schmidt');
      const startsOn = monthStart(-2);
      const leaseId = await createLease(api, {
        ...{ unitId, tenantId, startsOn, bookedFrom: startsOn, netCents: 70_000 },
      });
      await api.deposit.create.mutate({ id: crypto.randomUUID(), leaseId, agreedCents: 30_000 });
      await page.goto(at(`/tenant/${tenantId}/account`));
      const kept = page.locator('#deposit');
      await kept.getByRole('button', { name: words('Deposit.record') }).click();
      const dialog = page.getByRole('dialog', { name: words('Deposit.record') });
      const stands = { agreed: euro(30_000, language), received: euro(0, language) };
      await expect(dialog.getByText(words('Deposit.agreedAndIn', stands))).toBeVisible();
      await dialog.getByLabel(words('Deposit.amount'), { exact: true }).fill('3000');
      const over = { ...stands, amount: euro(270_000, language) };
      await expect(dialog.getByText(words('Deposit.overAgreed', over))).toBeVisible();
      await expect(
        dialog.getByText(words('Deposit.overCap', { amount: euro(90_000, language) })),
      ).toBeVisible();
      await look(page, 'deposit over');
      await dialog.getByLabel(words('Deposit.amount'), { exact: true }).fill('301');
      await expect(
        dialog.getByText(words('Deposit.overAgreed', { ...stands, amount: euro(100, language) })),
      ).toBeVisible();
      await expect(dialog.getByText(words('Deposit.capText', { cap: euro(210_000, language) }))).toHaveCount(
        0,
      );
      await dialog.getByRole('button', { name: words('Form.save'), exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(kept).toContainText(euro(30_100, language));
    });
  });
}
