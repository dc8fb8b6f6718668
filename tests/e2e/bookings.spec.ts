import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectInOrder } from '../setup/accessibility.ts';
import { expect, type Language, test, type Words } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, type Landlord } from '../setup/landlord.ts';
import { euro, monthStart, screens, shownDay, today } from '../setup/shown.ts';

/** A house with two units of 50 and 100 m². */
async function createHouse(api: Landlord['api']) {
  const { id, unitId } = await createFlat(api);
  await api.unit.update.mutate({ id: unitId, version: 1, name: 'EG', kind: 'apartment' });
  await api.unit.setPeriod.mutate({ unitId, validFrom: '2020-01-01', areaSqm100: 5_000 });
  const upper = { id: randomUUID(), propertyId: id, name: 'OG', kind: 'apartment' as const };
  await api.unit.create.mutate({ ...upper, areaSqm100: 10_000 });
  await api.unit.create.mutate({ id: randomUUID(), propertyId: id, name: 'Stellplatz', kind: 'parking' });
  return id;
}

const section = (page: Page, words: Words) =>
  page.getByRole('region', { name: words('Bookings.title'), exact: true });
const press = (within: ReturnType<Page['getByRole']>, name: string) =>
  within.getByRole('button', { name, exact: true }).first().click();
/** On a phone a message lies over the end of a short page, and stays while the mouse is on it. */
async function closeMessages(page: Page, words: Words) {
  const front = page.locator('[data-slot="toast"][data-frontmost="true"]');
  const close = front.getByRole('button', { name: words('Form.close'), exact: true });
  await expect(async () => {
    if ((await close.count()) > 0) await close.click({ timeout: 1_000 });
    await expect(page.locator('[data-slot="toast"]')).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 20_000 });
}

