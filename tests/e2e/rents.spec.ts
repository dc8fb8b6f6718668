import { minDate } from '../../src/lib/calendar.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { euro, monthStart, today } from '../setup/shown.ts';

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('this month’s rents of two houses: one received with a key and taken back, the rest at once', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const tenantId = await createTenant(landlord.api);
      const leaseIds: string[] = [];
      for (const netCents of [70_000, 50_000]) {
        const { unitId } = await createFlat(landlord.api);
        leaseIds.push(
          await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(0), netCents }),
        );
      }
      await page.goto(at('/dashboard'));
      await page
        .getByRole('link', { name: words('Frame.rent'), exact: true })
        .first()
        .click();
      await expect(page).toHaveURL(at('/dashboard/rent'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('RentPage.title'));
      const sentence = page.getByRole('main').getByRole('status').first();
      await expect(sentence).toContainText(euro(120_000, language));
      await expectAccessible(page, 'rents of a month');

      const received = page.locator('[data-receive]');
      await expect(received).toHaveCount(2);
      await received.first().focus();
      await page.keyboard.press('Enter');
      await expect(received).toHaveCount(1);
      await expect(received).toBeFocused();
      await page.getByRole('button', { name: words('Form.undo') }).click();
      await expect(received).toHaveCount(2);

      await page.getByRole('button', { name: words('RentPage.several'), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: words('PayOverdue.dueTitle') });
      await expect(dialog.getByRole('checkbox')).toHaveCount(2);
      await dialog.getByRole('button', { name: words('PayOverdue.none'), exact: true }).click();
      await expect(
        dialog.getByRole('button', { name: words('PayOverdue.record', { count: 0 }), exact: true }),
      ).toBeDisabled();
      await dialog.getByRole('button', { name: words('PayOverdue.all'), exact: true }).click();
      await dialog
        .getByRole('button', { name: words('PayOverdue.otherDay') })
        .first()
        .click();
      await expect(dialog.getByLabel(words('PayOverdue.paidOn'))).toHaveCount(2);
      // Each on its due day: no day is asked for all of them any more.
      await dialog.getByText(words('PayOverdue.paidDays.due'), { exact: true }).click();
      await expect(dialog.getByLabel(words('PayOverdue.paidOn'))).toHaveCount(1);
      await expectAccessible(page, 'several rents');
      await dialog
        .getByRole('button', { name: words('PayOverdue.record', { count: 2 }), exact: true })
        .click();
      await expect(dialog).toBeHidden();
      await expect(received).toHaveCount(0);
      for (const leaseId of leaseIds) {
        const { rows } = await landlord.api.ledger.account.query({ leaseId });
        const days = (type: string) => rows.filter((row) => row.type === type).map((row) => row.on);
        expect(days('payment')).toContain(minDate(days('charge')[0] ?? '', today()));
      }

      await page.getByRole('button', { name: words('RentPage.shows.open'), exact: true }).click();
      await expect(page.getByText(words('RentPage.allPaidTitle'))).toBeVisible();
      await expect(page).toHaveURL(/show=open/);
      await page.getByRole('button', { name: words('RentPage.views.year'), exact: true }).click();
      await expect(page.getByRole('table')).toContainText(euro(120_000, language).replace(/[^\d.,]/g, ''));
      await page.goBack();
      await expect(page.getByText(words('RentPage.allPaidTitle'))).toBeVisible();
    });
  });
}
