import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { paste } from '../setup/hand.ts';
import {
  bookTax,
  createFlat,
  createTenant,
  findAssociation,
  letWithAdvance,
  openDemo,
} from '../setup/landlord.ts';
import { euro, screens, shownDay, today } from '../setup/shown.ts';

const lastYear = new Date().getFullYear() - 1;
const [from, to] = [`${lastYear}-01-01`, `${lastYear}-12-31`];
const written = `${from}_${to}`;

/** Rows of the paper as a spreadsheet copies them: name, total, key, own part, recoverable part, labour. */
const table = (language: string) => {
  const rows =
    language === 'de'
      ? [
          ['Wasser und Abwasser', '4.800,00', 'MEA 85/1.000', '408,00', '', ''],
          ['Hausmeister', '6.000,00', 'MEA 85/1.000', '510,00', '80', '300,00'],
          ['Verwaltervergütung', '3.600,00', 'Einheiten', '300,00', '', ''],
          ['Zuführung zur Rücklage', '12.000,00', 'MEA 85/1.000', '1.020,00', '', ''],
        ]
      : [
          ['Water supply', '4,800.00', '85 of 1,000', '408.00', '', ''],
          ['Caretaker', '6,000.00', '85 of 1,000', '510.00', '80', '300.00'],
          ['Management fee', '3,600.00', 'units', '300.00', '', ''],
          ['Reserve', '12,000.00', '85 of 1,000', '1,020.00', '', ''],
        ];
  return rows.map((row) => row.join('\t')).join('\n');
};

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('from the association’s paper to the sent letter in five minutes', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      test.slow();
      const { api } = landlord;
      const tenantId = await createTenant(api);
      const { id: propertyId, unitId } = await createFlat(api);
      await letWithAdvance(api, { unitId, tenantId, startsOn: from });
      await bookTax(api, { propertyId, unitId, bookedOn: `${lastYear}-03-01`, amountCents: 320_00 });
      const began = Date.now();
      const dialog = page.getByRole('dialog');
      const t = (key: string, values?: Record<string, string | number>) =>
        words(`Association.${key}`, values);

      await page.goto(at(`/property/${propertyId}/statement`));
      const open = async (name: string) => {
        await page.getByRole('button', { name }).click();
        await expect(dialog).toBeVisible();
      };
      await open(t('add'));
      await dialog.getByLabel(t('name')).fill('WEG Lindenstraße 5');
      await dialog.getByLabel(t('manager')).fill('Verwaltung Krause');
      await expectAccessible(page, 'a new association');
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.locator('#association')).toContainText('Verwaltung Krause');

      // Without the paper nothing is settled, and the way to it stands there.
      await page.goto(at(`/property/${propertyId}/statement/${written}`));
      await expect(page.locator('#association')).toContainText(t('statement.missing'));
      await page
        .locator('#association')
        .getByRole('link', { name: t('statement.enter') })
        .click();
      await expect(page.locator('#beside')).toContainText(euro(320_00, language));

      // What was asked of the manager is kept.
      await open(t('addEffort'));
      await dialog.getByLabel(t('askedOn')).fill(shownDay(`${lastYear + 1}-01-15`, language));
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.locator('#efforts')).toContainText(t('ways.mail'));

      const cell = (column: string, number: number) =>
        page.getByLabel(`${t(`columns.${column}`)} ${t('row', { number })}`, { exact: true });
      await cell('name', 1).click();
      await paste(cell('name', 1), table(language));
      await expect(cell('own', 2)).toHaveValue(/510/);
      await expect(cell('recoverable', 3)).toBeDisabled();
      await expect(page.locator('#paper')).toContainText(euro(816_00, language));

      // A part above its line is told in its row, and loses nothing.
      await cell('own', 1).fill(language === 'de' ? '4.900,00' : '4,900.00');
      await page.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.getByText(words('Errors.field.own_above_total'))).toBeVisible();
      await expect(cell('own', 1)).toBeFocused();
      await page.screenshot({ path: info.outputPath('paper-wrong.png'), fullPage: true });
      await cell('own', 1).fill(language === 'de' ? '408,00' : '408.00');
      await expectAccessible(page, 'an association’s paper');
      await page.screenshot({ path: info.outputPath('paper.png'), fullPage: true });
      await page.getByRole('button', { name: words('Form.save') }).click();

      // 408 + 80 % of 510 + 320 of tax.
      await expect(page.locator('#results')).toContainText(euro(1_136_00, language));
      await page.screenshot({ path: info.outputPath('statement.png'), fullPage: true });
      await expectAccessible(page, 'a statement with an association’s paper');
      const send = words('CostStatements.send');
      await page.getByRole('button', { name: send }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: send }).click();
      await expect(page.getByText(words('CostStatements.sendDone'))).toBeVisible();
      await page.getByRole('button', { name: words('CostStatements.sendLetters.open') }).click();
      await dialog.getByText(words('Reminder.ways.post'), { exact: true }).click();
      await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: words('CostStatements.sendLetters.send'), exact: true }).click(),
      ]);
      const gone = words('CostStatements.sendLetters.post', { day: shownDay(today(), language) });
      await expect(page.locator('#results')).toContainText(gone);
      expect(Date.now() - began).toBeLessThan(5 * 60_000);

      // The next year begins with these lines, and no amount.
      const next = `${lastYear + 1}-01-01_${lastYear + 1}-12-31`;
      await page.goto(at(`/property/${propertyId}/statement/${next}`));
      await page
        .locator('#association')
        .getByRole('link', { name: t('statement.enter') })
        .click();
      await page.getByRole('button', { name: /^(Take the lines|Positionen von)/ }).click();
      await expect(cell('recoverable', 2)).toHaveValue('80');
      await expect(cell('own', 2)).toHaveValue('');
    });

    test('the condominium of the demo: its paper of the last year is there, with a reminder', async ({
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
      const found = await findAssociation(demo.api);
      if (!found) throw new Error('The demo has no association.');
      const { propertyId, associationId } = found;
      await page.goto(at(`/property/${propertyId}/statement/${written}`));
      await expect(page.locator('#lines')).toContainText(euro(1_084_60, language));
      const association = page.locator('#association');
      await expect(association).toContainText(words('Association.statement.change'));
      await expect(association).not.toContainText(words('Association.statement.missing'));
      await page.screenshot({ path: info.outputPath('demo-statement.png'), fullPage: true });
      await page.goto(at(`/property/${propertyId}/statement/${written}/association/${associationId}`));
      await expect(page.locator('#efforts')).toContainText(words('Association.ways.mail'));
      await page.screenshot({ path: info.outputPath('demo-paper.png'), fullPage: true });
    });
  });
}
