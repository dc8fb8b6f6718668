import { expectAccessible } from '../setup/accessibility.ts';
import {
  another,
  button,
  dialog,
  forget,
  openSettings,
  signInWithPassword,
  test,
  walksIn,
} from '../setup/account-walk.ts';
import { ageSessions } from '../setup/age-sessions.ts';
import { expect } from '../setup/browser.ts';
import { password } from '../setup/landlord.ts';

walksIn(import.meta.filename, (language) => {
  test('two devices: one is signed out from the other', async ({
    page,
    words,
    at,
    landlord,
    installation,
    context,
  }) => {
    const phone = await another(context, installation.url);
    await signInWithPassword({ page: phone, words, at }, landlord.email);
    await expect(phone).toHaveURL(new RegExp(`${at('/dashboard')}$`));

    await openSettings({ page, words, at });
    const sessions = page.locator('#sessions ul').first().locator('li');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.first()).toContainText(words('Sessions.thisDevice'));
    const device = words('Sessions.device', { browser: 'Safari', system: 'iPhone' });
    await page
      .getByRole('button', { name: words('Sessions.endOf', { device }) })
      .first()
      .click();
    await dialog(page)
      .getByRole('button', { name: words('Sessions.end'), exact: true })
      .click();
    await expect(dialog(page)).toBeHidden();

    await phone.goto(at('/dashboard/tenants'));
    await expect(phone).toHaveURL(/\/auth\/login\?next=.*problem=session_not_found/);
    await expect(phone.getByRole('main')).toContainText(words('AuthErrors.session_not_found'));
    await expect(page.locator('#sessions')).toBeVisible();
    await phone.context().close();
  });

  test('signed out in one tab is signed out in all', async ({ page, words, at, landlord }) => {
    expect(landlord.email).toContain('@');
    const other = await page.context().newPage();
    await openSettings({ page: other, words, at });
    await openSettings({ page, words, at });
    // Supabase's client comes once the page is idle.
    await other.waitForTimeout(5_000);
    await page.getByRole('button', { name: words('UserMenu.label', { name: landlord.name }) }).click();
    await page.getByRole('menuitem', { name: words('UserMenu.signOut') }).click();
    await expect(other).toHaveURL(/\/auth\/login\?next=/);
    await page.goto(at('/dashboard'));
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  test('signed out elsewhere while something is entered: signed in on the spot, nothing is lost', async ({
    page,
    words,
    at,
    landlord,
  }) => {
    await page.goto(at('/dashboard/tenants?new=1'));
    const form = page.getByRole('dialog', { name: words('TenantForm.newTitle') });
    await form.getByLabel(words('TenantForm.lastName')).fill('Kowalski');
    const other = await page.context().newPage();
    await openSettings({ page: other, words, at });
    await button(other, words('UserMenu.label', { name: landlord.name })).click();
    await other.getByRole('menuitem', { name: words('UserMenu.signOut') }).click();

    const cover = page.getByRole('dialog', { name: words('SignInHere.title') });
    const signIn = cover.getByRole('button', { name: words('AuthPages.signIn'), exact: true });
    await expect(cover).toBeVisible();
    await expectAccessible(page, 'signed out with an open form');
    await expect(cover).toContainText(landlord.email);
    // Opaque and over everything: what stands behind it cannot be read.
    const behind = await page.evaluate(() => {
      const points = [10, 200, 500].map((y) => document.elementFromPoint(10, y));
      return points.every((one) => {
        const shade = one?.closest('.modal__backdrop');
        return (
          shade !== null &&
          shade !== undefined &&
          !/[/,] *0?\.\d|transparent/.test(getComputedStyle(shade).backgroundColor)
        );
      });
    });
    expect(behind).toBe(true);
    await cover.getByLabel(words('AuthPages.password'), { exact: true }).fill('not this one at all');
    await signIn.click();
    await expect(cover).toContainText(words('AuthErrors.invalid_credentials'));
    await cover.getByLabel(words('AuthPages.password'), { exact: true }).fill(password);
    await signIn.click();
    await expect(cover).toBeHidden();
    await expect(form.getByLabel(words('TenantForm.lastName'))).toHaveValue('Kowalski');
    await form.getByRole('button', { name: words('TenantForm.create'), exact: true }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('Kowalski').first()).toBeVisible();
  });

  test('a sign-in of long ago proves itself by a code before the password changes', async ({
    page,
    words,
    at,
    landlord,
    mailbox,
    installation,
  }) => {
    const before = await mailbox.next(landlord.email);
    await ageSessions(installation.dataDir, landlord.email);
    await openSettings({ page, words, at });
    await button(page, words('Access.changePassword')).click();
    await page.getByLabel(words('Access.newPassword'), { exact: true }).fill('Lindenallee56');
    await button(page, words('Access.savePassword')).click();
    await expect(dialog(page)).toContainText(words('Access.nonceText'));
    const code = page.getByLabel(words('Access.nonceCode'));
    await code.fill('000000');
    await button(page, words('Access.savePassword')).click();
    await expect(dialog(page)).toContainText(words('Errors.field.code_expired'));
    const mail = await mailbox.next(landlord.email, before);
    expect(mail.subject).toBe(language === 'de' ? 'Ihr Bestätigungscode' : 'Your confirmation code');
    await code.fill(mail.code ?? '');
    await button(page, words('Access.savePassword')).click();
    await expect(dialog(page)).toBeHidden();
    await forget(page);
    await signInWithPassword({ page, words, at }, landlord.email, 'Lindenallee56');
    await expect(page).toHaveURL(new RegExp(`${at('/dashboard')}$`));
  });
});
