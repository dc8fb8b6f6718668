import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { euro, monthStart, shownDay } from '../setup/shown.ts';

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('a garage is added in the dialog of the lease and let with the flat: each row of units has its own part', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const { id } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api);
      await page.goto(at(`/property/${id}`));
      await page
        .getByRole('button', { name: words('PropertyPage.newLease'), exact: true })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: words('LeaseForm.title') });
      await dialog.getByRole('button', { name: words('LeaseForm.addUnit'), exact: true }).click();
      const unit = page.getByRole('dialog', { name: words('Unit.newTitle') });
      await unit.getByLabel(words('Unit.name'), { exact: true }).fill('Stellplatz 7');
      await unit.getByLabel(words('Unit.kind')).selectOption({ label: words('Labels.unitKind.parking') });
      await unit.getByRole('button', { name: words('Form.save'), exact: true }).click();
      await expect(unit).toBeHidden();
      // It was added to be let: it is chosen, and so is the flat that was there.
      await expect(dialog.getByLabel('Stellplatz 7')).toBeChecked();
      await dialog.getByLabel(words('LeaseForm.tenant')).click();
      await dialog.getByLabel(words('LeaseForm.tenant')).fill('Schmidt');
      await page.getByRole('option', { name: /Schmidt/ }).click();
      await dialog.getByLabel(words('LeaseForm.startsOn')).fill(shownDay(monthStart(-14), language));
      await dialog.getByLabel(words('Labels.rentLine.net')).fill('700');
      await dialog.getByRole('button', { name: words('LeaseForm.create'), exact: true }).click();
      await expect(dialog).toBeHidden();
      const [lease] = (await landlord.api.lease.list.query({})).rows;
      expect(lease?.units.map((one) => one.name).toSorted()).toEqual(['Lindenstraße 5', 'Stellplatz 7']);
      const units = await landlord.api.unit.list.query({ propertyId: id });
      for (const { name, currentLease } of units) {
        const row = page.getByRole('row').filter({ hasText: name });
        await expect(row).toContainText(euro(currentLease?.unitRentCents ?? 0, language));
        await expect(row).toContainText(words('Unit.partOfLease', { amount: euro(70_000, language) }));
      }
      const parts = units.map(({ currentLease }) => currentLease?.unitRentCents ?? 0);
      expect(
        parts.reduce((sum, part) => sum + part, 0),
        'the parts are the whole',
      ).toBe(70_000);

      await test.step('the deposit of a lease of last year is received already, in the same dialog', async () => {
        await page.goto(at(`/tenant/${tenantId}/account`));
        await page
          .getByRole('button', { name: words('Deposit.agree'), exact: true })
          .first()
          .click();
        const deposit = page.getByRole('dialog', { name: words('Deposit.agree') });
        await deposit.getByLabel(words('Deposit.amount')).fill('2100');
        await deposit.getByLabel(words('Deposit.receivedOn')).fill(shownDay(monthStart(-14), language));
        await deposit.getByRole('button', { name: words('Form.save'), exact: true }).click();
        await expect(deposit).toBeHidden();
        const kept = page.locator('#deposit');
        await expect(kept).toContainText(words('Deposit.received'));
        await expect(kept).toContainText(euro(210_000, language));
      });

      await test.step('what is booked by keys from a property is booked on it', async () => {
        await page.goto(at(`/property/${id}/documents`));
        await page.keyboard.press('n');
        await page.keyboard.press('b');
        const booking = page.getByRole('dialog', { name: words('BookingForm.newTitle') });
        await booking.getByLabel(words('BookingForm.amount')).fill('80');
        await booking
          .getByLabel(words('BookingForm.category'))
          .selectOption({ label: words('Category.builtIn.repairs') });
        await booking.getByRole('button', { name: words('BookingForm.record'), exact: true }).click();
        await expect(booking).toBeHidden();
        const { rows } = await landlord.api.transaction.list.query({});
        expect(rows.map((row) => row.propertyId)).toEqual([id]);
      });
    });

    test('a long name takes lines of its own on Rent, and what is open is read whole', async ({
      page,
      landlord,
      at,
    }) => {
      const { unitId } = await createFlat(
        landlord.api,
        'Maria-Magdalena-von-Brandenburg-Straße 117, Gartenhaus, linker Aufgang',
      );
      const tenantId = await createTenant(
        landlord.api,
        'Schulze-Wackerbarth geborene Freifrau von und zu Hohenlohe-Langenburg',
      );
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(0), netCents: 1_234_567 });
      await page.goto(at('/dashboard/rent'));
      const row = page.getByRole('row').filter({ hasText: 'Wackerbarth' });
      const box = await row.boundingBox();
      expect(box?.height, 'four lines and the space around them').toBeLessThanOrEqual(130);
      const amounts = row.getByText(euro(1_234_567, language), { exact: true });
      await expect(amounts.last()).toBeVisible();
      for (const amount of await amounts.all()) {
        const isWhole = await amount.evaluate(
          (element) => element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0,
        );
        expect(isWhole, `${await amount.textContent()} is not cut`).toBe(true);
        const right = await amount.evaluate((element) => element.getBoundingClientRect().right);
        expect(right).toBeLessThanOrEqual(1440);
      }
      await expect(row.locator('[data-receive]')).toBeInViewport({ ratio: 1 });
    });
  });
}
