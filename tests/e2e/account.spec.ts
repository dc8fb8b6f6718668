import { totpCode } from '@hausbuch/supabase-embedded/testing';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectAccessible } from '../setup/accessibility.ts';
import { type AccountProduct, startAccountProduct } from '../setup/account-product.ts';
import { ageSessions } from '../setup/age-sessions.ts';
import { test as base, expect, type Words } from '../setup/browser.ts';
import { keyboard } from '../setup/hand.ts';
import { newAddress, password } from '../setup/landlord.ts';

const test = base.extend<object, { product: AccountProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, provide) => {
      const product = await startAccountProduct();
      await provide(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  installation: async ({ product }, provide) => provide(product),
  baseURL: async ({ product }, provide) => provide(product.url),
});

// These come last, with a product of their own: one for each browser, so that none of them has nothing to do.
test.describe.configure({ timeout: 180_000, mode: 'parallel' });

/** What proves an address in the moment of its sign-up counts as the first proof (`isFirstProof`); people come later. */
const afterSignUp = (page: Page) => page.waitForTimeout(2_500);

/** The last step of which an app has shown a code, by its secret. */
const lastSteps = new Map<string, number>();
/**
 * A code is good once, and only after the one before it; those of the step before and of the next are taken, too. The
 * first is of the step before, so that three are there at once. It may end on the way: then it counts from the present.
 */
async function freshCode(page: Page, secret: string): Promise<string> {
  const [stepMs, underwayMs] = [30_000, 10_000];
  const oldest = Math.floor((Date.now() - stepMs + underwayMs) / stepMs);
  const step = Math.max((lastSteps.get(secret) ?? 0) + 1, oldest);
  lastSteps.set(secret, step);
  await page.waitForTimeout(Math.max(0, (step - 1) * stepMs - Date.now()));
  return totpCode(secret, step * stepMs);
}

let serial = 0;
/** A number nobody else in this run has. */
const newPhone = () => {
  serial += 1;
  return `+49170${String(process.pid % 10_000).padStart(4, '0')}${String(serial).padStart(4, '0')}`;
};

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).first();
const dialog = (page: Page) => page.locator('section[role=dialog], section[role=alertdialog]');

/** The recovery codes that come with a first factor, put away. */
async function keepCodes(page: Page, words: Words): Promise<string[]> {
  const list = page.getByTestId('codes').locator('li');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  await expectAccessible(page, 'recovery codes');
  await dialog(page)
    .getByRole('button', { name: words('RecoveryCodes.kept') })
    .click();
  await expect(dialog(page)).toBeHidden();
  return codes;
}

interface Visitor {
  page: Page;
  words: Words;
  at: (path: string) => string;
}

async function openSettings({ page, at }: Visitor): Promise<void> {
  await page.goto(at('/dashboard/settings/access'));
  await expect(page.locator('#sessions li').first()).toBeVisible();
}

async function signInWithPassword({ page, words, at }: Visitor, name: string, secret = password) {
  await page.goto(at('/auth/login'));
  await page.getByLabel(words('AuthPages.identifier')).fill(name);
  await page.getByLabel(words('AuthPages.password'), { exact: true }).fill(secret);
  await button(page, words('AuthPages.signIn')).click();
}

/** A browser that knows nothing of the session; off the page first, which would notice and go to sign in. */
async function forget(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies({ name: /hausbuch-auth/ });
}

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** The same person in another browser. */
async function another(context: BrowserContext, url: string): Promise<Page> {
  const browser = context.browser();
  if (!browser) throw new Error('The test has no browser.');
  const elsewhere = await browser.newContext({ baseURL: url, userAgent: iPhone });
  return elsewhere.newPage();
}

for (const language of ['en', 'de'] as const) {
  test.describe(language, () => {
    test.use({
      language,
      viewport: language === 'de' ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    });

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
}
