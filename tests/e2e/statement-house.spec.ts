import fs from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { addDays } from '../../src/lib/calendar.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createTenant, type Landlord } from '../setup/landlord.ts';
import { euro, monthStart, screens } from '../setup/shown.ts';

/** Twelve months that ended with the last one. */
const period = { from: monthStart(-12), to: addDays(monthStart(0), -1) };
const middle = monthStart(-6);

async function addUnit(api: Landlord['api'], propertyId: string, name: string, more: object = {}) {
  const id = crypto.randomUUID();
  await api.unit.create.mutate({
    ...{ id, propertyId, name, kind: 'apartment', areaSqm100: 5_000 },
    ...more,
  });
  return id;
}

async function letTo(
  api: Landlord['api'],
  of: { unitId: string; lastName: string; from?: string; to?: string; persons: number },
) {
  const tenantId = await createTenant(api, of.lastName);
  const startsOn = of.from ?? period.from;
  await api.lease.create.mutate({
    ...{
      id: crypto.randomUUID(),
      unitIds: [of.unitId],
      tenantIds: [tenantId],
      startsOn,
      bookedFrom: startsOn,
    },
    ...{ prorationMethod: 'calendar_days', dueRule: 'first', persons: of.persons },
    ...(of.to && { endsOn: of.to, isFixedTerm: true }),
    rentLines: [
      { component: 'net', amountCents: 70_000, settlement: 'none' },
      { component: 'operating_costs', amountCents: 10_000, settlement: 'advance' },
    ],
  });
  return tenantId;
}

