import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createServerClient } from '@supabase/ssr';
import { createClient } from '@supabase/supabase-js';
import { expectAccessible } from '../setup/accessibility.ts';
import { test as base, expect, type Words } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { keysOf, password } from '../setup/landlord.ts';

interface Other {
  email: string;
  /** What a mailed link leads to, of which one never came by mail. */
  link(): Promise<string>;
  /** Where the auth server leads back to after a sign-in that this browser began. */
  callback(): Promise<string>;
}

const test = base.extend<{ other: Other }>({
  // Somebody who confirmed the address a while ago, under one that is longer than any button is wide.
  other: async ({ installation, at, page, mailbox }, provide) => {
    const keys = await keysOf(installation.dataDir);
    const email = `hausverwaltung-am-stadtgarten-${randomUUID().slice(0, 8)}@mitteldeutsche-grundbesitzverwaltungsgesellschaft.example.com`;
    const { admin } = createClient(keys.url, keys.secretKey, { auth: { persistSession: false } }).auth;
    const made = await admin.createUser({ email, password, email_confirm: true });
    if (made.error) throw made.error;
    await page.waitForTimeout(2_500);
    await provide({
      email,
      async link() {
        const { data, error } = await admin.generateLink({ type: 'magiclink', email });
        if (error) throw error;
        return `${at('/auth/confirm')}?type=magiclink&token_hash=${data.properties.hashed_token}`;
      },
      async callback() {
        const client = createServerClient(keys.url, keys.publishableKey, {
          cookieOptions: { name: 'hausbuch-auth' },
          cookies: {
            getAll: () => [],
            setAll: (changes) =>
              page
                .context()
                .addCookies(changes.map(({ name, value }) => ({ name, value, url: installation.url }))),
          },
        });
        const back = `${installation.url}${at('/auth/callback')}`;
        const sent = await client.auth.signInWithOtp({ email, options: { emailRedirectTo: back } });
        if (sent.error) throw sent.error;
        const mail = await mailbox.next(email);
        const given = mail.links.find((address) => address.includes('token_hash=')) ?? '';
        const question = new URLSearchParams({
          token: new URL(given).searchParams.get('token_hash') ?? '',
          type: 'magiclink',
          redirect_to: back,
        });
        const answer = await fetch(`${keys.url}/auth/v1/verify?${question}`, { redirect: 'manual' });
        return answer.headers.get('location') ?? '';
      },
    });
  },
});

test.describe.configure({ timeout: 120_000 });

async function expectAccount(page: Page, at: (path: string) => string, email: string, sessions: number) {
  await page.goto(at('/dashboard/settings/access'));
  await expect(page.locator('section#access')).toContainText(email);
  // Below them stand the last sign-ins.
  await expect(page.locator('#sessions ul').first().locator('li')).toHaveCount(sessions);
}

async function expectChoice(page: Page, words: Words, own: string, other: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('AuthPages.switch.title'));
  const [stay, change] = [
    page.getByRole('button', { name: words('AuthPages.switch.stay', { account: own }) }),
    page.getByRole('button', { name: words('AuthPages.switch.other', { account: other }) }),
  ];
  await expect(stay).toBeVisible();
  await expect(change).toBeVisible();
  for (const element of [stay, change, page.locator('html')]) {
    const hidden = await element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(hidden, 'nothing is cut off').toBeLessThanOrEqual(0);
  }
  return { stay, change };
}

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({
      language,
      viewport: language === 'de' ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    });

    test('a link of another account asks before it takes the place of the one signed in', async ({
      page,
      words,
      at,
      landlord,
      other,
    }) => {
      await page.goto(await other.link());
      await page
        .getByRole('button', { name: words('AuthPages.confirm.magiclink.action'), exact: true })
        .click();
      const first = await expectChoice(page, words, landlord.email, other.email);
      await expectAccessible(page, 'two accounts');
      await first.stay.click();
      await expect(page).toHaveURL(new RegExp(`${at('/dashboard')}$`));
      await expectAccount(page, at, landlord.email, 1);
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('hausbuch_waiting');

      // What a provider or a code opens comes by another address, and is asked the same.
      await page.goto(await other.callback());
      const second = await expectChoice(page, words, landlord.email, other.email);
      await second.change.click();
      await expect(page).toHaveURL(/\/dashboard/);
      // The session that was turned down has ended.
      await expectAccount(page, at, other.email, 1);
    });

    test('who has chosen no language yet: the sign-in is written down, and a mail tells of it in that of the page', async ({
      page,
      words,
      at,
      other,
      mailbox,
    }) => {
      await page.goto(at('/auth/login'));
      await page.getByLabel(words('AuthPages.identifier')).fill(other.email);
      await page.getByLabel(words('AuthPages.password'), { exact: true }).fill(password);
      await page.getByRole('button', { name: words('AuthPages.signIn'), exact: true }).click();
      await expect(page).toHaveURL(/\/dashboard/);
      await expectAccount(page, at, other.email, 1);
      await expect(page.getByTestId('sign-ins').locator('li').first()).toContainText(
        words('Sessions.thisSignIn'),
      );
      expect((await mailbox.next(other.email)).subject).toBe(words('SecurityMail.new_device.title'));
    });
  });
}
