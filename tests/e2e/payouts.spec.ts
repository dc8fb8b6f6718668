import { readFile } from 'node:fs/promises';
import { packedFile, statementOf } from '../factories/bank-import.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createBankAccount, createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart, today } from '../setup/shown.ts';

const own = 'DE02120300000000202051';
const payee = 'DE89370400440532013000';
const other = 'DE75512108001245126199';

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('a credit is paid back by a file, a fault named, the file called off and made again', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      test.slow();
      const tenantId = await createTenant(landlord.api);
      const { unitId } = await createFlat(landlord.api);
      const leaseId = await createLease(landlord.api, {
        unitId,
        tenantId,
        startsOn: monthStart(0),
        netCents: 70_000,
      });

      // Nothing to pay out yet, and no account: the page says what comes first.
      await page.goto(at('/dashboard/rent'));
      await page.getByRole('link', { name: words('RentPage.payouts'), exact: true }).click();
      await expect(page).toHaveURL(at('/dashboard/rent/payouts'));
      await expect(page.getByText(words('Payouts.nothingTitle'))).toBeVisible();
      await expectAccessible(page, 'nothing to pay out');
      await landlord.api.payment.record.mutate({
        id: crypto.randomUUID(),
        leaseId,
        paidOn: monthStart(0),
        amountCents: 1_000_000,
        chargeIds: [],
      });
      await expect(page.getByText(words('Payouts.needTitle'))).toBeVisible();
      await createBankAccount(landlord.api, own);
      await page.reload();

      const box = page.getByRole('checkbox').last();
      await expect(box).not.toBeChecked();
      await expect(page.getByRole('button', { name: words('Payouts.make', { count: 0 }) })).toBeDisabled();
      await box.check();
      const amount = page.getByLabel(words('Payouts.amountOf'), { exact: true });
      await amount.fill('20000');
      await page.getByLabel(words('Payouts.iban')).fill('GB33BUKB20201555555555');
      await page.getByRole('button', { name: words('Payouts.make', { count: 1 }) }).click();
      await expect(page.getByText(words('Errors.field.iban_outside_eea'))).toBeVisible();
      await expectAccessible(page, 'a transfer with a fault');
      await page.getByLabel(words('Payouts.iban')).fill(payee);
      await page.getByRole('button', { name: words('Payouts.make', { count: 1 }) }).click();
      // The server knows how much is open; what was typed stays.
      await expect(page.getByText(words('Errors.payout.more_than_open'))).toBeVisible();
      await expect(page.getByLabel(words('Payouts.iban'))).toHaveValue(/DE89/);
      await amount.fill('100');
      const make = async () => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: words('Payouts.make', { count: 1 }) }).click(),
        ]);
        return readFile(await download.path(), 'utf8');
      };
      const xml = await make();
      expect(xml).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09');
      expect(xml).toContain(`<IBAN>${payee}</IBAN>`);
      expect(xml).toContain('>100.00<');
      await expect(box).not.toBeChecked();

      await page.getByRole('button', { name: words('Payouts.views.files'), exact: true }).click();
      const row = page.getByRole('row').nth(1);
      await expect(row).toContainText(words('Payouts.count', { count: 1 }));
      await expectAccessible(page, 'files of transfers');
      await row
        .getByRole('button', { name: words('Payouts.show'), exact: false })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toContainText(words('Payouts.stateOf.ordered'));
      await expectAccessible(page, 'the transfers of a file');
      await page.keyboard.press('Escape');
      await row
        .getByRole('button', { name: words('BankFiles.cancel'), exact: false })
        .last()
        .click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: words('BankFiles.cancel'), exact: true })
        .click();
      await expect(row).toContainText(words('Payouts.stateOf.cancelled'));

      // The account of what was called off may be the reason: it is entered again.
      await page.getByRole('button', { name: words('Payouts.views.pay'), exact: true }).click();
      await box.check();
      await amount.fill('100');
      await page.getByLabel(words('Payouts.iban')).fill(payee);
      expect(await make()).toContain('CdtTrfTxInf');

      // A line in which nothing speaks of it is that transfer, by hand; taken back it waits again.
      await landlord.api.bank.import.mutate({
        id: crypto.randomUUID(),
        fileName: 'auszug.xml',
        packed: packedFile(
          statementOf(own, [
            { on: today(), cents: -10_000, account: other, name: 'Sammelstelle', text: 'Auftrag' },
          ]),
        ),
      });
      await page.goto(at('/dashboard/rent/bank'));
      await page.getByRole('button', { name: words('Bank.assign') }).click();
      const dialog = page.getByRole('dialog', { name: words('Bank.assignTitle') });
      await expect(dialog.getByText(words('Bank.openTransfers'))).toBeVisible();
      await expectAccessible(page, 'what a line of money out may be');
      await page.screenshot({ path: info.outputPath('transfer.png') });
      await dialog
        .getByRole('button', { name: new RegExp(`^${words('Bank.isTransferOf', { to: '' })}`) })
        .click();
      await expect(dialog).toBeHidden();
      const states = async () => (await landlord.api.payout.list.query()).map((file) => file.confirmedCents);
      expect(await states()).toContain(10_000);
      await page.getByRole('button', { name: words('Form.undo') }).click();
      await expect(page.getByText(words('Bank.undone'))).toBeVisible();
      expect(await states()).not.toContain(10_000);
    });
  });
}
