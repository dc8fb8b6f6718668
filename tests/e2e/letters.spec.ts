import fs from 'node:fs';
import { extractText, getDocumentProxy } from 'unpdf';
import { storedFiles } from '../factories/stored-zip.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { bringPaper, enclosePaper } from '../setup/enclosable.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart, screens, today } from '../setup/shown.ts';

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('a letter is written from the lease, checked while it is written, sent and remembered', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      test.slow();
      const tenantId = await createTenant(landlord.api, 'Schmidt');
      const { unitId } = await createFlat(landlord.api, 'Lindenhof');
      const leaseId = await createLease(landlord.api, {
        unitId,
        tenantId,
        startsOn: monthStart(-2),
        netCents: 70_000,
      });
      await landlord.api.payment.record.mutate({
        id: crypto.randomUUID(),
        leaseId,
        paidOn: today(),
        amountCents: 70_000,
      });
      await bringPaper(landlord.api, { kind: 'lease', id: leaseId });
      await page.goto(at(`/tenant/${tenantId}/leases`));
      await page
        .getByRole('button', { name: /Anna Schmidt/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: words('LeaseList.actions.letter') }).click();
      const kind = page.getByLabel(words('WriteLetter.kind'), { exact: true });
      const body = page.getByLabel(words('WriteLetter.body'));
      const preview = page.getByRole('article');
      await expect(kind).toBeVisible();
      await expect(preview).toContainText('Anna Schmidt');
      await expectAccessible(page, 'the letter');

      // What is not so cannot be certified; what was paid can be receipted, on paper only.
      await kind.selectOption({ label: words('LetterKinds.no_arrears.name') });
      await expect(page.getByText(words('WriteLetter.obstacles.no_debt'))).toBeVisible();
      await kind.selectOption({ label: words('LetterKinds.receipt.name') });
      await expect(preview).toContainText(/700[.,]00/);
      await expect(page.getByText(words('WriteLetter.paper'))).toBeVisible();

      // An own text: a field nobody knows is named with its line while it is typed, and nothing is sent.
      await kind.selectOption({ label: words('LetterKinds.free.name') });
      const field = words('LetterFields.rent');
      await body.fill(`${words('LetterFields.today')}\n\n[[Mieta]]`);
      await expect(
        page.getByText(words('TemplateIssues.unknown_field', { line: '3', name: 'Mieta' })),
      ).toBeVisible();
      const send = page.getByRole('button', { name: words('WriteLetter.sendPaper') });
      await expect(send).toBeDisabled();
      await body.fill('<b>Hallo</b>\n\n');
      await page.getByLabel(words('WriteLetter.fields'), { exact: true }).selectOption({ index: 1 });
      await expect(body).toHaveValue(/\[\[.+\]\]/);
      // A frame later the cursor is behind it; before, that would end what is being typed over.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await body.fill(`<b>Hallo</b>: [[${field}]]`);
      await expect(preview).toContainText('<b>Hallo</b>: 700');
      // What was typed outlives a look at another kind.
      await kind.selectOption({ label: words('LetterKinds.rent_invoice.name') });
      await expect(preview).toContainText(/700[.,]00/);
      await kind.selectOption({ label: words('LetterKinds.free.name') });
      await expect(body).toHaveValue(`<b>Hallo</b>: [[${field}]]`);
      // Kept as an own text, it is what the letter is written from.
      await page.getByRole('button', { name: words('OwnTexts.keep') }).click();
      const naming = page.getByRole('dialog', { name: words('OwnTexts.keep') });
      await naming.getByLabel(words('OwnTexts.name')).fill('Hallo');
      await naming.getByRole('button', { name: words('Form.save') }).click();
      await expect(naming).toBeHidden();
      await expect(page.getByLabel(words('WriteLetter.textFrom'), { exact: true })).toHaveValue(/.+/);
      await expect(body).toHaveValue(`<b>Hallo</b>: [[${field}]]`);
      // Beside it in English: there is no own text for that, which it says, and what stands there is ours until it is changed.
      const english = new Intl.DisplayNames(language, { type: 'language' }).of('en') ?? '';
      await page.getByLabel(words('WriteLetter.beside'), { exact: true }).selectOption('en');
      await expect(page.getByText(words('WriteLetter.besideOurs', { language: english }))).toBeVisible();
      const besideBody = page.getByLabel(words('WriteLetter.besideBody', { language: english }), {
        exact: true,
      });
      await besideBody.fill(`Hello: [[${field}]]`);
      await expect(preview).toContainText('Hello: €700.00');
      // A paper of the flat comes with it, so that the file is a ZIP.
      await enclosePaper(page, words);
      await expect(preview).toContainText('Hausordnung');
      await expectAccessible(page, 'the letter in two languages');
      const [file] = await Promise.all([page.waitForEvent('download'), send.click()]);
      expect(file.suggestedFilename()).toMatch(/\.zip$/);
      const [letter, enclosed, ...others] = storedFiles(fs.readFileSync(await file.path()));
      expect([letter?.name, enclosed?.name, others]).toEqual([
        expect.stringMatching(/^01 Schreiben/),
        '01-1 Hausordnung.pdf',
        [],
      ]);
      const pdf = await getDocumentProxy(new Uint8Array(letter?.bytes ?? []));
      const { text } = await extractText(pdf, { mergePages: true });
      // The tenant's letters are German, whatever the landlord reads.
      expect(text.replace(/\s+/g, ' ')).toContain('<b>Hallo</b>: 700,00 €');
      expect(text).toContain('Hello: €700.00');
      expect(text).toContain('1. Hausordnung');
      await expect(page).toHaveURL(new RegExp(`/tenant/${tenantId}/account`));
      const letters = page.getByRole('region', { name: words('Outbox.title') });
      await expect(letters.getByText(words('Outbox.states.sent'), { exact: true })).toBeVisible();
      const from = words('Outbox.fromText', { name: 'Hallo', version: '1' });
      await expect(letters.getByText(from)).toBeVisible();

      // In the settings: a field nobody knows keeps it from being saved, and is named where it is.
      await page.goto(at('/dashboard/settings/letters'));
      await expectAccessible(page, 'own texts');
      await page.getByRole('button', { name: words('RecordList.actionsOf', { name: 'Hallo' }) }).click();
      await page.getByRole('menuitem', { name: words('RecordList.edit') }).click();
      const dialog = page.getByRole('dialog', { name: words('OwnTexts.editTitle') });
      const kept = dialog.getByLabel(words('WriteLetter.body'));
      await expect(kept).toHaveValue(`<b>Hallo</b>: [[${field}]]`);
      // Beside it, with the lease that is there, as it is typed.
      const looked = dialog.getByRole('article');
      await expect(looked).toContainText(/<b>Hallo<\/b>: €?700/);
      await expect(looked).toContainText('Anna Schmidt');
      await expectAccessible(page, 'an own text beside its preview');
      await page.screenshot({ path: info.outputPath('own-text.png') });
      await dialog.getByRole('button', { name: words('OwnTexts.previewSample') }).click();
      await expect(dialog.getByText(words('OwnTexts.previewIsSample'))).toBeVisible();
      await expect(looked).not.toContainText('Anna Schmidt');
      // A field is put where the cursor is, by keyboard alone, with what it gives shown beside its name; into the subject, too.
      await kept.fill('eins zwei');
      await kept.press('Home');
      for (let step = 0; step < 5; step += 1) await kept.press('ArrowRight');
      const fields = dialog.getByLabel(words('WriteLetter.fields'), { exact: true });
      const rent = fields.getByRole('option', { name: new RegExp(`^${field}: `) });
      // Of the sample, which is looked at by now.
      await expect(rent).toHaveText(/850/);
      await fields.selectOption({ value: 'fill rent' });
      await expect(kept).toHaveValue(`eins [[${field}]]zwei`);
      await expect(kept).toBeFocused();
      await page.keyboard.type('!');
      await expect(kept).toHaveValue(`eins [[${field}]]!zwei`);
      await expect(looked).toContainText(/eins €?850/);
      const subject = dialog.getByLabel(words('WriteLetter.subject'));
      const before = await subject.inputValue();
      await subject.focus();
      await subject.press('End');
      await fields.selectOption({ value: 'fill rent' });
      await expect(subject).toHaveValue(`${before}[[${field}]]`);
      await subject.fill(before);
      await kept.fill('a\n[[Mieta]]');
      const issue = words('TemplateIssues.unknown_field', { line: '2', name: 'Mieta' });
      await expect(dialog.getByText(issue)).toBeVisible();
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      const faulty = words('Errors.letter.text_faulty', { line: '2', name: 'Mieta' });
      await expect(dialog.getByText(faulty)).toBeVisible();
      await expect(kept).toHaveValue('a\n[[Mieta]]');
      await kept.fill(`neu [[${field}]]`);
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(words('OwnTexts.edition', { version: '2' }))).toBeVisible();

      // The letter that went names the edition it had.
      await page.goto(at(`/tenant/${tenantId}/account`));
      await expect(letters.getByText(from)).toBeVisible();
    });
  });
}
