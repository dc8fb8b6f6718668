import fs from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { languageName } from '../../src/i18n/language-name.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { restReminders } from '../setup/age-sessions.ts';
import { expect, test } from '../setup/browser.ts';
import { bringPaper, enclosePaper } from '../setup/enclosable.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart, screens, today } from '../setup/shown.ts';

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('whoever is behind is reminded with two clicks, from Today, the arrears and the account', async ({
      page,
      landlord,
      installation,
      words,
      at,
    }, info) => {
      test.slow();
      const tenantId = await createTenant(landlord.api, 'Schmidt');
      const { unitId } = await createFlat(landlord.api, 'Lindenhof');
      const rent = { startsOn: monthStart(-2), netCents: 70_000 };
      const leaseId = await createLease(landlord.api, { unitId, tenantId, ...rent });
      await bringPaper(landlord.api, { kind: 'lease', id: leaseId });

      await page.goto(at('/dashboard'));
      const remind = () => page.getByRole('button', { name: new RegExp(`^${words('Reminder.remind')}: `) });
      const dialog = page.getByRole('dialog', { name: words('Reminder.title') });
      const save = async (button: 'Reminder.preview' | 'Reminder.send' = 'Reminder.preview') => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          dialog.getByRole('button', { name: words(button) }).click(),
        ]);
        const pdf = await getDocumentProxy(new Uint8Array(await fs.readFile(await file.path())));
        const { text } = await extractText(pdf, { mergePages: true });
        return { name: file.suggestedFilename(), text: text.replace(/\s+/g, ' ') };
      };
      await remind().click();
      await expect(dialog.getByText(words('Explain.words.reminder_not_entered'))).toBeVisible();
      await expectAccessible(page, 'the reminder');
      // The tenant's language, whatever the landlord's is.
      const first = await save();
      expect(first.name).toContain('Anna Schmidt');
      expect(first.text).toContain('Lindenhof');

      // Another tone, and the landlord's words beside the tenant's where they differ.
      await dialog.getByRole('button', { name: words('Reminder.last'), exact: true }).click();
      await expect(dialog.getByText(words('Reminder.interest'))).toBeVisible();
      const beside = dialog.getByLabel(
        words('Reminder.beside', { language: languageName(language, language) }),
      );
      // `createTenant` gives the tenant German letters.
      const isOther = language !== 'de';
      await expect(beside).toHaveCount(isOther ? 1 : 0);
      if (isOther) await beside.check();
      const last = await save();
      expect(last.text).toContain('§§ 569, 573 BGB');
      expect(last.name).not.toBe(first.name);
      if (isOther) {
        expect(last.text).toContain('Guten Tag');
        expect(last.text).toContain('Dear');
      }
      await expect(dialog.getByText(words('Reminder.charged'))).toBeVisible();
      // A paper of the lease comes with it: the letter names it, and on paper both are saved.
      await enclosePaper(dialog, words);
      await expect(dialog.getByText(words('WriteLetter.zip'))).toBeVisible();
      await expectAccessible(page, 'the reminder with an enclosure');
      await page.screenshot({ path: info.outputPath('enclosed.png') });
      expect((await save()).text).toContain('1. Hausordnung');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      // Sent, it is remembered: by the rule, the account and the tenant's papers. A mark set by mistake is taken back.
      await page.goto(at('/dashboard'));
      await remind().click();
      const sent = await save('Reminder.send');
      // What is kept names nobody in its name: it outlives a recipient who is erased.
      expect(sent.name).not.toContain('Schmidt');
      expect(sent.text).toContain('Anna Schmidt');
      await expect(dialog).toBeHidden();
      await remind().click();
      await expect(dialog.getByText(words('Explain.words.reminder_waits'))).toBeVisible();
      await expect(dialog.getByText(words('Reminder.lastSent'))).toBeVisible();
      await page.keyboard.press('Escape');
      await page.goto(at(`/tenant/${tenantId}/account`));
      const letters = page.getByRole('region', { name: words('Outbox.title') });
      await expect(letters.getByText(words('Outbox.states.sent'), { exact: true })).toBeVisible();
      await expectAccessible(page, 'the account with its letters');
      const note = page.getByRole('dialog', { name: words('Outbox.noteTitle') });
      const noteProof = async (proof: string) => {
        await letters.getByRole('button', { name: new RegExp(`^${words('Outbox.note')}: `) }).click();
        await note.getByLabel(words('Outbox.proof')).fill(proof);
        await note.getByRole('button', { name: words('Form.save') }).click();
        await expect(note).toBeHidden();
      };
      const takeBack = letters.getByRole('button', { name: new RegExp(`^${words('Outbox.takeBack')}: `) });
      await noteProof('RR 123');
      await expect(letters.getByText('RR 123')).toBeVisible();
      // What has its proof has gone.
      await expect(takeBack).toHaveCount(0);
      await noteProof('');
      await expect(letters.getByText('RR 123')).toHaveCount(0);
      await takeBack.click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: words('Outbox.takeBack') })
        .click();
      await expect(letters.getByText(words('Outbox.states.taken_back'), { exact: true })).toBeVisible();

      for (const path of ['/dashboard/rent', '/dashboard/arrears', `/tenant/${tenantId}/account`]) {
        await page.goto(at(path));
        await remind().first().click();
        await expect(dialog.getByText(words('Reminder.ownPost'))).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }

      // The portfolio's own rule, with what is wrong in it named at its field; saved, it can be taken back.
      await page.goto(at('/dashboard/settings/reminders'));
      const rule = page.locator('#reminders');
      const stepField = (step: 'friendly' | 'first') => rule.getByLabel(words(`Reminder.${step}`));
      await stepField('friendly').fill('14');
      await page.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.getByText(words('Errors.field.step_too_early'))).toBeVisible();
      await stepField('friendly').fill('');
      await page.getByLabel(words('ReminderRule.interest')).uncheck();
      const byItself = page.getByLabel(words('ReminderRule.byItself'));
      await expect(byItself).toHaveValue('');
      await byItself.selectOption('first');
      await expectAccessible(page, 'the rule of reminders');
      await page.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.getByText(words('ReminderRule.saved'))).toBeVisible();
      expect(await landlord.api.reminderRule.get.query()).toMatchObject({
        friendlyDays: null,
        firstDays: 14,
        withInterest: false,
        byItselfUpTo: 'first',
      });
      await expect(
        page.getByText(words('ReminderRule.inNameOf', { name: '\u0000' }).split('\u0000')[1] ?? ''),
      ).toBeVisible();
      await page.screenshot({ path: info.outputPath('rule.png'), fullPage: true });
      await page.getByRole('button', { name: words('Form.undo') }).click();
      await expect(stepField('friendly')).toHaveValue('5');
      await expect(byItself).toHaveValue('');

      // An own text instead of ours, beside how it looks with whoever owes; what a reminder must say cannot be lost.
      const tone = {
        tone: words('LetterKinds.reminder_friendly.name'),
        language: languageName('de', language),
      };
      const texts = page.getByRole('region', { name: words('ReminderTexts.title') });
      await texts.getByRole('button', { name: words('ReminderTexts.changeOf', tone) }).click();
      const own = page.getByRole('dialog', { name: words('ReminderTexts.formTitle', tone) });
      const body = own.getByLabel(words('WriteLetter.body'));
      await expect(own.getByRole('article')).toContainText('Anna Schmidt');
      await expect(own.getByRole('article')).toContainText('Guten Tag');
      await expectAccessible(page, 'the text of a reminder');
      await page.screenshot({ path: info.outputPath('reminder-text.png') });
      const ours = await body.inputValue();
      const table = words('LetterFields.reminder_table');
      await body.fill(ours.replace(`[[${table}]]`, ''));
      await expect(own.getByText(words('TemplateIssues.missing', { name: table }))).toBeVisible();
      await own.getByRole('button', { name: words('Form.save') }).click();
      await expect(own.getByText(words('Errors.letter.text_incomplete'))).toBeVisible();
      await body.fill(`servus [[${words('LetterFields.tenants')}]].\n\n${ours}`);
      await expect(own.getByRole('article')).toContainText('servus Anna Schmidt.');
      await own.getByRole('button', { name: words('Form.save') }).click();
      await expect(own).toBeHidden();
      await expect(texts.getByText(words('ReminderTexts.own', { version: '1' }))).toBeVisible();
      await expectAccessible(page, 'the texts of reminders');
      await page.screenshot({ path: info.outputPath('texts.png'), fullPage: true });
      await page.goto(at('/dashboard'));
      await remind().click();
      await dialog.getByRole('button', { name: words('Reminder.friendly'), exact: true }).click();
      await expect(dialog.getByText(words('ReminderTexts.own', { version: '1' }))).toBeVisible();
      expect((await save()).text).toContain('servus Anna Schmidt.');
      await page.keyboard.press('Escape');
      await page.goto(at('/dashboard/settings/reminders'));
      await texts.getByRole('button', { name: words('ReminderTexts.changeOf', tone) }).click();
      await own.getByRole('button', { name: words('ReminderTexts.reset') }).click();
      await expect(own).toBeHidden();
      await expect(texts.getByText(words('ReminderTexts.own', { version: '1' }))).toHaveCount(0);

      // In a backup brought back they rest: Today asks whether they go on here, and the rule says why.
      const { version } = await landlord.api.reminderRule.get.query();
      await landlord.api.reminderRule.set.mutate({
        ...{ version, friendlyDays: 5, betweenDays: 14, leastCents: 0, payWithinDays: 10 },
        byItselfUpTo: 'first',
      });
      await restReminders(installation.dataDir, landlord.email);
      await page.goto(at('/dashboard'));
      await expect(page.getByText(words('Overview.resting'))).toBeVisible();
      await expectAccessible(page, 'Today with reminders that rest');
      await page.screenshot({ path: info.outputPath('resting.png') });
      await page.getByRole('link', { name: words('Overview.restingDecide') }).click();
      await expect(page.getByText(words('ReminderRule.rests'))).toBeVisible();
      await page.screenshot({ path: info.outputPath('rests.png'), fullPage: true });
      await byItself.selectOption('first');
      await page.getByRole('button', { name: words('Form.save') }).click();
      await expect(page.getByText(words('ReminderRule.rests'))).toHaveCount(0);
      await page.goto(at('/dashboard'));
      await expect(remind()).toBeVisible();
      await expect(page.getByText(words('Overview.resting'))).toHaveCount(0);

      // Paused, nobody offers to remind.
      const [row] = (await landlord.api.arrears.list.query({ tenantId })).rows;
      await landlord.api.arrears.pause.mutate({
        leaseId: row?.leaseId ?? '',
        version: row?.leaseVersion ?? 1,
        until: '2099-12-31',
      });
      await page.goto(at('/dashboard/arrears'));
      await expect(page.getByText(words('Arrears.endPause'))).toBeVisible();
      await expect(remind()).toHaveCount(0);
      await page.goto(at('/dashboard/rent'));
      await expect(page.getByRole('link', { name: 'Anna Schmidt' })).toBeVisible();
      await expect(remind()).toHaveCount(0);
    });

    test('the letters of today are looked through and sent with one click, and who paid meanwhile gets none', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      const { api } = landlord;
      const leases: string[] = [];
      for (const name of ['Schmidt', 'Vogel']) {
        const tenantId = await createTenant(api, name);
        const { unitId } = await createFlat(api, `Haus ${name}`);
        const lease = { unitId, tenantId, startsOn: monthStart(-2), netCents: 70_000 };
        leases.push(await createLease(api, lease));
      }
      const pay = (leaseId: string, amountCents: number) =>
        api.payment.record.mutate({ id: crypto.randomUUID(), leaseId, paidOn: today(), amountCents });
      await pay(leases[0] ?? '', 100);
      await page.goto(at('/dashboard/arrears'));
      const open = page.getByRole('button', { name: words('RemindAll.open', { count: 2 }) });
      await page.screenshot({ path: info.outputPath('arrears.png'), fullPage: true });
      await open.click();
      const dialog = page.getByRole('dialog', { name: words('RemindAll.title') });
      await expect(dialog.getByRole('checkbox')).toHaveCount(2);
      await expect(dialog).toContainText('Anna Vogel');
      await expectAccessible(page, 'the letters of today');
      // The button itself is for the eyes of screen readers; people click its words.
      await dialog.getByText(words('Reminder.ways.post'), { exact: true }).click();
      await page.screenshot({ path: info.outputPath('letters.png') });
      await pay(leases[1] ?? '', 10_000);
      const [zip] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: words('RemindAll.send', { count: 2 }) }).click(),
      ]);
      expect(zip.suggestedFilename()).toMatch(/\.zip$/);
      await expect(dialog).toContainText(words('RemindAll.failed', { count: 1 }));
      await expect(dialog).toContainText(words('Errors.arrears.reminder_changed'));
      await page.screenshot({ path: info.outputPath('failed.png') });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: words('RemindAll.open', { count: 1 }) })).toBeVisible();
      await page.getByRole('button', { name: words('Form.undo') }).click();
      await expect(open).toBeVisible();
    });
  });
}
