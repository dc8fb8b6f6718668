import type { Page } from '@playwright/test';
import { mt940Of, statementOf } from '../factories/bank-import.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createBankAccount, createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart } from '../setup/shown.ts';

const own = 'DE02120300000000202051';
const payer = 'DE89370400440532013000';

/** Only a page that is alive hears of a file: until then its button does nothing. */
async function drop(page: Page, name: string, text: string) {
  const input = page.locator('input[type=file]');
  await page.waitForFunction(() => {
    const element = document.querySelector('input[type=file]');
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'));
  });
  await input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('a bank file is read, its rent accepted by a key and taken back; read again it changes nothing', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const tenantId = await createTenant(landlord.api);
      const { unitId } = await createFlat(landlord.api);
      const leaseId = await createLease(landlord.api, {
        unitId,
        tenantId,
        startsOn: monthStart(0),
        netCents: 70_000,
      });
      const { paymentReference } = await landlord.api.lease.get.query({ id: leaseId });
      const rent = {
        on: monthStart(0),
        cents: 70_000,
        name: 'SCHMIDT, ANNA',
        account: payer,
        text: paymentReference,
      };
      const other = { on: monthStart(0), cents: 4_200, name: 'Kegelverein', text: 'Beitrag' };
      const openCents = async () => {
        const { items } = await landlord.api.ledger.openItems.query({ leaseId });
        return items.map((item) => item.openCents);
      };

      await page.goto(at('/dashboard/rent'));
      await page.getByRole('link', { name: words('RentPage.bank'), exact: true }).click();
      await expect(page).toHaveURL(at('/dashboard/rent/bank'));
      await expect(page.getByText(words('Bank.emptyTitle'))).toBeVisible();
      await expectAccessible(page, 'an empty inbox');

      // A file of an account nobody entered stores nothing until the account is there.
      await drop(page, 'auszug.xml', statementOf(own, [rent, other]));
      // Whoever begins has more than one: all are read once the account is there.
      const create = page.getByRole('button', { name: words('Bank.createAccount') });
      await expect(create).toHaveCount(1);
      await drop(page, 'auszug-2.xml', statementOf(own, [rent, other]));
      await expect(create).toHaveCount(2);
      await create.first().click();
      await expect(create).toHaveCount(0);
      const lines = page.locator('[data-line]');
      await expect(lines).toHaveCount(2);
      await expect(lines.filter({ hasText: 'SCHMIDT' })).toContainText(words('Bank.grades.certain'));
      await expectAccessible(page, 'an inbox');

      // Notices lie one over the other: that of the file goes first.
      await expect(page.getByRole('button', { name: words('Form.undo') })).toHaveCount(0, {
        timeout: 30_000,
      });
      await lines.filter({ hasText: 'SCHMIDT' }).focus();
      await page.keyboard.press('Enter');
      await expect(lines).toHaveCount(1);
      expect(await openCents()).toEqual([]);
      await expect(lines.first()).toBeFocused();
      await page
        .getByRole('button', { name: words('Form.undo') })
        .last()
        .click();
      await expect(lines).toHaveCount(2);
      expect(await openCents()).toEqual([70_000]);

      // The same week in another format, and in the same again.
      for (const text of [statementOf(own, [rent, other]), mt940Of(own, [rent, other])]) {
        await drop(page, 'nochmal.txt', text);
        await expect(
          page.getByText(words('Bank.read', { name: 'nochmal.txt', count: 0, known: 2, pending: 0 })).last(),
        ).toBeVisible();
      }
      await expect(lines).toHaveCount(2);
      await drop(page, 'brief.txt', 'Guten Tag');
      await expect(
        page.getByText(
          words('Bank.refused', { name: 'brief.txt', reason: words('Bank.faults.unknown_format') }),
        ),
      ).toBeVisible();

      await lines
        .filter({ hasText: 'SCHMIDT' })
        .getByRole('button', { name: words('Bank.accept') })
        .click();
      await expect(lines).toHaveCount(1);
      await lines.first().focus();
      await page.keyboard.press('l');
      await expect(page.getByText(words('Bank.emptyTitle'))).toBeVisible();

      await page.getByRole('button', { name: words('Bank.views.decided'), exact: true }).click();
      await expect(page.getByRole('row').filter({ hasText: 'Kegelverein' })).toContainText(
        words('Bank.became.left_out'),
      );
      await expectAccessible(page, 'decided lines');
      await page
        .getByRole('row')
        .filter({ hasText: 'Kegelverein' })
        .getByRole('button', { name: words('Bank.reopen') })
        .click();
      await expect(page.getByRole('row').filter({ hasText: 'Kegelverein' })).toHaveCount(0);

      // Opened by its address, each view is there with the page.
      for (const show of ['decided', 'files', 'rules'])
        await page.goto(at(`/dashboard/rent/bank?show=${show}`));
      await page.goto(at('/dashboard/rent/bank'));

      // The line nobody knows is booked to a tenant by hand.
      await lines
        .first()
        .getByRole('button', { name: words('Bank.assign') })
        .click();
      const dialog = page.getByRole('dialog', { name: words('Bank.assignTitle') });
      await dialog.getByRole('combobox', { name: words('LeaseOfTenant.tenant') }).click();
      await page.getByRole('option').first().click();
      await dialog.getByRole('button', { name: words('Bank.assignBook') }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(words('Bank.emptyTitle'))).toBeVisible();

      await page.getByRole('button', { name: words('Bank.views.files'), exact: true }).click();
      await page.getByRole('button', { name: words('Bank.takeBackFile') }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: words('Bank.takeBackFile') }).click();
      await expect(page.getByText(words('Bank.filesEmptyTitle'))).toBeVisible();
      expect(await openCents()).toEqual([70_000]);
    });
  });
}

