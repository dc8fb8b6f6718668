import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { languageName } from '../../src/i18n/language-name.ts';
import { expectInOrder } from '../setup/accessibility.ts';
import { expect, type Language, test, type Words } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { fill } from '../setup/hand.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart, screens, shownDay, today } from '../setup/shown.ts';

const picture = path.resolve(import.meta.dirname, '../../src/features/demo/pictures/meter.jpg');

/** Begins a record from the lease's menu. */
async function begin(page: Page, words: Words): Promise<Locator> {
  const menu = page.getByRole('button', { name: words('LeaseList.actionsOf', { names: 'Anna Schmidt' }) });
  const item = page.getByRole('menuitem', { name: words('LeaseList.actions.handover'), exact: true });
  await menu.click();
  await item.click();
  const dialog = page.getByRole('dialog', { name: words('Handover.newTitle') });
  await expect(dialog.getByLabel(words('Handover.heldAt'))).toBeVisible();
  return dialog;
}

async function printed(page: Page, words: Words, language: Language, inLanguage: Language): Promise<string> {
  await page.getByRole('button', { name: words('Handover.pdf'), exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('menuitem', {
        name: words('Handover.pdfIn', { language: languageName(language, inLanguage) }),
      })
      .click(),
  ]);
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

test.describe.configure({ mode: 'parallel' });

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('a tenant moves in and out: what was read, handed over and broken stands beside each other', async ({
      page,
      landlord: { api },
      words,
      at,
    }) => {
      test.slow();
      const { id: propertyId, unitId } = await createFlat(api);
      const tenantId = await createTenant(api, 'Schmidt');
      const startsOn = monthStart(-3);
      await createLease(api, { unitId, tenantId, startsOn, bookedFrom: startsOn, netCents: 70_000 });
      const number = (de: string, en: string) => (language === 'de' ? de : en);
      await page.goto(at(`/tenant/${tenantId}/leases`));

      const form = await begin(page, words);
      const meters = form.getByRole('region', { name: words('Handover.meters') });
      await form.getByRole('button', { name: words('Handover.addMeter') }).click();
      await fill(meters.getByLabel(words('Handover.reading')), number('4.711,3', '4,711.3'));
      await fill(meters.getByLabel(words('Handover.meterNumber')), '7741');
      await form.getByRole('button', { name: /: (Bad|Bathroom)$/ }).click();
      await page.keyboard.type('Fuge');
      await form.locator('input[type=file][multiple]').setInputFiles(picture);
      await expectInOrder(page, 'new record');
      // Escape asks first: nothing typed in the flat is lost by a slip.
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: words('Form.keepEditing') }).click();
      // The number of keys is missing.
      await form.getByRole('button', { name: words('Form.save') }).click();
      await expect(form.getByLabel(words('Handover.keyCount'))).toBeFocused();
      await fill(form.getByLabel(words('Handover.keyCount')), '3');
      await form.getByRole('button', { name: words('Form.save') }).click();

      const record = page.getByRole('dialog', { name: words('Handover.title'), exact: true });
      await expect(record.getByText(number('4.711,3 kWh', '4,711.3 kWh'))).toBeVisible();
      await expect(record.getByRole('img', { name: 'meter' })).toBeVisible({ timeout: 20_000 });
      await expectInOrder(page, 'record');
      expect(await printed(page, words, language, language)).toContain('Fuge');
      await record.getByRole('button', { name: words('Form.close') }).click();

      const moveOut = await begin(page, words);
      await expect(moveOut.getByLabel(words('Handover.isKnown'))).toBeChecked();
      const reading = moveOut.getByLabel(words('Handover.reading'), { exact: true });
      await fill(reading, number('4.700', '4,700'));
      const last = { reading: number('4.711,3 kWh', '4,711.3 kWh'), day: shownDay(startsOn, language) };
      const low = words('Handover.lower', last).slice(0, 20);
      await expect(moveOut.getByText(low)).toBeVisible();
      await fill(reading, number('5.211,8', '5,211.8'));
      // Nobody has counted the keys yet, either: what was handed over stands beside the empty field.
      const keyCount = moveOut.getByLabel(words('Handover.keyCount'));
      await expect(keyCount).toHaveValue('');
      await expect(moveOut.getByText(words('Handover.keysGiven', { count: '3' }))).toBeVisible();
      await fill(keyCount, '2');
      await expect(moveOut.getByText(words('Handover.keysMissing', { count: 1 }))).toBeVisible();
      // How the rooms are now nobody has said yet: "good" would be the landlord's loss.
      const conditions = moveOut.getByLabel(words('Handover.condition'), { exact: true });
      await expect(conditions.first()).toHaveValue('');
      await expectInOrder(page, 'move-out');
      await moveOut.getByRole('button', { name: words('Form.save') }).click();
      await expect(conditions.first()).toBeFocused();
      for (const condition of await conditions.all()) await condition.selectOption('worn');
      await moveOut.getByRole('button', { name: words('Form.save') }).click();
      await expect(record.getByText(/\+500[.,]5/)).toBeVisible();
      await expect(record.getByText(words('Handover.asAtMoveIn'))).toBeVisible();
      const other = language === 'de' ? 'en' : 'de';
      expect(await printed(page, words, other, language)).toContain(
        other === 'de' ? 'einer fehlt' : 'one is missing',
      );

      await record.getByRole('button', { name: words('Handover.more'), exact: true }).click();
      await page.getByRole('menuitem', { name: words('Handover.voidAction') }).click();
      await expect(record.getByText(words('Handover.voidText'))).toBeVisible();
      await page.getByRole('button', { name: words('Handover.undo'), exact: true }).click();
      await expect(record.getByText(words('Handover.voidText'))).toHaveCount(0);
      await page.goto(at(`/tenant/${tenantId}/leases`));
      const listed = words('Handover.listed', {
        kind: words('Labels.handoverKind.move_out'),
        day: shownDay(today(), language),
      });
      // Each record and its lease have an address of their own.
      await page.getByRole('link', { name: listed }).click();
      await expect(page).toHaveURL(/\/leases\/[0-9a-f-]{36}\/handovers\/[0-9a-f-]{36}$/);
      const read = page.getByRole('region', { name: words('Handover.title'), exact: true });
      await expect(read.getByText(/\+500[.,]5/)).toBeVisible();
      await expectInOrder(page, 'a record at its address');
      await read.getByRole('button', { name: words('Handover.edit'), exact: true }).click();
      const editing = page.getByRole('dialog', { name: words('Handover.editTitle') });
      await fill(editing.getByLabel(words('Handover.keyCount')), '1');
      await editing.getByRole('button', { name: words('Form.save') }).click();
      await expect(editing).toBeHidden();
      await expect(read.getByText(words('Handover.keysMissing', { count: 2 }))).toBeVisible();
      await page.getByRole('link', { name: words('Handover.backToLease'), exact: true }).click();
      await expect(page.locator('#lease')).toContainText(words('Contract.wholeLease'));
      await expect(page.locator('#handovers')).toContainText(listed);
      await expectInOrder(page, 'a lease at its address');

      await page.goto(at(`/property/${propertyId}`));
      const ofUnit = page.getByRole('button', { name: words('Unit.actionsOf', { name: 'Lindenstraße 5' }) });
      const entry = page.getByRole('menuitem', { name: words('Unit.meters') });
      await ofUnit.click();
      await entry.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(number('5.211,8 kWh', '5,211.8 kWh'))).toBeVisible();
      await expectInOrder(page, 'meters');
    });
  });
}
