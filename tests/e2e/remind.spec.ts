import fs from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { languageName } from '../../src/i18n/language-name.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart, screens } from '../setup/shown.ts';

for (const { language, width, colorScheme } of screens) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('whoever is behind is reminded with two clicks, from Today, the arrears and the account', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const tenantId = await createTenant(landlord.api, 'Schmidt');
      const { unitId } = await createFlat(landlord.api, 'Lindenhof');
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-2), netCents: 70_000 });

      await page.goto(at('/dashboard'));
      const remind = () => page.getByRole('button', { name: new RegExp(`^${words('Reminder.remind')}: `) });
      const dialog = page.getByRole('dialog', { name: words('Reminder.title') });
      const save = async () => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          dialog.getByRole('button', { name: words('Reminder.download') }).click(),
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
      const isOther = (await beside.count()) > 0;
      if (isOther) await beside.check();
      const last = await save();
      expect(last.text).toContain('§§ 569, 573 BGB');
      expect(last.name).not.toBe(first.name);
      if (isOther) {
        expect(last.text).toContain('Guten Tag');
        expect(last.text).toContain('Dear');
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      for (const path of ['/dashboard/rent', '/dashboard/arrears', `/tenant/${tenantId}/account`]) {
        await page.goto(at(path));
        await remind().first().click();
        await expect(dialog.getByText(words('Reminder.ownPost'))).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }

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
    });
  });
}
