import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { createFlat } from '../setup/landlord.ts';

for (const screen of [
  { language: 'de', width: 390, colorScheme: 'dark' },
  { language: 'en', width: 1440, colorScheme: 'light' },
] as const) {
  const { language, width, colorScheme } = screen;
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('a brother who owns half of the house is entered where its owners are', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      const { id } = await createFlat(landlord.api);
      await page.goto(at(`/property/${id}/secondary`));
      await page.getByRole('button', { name: words('OwnersForm.title'), exact: true }).click();
      const owners = page.getByRole('dialog', { name: words('OwnersForm.title') });
      await owners.getByRole('button', { name: words('OwnersForm.addNew') }).click();
      const person = page.getByRole('dialog', { name: words('Landlords.newTitle') });
      await person.getByLabel(words('Landlords.name'), { exact: true }).fill('Heinz Meyer');
      await expectAccessible(page, 'a new landlord above the owners');
      await person.getByRole('button', { name: words('Form.save') }).click();
      await expect(person).toBeHidden();
      const who = owners.getByRole('combobox');
      await expect(who.nth(0).locator('option:checked')).toHaveText(landlord.name);
      await expect(who.nth(1).locator('option:checked')).toHaveText('Heinz Meyer');
      const of = owners.getByRole('textbox');
      await expect(of).toHaveCount(4);
      for (const [index, value] of ['1', '2', '1', '2'].entries())
        await expect(of.nth(index)).toHaveValue(value);
      await page.screenshot({ path: info.outputPath('owners.png') });
      await owners.getByRole('button', { name: words('Form.save') }).click();
      await expect(owners).toBeHidden();
      await expect(page.locator('main')).toContainText(/Heinz Meyer\s*1\/2/);
      const { owners: kept } = await landlord.api.property.get.query({ id });
      expect(kept.map((owner) => [owner.name, owner.shareNumerator, owner.shareDenominator])).toEqual(
        expect.arrayContaining([
          ['Heinz Meyer', 1, 2],
          [landlord.name, 1, 2],
        ]),
      );
      // 100.01 € of repairs in halves, the odd cent for the first by name.
      const categories = await landlord.api.category.list.query({});
      const { today } = await landlord.api.portfolio.get.query();
      await landlord.api.transaction.record.mutate({
        id: randomUUID(),
        propertyId: id,
        bookedOn: today,
        direction: 'expense',
        categoryId: categories.find((category) => category.code === 'repairs')?.id ?? '',
        title: 'Dachrinne',
        amountCents: 10_001,
      });
      // What the server names for preloading is there.
      const missing: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() === 404) missing.push(answer.url());
      });
      await page.goto(at(`/property/${id}/statistics`));
      const shares = page.getByRole('article', { name: words('Statistics.owners.title') });
      await expect(shares.getByRole('row').filter({ hasText: 'Heinz Meyer' })).toContainText('1/2');
      const [, first, second, sum] = await shares.getByRole('row').all();
      if (!first || !second || !sum) throw new Error('No rows of two owners and their sum.');
      await expect(first).toContainText(/50[.,]01/);
      await expect(second).toContainText(/50[.,]00/);
      await expect(sum).toContainText(/100[.,]01/);
      await shares.scrollIntoViewIfNeeded();
      await page.screenshot({ path: info.outputPath('owner-shares.png') });
      await expectAccessible(page, 'what falls to each owner');
      expect(missing).toEqual([]);
      const saved = page.waitForEvent('download');
      await shares.getByRole('button', { name: words('Statistics.owners.export') }).click();
      expect((await saved).suggestedFilename()).toMatch(/^hausbuch-owners-.*\.csv$/);
    });

    test('a house entered when there are two landlords asks whose it is', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      await landlord.api.landlord.create.mutate({ id: randomUUID(), kind: 'person', name: 'Heinz Meyer' });
      const { id } = await createFlat(landlord.api);
      await page.goto(at(`/property/${id}`));
      const row = page
        .locator('#todo')
        .getByRole('listitem')
        .filter({ hasText: words('PropertyTodo.noOwner') });
      await row.getByRole('button', { name: words('PropertyTodo.enterOwner') }).click();
      const owners = page.getByRole('dialog', { name: words('OwnersForm.title') });
      await owners.getByRole('combobox').selectOption({ label: 'Heinz Meyer' });
      await expectAccessible(page, 'owners of a new house');
      await owners.getByRole('button', { name: words('Form.save') }).click();
      await expect(owners).toBeHidden();
      await expect(row).toHaveCount(0);
      const { owners: kept } = await landlord.api.property.get.query({ id });
      expect(kept.map(({ name }) => name)).toEqual(['Heinz Meyer']);
    });
  });
}