test('a line that is no rent is booked as an expense by a key, its sender is known, and it is taken back', async ({
  page,
  landlord,
  words,
  at,
}) => {
  await createBankAccount(landlord.api, own);
  const flat = await createFlat(landlord.api);
  const power = { cents: -12_345, name: 'Stadtwerke', account: payer, text: 'Abschlag' };
  await page.goto(at('/dashboard/rent/bank'));
  await drop(
    page,
    'auszug.xml',
    statementOf(own, [
      { ...power, on: monthStart(-1) },
      { ...power, on: monthStart(0), cents: -13_000 },
    ]),
  );
  const lines = page.locator('[data-line]');
  await expect(lines).toHaveCount(2);
  await lines.first().focus();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: words('Bank.bookExpenseTitle') });
  await expect(dialog.getByRole('textbox', { name: words('Bank.bookingTitle') })).toHaveValue('Stadtwerke');
  // There is one house: what is booked without a word is of that one, so that its statement finds it.
  await expect(dialog.getByRole('button', { name: words('BookingForm.removeProperty') })).toBeVisible();
  await expectAccessible(page, 'a line becomes an expense');
  await dialog.getByRole('button', { name: words('Bank.assignBook'), exact: true }).click();
  await expect(dialog.getByText(words('Errors.field.required')).first()).toBeVisible();
  await dialog
    .getByRole('combobox', { name: words('Bank.category') })
    .selectOption({ label: words('Category.builtIn.bank_fees') });
  await dialog.getByRole('button', { name: words('Bank.assignBook'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toContainText(words('Category.builtIn.bank_fees'));
  await lines.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(words('Bank.emptyTitle'))).toBeVisible();
  const { rows } = await landlord.api.transaction.list.query({});
  expect(rows.map((row) => row.amountCents)).toEqual([13_000, 12_345]);

  // What its words name is chosen before anybody is known.
  const tax = { on: monthStart(0), cents: -20_310, name: 'Stadtkasse', text: 'Grundsteuer 4. Quartal' };
  await drop(page, 'steuer.xml', statementOf(own, [tax]));
  await lines
    .first()
    .getByRole('button', { name: words('Bank.bookExpense') })
    .click();
  await expect(dialog.getByText(words('Bank.categoryByWords'))).toBeVisible();
  await expect(
    dialog.getByRole('combobox', { name: words('Bank.category') }).locator('option:checked'),
  ).toHaveText(new RegExp(`${words('Category.builtIn.property_tax')}$`));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(rows.map((row) => row.propertyId)).toEqual([flat.id, flat.id]);

  await page.getByRole('button', { name: words('Bank.views.rules'), exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Stadtwerke' })).toContainText(
    words('Category.builtIn.bank_fees'),
  );
  await page.getByRole('button', { name: words('Bank.views.decided'), exact: true }).click();
  await expectAccessible(page, 'lines booked as expenses');
  await page
    .getByRole('button', { name: words('Bank.reopen') })
    .first()
    .click();
  await expect(page.getByRole('button', { name: words('Bank.reopen') })).toHaveCount(1);
  expect((await landlord.api.transaction.list.query({})).rows).toHaveLength(1);
});

for (const width of [1440, 390]) {
  test(`one line of a job centre is shared out over two tenants by keyboard, ${width} wide`, async ({
    page,
    landlord,
    words,
    at,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await createBankAccount(landlord.api, own);
    const leaseIds: string[] = [];
    for (const [lastName, netCents] of [
      ['Adler', 50_000],
      ['Bauer', 60_000],
    ] as const) {
      const tenantId = await createTenant(landlord.api, lastName);
      const { unitId } = await createFlat(landlord.api);
      leaseIds.push(await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(0), netCents }));
    }
    await page.goto(at('/dashboard/rent/bank'));
    await drop(
      page,
      'auszug.xml',
      statementOf(own, [
        { on: monthStart(0), cents: 90_000, name: 'Jobcenter', account: payer, text: 'KdU' },
      ]),
    );
    const lines = page.locator('[data-line]');
    await lines.first().focus();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: words('Bank.splitTitle') });
    const picker = dialog.getByRole('combobox', { name: words('Bank.addTenant') });
    for (const name of ['Adler', 'Bauer']) {
      await picker.fill(name);
      await expect(page.getByRole('option')).toHaveText([new RegExp(name)]);
      const [field, list] = await Promise.all([
        picker.boundingBox(),
        page.getByRole('listbox').boundingBox(),
      ]);
      expect(list?.width).toBeLessThanOrEqual(field?.width ?? 0);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible();
    }
    await expect(dialog.getByRole('status')).toHaveText(words('Bank.splitEven'));
    await expectAccessible(page, 'a line is shared out');
    const first = dialog.getByRole('listitem').filter({ hasText: 'Adler' }).getByRole('textbox');
    await first.fill('400');
    await expect(dialog.getByRole('status')).toContainText('100');
    await dialog.getByRole('button', { name: words('Bank.assignBook') }).click();
    await expect(dialog.getByText(words('Errors.bank.parts_sum_differs'))).toBeVisible();
    await first.fill('500');
    await first.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(words('Bank.emptyTitle'))).toBeVisible();
    const open = await Promise.all(
      leaseIds.map((leaseId) => landlord.api.ledger.openItems.query({ leaseId })),
    );
    expect(open.map((one) => one.openCents)).toEqual([0, 20_000]);
    await page.getByRole('button', { name: words('Bank.views.decided'), exact: true }).click();
    await page.getByRole('button', { name: words('Bank.reopen') }).click();
    await expect(page.getByText(words('Bank.decidedEmptyTitle'))).toBeVisible();
    await page.getByRole('button', { name: words('Bank.views.waiting'), exact: true }).click();
    await expect(lines).toHaveCount(1);
  });
}

