import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { paste } from '../setup/hand.ts';
import { screens } from '../setup/shown.ts';

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('two houses of one street come out of a list with their addresses, a couple from two columns', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      await page.goto(at('/dashboard/setup'));
      const main = page.getByRole('main');
      const cell = (column: string, number: number) =>
        main.getByRole('textbox', {
          name: `${words(`Homes.columns.${column}`)} ${words('Homes.row', { number })}`,
        });
      await main.getByText(words('Homes.situations.several'), { exact: true }).click();
      const list = [
        'Straße\tHausnr.\tPLZ/Ort\tWohnung\tMieter 1\tMieter 2\tMietbeginn\tKaltmiete\tNebenkosten',
        'Lindenstraße\t5\t1067 Dresden\tEG links\tAnna Poe\tBen Poe\t2024-02-01\t900\t150',
        'Lindenstr.\t5\t\tOG\tEva Fox\t\t2022-05-01\t780\t140',
        'Lindenstraße\t7\t01067 Dresden\tDG\tCleo Ray\t\t2021-09-01\t650\t120',
      ].join('\n');
      await paste(cell('place', 1), list);
      await expect(cell('place', 3)).toHaveValue('Lindenstraße 7');
      await expectAccessible(page, 'a list with addresses');
      await page.screenshot({ path: info.outputPath('addresses.png'), fullPage: true });
      await expect(cell('place', 2)).toHaveValue('Lindenstraße 5');
      await cell('street', 3).fill('Lindenstraße 7 b');
      await cell('place', 3).fill('Lindenstraße 5');
      await main.getByRole('button', { name: words('Homes.enter'), exact: true }).click();
      const fault = words('Homes.fault', {
        number: 3,
        column: words('Homes.columns.street'),
        problem: words('Errors.field.other_address'),
      });
      await expect(main.getByText(fault)).toBeVisible();
      await expect(cell('street', 3)).toBeFocused();
      await page.screenshot({ path: info.outputPath('two-addresses.png'), fullPage: true });
      await cell('place', 3).fill('Lindenstraße 7 b');
      await main.getByRole('button', { name: words('Homes.enter'), exact: true }).click();
      await expect(cell('place', 1)).toBeHidden();
      const { rows } = await landlord.api.property.list.query({});
      const houses = await Promise.all(rows.map(({ id }) => landlord.api.property.get.query({ id })));
      const town = { postalCode: '01067', city: 'Dresden', country: 'DE' };
      expect(houses).toEqual([
        expect.objectContaining({
          name: 'Lindenstraße 5',
          street: 'Lindenstraße',
          houseNumber: '5',
          ...town,
        }),
        expect.objectContaining({ name: 'Lindenstraße 7 b', houseNumber: '7 b', ...town }),
      ]);
    });
  });
}
