import { randomUUID } from 'node:crypto';
import { addDays } from '../../src/lib/calendar.ts';
import { expectInOrder } from '../setup/accessibility.ts';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant, letWithAdvance } from '../setup/landlord.ts';
import { euro, monthStart, screens, thisMonth } from '../setup/shown.ts';

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('what is to be done is finished in place: a rent received and taken back, an empty flat let', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      test.slow();
      const tenantId = await createTenant(landlord.api, 'Schmidt');
      const { unitId } = await createFlat(landlord.api, 'Lindenhof');
      await createFlat(landlord.api, 'Leerstraße 1');
      // Three months with this one, whose day may still come: two are behind for certain.
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(-2), netCents: 70_000 });
      await page.goto(at('/dashboard'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('Overview.title'));
      const main = page.getByRole('main');
      const sentence = main.getByRole('status').first();
      const said = (received: number, key: 'sentence' | 'allIn') =>
        words(`Overview.${key}`, {
          received: euro(received, language),
          due: euro(70_000, language),
          month: thisMonth(language),
          count: 1,
        });
      await expect(sentence).toHaveText(said(0, 'sentence'));

      const list = page.getByRole('region', { name: words('Overview.waits.title') });
      const owes = list.getByRole('listitem').filter({ hasText: 'Anna Schmidt' });
      const vacant = list.getByRole('listitem').filter({ hasText: 'Leerstraße 1' });
      await expect(owes).toBeVisible();
      await expect(vacant).toBeVisible();
      await expectInOrder(page, `today (${language}, ${width})`);

      // Everything that is due is in with one click, and back with another.
      const before = (await landlord.api.overview.get.query()).debtors.rows;
      await owes.locator('[data-receive]').click();
      await expect(owes).toHaveCount(0);
      const { debtors, month } = await landlord.api.overview.get.query();
      expect(debtors.rows).toEqual([]);
      await expect(sentence).toHaveText(
        said(month.receivedCents, month.openLeases === 0 ? 'allIn' : 'sentence'),
      );
      const undo = page.getByRole('button', { name: words('Form.undo') });
      await undo.click();
      await expect(owes).toBeVisible();
      await expect(sentence).toHaveText(said(0, 'sentence'));
      expect((await landlord.api.overview.get.query()).debtors.rows).toEqual(before);

      // Another amount by the dialog: its message takes it back, too. The earlier message has to be gone by then.
      await expect(undo).toHaveCount(0, { timeout: 20_000 });
      await owes.getByTitle(words('RentPage.otherwiseShort')).click();
      const payment = page.getByRole('dialog', { name: words('PaymentForm.title') });
      await payment.getByLabel(words('PaymentForm.amount')).fill(language === 'de' ? '100,00' : '100.00');
      await payment.getByRole('button', { name: words('PaymentForm.record'), exact: true }).click();
      await expect(payment).toBeHidden();
      const [{ openCents } = { openCents: 0 }] = before;
      await expect(owes).toContainText(euro(openCents - 10_000, language));
      await undo.click();
      await expect(owes).toContainText(euro(openCents, language));

      await vacant.getByRole('button', { name: words('Overview.let'), exact: true }).click();
      const lease = page.getByRole('dialog', { name: words('LeaseForm.title') });
      await expect(lease.getByLabel(words('LeaseForm.startsOn'))).not.toHaveValue('');
      await page.keyboard.press('Escape');
      await expect(lease).toBeHidden();
      await owes.getByRole('link', { name: 'Anna Schmidt' }).click();
      await page.waitForURL((url) => url.pathname.startsWith(at(`/tenant/${tenantId}`)));
    });

    test('the deposit of who has moved out is named until it is given back', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { deposit } = landlord.api;
      const tenantId = await createTenant(landlord.api, 'Weber');
      const { unitId } = await createFlat(landlord.api, 'Lindenhof');
      const [startsOn, endsOn] = [monthStart(-3), addDays(monthStart(0), -1)];
      const leaseId = await letWithAdvance(landlord.api, { unitId, tenantId, startsOn, endsOn });
      const depositId = randomUUID();
      await deposit.create.mutate({ id: depositId, leaseId, agreedCents: 195_000, receivedOn: startsOn });
      await page.goto(at('/dashboard'));
      const row = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: words('Overview.toDeposit') }) });
      await expect(row).toContainText(euro(195_000, language));
      await expect(row).toContainText('Anna Weber');
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth, 'today does not scroll sideways').toBe(clientWidth);
      await row.getByRole('link', { name: words('Overview.toDeposit') }).click();
      await page.waitForURL((url) => url.hash === '#deposit');
      await expect(page.getByRole('region', { name: words('Deposit.title') })).toBeInViewport();
      await page.goBack();
      await expect(row).toBeVisible();
      const movement = { id: randomUUID(), depositId, kind: 'returned', amountCents: 195_000 } as const;
      const { today } = await landlord.api.portfolio.get.query();
      await deposit.record.mutate({ ...movement, bookedOn: today });
      // Another window has done it: the row leaves by itself.
      await expect(row).toHaveCount(0);
    });
  });
}
