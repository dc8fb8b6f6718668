import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, type Language, test, type Words } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, createTenant, password, signUp } from '../setup/landlord.ts';
import { monthStart, shownDay } from '../setup/shown.ts';

/** What was typed wrongly: a sentence under its field in the chosen language, and the text still in it. */
async function expectRefused(field: Locator, typed: string, sentence: string) {
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence.slice(0, -1)));
  await expect(field).toHaveValue(typed);
}

async function openLeaseDialog(page: Page, words: Words) {
  await page
    .getByRole('button', { name: words('PropertyPage.newLease'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: words('LeaseForm.title') });
  await dialog.getByLabel(words('LeaseForm.tenant')).click();
  await dialog.getByLabel(words('LeaseForm.tenant')).fill('Schmidt');
  await page.getByRole('option', { name: /Schmidt/ }).click();
  return dialog;
}

/** As a field shows it once it is left. */
const amount = (text: string, language: Language) =>
  language === 'de' ? text.replace('.', ',') : text.replace(/(?=\d)/, '€');

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('a lease that cannot be: end before start, negative rent, no amount, overlap', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      const { id, unitId } = await createFlat(landlord.api);
      const tenantId = await createTenant(landlord.api);
      await createLease(landlord.api, { unitId, tenantId, startsOn: monthStart(0), netCents: 70_000 });
      await page.goto(at(`/property/${id}`));
      const dialog = await openLeaseDialog(page, words);
      const start = dialog.getByLabel(words('LeaseForm.startsOn'));
      const end = dialog.getByLabel(words('LeaseForm.endsOn'));
      const rent = dialog.getByLabel(words('Labels.rentLine.net'));
      const create = dialog.getByRole('button', { name: words('LeaseForm.create'), exact: true });
      const [later, earlier] = [shownDay(monthStart(3), language), shownDay(monthStart(1), language)];

      await test.step('a day that no calendar has, and no amount', async () => {
        const noDay = language === 'de' ? '31.02.2027' : '02/31/2027';
        await start.fill(noDay);
        await rent.fill('seven hundred');
        await create.click();
        await expectRefused(start, noDay, words('Errors.field.no_such_day'));
        await expectRefused(rent, 'seven hundred', words('Errors.field.not_a_number'));
      });
      await test.step('no rent at all', async () => {
        await start.fill(later);
        await rent.fill('');
        await create.click();
        await expectRefused(rent, '', words('Errors.field.required'));
        await expect(rent).toHaveAttribute('aria-invalid', 'true');
        await expect(rent).toBeFocused();
      });
      await test.step('a negative rent', async () => {
        await rent.fill(amount('-700.00', language));
        await create.click();
        await expectRefused(rent, amount('-700.00', language), words('Errors.field.negative'));
        await expect(start).toHaveValue(later);
      });
      await test.step('an end before the start', async () => {
        await rent.fill(amount('700.00', language));
        await dialog.getByText(words('LeaseForm.durations.fixed'), { exact: true }).click();
        await end.fill(earlier);
        await create.click();
        await expectRefused(end, earlier, words('Errors.field.end_before_start'));
        await expect(start).toHaveValue(later);
        await expect(rent).toHaveValue(amount('700.00', language));
      });
      await test.step('a unit that is let already', async () => {
        await dialog.getByText(words('LeaseForm.durations.open'), { exact: true }).click();
        // What would be posted comes above the button, which moves.
        await expect(dialog.getByRole('region', { name: words('RentPreview.title') })).toBeVisible();
        await create.click();
        await expect(dialog).toContainText(words('Errors.lease.overlap'));
        await expect(start).toHaveValue(later);
        await expect(rent).toHaveValue(amount('700.00', language));
        await expect(
          dialog.getByRole('button', { name: words('LeaseForm.removeTenant', { name: 'Anna Schmidt' }) }),
        ).toBeVisible();
      });
      const { rows } = await landlord.api.lease.list.query({ propertyId: id });
      expect(rows, 'nothing was saved on the way').toHaveLength(1);
    });

    test('what is pasted stays whole: too long says so at its field, an address is taken out of its name', async ({
      page,
      words,
      at,
      landlord: _,
    }) => {
      await page.goto(at('/dashboard/tenants?new=1'));
      const dialog = page.getByRole('dialog', { name: words('TenantForm.newTitle') });
      const lastName = dialog.getByLabel(words('TenantForm.lastName'));
      const email = dialog.getByLabel(words('TenantForm.emails')).first();
      const tooLong = words('Errors.field.longer_than', { most: '200', count: '209' });
      const text = ` ${'Roth '.repeat(42)}`;
      await lastName.focus();
      // As a paste: the browser cuts it where a field says how long it may be.
      await page.keyboard.insertText(text);
      await expectRefused(lastName, text, tooLong);
      await expectAccessible(page, 'a text that is too long');
      await email.focus();
      await page.keyboard.insertText('Anna Roth <Anna.Roth@example.com>');
      await page.keyboard.press('Enter');
      await expect(lastName).toBeFocused();
      await expectRefused(lastName, text, tooLong);
      await expect(email).toHaveValue('Anna Roth <Anna.Roth@example.com>');

      await lastName.fill('Roth');
      await expect(lastName).not.toHaveAttribute('aria-invalid');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('link', { name: 'anna.roth@example.com' })).toBeVisible();
    });

    test('markup as a name is a name', async ({ page, landlord, words, at }) => {
      const name = '<script>document.title="taken over"</script><img src=x onerror=alert(1)>';
      let alerts = 0;
      page.on('dialog', (dialog) => {
        alerts += 1;
        void dialog.dismiss();
      });
      await page.goto(at('/dashboard/tenants?new=1'));
      const dialog = page.getByRole('dialog', { name: words('TenantForm.newTitle') });
      await dialog.getByLabel(words('TenantForm.lastName')).fill(name);
      await dialog.getByRole('button', { name: words('TenantForm.create'), exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page).toHaveTitle(/script/);
      await createFlat(landlord.api, name);
      for (const place of ['/dashboard', '/dashboard/tenants', '/dashboard/properties']) {
        await page.goto(at(place));
        await expect(page.getByRole('main')).toContainText('<script>');
      }
      expect(alerts).toBe(0);
      await expect(page).not.toHaveTitle('taken over');
    });

    test('sign-up and sign-in: what is wrong stands at its field, secrets are typed anew', async ({
      page,
      words,
      at,
    }) => {
      const main = page.getByRole('main');
      const sentence = words('AuthErrors.missing_credentials');
      if (language === 'en')
        expect(sentence).toBe('You must provide either an email or phone number and a password.');
      for (const [path, button] of [
        ['/auth/login', 'AuthPages.signIn'],
        ['/auth/register', 'AuthPages.register'],
      ] as const) {
        await test.step(`${path}, nothing filled in: a sentence above, words at each field`, async () => {
          await page.goto(at(path));
          await main.getByRole('button', { name: words(button), exact: true }).click();
          await expect(main.getByRole('alert')).toHaveText(sentence);
          await expectRefused(main.getByLabel(words('AuthPages.email')), '', words('Errors.field.required'));
          const secret = main.getByLabel(words('AuthPages.password'), { exact: true });
          await expectRefused(secret, '', words('Errors.field.required'));
        });
      }
      const email = main.getByLabel(words('AuthPages.email'));
      await main.getByLabel(words('AuthPages.name')).fill('Petra Vogel');
      await email.fill('petra@nowhere');
      await main.getByLabel(words('AuthPages.password'), { exact: true }).fill('short');
      await main.getByRole('button', { name: words('AuthPages.register'), exact: true }).click();
      await expectRefused(email, 'petra@nowhere', words('Errors.field.email'));
      await expect(main.getByLabel(words('AuthPages.name'))).toHaveValue('Petra Vogel');
    });

    test('a wrong code after a sign-up leaves the new password where it was typed', async ({
      page,
      words,
      at,
    }) => {
      const main = page.getByRole('main');
      const secret = main.getByLabel(words('AuthPages.password'), { exact: true });
      const email = `${randomUUID()}@example.com`;
      await page.goto(at('/auth/register'));
      await main.getByLabel(words('AuthPages.name')).fill('Petra Vogel');
      await main.getByLabel(words('AuthPages.email')).fill(email);
      await secret.fill(password);
      await main.getByRole('button', { name: words('AuthPages.register'), exact: true }).click();
      await expect(page.getByText(words('AuthPages.mailSent', { email }))).toBeVisible();
      await main.getByLabel(words('AuthPages.code')).fill('000000');
      await secret.fill(password);
      await main.getByRole('button', { name: words('AuthPages.continue'), exact: true }).click();
      await expect(main).toContainText(words('Errors.field.code_expired'));
      await expect(secret).toHaveValue(password);
    });

    test('a mailed link that no longer works says so and offers a new one', async ({ page, words, at }) => {
      await page.goto(at('/auth/confirm?type=signup&token_hash=0123456789abcdef0123456789abcdef'));
      await page.getByLabel(words('AuthPages.password'), { exact: true }).fill(password);
      await page.getByRole('button', { name: words('AuthPages.confirm.signup.action'), exact: true }).click();
      await expect(page.getByRole('main')).toContainText(words('AuthErrors.otp_expired'));
      await expect(page.getByRole('button', { name: words('AuthPages.resend'), exact: true })).toBeVisible();
    });

    test('whoever signs in stays on this site, whatever next= says', async ({
      page,
      words,
      at,
      installation,
    }) => {
      const { email } = await signUp(installation, language);
      const foreign = ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'];
      for (const next of foreign) {
        await page.goto(at(`/auth/login?next=${encodeURIComponent(next)}`));
        const main = page.getByRole('main');
        await main.getByLabel(words('AuthPages.email')).fill(email);
        const secret = main.getByLabel(words('AuthPages.password'), { exact: true });
        const send = main.getByRole('button', { name: words('AuthPages.signIn'), exact: true });
        if (next === foreign[0]) {
          await secret.fill('not-the-Password1');
          await send.click();
          await expect(main).toContainText(words('AuthErrors.invalid_credentials'));
          await expect(main.getByLabel(words('AuthPages.email'))).toHaveValue(email);
          await expect(secret).toHaveValue('');
        }
        await secret.fill(password);
        await send.click();
        await expect(page).toHaveURL(new URL(at('/dashboard'), installation.url).href);
        await page.context().clearCookies({ name: /hausbuch-auth/ });
      }
    });
  });
}
