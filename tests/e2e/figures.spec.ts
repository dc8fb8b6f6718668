import type { Page } from '@playwright/test';
import { expect, test, type Words } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { euro, monthStart, shownDay, shownMonth, today } from '../setup/shown.ts';

const account = (page: Page, words: Words) =>
  page.getByRole('region', { name: words('Account.title'), exact: true });

async function pay(page: Page, words: Words, typed: string) {
  await account(page, words)
    .getByRole('button', { name: words('Account.recordPayment'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: words('PaymentForm.title') });
  await dialog.getByLabel(words('PaymentForm.amount')).fill(typed);
  await dialog.getByRole('button', { name: words('PaymentForm.record'), exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function openLeaseDialog(page: Page, words: Words) {
  await page
    .getByRole('button', { name: words('PropertyPage.newLease'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: words('LeaseForm.title') });
  // As a person does: going there scrolls the dialog, and a list closes when what it hangs on moves.
  await dialog.getByLabel(words('LeaseForm.tenant')).click();
  await dialog.getByLabel(words('LeaseForm.tenant')).fill('Schmidt');
  await page.getByRole('option', { name: /Schmidt/ }).click();
  await expect(
    dialog.getByRole('button', { name: words('LeaseForm.removeTenant', { name: 'Anna Schmidt' }) }),
  ).toBeVisible();
  return dialog;
}

const amounts = { en: '1,234.56', de: '1.234,56' };
const languages = ['en', 'de'] as const;

for (const language of inTurn(import.meta.filename, languages)) {
  test.describe(language, () => {
    test.use({ language });

    test(`${amounts[language]} typed is 123456 cents on the account`, async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api);
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(0), netCents: 200_000 });
      await page.goto(at(`/tenant/${tenantId}/account`));
      await pay(page, words, amounts[language]);

      const entries = account(page, words).getByRole('listitem');
      await expect(entries.filter({ hasText: words('Account.paymentIn') })).toContainText(
        euro(123_456, language),
      );
      const { rows, summary } = await landlord.api.ledger.account.query({ tenantId });
      expect(rows.filter((row) => row.type === 'payment').map((row) => row.creditCents)).toEqual([123_456]);
      expect(summary.openCents).toBe(200_000 - 123_456);
    });

    test('a lease from the 15th shows how the first month came about, to the cent', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { id } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api);
      const start = `${today().slice(0, 8)}15`;
      const [year, month] = start.split('-').map(Number);
      const daysInMonth = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate();
      const daysLet = daysInMonth - 14;
      const owedCents = Math.round((70_000 * daysLet) / daysInMonth);
      const calculation = words('Proration.days', {
        range: '',
        days: daysLet,
        basis: daysInMonth,
        full: euro(70_000, language),
        amount: euro(owedCents, language),
      });

      await page.goto(at(`/property/${id}`));
      const dialog = await openLeaseDialog(page, words);
      await dialog.getByLabel(words('LeaseForm.startsOn')).fill(shownDay(start, language));
      await dialog.getByLabel(words('Labels.rentLine.net')).fill('700');
      const preview = dialog.getByRole('region', { name: words('RentPreview.title') });
      await expect(preview).toContainText(calculation);
      await dialog.getByRole('button', { name: words('LeaseForm.create'), exact: true }).click();
      await expect(dialog).toBeHidden();

      await page.goto(at(`/property/${id}/rent`));
      await expect(page.locator('section#rent')).toContainText(calculation);
      await page.goto(at(`/tenant/${tenantId}/account`));
      const entry = account(page, words).getByRole('listitem').first();
      await expect(entry).toContainText(euro(owedCents, language));
      await entry.getByRole('button').first().click();
      await expect(entry).toContainText(calculation);
    });
  });
}