/** An amount that leaves, as the page shows it: with a minus as wide as a figure. */
const spent = (cents: number, language: Language) => `\u2212${euro(cents, language)}`;

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('250 a month since two months ago is booked three times: 750 in all', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const id = await createHouse(landlord.api);
      await page.goto(at(`/property/${id}/recurring`));
      const bookings = section(page, words);
      await press(bookings, words('Bookings.newRecurring'));
      const dialog = page.getByRole('dialog', { name: words('RecurringForm.newTitle') });
      await dialog.getByLabel(words('BookingForm.amount')).fill('250');
      await dialog
        .getByLabel(words('BookingForm.category'))
        .selectOption({ label: words('Category.builtIn.management') });
      await dialog.getByLabel(words('RecurringForm.startsOn')).fill(shownDay(monthStart(-2), language));
      // On the first of a month the third falls due today and is no past yet.
      const past = monthStart(0) === today() ? 2 : 3;
      await expect(dialog.getByLabel(words('RecurringForm.postPast', { count: past }))).toBeChecked();
      await expectInOrder(page, 'new recurring item');
      await press(dialog, words('RecurringForm.create'));
      await expect(dialog).toBeHidden();

      await bookings.getByLabel(words('Bookings.period')).selectOption('twelve_months');
      await expect(bookings.getByText(spent(75_000, language)).first()).toBeVisible();
      const { rows, totals } = await landlord.api.transaction.list.query({ propertyId: id });
      expect(rows.map((row) => [row.bookedOn, row.amountCents])).toEqual([
        [monthStart(0), 25_000],
        [monthStart(-1), 25_000],
        [monthStart(-2), 25_000],
      ]);
      expect(totals).toEqual({ count: 3, incomeCents: 0, expenseCents: 75_000 });
      await expectInOrder(page, 'bookings');
    });

    test('a cost of the year before last is in sight once it is booked', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { id } = await createFlat(landlord.api);
      await page.goto(at(`/property/${id}/recurring`));
      const bookings = section(page, words);
      await press(bookings, words('Bookings.newTransaction'));
      const dialog = page.getByRole('dialog', { name: words('BookingForm.newTitle') });
      await dialog.getByLabel(words('BookingForm.amount')).fill('80');
      await dialog
        .getByLabel(words('BookingForm.bookedOn'), { exact: true })
        .fill(shownDay(monthStart(-24), language));
      await dialog
        .getByLabel(words('BookingForm.category'))
        .selectOption({ label: words('Category.builtIn.repairs') });
      await press(dialog, words('BookingForm.record'));
      await expect(dialog).toBeHidden();
      await expect(bookings.getByText(spent(8_000, language)).first()).toBeVisible();
      expect(new URL(page.url()).searchParams.get('period')).toBe('all');
    });

    test('100 over 50 and 100 m² is 33.33 + 66.67; changed to 120, removed and brought back', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const id = await createHouse(landlord.api);
      await page.goto(at(`/property/${id}/recurring`));
      const bookings = section(page, words);
      await press(bookings, words('Bookings.newTransaction'));
      const dialog = page.getByRole('dialog', { name: words('BookingForm.newTitle') });
      await press(dialog, words('BookingForm.record'));
      await expect(dialog.getByText(words('Errors.field.required')).first()).toBeVisible();
      await dialog.getByLabel(words('BookingForm.amount')).fill('100');
      await dialog
        .getByLabel(words('BookingForm.category'))
        .selectOption({ label: words('Category.builtIn.repairs') });
      await dialog.getByLabel(words('BookingForm.title')).fill('<b>Dach</b>');
      await dialog.getByLabel(words('BookingForm.split')).selectOption('area');
      await expect(dialog.getByText(euro(3_333, language))).toBeVisible();
      await expect(dialog.getByText(euro(6_667, language))).toBeVisible();
      await expect(dialog.getByText(words('BookingForm.withoutArea', { units: 'Stellplatz' }))).toBeVisible();
      await dialog.locator('input[type="file"][multiple]').setInputFiles({
        name: 'Dachdecker.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
      });
      await expectInOrder(page, 'a bill that is split');
      await press(dialog, words('BookingForm.record'));
      await expect(dialog).toBeHidden();
      const receipts = async () =>
        (await landlord.api.transaction.list.query({ propertyId: id })).rows[0]?.receiptCount;
      await expect.poll(receipts).toBe(1);

      await closeMessages(page, words);
      await press(bookings, '<b>Dach</b>');
      const details = page.getByRole('dialog', { name: words('BookingForm.detailsTitle') });
      await expect(details.getByText(euro(6_667, language))).toBeVisible();
      await press(details, words('BookingForm.edit'));
      const edit = page.getByRole('dialog', { name: words('BookingForm.editTitle') });
      await edit.getByLabel(words('BookingForm.amount')).fill('120');
      await press(edit, words('Form.save'));
      await expect(edit).toBeHidden();
      await expect(bookings.getByText(spent(12_000, language)).first()).toBeVisible();
      await closeMessages(page, words);
      await press(bookings, '<b>Dach</b>');
      await expect(details.getByText(words('BookingHistory.kinds.changed'))).toBeVisible();
      await expect(details.getByText(euro(8_000, language))).toBeVisible();
      await expectInOrder(page, 'a booking with its history');
      await press(details, words('Form.close'));

      // Several may be called so: the day tells them apart.
      await bookings
        .getByRole('button', { name: words('Bookings.actionsOf', { title: '<b>Dach</b>, ' }) })
        .click();
      await page.getByRole('menuitem', { name: words('Bookings.remove'), exact: true }).click();
      await expect(bookings.getByRole('button', { name: '<b>Dach</b>', exact: true })).toHaveCount(0);
      await page.getByRole('button', { name: words('Bookings.undo'), exact: true }).click();
      await expect(bookings.getByRole('button', { name: '<b>Dach</b>', exact: true })).toBeVisible();
      const { rows, totals } = await landlord.api.transaction.list.query({ propertyId: id });
      expect(rows.map((row) => row.amountCents)).toEqual([12_000]);
      expect(totals?.expenseCents).toBe(12_000);

      // The address keeps what the list was narrowed to, here and for the whole portfolio.
      await page.goto(at('/dashboard/year?kind=income&period=all#bookings'));
      await expect(bookings.getByText(words('Bookings.emptyTitle'))).toBeVisible();
      // A choice made before the page is alive would be lost.
      await page.waitForLoadState('networkidle');
      await bookings.getByLabel(words('Bookings.kind')).selectOption('expense');
      await expect(bookings.getByRole('button', { name: '<b>Dach</b>', exact: true })).toBeVisible();
      expect(new URL(page.url()).searchParams.get('kind')).toBe('expense');
      await expectInOrder(page, 'bookings of the portfolio');
    });
  });
}
