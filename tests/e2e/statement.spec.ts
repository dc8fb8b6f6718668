import fs from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { addDays } from '../../src/lib/calendar.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { bringPaper, enclosePaper } from '../setup/enclosable.ts';
import { inTurn } from '../setup/forms.ts';
import { bookTax, createFlat, createTenant, letWithAdvance } from '../setup/landlord.ts';
import { euro, monthStart, screens, shownDay, today } from '../setup/shown.ts';

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('a month of a flat is settled: costs, letter, posted back-payment', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      test.slow();
      const { api } = landlord;
      const tenantId = await createTenant(api, 'Schmidt');
      const { id, unitId } = await createFlat(api, 'Lindenhof');
      const period = { from: monthStart(-2), to: addDays(monthStart(-1), -1) };
      await letWithAdvance(api, { unitId, tenantId, startsOn: period.from });
      await bookTax(api, { propertyId: id, unitId, bookedOn: period.from, amountCents: 12_345 });

      await bringPaper(api, { kind: 'property', id });
      await page.goto(at(`/property/${id}/statement`));
      await expect(page.getByRole('heading', { name: words('CostStatements.title') })).toBeVisible();
      await page.goto(at(`/property/${id}/statement/${period.from}_${period.to}`));
      await expect(page.locator('#results')).toContainText(euro(12_345, language));
      await expectAccessible(page, 'a statement');
      const letterBy = async (name: string) => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: new RegExp(`^${name}(:|$)`) }).click(),
        ]);
        const pdf = await getDocumentProxy(new Uint8Array(await fs.readFile(await file.path())));
        return (await extractText(pdf, { mergePages: true })).text;
      };
      const marks = /DRAFT|ENTWURF/;
      const draft = await letterBy(words('CostStatements.draft'));
      expect(draft).toMatch(/123[.,]45/);
      expect(draft).toMatch(marks);

      const send = words('CostStatements.send');
      await page.getByRole('button', { name: send }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: send }).click();
      await expect(page.getByText(words('CostStatements.sendDone'))).toBeVisible();
      await expect(page.getByRole('button', { name: send })).toHaveCount(0);
      const letter = await letterBy(words('CostStatements.letter'));
      expect(letter).toMatch(/123[.,]45/);
      expect(letter).not.toMatch(marks);
      const advances = words('CostStatements.newAdvances.agree');
      await page.screenshot({ path: info.outputPath('settled.png'), fullPage: true });
      await page.getByRole('button', { name: advances }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: advances }).click();
      await expect(page.locator('#advances')).toContainText(words('CostStatements.newAdvances.agreed'));
      await expect(page.getByRole('button', { name: advances })).toHaveCount(0);
      await page.screenshot({ path: info.outputPath('advances.png'), fullPage: true });
      expect(await letterBy(words('CostStatements.letter'))).toMatch(/1[2-4]\d[.,]00/);

      await page.getByRole('button', { name: words('CostStatements.sendLetters.open') }).click();
      const dialog = page.getByRole('dialog');
      // The button itself is for the eyes of screen readers; people click its words.
      await dialog.getByText(words('Reminder.ways.post'), { exact: true }).click();
      await enclosePaper(dialog, words);
      await expectAccessible(page, 'how letters go');
      await page.screenshot({ path: info.outputPath('send.png') });
      const [zip] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: words('CostStatements.sendLetters.send'), exact: true }).click(),
      ]);
      expect(zip.suggestedFilename()).toMatch(/\.zip$/);
      const gone = words('CostStatements.sendLetters.post', { day: shownDay(today(), language) });
      await expect(page.locator('#results')).toContainText(gone);
      await page.screenshot({ path: info.outputPath('sent.png'), fullPage: true });
      expect(await letterBy(words('CostStatements.letter'))).toMatch(/1[2-4]\d[.,]00/);

      await bookTax(api, {
        propertyId: id,
        unitId,
        bookedOn: period.from,
        amountCents: 2_000,
        title: 'Nachtrag',
      });
      await page.goto(at(`/property/${id}/statement/${period.from}_${period.to}`));
      await page.screenshot({ path: info.outputPath('changed.png'), fullPage: true });
      await page.getByRole('link', { name: words('CostStatements.correction.look') }).click();
      const corrected = page.getByText(words('CostStatements.correction.title', { version: '2' }));
      await expect(corrected).toBeVisible();
      await expect(page.locator('#results')).toContainText(`+${euro(2_000, language)}`);
      await expectAccessible(page, 'a correction');
      await page.screenshot({ path: info.outputPath('correction.png'), fullPage: true });
      await page.getByRole('button', { name: send }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: send }).click();
      await expect(page.getByText(words('CostStatements.sendDone'))).toBeVisible();
      await expect(corrected).toBeHidden();
      const second = await letterBy(words('CostStatements.letter'));
      expect(second).toMatch(/takes the place|tritt an die Stelle/);
      expect(second).toMatch(/20[.,]00/);
      const versions = page.getByRole('navigation', { name: words('CostStatements.correction.versions') });
      await page.screenshot({ path: info.outputPath('corrected.png'), fullPage: true });
      await versions.getByRole('link').first().click();
      await expect(page.locator('#results')).toContainText(euro(12_345, language));
      await expect(page.getByRole('button', { name: send })).toHaveCount(0);
      await page.screenshot({ path: info.outputPath('first.png'), fullPage: true });

      await page.goto(at(`/tenant/${tenantId}/account`));
      await expect(page.getByText(words('Labels.chargeKind.back_payment')).first()).toBeVisible();
      // `createTenant` gives the tenant German letters.
      await expect(page.locator('#letters')).toContainText('Betriebskostenabrechnung');
    });

    test('a year whose deadline is near is settled from Today in seven clicks: result, new advance, letters', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      const { api } = landlord;
      const tenantId = await createTenant(api, 'Schmidt');
      const { id, unitId } = await createFlat(api, 'Lindenhof');
      // Years end with next month, so that the statement of the last one is due then.
      const [from, to] = [monthStart(-22), addDays(monthStart(-10), -1)];
      const deadline = addDays(monthStart(2), -1);
      await api.property.update.mutate({
        id,
        version: 1,
        name: 'Lindenhof',
        kind: 'apartment',
        country: 'DE',
        statementStartMonth: Number(from.slice(5, 7)),
      });
      await letWithAdvance(api, { unitId, tenantId, startsOn: from });
      await page.goto(at('/dashboard'));
      const row = page.getByRole('listitem').filter({ hasText: words('Overview.statementDue') });
      await expect(row).toContainText('Lindenhof');
      // A calendar year goes by its number.
      await expect(row).toContainText(from.endsWith('-01-01') ? from.slice(0, 4) : shownDay(from, language));
      await expect(row).toContainText(shownDay(deadline, language));
      await expectAccessible(page, 'Today with a statement that is due');
      await page.screenshot({ path: info.outputPath('due.png'), fullPage: true });
      await bookTax(api, { propertyId: id, unitId, bookedOn: from, amountCents: 130_000 });
      let clicks = 0;
      const press = (button: Locator) => {
        clicks += 1;
        return button.click();
      };
      const pressBoth = async (name: string) => {
        await press(page.getByRole('button', { name }));
        await press(page.getByRole('alertdialog').getByRole('button', { name }));
      };
      await press(row.getByRole('link', { name: words('Overview.toStatement') }));
      await expect(page).toHaveURL(at(`/property/${id}/statement/${from}_${to}`));
      await pressBoth(words('CostStatements.send'));
      await pressBoth(words('CostStatements.newAdvances.agree'));
      await expect(page.locator('#advances')).toContainText(words('CostStatements.newAdvances.agreed'));
      await press(page.getByRole('button', { name: words('CostStatements.sendLetters.open') }));
      const sendLetters = words('CostStatements.sendLetters.send');
      await press(page.getByRole('dialog').getByRole('button', { name: sendLetters, exact: true }));
      const gone = words('CostStatements.sendLetters.post', { day: shownDay(today(), language) });
      await expect(page.locator('#results')).toContainText(gone);
      expect(clicks).toBe(7);
      await page.goto(at('/dashboard'));
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByText(words('Overview.statementDue'))).toHaveCount(0);
    });
  });
}