test('a lease since 2019 posts this month and one opening balance, not seven years', async ({
  page,
  landlord,
  words,
  language,
}) => {
  const { id, unitId } = await createFlat(landlord.api);
  const tenantId = await createTenant(landlord.api);
  await landlord.api.unit.update.mutate({
    id: unitId,
    version: 1,
    name: 'Attic',
    kind: 'apartment',
    askingRentCents: 71_250,
  });
  await page.goto(`/property/${id}`);
  const dialog = await openLeaseDialog(page, words);
  // What is asked for the unit is proposed until another rent is typed.
  const netRent = dialog.getByLabel(words('Labels.rentLine.net'));
  await expect(netRent).toHaveValue('€712.50');
  await dialog.getByLabel('Attic').uncheck();
  await expect(netRent).toHaveValue('');
  await dialog.getByLabel('Attic').check();
  await expect(netRent).toHaveValue('€712.50');
  await dialog.getByLabel(words('LeaseForm.startsOn')).fill('03/01/2019');
  await expect(dialog.getByLabel(words('LeaseForm.bookedFrom'))).toHaveValue(monthStart(0));
  await dialog.getByText(words('LeaseForm.openings.owed'), { exact: true }).click();
  await dialog.getByLabel(words('LeaseForm.openingOwed')).fill('350.75');
  await netRent.fill('700');
  await dialog.getByRole('button', { name: words('LeaseForm.create'), exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/tenant/${tenantId}/account`);
  const entries = account(page, words).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.filter({ hasText: words('Labels.chargeKind.opening_balance') })).toContainText(
    euro(35_075, language),
  );
  await expect(entries.filter({ hasText: shownMonth(monthStart(0), language) })).toContainText(
    euro(70_000, language),
  );
  const { rows } = await landlord.api.ledger.account.query({ tenantId });
  expect(new Set(rows.map((row) => `${row.kind} ${row.debitCents}`))).toEqual(
    new Set(['opening_balance 35075', 'rent 70000']),
  );
  expect(rows).toHaveLength(2);
});

test('1,000 paid on two open months of 700 pays the older and leaves 400 open', async ({
  page,
  landlord,
  words,
  language,
}) => {
  const { unitId } = await createFlat(landlord.api);
  const tenantId = await createTenant(landlord.api);
  await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-1), netCents: 70_000 });
  await page.goto(`/tenant/${tenantId}/account`);
  await pay(page, words, '1000');

  const entries = account(page, words).getByRole('listitem');
  await expect(entries).toHaveCount(3);
  // The payment names the months it paid, too.
  const rents = entries.filter({ hasNotText: words('Account.paymentIn') });
  const older = rents.filter({ hasText: shownMonth(monthStart(-1), language) });
  const newer = rents.filter({ hasText: shownMonth(monthStart(0), language) });
  await older.getByRole('button').first().click();
  await expect(older).toContainText(words('Account.paidWith'));
  await expect(older).not.toContainText(words('Account.stillOpen'));
  await newer.getByRole('button').first().click();
  await expect(newer).toContainText(words('Account.stillOpen'));
  await expect(newer).toContainText(euro(40_000, language));
  const { summary } = await landlord.api.ledger.account.query({ tenantId });
  expect(summary).toMatchObject({ openCents: 40_000, creditCents: 0 });
});

test('a shop for 1,190 with 19 % VAT contains 190; its payment, returned by mistake, counts again', async ({
  page,
  landlord,
  words,
  language,
}) => {
  const { id } = await createFlat(landlord.api, 'Laden');
  const tenantId = await createTenant(landlord.api);
  await page.goto(`/property/${id}`);
  const dialog = await openLeaseDialog(page, words);
  await dialog.getByLabel(words('LeaseForm.startsOn')).fill(shownDay(monthStart(0), language));
  await dialog.getByLabel(words('Labels.rentLine.net')).fill('1190');
  await dialog.getByRole('button', { name: words('RentLines.vat'), exact: true }).click();
  await dialog.getByRole('textbox', { name: words('RentLines.vat') }).fill('19');
  const contained = { amount: euro(19_000, language), net: euro(100_000, language) };
  await expect(dialog.getByText(words('RentLines.vatContained', contained))).toBeVisible();
  await dialog.getByRole('button', { name: words('LeaseForm.create'), exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/tenant/${tenantId}/account`);
  const entries = account(page, words).getByRole('listitem');
  await entries.first().getByRole('button').first().click();
  await expect(entries.first()).toContainText(euro(19_000, language));
  await pay(page, words, '1190');
  const does = (name: string) =>
    account(page, words).getByRole('button', { name: words(`Account.${name}`), exact: true });
  await entries
    .filter({ hasText: words('Account.paymentIn') })
    .getByRole('button')
    .first()
    .click();
  await does('return').click();
  const returning = page.getByRole('dialog', { name: words('ReturnPayment.title') });
  await returning.getByLabel(words('ReturnPayment.fee')).fill('5');
  await returning.getByRole('button', { name: words('ReturnPayment.record'), exact: true }).click();
  await expect(returning).toBeHidden();
  const returned = new RegExp(words('Account.paymentReturned'));
  await account(page, words).getByRole('button', { name: returned, expanded: false }).click();
  await does('revertReturn').click();
  const question = page.getByRole('alertdialog', { name: words('RevertReturn.title') });
  await question.getByRole('button', { name: words('RevertReturn.confirm'), exact: true }).click();
  await expect(question).toBeHidden();
  const { summary } = await landlord.api.ledger.account.query({ tenantId });
  expect(summary).toMatchObject({ openCents: 0, creditCents: 0 });
});
