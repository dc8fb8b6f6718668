import { addDays } from '../../src/lib/calendar.ts';
import { corpus } from '../factories/bank-files/corpus.ts';
import { ownAccount, payments } from '../factories/bank-files/truth.ts';
import { zipOf } from '../factories/bank-files/zip.ts';
import { statementOf } from '../factories/bank-import.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createBankAccount, createFlat, createTenant, letWithAdvance } from '../setup/landlord.ts';
import { euro, monthStart } from '../setup/shown.ts';

const screens = [
  { language: 'de', width: 1440 },
  { language: 'en', width: 390 },
] as const;

for (const { language, width } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide`, () => {
    test.use({ language, viewport: { width, height: 900 } });

    test('a week in every format and in a ZIP: the first file brings its lines, no other brings one', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      await createBankAccount(landlord.api, ownAccount);
      const packed = corpus.filter(({ name }) => name.startsWith('camt'));
      const files = [
        ...corpus.map(({ name, bytes }) => ({ name: `${name}.txt`, bytes })),
        {
          name: 'woche.zip',
          bytes: zipOf(packed.map(({ name, bytes }) => ({ name: `${name}.xml`, bytes }))),
        },
      ];
      await page.goto(at('/dashboard/rent/bank'));
      const main = page.getByRole('main');
      for (const { name, bytes } of files) {
        const answer = page.waitForResponse((response) => response.url().includes('bank.import'));
        await page
          .locator('input[type=file]')
          .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) });
        await answer;
        // A table that names no account, or only its number, asks for it.
        const said = page.getByText(new RegExp(`^${name.replace('.', '\\.')}: `)).last();
        const question = main.getByRole('button', { name: /Eva Ohne/ });
        await expect(said.or(question).first(), name).toBeVisible();
        if (await question.isVisible()) await question.click();
        await expect(said, name).toBeVisible();
        await expect(main.getByRole('alert'), name).toHaveCount(0);
      }
      await expect(main.locator('[data-line]')).toHaveCount(payments.length);
      await main.getByRole('button', { name: words('Bank.views.files'), exact: true }).click();
      await expect(main.getByRole('button', { name: words('Bank.takeBackFile') })).toHaveCount(1);
    });

    test('certain lines at once, one line in two windows, and a debit that comes back: arrears follow live', async ({
      page,
      context,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const { api } = landlord;
      await createBankAccount(api, ownAccount);
      const leases: { leaseId: string; name: string; paymentReference: string; account: string }[] = [];
      for (const [name, account] of [
        ['Adler', 'DE89370400440532013000'],
        ['Bauer', 'DE02500105170137075030'],
        ['Cramer', 'DE12500105170648489890'],
      ] as const) {
        const tenantId = await createTenant(api, name);
        const { unitId } = await createFlat(api);
        // It has ended, so that on any day of a month two rents are overdue.
        const terms = { startsOn: monthStart(-2), endsOn: addDays(monthStart(0), -1), netCents: 60_000 };
        const leaseId = await letWithAdvance(api, { unitId, tenantId, ...terms });
        const { paymentReference } = await api.lease.get.query({ id: leaseId });
        leases.push({ leaseId, name, account, paymentReference });
      }
      const rents = leases.map(({ name, account, paymentReference }) => {
        return { on: addDays(monthStart(0), -3), cents: 70_000, name, account, text: paymentReference };
      });
      const arrears = async (open: number) =>
        expect(second.getByRole('row', { name: /Adler/ })).toContainText(euro(open, language));
      const openCents = async () => {
        const all = leases.map(({ leaseId }) => api.ledger.openItems.query({ leaseId }));
        return (await Promise.all(all)).map((one) => one.openCents);
      };
      const drop = (name: string, text: string) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

      const second = await context.newPage();
      await second.goto(at('/dashboard/arrears'));
      await arrears(140_000);
      await page.goto(at('/dashboard/rent/bank'));
      await drop('april.xml', statementOf(ownAccount, rents));
      const lines = page.locator('[data-line]');
      await expect(lines).toHaveCount(3);
      await page.getByRole('button', { name: words('Bank.acceptCertain', { count: 3 }) }).click();
      await expect(page.getByText(words('Bank.emptyTitle'))).toBeVisible();
      await arrears(70_000);
      expect(await openCents()).toEqual([70_000, 70_000, 70_000]);

      // It came back: the payment is reversed, the bank's 3.00 € are claimed.
      const back = {
        ...rents[0],
        on: addDays(monthStart(0), -1),
        cents: -70_300,
        text: 'RUECKLASTSCHRIFT',
        returned: { reason: 'AC04', originalCents: 70_000 },
      };
      await drop('zurueck.xml', statementOf(ownAccount, [back]));
      await expect(lines).toHaveCount(1);
      await expect(lines.first()).toContainText(words('Bank.returnFee', { amount: euro(300, language) }));
      await expectAccessible(page, 'a return');
      await lines
        .first()
        .getByRole('button', { name: words('Bank.accept') })
        .click();
      await expect(page.getByText(words('Bank.emptyTitle'))).toBeVisible();
      await arrears(140_300);

      // Two windows accept the same line at the same moment: it is booked once.
      await drop(
        'mai.xml',
        statementOf(ownAccount, [{ ...rents[1], on: monthStart(-1), cents: 70_000, text: 'Miete zwei' }]),
      );
      const other = await context.newPage();
      await other.goto(at('/dashboard/rent/bank'));
      const both = [page, other].map((one) =>
        one.locator('[data-line]').getByRole('button', { name: words('Bank.accept') }),
      );
      // By a key: a notice lies over the button of one of them, and the line leaves once the other has it.
      for (const button of both) await button.focus();
      await Promise.all([page, other].map(({ keyboard }) => keyboard.press('Enter')));
      for (const one of [page, other]) await expect(one.getByText(words('Bank.emptyTitle'))).toBeVisible();
      expect(await openCents()).toEqual([140_300, 0, 70_000]);
    });
  });
}
