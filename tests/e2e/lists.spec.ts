import fs from 'node:fs';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart } from '../setup/shown.ts';

for (const language of inTurn(import.meta.filename, ['de', 'en'])) {
  test.describe(language, () => {
    test.use({ language });

    test('a list is searched, narrowed, sorted, chosen from by shift, archived with a way back, and saved', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      for (const name of ['Anger 1', 'Birkenweg 2', 'Müllerhof', 'Zedernallee 9']) {
        await createFlat(landlord.api, name);
      }
      await page.goto(at('/dashboard/properties'));
      const search = page.getByRole('searchbox', { name: words('PropertyList.search') });
      const card = (name: string) => page.getByRole('main').getByRole('link', { name });
      await expect(card('Zedernallee 9')).toBeVisible();
      await page.keyboard.press('/');
      await expect(search).toBeFocused();
      for (const text of ['muller', 'MUELLER']) {
        await search.fill(text);
        await expect(page).toHaveURL(new RegExp(`q=${text}`));
        await expect(card('Anger 1')).toHaveCount(0);
        await expect(card('Müllerhof')).toBeVisible();
      }
      await search.fill('');
      await expect(card('Anger 1')).toBeVisible();

      await page.getByRole('button', { name: words('List.table'), exact: true }).click();
      const table = page.getByRole('table', { name: words('PropertyList.title') });
      const name = table.getByRole('columnheader', { name: words('PropertyList.columns.name') });
      await expect(name).toHaveAttribute('aria-sort', 'ascending');
      await name.getByRole('button').click();
      await expect(name).toHaveAttribute('aria-sort', 'descending');
      await expect(page).toHaveURL(/sort=-name/);
      await expect(table.getByRole('row').nth(1)).toContainText('Zedernallee 9');
      await name.getByRole('button').click();
      await expect(table.getByRole('row').nth(1)).toContainText('Anger 1');
      await expectAccessible(page, `list of properties as a table (${language})`);

      const box = (of: string) => table.getByRole('checkbox', { name: words('List.choose', { name: of }) });
      await box('Anger 1').click();
      await box('Müllerhof').click({ modifiers: ['Shift'] });
      await expect(page.getByText(words('List.chosen', { count: 3 }))).toBeVisible();
      // By keys: Shift with an arrow takes the next one along.
      await page.keyboard.press('Shift+ArrowDown');
      await expect(page.getByText(words('List.chosen', { count: 4 }))).toBeVisible();
      await box('Zedernallee 9').press('Space');
      await page.getByRole('button', { name: words('List.archive'), exact: true }).click();
      await expect(table.getByRole('row')).toHaveCount(2);
      await expect(page.getByRole('button', { name: words('Form.close'), exact: true })).toBeVisible();
      // The message does not keep the keys from working.
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: words('Search.placeholder') })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: words('List.undo') }).click();
      await expect(table.getByRole('row')).toHaveCount(5);

      // A table that was chosen is still one, and vacancy is a filter in the address.
      await page.goto(at('/dashboard/properties?only=vacant&sort=-city'));
      await expect(table.getByRole('row')).toHaveCount(5);
      const vacant = page.getByRole('button', { name: words('PropertyList.marks.vacant'), pressed: true });
      await expect(vacant).toBeVisible();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: words('List.export') }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`${words('PropertyList.title')}.csv`);
      const lines = fs.readFileSync(await download.path(), 'utf8').split('\r\n');
      const separator = language === 'de' ? ';' : ',';
      expect(lines[0]?.startsWith(`\ufeff${words('PropertyList.columns.name')}${separator}`)).toBe(true);
      expect(lines.filter((line) => line.includes('Müllerhof'))).toHaveLength(1);
      expect(lines[1]).toContain(language === 'de' ? ';0,00;' : ',0.00,');
    });

    test('one field finds places, people and what can be done; two keys go there', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const { id, unitId } = await createFlat(landlord.api, 'Müllerhof');
      const tenantId = await createTenant(landlord.api, 'Weißmüller');
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(0), netCents: 80_000 });
      await page.goto(at('/dashboard'));
      const banner = page.getByRole('banner');
      await banner.getByRole('button', { name: words('Search.button') }).click();
      const field = page.getByRole('combobox', { name: words('Search.placeholder') });
      await expect(field).toBeFocused();
      await field.fill('muller');
      const option = (of: RegExp) =>
        page.getByRole('listbox', { name: words('Search.results') }).getByRole('option', { name: of });
      await expect(option(/^Müllerhof/)).toHaveAttribute('aria-selected', 'true');
      await expect(option(/^Anna Weißmüller/)).toContainText('Müllerhof');
      await expectAccessible(page, `palette (${language})`);
      await page.keyboard.press('ArrowDown');
      await expect(option(/^Anna Weißmüller/)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === at(`/tenant/${tenantId}`));

      await page.keyboard.press('Control+k');
      await field.fill('hof');
      await expect(option(/^Müllerhof/)).toBeVisible();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === at(`/property/${id}`));

      const pressLetters = async (goal: string) => {
        for (const key of words(`Search.letters.${goal}`).split(' ')) await page.keyboard.press(key);
      };
      // What is booked from a property's page is for that property.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Müllerhof');
      await pressLetters('newBooking');
      const booking = page.getByRole('dialog', { name: words('BookingForm.newTitle') });
      await expect(booking.getByLabel(words('BookingForm.amount'))).toBeVisible();
      await expect(booking.getByLabel(words('BookingForm.property'))).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(booking).toBeHidden();

      await pressLetters('tenants');
      await page.waitForURL((url) => url.pathname === at('/dashboard/tenants'));
      await page.keyboard.press('?');
      const list = page.getByRole('dialog', { name: words('Search.actions.shortcuts') });
      await expect(list).toContainText(words('Search.actions.payment'));
      await expectAccessible(page, `list of shortcuts (${language})`);
      await page.keyboard.press('Escape');
      await expect(list).toHaveCount(0);

      await pressLetters('newPayment');
      await option(/^Anna Weißmüller/).click();
      const payment = page.getByRole('dialog', { name: words('PaymentForm.title') });
      await expect(payment).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(payment).toBeHidden();

      await page.keyboard.press('Control+k');
      await field.fill(words('Members.title'));
      await option(new RegExp(words('Members.title'))).click();
      await page.waitForURL((url) => url.pathname === at('/dashboard/settings/members'));
      await pressLetters('newLease');
      await expect(page.getByRole('dialog', { name: words('LeaseForm.title') })).toBeVisible();
    });

    test('a figure of the year leads to the list of it', async ({ page, landlord, words, at }) => {
      await createFlat(landlord.api, 'Leerstraße 1');
      await page.goto(at('/dashboard/year'));
      await page.getByRole('link', { name: words('Overview.vacant', { count: 1 }) }).click();
      await page.waitForURL((url) => url.search === '?only=vacant');
      await expect(page.getByRole('link', { name: 'Leerstraße 1' })).toBeVisible();
      await page.getByRole('button', { name: words('PropertyList.marks.arrears') }).click();
      await expect(page.getByRole('heading', { name: words('PropertyList.notFound.title') })).toBeVisible();
      await page.getByRole('button', { name: words('PropertyList.notFound.action') }).click();
      await expect(page.getByRole('link', { name: 'Leerstraße 1' })).toBeVisible();
    });
  });
}
