import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { createFlat, createTenant, findPlant, letWithAdvance, openDemo } from '../setup/landlord.ts';
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

for (const { language, width, colorScheme } of screens) {
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
      await api.unit.create.mutate({ id: second, propertyId, name: 'Dach', kind: 'apartment' });
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
    });
  });
}
