import fs from 'node:fs';
import { extractText, getDocumentProxy } from 'unpdf';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { createFlat, createLease, createTenant } from '../setup/landlord.ts';
import { monthStart, screens, today } from '../setup/shown.ts';

for (const { language, width, colorScheme } of screens) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('a letter is written from the lease, checked while it is written, sent and remembered', async ({
      page,
      landlord,
      words,
      at,
    }) => {
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
      await body.fill(`<b>Hallo</b>: [[${field}]]`);
      await expect(preview).toContainText('<b>Hallo</b>: 700');
      // What was typed outlives a look at another kind.
      await kind.selectOption({ label: words('LetterKinds.rent_invoice.name') });
      await expect(preview).toContainText(/700[.,]00/);
      await kind.selectOption({ label: words('LetterKinds.free.name') });
      await expect(body).toHaveValue(`<b>Hallo</b>: [[${field}]]`);
      const [file] = await Promise.all([page.waitForEvent('download'), send.click()]);
      const pdf = await getDocumentProxy(new Uint8Array(fs.readFileSync(await file.path())));
      const { text } = await extractText(pdf, { mergePages: true });
      // The tenant's letters are German, whatever the landlord reads.
      expect(text.replace(/\s+/g, ' ')).toContain('<b>Hallo</b>: 700,00 €');
      await expect(page).toHaveURL(new RegExp(`/tenant/${tenantId}/account`));
      const letters = page.getByRole('region', { name: words('Outbox.title') });
      await expect(letters.getByText(words('Outbox.states.sent'), { exact: true })).toBeVisible();
    });
  });
}