test('a table of no known bank is read once its columns are said, and the next by itself', async ({
  page,
  landlord,
  words,
  at,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await createBankAccount(landlord.api, own);
  const table = (on: string) =>
    `Wann;Wer;Wofür;Wieviel\n${on.split('-').toReversed().join('.')};Anna Muster;Miete;1.234,56\n`;
  await page.goto(at('/dashboard/rent/bank'));
  await drop(page, 'umsatz.csv', table(monthStart(-1)));
  await page.getByRole('button', { name: words('Bank.columnsSay') }).click();
  const dialog = page.getByRole('dialog', { name: words('Bank.columnsTitle') });
  const column = (name: string) =>
    dialog.getByRole('combobox', { name: words('Bank.columnIs', { column: name }) });
  await expect(column('Wann')).toHaveValue('bookedOn');
  await expect(column('Wieviel')).toHaveValue('amount');
  await expectAccessible(page, 'the columns of a table');
  // What does not fit is said, and what was chosen stays.
  await column('Wieviel').selectOption('balance');
  await column('Wer').selectOption('amount');
  await dialog.getByRole('button', { name: words('Bank.columnsRead') }).click();
  await expect(dialog.getByRole('alert')).toContainText(words('Bank.faults.amount'));
  await expect(column('Wieviel')).toHaveValue('balance');
  await column('Wer').selectOption('name');
  await column('Wieviel').selectOption('amount');
  await dialog.getByRole('button', { name: words('Bank.columnsRead') }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: /Eva Ohne/ }).click();
  const lines = page.locator('[data-line]');
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toContainText('Anna Muster');

  await drop(page, 'naechste.csv', table(monthStart(0)));
  await page.getByRole('button', { name: /Eva Ohne/ }).click();
  await expect(lines).toHaveCount(2);
});