/** Six flats and a shop: one in own use, one let for half of the year, one to two after each other. */
async function makeHouse(api: Landlord['api']) {
  const [id, first] = [crypto.randomUUID(), crypto.randomUUID()];
  await api.property.create.mutate({
    ...{ id, unitId: first, name: 'Seestraße 12', kind: 'multi_family', livingAreaSqm100: 5_000 },
    ...{ street: 'Seestraße', houseNumber: '12', postalCode: '10969', city: 'Berlin', country: 'DE' },
    state: 'DE-BE',
  });
  await api.property.update.mutate({
    ...{ id, version: 1, name: 'Seestraße 12', kind: 'multi_family', country: 'DE' },
    statementStartMonth: Number(period.from.slice(5, 7)),
  });
  // A property comes with its first unit.
  await api.unit.update.mutate({ id: first, version: 1, name: 'Wohnung 1', kind: 'apartment' });
  await api.unit.setPeriod.mutate({ unitId: first, validFrom: period.from, areaSqm100: 5_000 });
  const flats = [first];
  for (const number of [2, 3, 4, 5]) flats.push(await addUnit(api, id, `Wohnung ${number}`));
  await addUnit(api, id, 'Wohnung 6', { ownUse: true });
  const shop = await addUnit(api, id, 'Laden', { kind: 'commercial', areaSqm100: 10_000 });
  const [one = '', two = '', three = '', four = '', five = ''] = flats;
  const leaving = await letTo(api, { unitId: one, lastName: 'Alt', to: addDays(middle, -1), persons: 2 });
  await letTo(api, { unitId: one, lastName: 'Neu', from: middle, persons: 3 });
  await letTo(api, { unitId: two, lastName: 'Halb', from: middle, persons: 1 });
  const staying = await letTo(api, { unitId: three, lastName: 'Drei', persons: 1 });
  await letTo(api, { unitId: four, lastName: 'Vier', persons: 4 });
  await letTo(api, { unitId: five, lastName: 'Fuenf', persons: 2 });
  const trading = await letTo(api, { unitId: shop, lastName: 'Laden', persons: 0 });
  const categories = await api.category.list.query({});
  const book = (code: string, amountCents: number, more: object = {}) =>
    api.transaction.record.mutate({
      ...{ id: crypto.randomUUID(), propertyId: id, direction: 'expense', bookedOn: middle, amountCents },
      ...{
        categoryId: categories.find((row) => row.code === code)?.id ?? '',
        title: code,
        recoverableKey: 'area',
      },
      ...more,
    });
  await book('property_tax', 400_000);
  await book('garden', 80_000, { labourCents: 60_000 });
  await book('street_and_refuse', 200_000);
  return { id, leaving, staying, trading };
}

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('a house of six flats and a shop: a cost shared otherwise, then sent in seven clicks', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      test.slow();
      const { api } = landlord;
      const house = await makeHouse(api);
      const path = `/property/${house.id}/statement/${period.from}_${period.to}`;
      await page.goto(at(path));
      const results = page.locator('#results');
      // 8 halves and whole years of 400 m²: 4,000 € × 50 ÷ 400, of garden 100, of refuse 250.
      await expect(results).toContainText(euro(85_000, language));
      await page.screenshot({ path: info.outputPath('before.png'), fullPage: true });

      // The shop bears 1,100 € of the refuse beforehand: the flats share what is left of 2,000 €.
      const dialog = page.getByRole('dialog');
      const refuse = page.locator('#lines details').filter({ hasText: euro(200_000, language) });
      await refuse.locator('summary').click();
      await refuse.getByRole('button', { name: new RegExp(words('CostSharing.edit')) }).click();
      await dialog.getByLabel(words('CostSharing.way')).selectOption('deduction');
      await dialog.getByLabel(words('CostSharing.deducted')).fill('1100');
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      // Without a reason nothing is kept, and nothing typed is lost.
      await expect(dialog).toContainText(words('Errors.field.required'));
      await dialog.getByLabel(words('CostSharing.reason')).fill('Küchenabfälle');
      await expectAccessible(page, 'how a cost is shared out');
      await page.screenshot({ path: info.outputPath('sharing.png') });
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(dialog).toBeHidden();
      // 500 + 100 + 900 € × 50 ÷ 300.
      await expect(results).toContainText(euro(75_000, language));
      await expect(page.locator('#lines')).toContainText('Küchenabfälle');

      let clicks = 0;
      const press = (button: Locator) => {
        clicks += 1;
        return button.click();
      };
      const pressBoth = async (name: string) => {
        await press(page.getByRole('button', { name }));
        await press(page.getByRole('alertdialog').getByRole('button', { name }));
      };
      await page.goto(at(`/property/${house.id}/statement`));
      await press(page.locator(`a[href$="${period.from}_${period.to}"]`));
      await pressBoth(words('CostStatements.send'));
      await pressBoth(words('CostStatements.newAdvances.agree'));
      const advances = page.locator('#advances');
      await expect(advances).toContainText(words('CostStatements.newAdvances.agreed'));
      await expect(advances).toContainText(words('CostStatements.newAdvances.ofContract'));
      await page.screenshot({ path: info.outputPath('settled.png'), fullPage: true });
      await press(page.getByRole('button', { name: words('CostStatements.sendLetters.open') }));
      const [zip] = await Promise.all([
        page.waitForEvent('download'),
        press(dialog.getByRole('button', { name: words('CostStatements.sendLetters.send'), exact: true })),
      ]);
      expect(zip.suggestedFilename()).toMatch(/\.zip$/);
      expect(clicks).toBeLessThanOrEqual(8);
      await page.screenshot({ path: info.outputPath('sent.png'), fullPage: true });

      const letterTo = async (name: string) => {
        const row = results.getByRole('row').filter({ hasText: name });
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          row.getByRole('button', { name: `${words('CostStatements.letter')}: ` }).click(),
        ]);
        await file.saveAs(info.outputPath(`${name}.pdf`));
        const pdf = await getDocumentProxy(new Uint8Array(await fs.readFile(await file.path())));
        return (await extractText(pdf, { mergePages: true })).text;
      };
      // `createTenant` gives the tenants German letters.
      const flat = await letterTo('Drei');
      expect(flat).toContain('750,00');
      expect(flat).toContain('Küchenabfälle');
      expect(flat).toContain('§ 560');
      expect(flat).toContain('§ 35a');
      const shop = await letterTo('Laden');
      expect(shop).not.toMatch(/§ 560|§ 556|§ 35a/);
      expect(shop).toContain('Vorauszahlung');
      for (const tenantId of [house.leaving, house.staying, house.trading]) {
        await page.goto(at(`/tenant/${tenantId}/account`));
        await expect(page.locator('#letters')).toContainText('Betriebskostenabrechnung');
      }
    });
  });
}
