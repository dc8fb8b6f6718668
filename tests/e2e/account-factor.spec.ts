import { expectAccessible } from '../setup/accessibility.ts';
import {
  afterSignUp,
  another,
  button,
  dialog,
  forget,
  freshCode,
  keepCodes,
  openSettings,
  signInWithPassword,
  test,
  walksIn,
} from '../setup/account-walk.ts';
import { expect } from '../setup/browser.ts';
import { keyboard } from '../setup/hand.ts';

walksIn(import.meta.filename, () => {
  test('an authenticator app, set up and asked for, by keyboard alone', async ({
    page,
    words,
    at,
    landlord,
    mailbox,
  }) => {
    const visitor = { page, words, at };
    const hand = keyboard(page);
    await openSettings(visitor);
    await hand.press(button(page, words('Factors.addApp')));
    await hand.press(dialog(page).getByRole('button', { name: words('Factors.continue') }));
    const secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').replaceAll(/\s/g, '');
    await expectAccessible(page, 'setting up an app');
    const code = page.getByLabel(words('Factors.appCode'));
    await hand.type(code, '000000');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText(words('Errors.field.code_wrong'));
    await hand.type(code, await freshCode(page, secret));
    await page.keyboard.press('Enter');
    const codes = await keepCodes(page, words);
    expect(new Set(codes).size).toBe(10);
    await expect(page.locator('#factors')).toContainText(words('RecoveryCodes.left', { left: 10 }));
    await expectAccessible(page, 'settings with a factor');

    await forget(page);
    await signInWithPassword(visitor, landlord.email);
    await expect(page).toHaveURL(/\/auth\/mfa/);
    await page.goto(at('/dashboard/tenants?q=a'));
    await expect(page, 'no private page without it').toHaveURL(/\/auth\/mfa\?next=/);
    await expectAccessible(page, 'second factor');
    await hand.type(page.getByLabel(words('AuthPages.mfa.appCode')), '111111');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toContainText(words('Errors.field.code_wrong'));
    await hand.type(page.getByLabel(words('AuthPages.mfa.appCode')), await freshCode(page, secret));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${at('/dashboard/tenants')}\\?q=a$`));

    // Whoever holds the mailbox alone does not get past it, either.
    await forget(page);
    await afterSignUp(page);
    // What tells of the factor and of the device has come by now.
    const before = await mailbox.next(landlord.email);
    await page.goto(at('/auth/forgot'));
    await page.getByLabel(words('AuthPages.email')).fill(landlord.email);
    await button(page, words('AuthPages.sendReset')).click();
    const mail = await mailbox.next(landlord.email, before);
    await page.goto(mail.links.find((address) => address.includes('/auth/confirm')) ?? '');
    await button(page, words('AuthPages.confirm.recovery.action')).click();
    await expect(page).toHaveURL(/\/auth\/mfa\?next=/);
    await page.getByLabel(words('AuthPages.mfa.appCode')).fill(await freshCode(page, secret));
    await button(page, words('AuthPages.continue')).click();
    await expect(page).toHaveURL(new RegExp(`${at('/auth/reset')}$`));
    await page.getByLabel(words('AuthPages.newPassword'), { exact: true }).fill('Lindenallee78');
    await button(page, words('AuthPages.setPassword')).click();
    await expect(page).toHaveURL(new RegExp(`${at('/dashboard')}$`));

    await test.step('signed out with a form open, the factor is asked for in a new window, and nothing is lost', async () => {
      await page.goto(at('/dashboard/tenants?new=1'));
      const lastName = dialog(page).getByLabel(words('TenantForm.lastName'));
      await lastName.fill('Kowalski');
      const other = await page.context().newPage();
      await openSettings({ page: other, words, at });
      await button(other, words('UserMenu.label', { name: landlord.name })).click();
      await other.getByRole('menuitem', { name: words('UserMenu.signOut') }).click();
      const cover = page.getByRole('dialog', { name: words('SignInHere.title') });
      await cover.getByLabel(words('AuthPages.password'), { exact: true }).fill('Lindenallee78');
      await button(cover, words('AuthPages.signIn')).click();
      const opened = page.context().waitForEvent('page');
      await cover.getByRole('link', { name: words('SignInHere.factorWindow') }).click();
      const third = await opened;
      await third.getByLabel(words('AuthPages.mfa.appCode')).fill(await freshCode(third, secret));
      await button(third, words('AuthPages.continue')).click();
      await expect(third).toHaveURL(new RegExp(`${at('/dashboard')}$`));
      // To Playwright every window has somebody's attention all the time.
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect(cover).toBeHidden();
      await expect(lastName).toHaveValue('Kowalski');
      await third.close();
      await other.close();
    });

    await openSettings(visitor);
    const factor = words('Factors.kind.totp');
    await hand.press(button(page, words('Factors.removeOf', { name: factor })));
    await hand.press(dialog(page).getByRole('button', { name: words('Factors.remove'), exact: true }));
    await expect(page.getByText(words('Factors.empty'))).toBeVisible();
  });

  test('a lost second factor: a recovery code, once, and a mail that tells of it', async ({
    page,
    words,
    at,
    landlord,
    mailbox,
    installation,
    context,
  }) => {
    await openSettings({ page, words, at });
    await button(page, words('Factors.addApp')).click();
    await dialog(page)
      .getByRole('button', { name: words('Factors.continue') })
      .click();
    const secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').replaceAll(/\s/g, '');
    await page.getByLabel(words('Factors.appCode')).fill(await freshCode(page, secret));
    await button(page, words('Factors.turnOn')).click();
    const [code = ''] = await keepCodes(page, words);
    expect((await mailbox.next(landlord.email)).subject).toBe(words('SecurityMail.factor_added.title'));

    await afterSignUp(page);
    const phone = await another(context, installation.url);
    await signInWithPassword({ page: phone, words, at }, landlord.email);
    await expect(phone).toHaveURL(/\/auth\/mfa/);
    await button(phone, words('AuthPages.mfa.useRecoveryCode')).click();
    const field = phone.getByLabel(words('AuthPages.mfa.recoveryCode'));
    await field.fill('0000-0000-0000');
    await button(phone, words('AuthPages.mfa.recover')).click();
    await expect(phone.getByRole('main')).toContainText(words('Errors.field.recovery_code_wrong'));
    await expectAccessible(phone, 'recovery code');
    await field.fill(code.toLowerCase());
    await button(phone, words('AuthPages.mfa.recover')).click();
    await expect(phone).toHaveURL(new RegExp(`${at('/dashboard')}$`));

    const subjects = async () => (await mailbox.list(landlord.email)).map(({ subject }) => subject);
    await expect
      .poll(subjects)
      .toEqual(
        expect.arrayContaining([
          words('SecurityMail.recovery_code_used.title'),
          words('SecurityMail.new_device.title'),
        ]),
      );
    for (const mail of await mailbox.list(landlord.email)) {
      if (!mail.subject.startsWith(words('SecurityMail.recovery_code_used.title'))) continue;
      expect(mail.text).toContain(words('Sessions.device', { browser: 'Safari', system: 'iPhone' }));
      expect(mail.links.filter((link) => link.includes('/auth/'))).toEqual([]);
    }
    await openSettings({ page: phone, words, at });
    await expect(phone.locator('#factors')).toContainText(words('Factors.empty'));
    const events = phone.getByTestId('sign-ins').locator('li');
    await expect(events.nth(0)).toContainText(
      words('Sessions.signedIn', { way: words('Sessions.ways.password') }),
    );
    await expect(events.nth(0)).toContainText(words('Sessions.thisSignIn'));
    await expect(events.nth(1)).toContainText(words('Sessions.events.recovery_code_used'));
    await phone.context().close();
  });
});
