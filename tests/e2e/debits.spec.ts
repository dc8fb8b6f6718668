import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createBankAccount, createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart } from '../setup/shown.ts';

const creditor = { holder: 'Sabine Hoffmann', iban: 'DE02120300000000202051', purpose: 'rent' as const };
const payer = 'DE89370400440532013000';

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('a mandate is entered, a file made and handed out, what came in recorded and taken back', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const tenantId = await createTenant(landlord.api);
      const { unitId } = await createFlat(landlord.api);
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-1), netCents: 70_000 });
      const accountId = await createBankAccount(landlord.api, creditor.iban, creditor.holder);

      // Who has never collected is told what it takes, with the way to each.
      await page.goto(at('/dashboard/rent'));
      await page.getByRole('link', { name: words('RentPage.debits'), exact: true }).click();
      await expect(page).toHaveURL(at('/dashboard/rent/debits'));
      await expect(page.getByText(words('Debits.needTitle'))).toBeVisible();
      await expectAccessible(page, 'what is needed');
      await page.getByRole('button', { name: words('Debits.needMandate') }).click();
      await expect(page.getByText(words('Debits.mandatesEmptyTitle'))).toBeVisible();

      await page.getByRole('button', { name: words('Debits.addMandate') }).click();
      const dialog = page.getByRole('dialog');
      // What was found may be replaced under the pointer by what is found for the last letter.
      await expect(async () => {
        await dialog.getByRole('combobox').first().fill('Schmidt');
        await page.getByRole('option').first().click({ timeout: 2_000 });
        await expect(dialog.getByLabel(words('Debits.iban'))).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await dialog.getByLabel(words('Debits.iban')).fill('GB33BUKB20201555555555');
      await dialog.getByLabel(words('Debits.reference')).fill('HB 1');
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(dialog.getByText(words('Errors.field.iban_outside_eea'))).toBeVisible();
      await expect(dialog.getByText(words('Errors.field.mandate_reference'))).toBeVisible();
      await expectAccessible(page, 'a mandate with faults');
      await dialog.getByLabel(words('Debits.iban')).fill(payer);
      await dialog.getByLabel(words('Debits.reference')).fill('HB-1');
      const signedOn = monthStart(-1);
      const [year, month, day] = signedOn.split('-');
      await dialog
        .getByLabel(words('Debits.signedOn'))
        .fill(language === 'de' ? `${day}.${month}.${year}` : `${month}/${day}/${year}`);
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('row').filter({ hasText: 'HB-1' })).toContainText(
        words('Debits.states.active'),
      );
      await expectAccessible(page, 'mandates');

      const [account] = await landlord.api.bankAccount.list.query({ archive: 'all' });
      await landlord.api.bankAccount.update.mutate({
        id: accountId,
        version: account?.version ?? 1,
        ...creditor,
        creditorIdentifier: 'DE98ZZZ09999999999',
      });
      await page.goto(at('/dashboard/rent/debits'));
      await expect(page.getByRole('checkbox').last()).toBeChecked();
      await expectAccessible(page, 'what is collected');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: words('Debits.make', { count: 1 }) }).click(),
      ]);
      const xml = await readFile(await download.path(), 'utf8');
      expect(xml).toContain('urn:iso:std:iso:20022:tech:xsd:pain.008.001.08');
      expect(xml).toContain(`<IBAN>${payer}</IBAN>`);
      await expect(page.getByText(words('Debits.nothingTitle'))).toBeVisible();

      await page.getByRole('button', { name: words('Debits.views.files'), exact: true }).click();
      const row = page.getByRole('row').nth(1);
      await expect(row).toContainText(words('Debits.count', { count: 1 }));
      await expectAccessible(page, 'files');
      await row
        .getByRole('button', { name: words('Debits.show'), exact: false })
        .first()
        .click();
      const debits = page.getByRole('dialog');
      await expect(debits).toContainText(words('Debits.stateOf.under_way'));
      // The tenant is told beforehand, once: the letter is saved to be printed.
      await debits.getByText(words('Reminder.ways.handed_over'), { exact: true }).click();
      await expectAccessible(page, 'how tenants are told');
      const [letter] = await Promise.all([
        page.waitForEvent('download'),
        debits.getByRole('button', { name: words('Debits.tell'), exact: true }).click(),
      ]);
      expect((await readFile(await letter.path())).length).toBeGreaterThan(1_000);
      await expect(debits.getByRole('button', { name: words('Debits.tell'), exact: true })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await row
        .getByRole('button', { name: words('BankFiles.cancel'), exact: false })
        .last()
        .click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: words('BankFiles.cancel'), exact: true })
        .click();
      await expect(row).toContainText(words('Debits.stateOf.cancelled'));
      await page.getByRole('button', { name: words('Debits.views.collect'), exact: true }).click();
      await expect(page.getByRole('checkbox').last()).toBeChecked();

      // Revoked, nothing is collected; the way back is one click.
      await page.getByRole('button', { name: words('Debits.views.mandates'), exact: true }).click();
      await page.getByRole('button', { name: words('Debits.revokeOf', { reference: 'HB-1' }) }).click();
      await expect(page.getByRole('row').filter({ hasText: 'HB-1' })).toContainText(
        words('Debits.states.revoked'),
      );
      await page
        .getByRole('button', { name: words('Form.undo') })
        .last()
        .click();
      await expect(page.getByRole('row').filter({ hasText: 'HB-1' })).toContainText(
        words('Debits.states.active'),
      );
    });

    test('the account with something to collect stands there, and what is unticked for one owner stays so', async ({
      page,
      landlord: { api },
      words,
      at,
    }) => {
      const collected: { name: string; holder: string; iban: string; creditorIdentifier: string }[] = [
        {
          name: 'Meier',
          holder: 'Berta Zorn',
          iban: creditor.iban,
          creditorIdentifier: 'DE98ZZZ09999999999',
        },
        { name: 'Kurz', holder: 'Carla Zorn', iban: payer, creditorIdentifier: 'DE32ZZZ00000123456' },
      ];
      for (const { name, holder, iban, creditorIdentifier } of collected) {
        const landlordId = crypto.randomUUID();
        await api.landlord.create.mutate({ id: landlordId, kind: 'person', name: holder });
        await api.bankAccount.create.mutate({
          ...{ id: crypto.randomUUID(), landlordId, holder, iban, creditorIdentifier, purpose: 'rent' },
        });
        const { id: propertyId, unitId } = await createFlat(api, `Haus ${name}`);
        const { version } = await api.property.get.query({ id: propertyId });
        await api.property.setOwners.mutate({
          ...{ propertyId, version, owners: [{ landlordId, shareNumerator: 1, shareDenominator: 1 }] },
        });
        const tenantId = await createTenant(api, name);
        const leaseId = await createLease(api, {
          ...{ unitId, tenantId, startsOn: monthStart(-1), netCents: 70_000 },
        });
        await api.debit.createMandate.mutate({
          ...{
            id: crypto.randomUUID(),
            leaseId,
            holder: `Anna ${name}`,
            iban: payer,
            signedOn: monthStart(-1),
          },
          reference: `HB-${name}`,
        });
      }
      // An account of somebody who has no house comes first by its name, and has nothing.
      const idle = crypto.randomUUID();
      await api.landlord.create.mutate({ id: idle, kind: 'person', name: 'Adam Zorn' });
      await api.bankAccount.create.mutate({
        ...{ id: crypto.randomUUID(), landlordId: idle, holder: 'Adam Zorn', purpose: 'rent' },
        ...{ iban: 'DE21500105170000000011', creditorIdentifier: 'DE76ZZZ00000654321' },
      });

      await page.goto(at('/dashboard/rent/debits'));
      const account = page.getByLabel(words('Debits.account'));
      const debits = page.getByRole('group', { name: words('Debits.debits') });
      await expect(account.locator('option:checked')).toContainText('Berta Zorn');
      await debits.getByRole('checkbox', { name: /Meier/ }).uncheck();
      const option = async (holder: string) =>
        (await account.locator('option', { hasText: holder }).getAttribute('value')) ?? '';
      await account.selectOption(await option('Carla Zorn'));
      await expect(debits.getByRole('checkbox', { name: /Kurz/ })).toBeChecked();
      await debits.getByRole('checkbox', { name: /Kurz/ }).uncheck();
      await debits.getByRole('checkbox', { name: /Kurz/ }).check();
      await account.selectOption(await option('Berta Zorn'));
      await expect(debits.getByRole('checkbox', { name: /Meier/ })).not.toBeChecked();
    });
  });
}