test('a sender who is left out for good waits no more, until forgotten', async ({
  page,
  landlord,
  words,
  at,
}) => {
  await createBankAccount(landlord.api, own);
  const club = { on: monthStart(0), cents: 4_200, name: 'Kegelverein', account: payer, text: 'Beitrag' };
  await page.goto(at('/dashboard/rent/bank'));
  await drop(page, 'auszug.xml', statementOf(own, [club]));
  await page.getByRole('button', { name: words('Bank.forGood') }).click();
  await expect(page.getByText(words('Bank.emptyTitle'))).toBeVisible();
  await drop(page, 'zweiter.xml', statementOf(own, [{ ...club, on: monthStart(-1) }]));
  await expect(
    page.getByText(words('Bank.read', { name: 'zweiter.xml', count: 1, known: 0, pending: 0 })).last(),
  ).toBeVisible();
  await expect(page.getByText(words('Bank.emptyTitle'))).toBeVisible();
  await page.getByRole('button', { name: words('Bank.views.rules'), exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Kegelverein' })).toContainText(
    words('Bank.ruleLeftOut'),
  );
  await expectAccessible(page, 'known senders');
  await page.getByRole('button', { name: words('Bank.removeRule') }).click();
  await expect(page.getByText(words('Bank.rulesEmptyTitle'))).toBeVisible();
  await page
    .getByRole('button', { name: words('Form.undo') })
    .last()
    .click();
  await expect(page.getByRole('row').filter({ hasText: 'Kegelverein' })).toContainText(
    words('Bank.ruleLeftOut'),
  );
});

test('what another window decides leaves this one by itself', async ({
  page,
  landlord,
  words,
  at,
  context,
}) => {
  await createBankAccount(landlord.api, own);
  await page.goto(at('/dashboard/rent/bank'));
  await drop(
    page,
    'auszug.xml',
    statementOf(own, [{ on: monthStart(0), cents: 4_200, name: 'Kegelverein' }]),
  );
  await expect(page.locator('[data-line]')).toHaveCount(1);
  const second = await context.newPage();
  await second.goto(at('/dashboard/rent/bank'));
  const leaveOut = words('Bank.leaveOut');
  await second.getByText(leaveOut, { exact: true }).click();
  await expect(page.getByText(words('Bank.emptyTitle'))).toBeVisible();
});
