import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import {
  createFlat,
  createTenant,
  findPlant,
  type Landlord,
  letWithAdvance,
  openDemo,
} from '../setup/landlord.ts';
import { euro, screens, shownDay } from '../setup/shown.ts';

const lastYear = new Date().getFullYear() - 1;
const [from, to] = [`${lastYear}-01-01`, `${lastYear}-12-31`];
const written = `${from}_${to}`;

/** A result record of a service, version 2.10: 128 characters. */
const record = (ownId: string, cents: number) =>
  [
    ...['D', '0000815', '0000012340001', `3112${String(lastYear).slice(2)}`, ownId.padEnd(20)],
    ...[String(cents).padStart(9, '0'), '0'.repeat(9), String(cents).padStart(9, '0')],
    ...[' '.repeat(21), '000000', ' '.repeat(15), '0'.repeat(9), 'E', '  '],
  ].join('');

/** Two flats of 60 and 140 m² with heat meters, an oil tank, and one change of tenants that nobody read. */
async function makeOilHouse(api: Landlord['api']) {
  const { id: propertyId, unitId } = await createFlat(api, 'Lindenhof');
  const second = randomUUID();
  await api.unit.create.mutate({
    ...{ id: second, propertyId, name: 'Dach', kind: 'apartment', areaSqm100: 14_000 },
  });
  await api.unit.setPeriod.mutate({ unitId, validFrom: from, areaSqm100: 6_000 });
  const names = [
    ['Ahrens', unitId, from, `${lastYear}-06-30`],
    ['Neu', unitId, `${lastYear}-07-01`, null],
    ['Brandt', second, from, null],
  ] as const;
  for (const [name, unit, startsOn, endsOn] of names) {
    const tenantId = await createTenant(api, name);
    await letWithAdvance(api, { unitId: unit, tenantId, startsOn, endsOn });
  }
  for (const [unit, first, last] of [
    [unitId, 1_000, 1_300],
    [second, 0, 100],
  ] as const) {
    const meterId = randomUUID();
    await api.meter.create.mutate({ id: meterId, unitId: unit, kind: 'heat', measure: 'kwh' });
    for (const [readOn, kwh] of [
      [`${lastYear - 1}-12-31`, first],
      [to, last],
    ] as const) {
      const readingThousandths = kwh * 1_000;
      await api.meter.recordReading.mutate({ id: randomUUID(), meterId, readOn, readingThousandths });
    }
  }
  const categories = await api.category.list.query({});
  await api.transaction.record.mutate({
    ...{ id: randomUUID(), propertyId, bookedOn: `${lastYear}-09-10`, direction: 'expense' },
    ...{ title: 'Heizöl', payee: 'Brennstoff Weber', amountCents: 100_000 },
    categoryId: categories.find((row) => row.code === 'heating')?.id ?? '',
    recoverableKey: 'area',
  });
  await api.heating.create.mutate({ id: randomUUID(), propertyId, name: 'Ölkessel', hasStock: true });
  return { propertyId };
}

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('a metering service’s bill: a plant is added, its year is entered, and its costs stand in the statement', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      test.slow();
      const { api } = landlord;
      const [tenantId, other] = [await createTenant(api, 'Schmidt'), await createTenant(api, 'Weber')];
      const { id: propertyId, unitId } = await createFlat(api, 'Lindenhof');
      const second = randomUUID();
      await api.unit.create.mutate({
        ...{ id: second, propertyId, name: 'Dach', kind: 'apartment', areaSqm100: 4_000 },
      });
      await api.unit.setPeriod.mutate({ unitId, validFrom: from, areaSqm100: 6_000 });
      await letWithAdvance(api, { unitId, tenantId, startsOn: from });
      await letWithAdvance(api, { unitId: second, tenantId: other, startsOn: from });
      const categories = await api.category.list.query({});
      await api.transaction.record.mutate({
        id: randomUUID(),
        propertyId,
        bookedOn: `${lastYear}-12-18`,
        serviceFrom: from,
        serviceTo: to,
        direction: 'expense',
        categoryId: categories.find((row) => row.code === 'heating')?.id ?? '',
        recoverableKey: 'area',
        title: 'Messdienst',
        amountCents: 100_000,
      });
      const dialog = page.getByRole('dialog');
      const statement = at(`/property/${propertyId}/statement/${written}`);
      const field = (key: string) => page.getByLabel(words(`Heating.${key}`));

      await page.goto(at(`/property/${propertyId}/statement`));
      await expect(page.locator('#heating')).toContainText(words('Heating.none'));
      await page.getByRole('button', { name: words('Heating.add') }).click();
      await dialog.getByLabel(words('Heating.name'), { exact: true }).fill('Fernwärme');
      await dialog.getByText(words('Heating.sharedByService'), { exact: true }).click();
      await page.screenshot({ path: info.outputPath('plant.png') });
      await expectAccessible(page, 'a new plant');
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.locator('#heating')).toContainText('Fernwärme');
      await page.screenshot({ path: info.outputPath('plants.png'), fullPage: true });

      await page.goto(statement);
      await expect(page.locator('#heating')).toContainText(words('Heating.missing.service_total'));
      await page.getByRole('link', { name: words('Heating.figures') }).click();
      await field('serviceTotal').fill(language === 'de' ? '1.000,00' : '1,000.00');
      await field('co2Landlord').fill('52');
      const amount = (name: string) => page.getByLabel(new RegExp(`· ${name}$`));
      await test.step('the service’s file fills what is certain, and asks for the rest', async () => {
        await page.locator('input[type=file]').setInputFiles({
          name: 'DTTECD.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from([record('DACH', 40_000), record('0815', 60_000), 'D too short'].join('\r\n')),
        });
        const said = page.getByText(
          words('Heating.recordsRead', { name: 'DTTECD.txt', count: 2, placed: 1 }),
        );
        await expect(said).toBeVisible();
        await expect(amount('.*Weber')).toHaveValue(/^€?400[.,]00$/);
        await page.screenshot({ path: info.outputPath('records.png'), fullPage: true });
        await expectAccessible(page, 'the records of a service');
        const whose = page.getByLabel(/^0815/);
        const tenant = whose.locator('option', { hasText: 'Schmidt' });
        await whose.selectOption((await tenant.getAttribute('value')) ?? '');
        await expect(amount('.*Schmidt')).toHaveValue(/^€?600[.,]00$/);
        await expect(
          page.getByText(words('Heating.sumNotDeducted', { users: euro(100_000, language) })),
        ).toBeVisible();
        await page.screenshot({ path: info.outputPath('records-placed.png'), fullPage: true });
        await whose.selectOption('');
        await expect(amount('.*Schmidt')).toHaveValue('');
        await amount('.*Weber').fill('');
      });
      await amount('.*Schmidt').fill('600');
      await page.getByRole('button', { name: words('Form.save') }).click();
      // Each of them has a figure, also who has none.
      await expect(page.getByText(words('Errors.field.required'))).toBeVisible();
      await amount('.*Weber').fill('400');
      await page.screenshot({ path: info.outputPath('year.png'), fullPage: true });
      await expectAccessible(page, 'the year of a plant');
      await page.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.locator('#checks')).toContainText(euro(100_000, language));
      await expect(page.locator('#results')).not.toContainText(euro(60_000, language));

      // The sum says that nothing was taken off: said so, it is.
      await page.getByRole('link', { name: words('Heating.changeFigures') }).click();
      await page.getByLabel(words('Heating.co2Way')).selectOption('shown');
      await page.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.locator('#results')).toContainText(euro(60_000 - 3_120, language));
      await expect(page.locator('#heating')).toContainText(euro(5_200, language));
      await page.screenshot({ path: info.outputPath('statement.png'), fullPage: true });
      await expectAccessible(page, 'a statement with a plant');

      await test.step('a total that has it taken off is the users’ alone, and one that splits nothing is split here', async () => {
        const change = async (way: string, fill: Record<string, string>) => {
          await page.getByRole('link', { name: words('Heating.changeFigures') }).click();
          await page.getByLabel(words('Heating.co2Way')).selectOption(way);
          for (const [key, value] of Object.entries(fill)) await field(key).fill(value);
          await page.getByRole('button', { name: words('Form.save') }).click();
          await expect(page.locator('#results')).toBeVisible();
        };
        await change('deducted', { serviceTotal: '1052' });
        await expect(page.locator('#results')).toContainText(euro(60_000, language));
        // 2,000 kg ÷ 100 m² are 20.0: step 3, 20 % of 130.00 are 26.00, of which 60 % are 15.60.
        await change('none', { serviceTotal: '1000', co2Kg: '2000', co2Cost: '130' });
        await expect(page.locator('#results')).toContainText(euro(60_000 - 1_560, language));
        await expect(page.locator('#heating')).toContainText(euro(2_600, language));
        await page.screenshot({ path: info.outputPath('statement-split.png'), fullPage: true });
      });
    });

    test('the boiler of the demo: its meters share its costs out, and CO₂ is told by its step', async ({
      page,
      landlord,
      context,
      words,
      at,
    }, info) => {
      test.slow();
      const demo = await openDemo(landlord, language);
      await context.clearCookies();
      await context.addCookies(demo.cookies());
      const plant = await findPlant(demo.api);
      if (!plant) throw new Error('The demo has no plant.');
      await page.goto(at(`/property/${plant.propertyId}/statement/${written}`));
      const heating = page.locator('#heating');
      await expect(heating).toContainText(euro(27_971, language));
      await expect(page.locator('#checks')).not.toContainText('§ 6a');
      await expect(page.locator('#lines')).toContainText(euro(6_842_30 + 418_60 + 264_80, language));
      await page.screenshot({ path: info.outputPath('demo-statement.png'), fullPage: true });
      await heating.getByRole('link', { name: words('Heating.changeFigures') }).click();
      await expect(page.getByLabel(words('Heating.hotWaterEnergy'))).toHaveValue(/11[.,]480/);
      // What goes with the bill; without its energy sources it lacks something, and the checks say what that may cost.
      await expect(page.getByLabel(words('Heating.climateFactor'))).toHaveValue(/^1[.,]12/);
      await page.screenshot({ path: info.outputPath('demo-year.png'), fullPage: true });
      await page.getByRole('button', { name: words('Heating.co2FurtherAdd') }).click();
      await page.getByText(words('Heating.groups')).click();
      await page.getByRole('button', { name: words('Heating.groupAdd') }).click();
      await page.getByRole('button', { name: words('Form.save') }).click();
      // A bill without figures, and a group without name, units or heat.
      await expect(page.getByText(words('Errors.field.required'))).toHaveCount(7);
      await page.screenshot({ path: info.outputPath('demo-more.png'), fullPage: true });
      await expectAccessible(page, 'further bills and groups of a plant');
      await page.getByRole('button', { name: words('Heating.co2FurtherRemove', { number: '2' }) }).click();
      await page.getByRole('button', { name: words('Heating.groupRemove', { number: '1' }) }).click();
      await page.getByLabel(words('Heating.energyMix')).fill('');
      await page.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.locator('#checks')).toContainText('§ 6a');
      await expect(heating).toContainText(words('Heating.annexParts.energy_mix'));
      await page.screenshot({ path: info.outputPath('demo-incomplete.png'), fullPage: true });
    });

    test('oil out of a tank, a change of tenants read afterwards, CO₂ by its step', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      test.slow();
      const { api } = landlord;
      const { propertyId } = await makeOilHouse(api);
      const statement = at(`/property/${propertyId}/statement/${written}`);
      const [checks, results, heating] = ['#checks', '#results', '#heating'].map((id) => page.locator(id));
      if (!checks || !results || !heating) throw new Error('The page has no sections.');
      // What need not be filled in says so in its label, after its name.
      const field = (key: string) => page.getByLabel(new RegExp(`^${words(`Heating.${key}`)}`));
      await page.goto(statement);
      await expect(heating).toContainText(words('Heating.missing.stock'));
      await page.getByRole('link', { name: words('Heating.figures') }).click();
      await field('opening').fill('500');
      await field('openingCents').fill('450');
      await page.getByLabel('Heizöl · Brennstoff Weber').fill('1000');
      await field('co2Kg').fill('4000');
      await field('co2Cost').fill(language === 'de' ? '261,80' : '261.80');
      // Without what is left nothing is burnt: nothing is lost by saving, and the page says what is missing.
      await page.getByRole('button', { name: words('Form.save') }).click();
      await expect(heating).toContainText(words('Heating.missing.stock'));
      await page.getByRole('link', { name: words('Heating.figures') }).click();
      await expect(field('openingCents')).toHaveValue(/450/);
      await field('closing').fill('500');
      await page.screenshot({ path: info.outputPath('oil-year.png'), fullPage: true });
      await expectAccessible(page, 'a tank');
      await page.getByRole('button', { name: words('Form.save') }).click();
      // 500 litres at 0.90 and 500 at 1.00 are 950.00; 365.75 of it less the part of 52.36 for CO₂.
      await expect(page.locator('#lines')).toContainText(euro(95_000, language));
      await expect(results).toContainText(euro(36_575 - 2_016, language));
      await expect(heating).toContainText(euro(5_236, language));
      // Nobody read at the change: 584.25 by degree days, 583⅓ of 1,000 for the first.
      await expect(checks).toContainText('§ 9b');
      await expect(results).toContainText(euro(32_204, language));
      await page.screenshot({ path: info.outputPath('oil-unread.png'), fullPage: true });

      await page.goto(at(`/property/${propertyId}`));
      await page.getByRole('button', { name: words('Unit.actionsOf', { name: 'Lindenhof' }) }).click();
      await page.getByRole('menuitem', { name: words('Unit.meters') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: words('Meter.read') }).click();
      await dialog.getByLabel(words('Meter.readOn')).fill(shownDay(`${lastYear}-06-30`, language));
      await dialog.getByLabel(words('Meter.reading'), { exact: true }).fill('1200');
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await page.goto(statement);
      await expect(checks).not.toContainText('§ 9b');
      // 200 of 300 kWh are the first one's: 332.50 and 49.88 of the fixed part, less 21.07 for CO₂.
      await expect(results).toContainText(euro(36_131, language));
      await page.screenshot({ path: info.outputPath('oil-read.png'), fullPage: true });
    });

    test('who heats by a contract of their own is refunded; who moved out leaves a deposit that waits', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      const { api } = landlord;
      const tenantId = await createTenant(api, 'Schmidt');
      const { unitId } = await createFlat(api, 'Lindenhof');
      const leaseId = randomUUID();
      await api.lease.create.mutate({
        ...{
          id: leaseId,
          unitIds: [unitId],
          tenantIds: [tenantId],
          startsOn: from,
          endsOn: to,
          bookedFrom: from,
        },
        ...{ isFixedTerm: true, prorationMethod: 'calendar_days', dueRule: 'first' },
        rentLines: [
          { component: 'net', amountCents: 70_000, settlement: 'none' },
          { component: 'operating_costs', amountCents: 10_000, settlement: 'advance' },
        ],
      });
      const depositId = randomUUID();
      await api.deposit.create.mutate({ id: depositId, leaseId, agreedCents: 210_000, receivedOn: from });
      const dialog = page.getByRole('dialog');
      const day = (iso: string) => shownDay(iso, language);

      await page.goto(at(`/tenant/${tenantId}/leases`));
      await page
        .getByRole('button', { name: words('LeaseList.actionsOf', { names: 'Anna Schmidt' }) })
        .click();
      await page.getByRole('menuitem', { name: words('LeaseList.actions.refund') }).click();
      const field = (key: string) => dialog.getByLabel(words(`Heating.${key}`), { exact: true });
      await field('billFrom').fill(day(from));
      await field('billTo').fill(day(to));
      await field('co2FurtherKg').fill('1600');
      await field('co2FurtherCost').fill(language === 'de' ? '104,72' : '104.72');
      await field('refundArea').fill('80');
      await field('refundBilledOn').fill(day(to));
      // 1,600 kg ÷ 80 m² are 20.0: step 3, 20 %.
      await expect(dialog.getByRole('status')).toContainText(euro(2_094, language));
      await page.screenshot({ path: info.outputPath('refund.png') });
      await expectAccessible(page, 'a refund of CO₂ costs');
      await dialog.getByRole('button', { name: words('Heating.refundSave') }).click();
      await expect(dialog).toBeHidden();
      const booked = await api.transaction.list.query({ unitId });
      expect(booked.rows.map(({ amountCents }) => amountCents)).toEqual([2_094]);

      // Three advances of 100.00 until the statement of the last year can be asked for.
      await page.goto(at(`/tenant/${tenantId}/account`));
      const deposit = page.locator('#deposit');
      await expect(deposit).toContainText(words('Deposit.holdBackTitle', { amount: euro(30_000, language) }));
      await page.screenshot({ path: info.outputPath('hold-back.png'), fullPage: true });
      await deposit.getByRole('button', { name: words('Deposit.holdBackDo') }).click();
      await page.screenshot({ path: info.outputPath('hold-back-dialog.png') });
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(deposit).toContainText(words('Deposit.heldBack'));
      await expect(deposit.getByRole('button', { name: words('Deposit.holdBackDo') })).toHaveCount(0);
      // 2,100.00 less what is kept back.
      await deposit.getByRole('button', { name: words('Deposit.record') }).click();
      await dialog.getByLabel(words('Deposit.kind')).selectOption('returned');
      await expect(dialog.getByLabel(words('Deposit.amount'))).toHaveValue(/1[.,]800[.,]00/);
      await dialog.getByRole('button', { name: words('Form.cancel') }).click();

      // What was paid too much waits for no rent.
      const paid = { paidOn: to, amountCents: 9_000_000, method: 'transfer' as const };
      await api.payment.record.mutate({ id: randomUUID(), leaseId, ...paid });
      const account = page.locator('#account');
      await expect(account).toContainText(words('Account.creditOver'));
      await expect(account.getByRole('button', { name: words('Account.refund') })).toBeVisible();
    });
  });
}
