import { ciiOf, pdfCarrying, plainInvoice, ublOf } from '../factories/invoice-files.ts';
import { expectInOrder } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat } from '../setup/landlord.ts';
import { euro, screens, shownDay } from '../setup/shown.ts';

const xml = (text: string, name: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });
const paper = {
  name: 'Elektro.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(pdfCarrying('factur-x.xml', ciiOf(plainInvoice))),
};

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('an electronic invoice of 119.00 fills in what is empty, is booked and kept', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { id } = await createFlat(landlord.api);
      await page.goto(at(`/property/${id}/recurring`));
      const bookings = page.getByRole('region', { name: words('Bookings.title'), exact: true });
      const dialog = page.getByRole('dialog', { name: words('BookingForm.newTitle') });
      const open = () =>
        bookings
          .getByRole('button', { name: words('Bookings.newTransaction'), exact: true })
          .first()
          .click();
      const files = dialog.locator('input[type="file"][multiple]');
      const amount = dialog.getByLabel(words('BookingForm.amount'));

      await open();
      await dialog.getByLabel(words('BookingForm.payee')).fill('Mein Elektriker');
      await files.setInputFiles(paper);
      await expect(dialog.getByText(words('InvoiceFile.read'))).toBeVisible();
      await expect(amount).toHaveValue(/119[.,]00/);
      await expect(dialog.getByLabel(words('BookingForm.payee'))).toHaveValue('Mein Elektriker');
      await dialog.getByText(words('InvoiceFile.show')).click();
      await expect(dialog.getByText('Treppenhauslicht repariert')).toBeVisible();
      await expectInOrder(page, 'a booking of an electronic invoice');
      await dialog.getByRole('button', { name: words('BookingForm.record'), exact: true }).click();
      await expect(dialog).toBeHidden();
      const row = async () => (await landlord.api.transaction.list.query({ propertyId: id })).rows[0];
      await expect.poll(async () => (await row())?.receiptCount).toBe(1);
      expect(await row()).toMatchObject({
        amountCents: 11_900,
        vatRateBp: 1_900,
        vatCents: 1_900,
        payee: 'Mein Elektriker',
        categoryCode: 'caretaker',
        invoiceOn: '2026-10-12',
        invoiceNumber: 'RE-2026-0117',
        serviceFrom: '2026-10-05',
        serviceTo: '2026-10-06',
      });

      // The same once more, and a credit note beside an amount that was typed.
      await open();
      await amount.fill('50');
      await files.setInputFiles(xml(ublOf({ ...plainInvoice, isCredit: true, typeCode: '381' }), 'a.xml'));
      const title = words('Category.builtIn.caretaker');
      const day = shownDay((await row())?.bookedOn ?? '', language);
      await expect(
        dialog.getByText(words('InvoiceFile.bookedBefore', { number: 'RE-2026-0117', title, day })),
      ).toBeVisible();
      await expect(amount).toHaveValue(/^50/);
      await expect(
        dialog.getByText(words('InvoiceFile.otherAmount', { amount: `-${euro(11_900, language)}` })),
      ).toBeVisible();
      await expectInOrder(page, 'a credit note beside another amount');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: words('Form.discard'), exact: true }).click();

      await bookings.getByRole('button', { name: title, exact: true }).first().click();
      const details = page.getByRole('dialog', { name: words('BookingForm.detailsTitle') });
      await details.getByRole('button', { name: 'Elektro', exact: true }).click();
      const preview = page.getByRole('dialog', { name: 'Elektro' });
      await preview.getByRole('button', { name: words('InvoiceFile.viewData'), exact: true }).click();
      await expect(preview.getByText('DE75 5121 0800 1245 1261 99')).toBeVisible();
      await expectInOrder(page, 'what an electronic invoice says');
    });

    test('of XML files only electronic invoices are kept, and are shown in words', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { id } = await createFlat(landlord.api);
      await page.goto(at(`/property/${id}/documents`));
      const files = page.locator('main input[type="file"][multiple]').first();
      await page.waitForLoadState('networkidle');
      await files.setInputFiles(xml('<?xml version="1.0"?><Document xmlns="urn:camt"/>', 'konto.xml'));
      await expect(page.getByText(words('Errors.document.xml_not_invoice'))).toBeVisible();
      await files.setInputFiles(xml(ublOf({ ...plainInvoice, grossCents: 12_000 }), 'XRechnung Meier.xml'));
      await page.getByRole('button', { name: 'XRechnung Meier', exact: true }).click();
      const preview = page.getByRole('dialog', { name: 'XRechnung Meier' });
      await expect(preview.getByText(words('InvoiceFile.flaws.gross_sum'))).toBeVisible();
      await expect(preview.getByText('LED-Leuchte')).toBeVisible();
      await expectInOrder(page, 'an XRechnung');
      const [row] = (await landlord.api.document.list.query({ on: { kind: 'property', id } })).rows;
      expect(row).toMatchObject({ category: 'invoice', mediaType: 'text/plain' });
    });
  });
}
