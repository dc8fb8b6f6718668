import { addDays } from '../../src/lib/calendar.ts';
import { makePdf } from '../factories/pdf.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { keyboard } from '../setup/hand.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart, shownDay } from '../setup/shown.ts';

const lastOfThisMonth = () => addDays(monthStart(1), -1);

// The way from the sign-up to the first payment by keys alone is in first-rent.spec.ts.
for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('with nothing but the keyboard: upload, end a lease, delete a property', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const { api } = landlord;
      const { id, unitId } = await createFlat(api);
      const tenantId = await createTenant(api);
      await createLease(api, { unitId, tenantId, startsOn: monthStart(-2), netCents: 70_000 });
      const hand = keyboard(page);
      const button = (name: string) => page.getByRole('button', { name, exact: true });

      await test.step('upload', async () => {
        await page.goto(at(`/property/${id}/documents`));
        const documents = page.getByRole('region', { name: words('Documents.heading'), exact: true });
        const chooser = page.waitForEvent('filechooser');
        await hand.press(
          documents.getByRole('button', { name: words('Documents.upload'), exact: true }).first(),
        );
        await (await chooser).setFiles({
          name: 'Mietvertrag.pdf',
          mimeType: 'application/pdf',
          buffer: makePdf(['Mietvertrag']),
        });
        await expect(documents.getByRole('listitem').filter({ hasText: 'Mietvertrag' })).toBeVisible();
      });

      await test.step('end the lease', async () => {
        await page.goto(at(`/tenant/${tenantId}/leases`));
        const leases = page.getByRole('region', { name: words('TenantPage.leases') });
        await hand.press(button(words('LeaseList.actionsOf', { names: 'Anna Schmidt' })));
        const item = page.getByRole('menuitem', { name: words('LeaseList.actions.end'), exact: true });
        await expect(item).toBeVisible();
        await expect(async () => {
          await page.keyboard.press('ArrowDown');
          await expect(item).toBeFocused({ timeout: 200 });
        }).toPass();
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog', { name: words('EndLease.title') });
        await hand.type(dialog.getByLabel(words('EndLease.endsOn')), shownDay(lastOfThisMonth(), language));
        await hand.press(dialog.getByRole('button', { name: words('EndLease.end'), exact: true }));
        await expect(dialog).toBeHidden();
        await expect(leases).toContainText(shownDay(lastOfThisMonth(), language));
      });

      await test.step('a payment begun from above, and left, is back where it began', async () => {
        await page.goto(at('/dashboard/rent'));
        const begin = button(words('Search.actions.payment'));
        await hand.press(begin);
        await page.keyboard.type('Schmidt');
        await expect(page.getByRole('option', { name: /Schmidt/ })).toBeVisible();
        await page.keyboard.press('Enter');
        const form = page.getByRole('dialog', { name: words('PaymentForm.title') });
        await expect(form.getByRole('textbox').first()).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(form).toBeHidden();
        await expect(begin).toBeFocused();
      });

      await test.step('delete the property', async () => {
        await page.goto(at(`/property/${id}/danger`));
        await hand.press(button(words('PropertyDanger.delete')));
        const question = page.getByRole('alertdialog');
        await hand.type(question.getByRole('textbox'), 'Lindenstraße 5');
        await hand.press(question.getByRole('button', { name: words('PropertyDanger.deleteForever') }));
        await expect(page).toHaveURL(new RegExp(`${at('/dashboard/properties')}$`));
        await expect(page.getByText('Lindenstraße 5')).toHaveCount(0);
      });
    });
  });
}
