import {
  afterSignUp,
  another,
  button,
  dialog,
  forget,
  newPhone,
  openSettings,
  signInWithPassword,
  test,
  walksIn,
} from '../setup/account-walk.ts';
import { expect } from '../setup/browser.ts';
import { newAddress, password } from '../setup/landlord.ts';

walksIn(import.meta.filename, (language) => {
  test('a phone: added in the settings, then a way in by code', async ({
    page,
    words,
    at,
    landlord,
    mailbox,
  }) => {
    const visitor = { page, words, at };
    const phone = newPhone();
    expect(landlord.email).toContain('@');
    await openSettings(visitor);
    await button(page, words('Access.addPhone')).click();
    const field = page.getByLabel(words('Access.newPhone'));
    await field.fill('0170 1234567');
    await button(page, words('Access.sendCode')).click();
    await expect(dialog(page)).toContainText(words('Errors.field.phone_international'));
    await field.fill(phone);
    await button(page, words('Access.sendCode')).click();
    const first = await mailbox.next(phone);
    await page.getByLabel(words('Access.textCode')).fill(first.code ?? '');
    await button(page, words('Access.confirm')).click();
    await expect(page.locator('section#access')).toContainText(phone);

    await forget(page);
    await page.goto(at('/auth/login?way=code'));
    await page.getByLabel(words('AuthPages.identifier')).fill(phone);
    await button(page, words('AuthPages.sendCode')).click();
    const second = await mailbox.next(phone, first);
    await page.getByLabel(words('AuthPages.textCode')).fill(second.code ?? '');
    await button(page, words('AuthPages.continue')).click();
    await expect(page).toHaveURL(new RegExp(`${at('/dashboard')}$`));
  });

  test('a magic link waits for a click, and works in another browser', async ({
    page,
    words,
    at,
    landlord,
    mailbox,
    installation,
    context,
  }) => {
    const before = await mailbox.next(landlord.email);
    await forget(page);
    await afterSignUp(page);
    await page.goto(at('/auth/login?way=code&next=/de/dashboard/tenants'));
    const identifier = page.getByLabel(words('AuthPages.identifier'));
    await identifier.fill(`x${landlord.email}`);
    await button(page, words('AuthPages.sendCode')).click();
    // What was mistyped is corrected where it shows.
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(
      words('AuthPages.mailSent', { email: `x${landlord.email}` }),
    );
    await expect(page.getByLabel(words('AuthPages.code'))).toBeFocused();
    await button(page, words('AuthPages.otherAddress')).click();
    await expect(identifier).toHaveValue(`x${landlord.email}`);
    await identifier.fill(landlord.email);
    await button(page, words('AuthPages.sendCode')).click();
    await expect(page.getByText(words('AuthPages.mailSent', { email: landlord.email }))).toBeVisible();
    const mail = await mailbox.next(landlord.email, before);
    expect(mail.subject).toBe(language === 'de' ? 'Ihr Link zur Anmeldung' : 'Your sign-in link');
    const link = mail.links.find((address) => address.includes('/auth/confirm')) ?? '';

    const elsewhere = await another(context, installation.url);
    // As a scanner of mails does: opening alone uses nothing up.
    await elsewhere.goto(link);
    await elsewhere.goto(link);
    await button(elsewhere, words('AuthPages.confirm.magiclink.action')).click();
    await expect(elsewhere).toHaveURL(/\/de\/dashboard\/tenants$/);
    await elsewhere.goto(link);
    await forget(elsewhere);
    await elsewhere.goto(link);
    await button(elsewhere, words('AuthPages.confirm.magiclink.action')).click();
    await expect(elsewhere.getByRole('main')).toContainText(words('AuthErrors.otp_expired'));
    await elsewhere.context().close();
  });

  test('a new address counts once both mailboxes have confirmed it', async ({
    page,
    words,
    at,
    landlord,
    mailbox,
  }) => {
    const visitor = { page, words, at };
    const before = await mailbox.next(landlord.email);
    const changed = newAddress();
    await openSettings(visitor);
    await button(page, words('Access.changeEmail')).click();
    await page.getByLabel(words('Access.newEmail')).fill(changed);
    await button(page, words('Access.sendMails')).click();
    const both = words('Access.pendingBoth', { email: landlord.email, newEmail: changed });
    await expect(dialog(page)).toContainText(both);
    await button(page, words('Access.understood')).click();
    await expect(page.locator('section#access')).toContainText(words('Access.pending', { email: changed }));

    const toNew = await mailbox.next(changed);
    const toOld = await mailbox.next(landlord.email, before);
    await page.goto(toNew.links.find((address) => address.includes('/auth/confirm')) ?? '');
    await button(page, words('AuthPages.confirm.email_change.action')).click();
    await expect(page.getByRole('main')).toContainText(words('AuthPages.confirm.half'));
    await openSettings(visitor);
    await expect(page.locator('section#access'), 'half is not enough').toContainText(landlord.email);
    await button(page, words('Access.enterCodes')).click();
    await page.getByLabel(words('Access.codeOf', { email: landlord.email })).fill(toOld.code ?? '');
    await button(page, words('Access.confirm')).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.locator('section#access')).toContainText(changed);
    await expect(page.locator('section#access')).not.toContainText(landlord.email);

    await forget(page);
    await signInWithPassword(visitor, changed);
    await expect(page).toHaveURL(new RegExp(`${at('/dashboard')}$`));
  });

  test('a provider: linked, a way in, and taken away again', async ({ page, words, at, landlord }) => {
    const visitor = { page, words, at };
    const login = `petra-${landlord.portfolioId.slice(0, 8)}`;
    const answer = async () => {
      await page.locator('[name=login]').fill(login);
      await page.locator('[name=password]').fill('x');
      await page.locator('button[type=submit]').click();
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await openSettings(visitor);
    await button(page, words('Identities.link', { provider: 'Keycloak' })).click();
    await answer();
    await expect(page).toHaveURL(new RegExp(`${at('/dashboard/settings/access')}$`));
    await expect(page.locator('#identities')).toContainText(`${login}@example.com`);

    // The provider forgets them, too, and asks who is there.
    await forget(page);
    await page.context().clearCookies();
    await page.goto(at('/auth/login'));
    await button(page, words('AuthPages.withProvider', { provider: 'Keycloak' })).click();
    await answer();
    await expect(page).toHaveURL(new RegExp(`${at('/dashboard')}$`));
    await openSettings(visitor);
    await expect(page.locator('section#access'), 'the same account').toContainText(landlord.email);
    await page.getByRole('button', { name: words('Identities.removeOf', { name: 'Keycloak' }) }).click();
    await dialog(page)
      .getByRole('button', { name: words('Identities.remove'), exact: true })
      .click();
    await expect(page.locator('#identities li')).toHaveCount(1);
  });

  test('a forgotten password is set anew, and the old one is worth nothing', async ({
    page,
    words,
    at,
    landlord,
    mailbox,
  }) => {
    const before = await mailbox.next(landlord.email);
    await forget(page);
    await afterSignUp(page);
    await page.goto(at('/auth/forgot'));
    await page.getByLabel(words('AuthPages.email')).fill(landlord.email);
    await button(page, words('AuthPages.sendReset')).click();
    const mail = await mailbox.next(landlord.email, before);
    await page.goto(mail.links.find((address) => address.includes('/auth/confirm')) ?? '');
    await button(page, words('AuthPages.confirm.recovery.action')).click();
    const field = page.getByLabel(words('AuthPages.newPassword'), { exact: true });
    await field.fill(password);
    await button(page, words('AuthPages.setPassword')).click();
    await expect(page.getByRole('main')).toContainText(words('Errors.field.password_same'));
    await field.fill('Lindenallee34');
    await button(page, words('AuthPages.setPassword')).click();
    await expect(page).toHaveURL(new RegExp(`${at('/dashboard')}$`));
    await forget(page);
    await signInWithPassword({ page, words, at }, landlord.email);
    await expect(page.getByRole('main')).toContainText(words('AuthErrors.invalid_credentials'));
  });

  test('an account by phone number alone, from sign-up to the first page', async ({
    page,
    words,
    at,
    mailbox,
  }) => {
    const phone = newPhone();
    await page.goto(at('/auth/register'));
    await page.getByLabel(words('AuthPages.name')).fill('Petra Vogel');
    await page.getByLabel(words('AuthPages.identifier')).fill(phone);
    await page.getByLabel(words('AuthPages.password'), { exact: true }).fill(password);
    await button(page, words('AuthPages.register')).click();
    await expect(page.getByText(words('AuthPages.textSent', { phone }))).toBeVisible();
    const text = await mailbox.next(phone);
    await page.getByLabel(words('AuthPages.textCode')).fill(text.code ?? '');
    await page.getByLabel(words('AuthPages.password'), { exact: true }).fill('Lindenallee78');
    await button(page, words('AuthPages.continue')).click();
    await expect(page).toHaveURL(new RegExp(at('/dashboard')));
    await forget(page);
    await signInWithPassword({ page, words, at }, phone, 'Lindenallee78');
    await expect(page).toHaveURL(new RegExp(at('/dashboard')));
  });
});
