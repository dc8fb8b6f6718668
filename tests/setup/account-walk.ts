import { totpCode } from '@hausbuch/supabase-embedded/testing';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { type AccountProduct, startAccountProduct } from './account-product.ts';
import { test as base, expect, type Language, type Words } from './browser.ts';
import { inTurn } from './forms.ts';
import { password } from './landlord.ts';

/** Walks of accounts, with a product that has everything switched on: one for each browser. */
export const test = base.extend<object, { product: AccountProduct }>({
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

/**
 * The walks of a file in German on a phone or in English on a desk (`inTurn`). They come last, with a product of their own:
 * one for each browser, so that none of them has nothing to do.
 */
export function walksIn(file: string, walks: (language: Language) => void): void {
  test.describe.configure({ timeout: 180_000, mode: 'parallel' });
  for (const language of inTurn(file, ['en', 'de'])) {
    test.describe(language, () => {
      test.use({
        language,
        viewport: language === 'de' ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      });
      walks(language);
    });
  }
}

/** What proves an address in the moment of its sign-up counts as the first proof (`isFirstProof`); people come later. */
export const afterSignUp = (page: Page) => page.waitForTimeout(2_500);

/** The last step of which an app has shown a code, by its secret. */
const lastSteps = new Map<string, number>();
/**
 * A code is good once, and only after the one before it; those of the step before and of the next are taken, too. The
 * first is of the step before, so that three are there at once. It may end on the way: then it counts from the present.
 */
export async function freshCode(page: Page, secret: string): Promise<string> {
  const [stepMs, underwayMs] = [30_000, 10_000];
  const oldest = Math.floor((Date.now() - stepMs + underwayMs) / stepMs);
  const step = Math.max((lastSteps.get(secret) ?? 0) + 1, oldest);
  lastSteps.set(secret, step);
  await page.waitForTimeout(Math.max(0, (step - 1) * stepMs - Date.now()));
  return totpCode(secret, step * stepMs);
}

let serial = 0;
/** A number nobody else in this run has. */
export const newPhone = () => {
  serial += 1;
  return `+49170${String(process.pid % 10_000).padStart(4, '0')}${String(serial).padStart(4, '0')}`;
};

export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).first();
export const dialog = (page: Page) => page.locator('section[role=dialog], section[role=alertdialog]');

/** The recovery codes that come with a first factor, put away. */
export async function keepCodes(page: Page, words: Words): Promise<string[]> {
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

export async function openSettings({ page, at }: Visitor): Promise<void> {
  await page.goto(at('/dashboard/settings/access'));
  await expect(page.locator('#sessions li').first()).toBeVisible();
}

export async function signInWithPassword({ page, words, at }: Visitor, name: string, secret = password) {
  await page.goto(at('/auth/login'));
  await page.getByLabel(words('AuthPages.identifier')).fill(name);
  await page.getByLabel(words('AuthPages.password'), { exact: true }).fill(secret);
  await button(page, words('AuthPages.signIn')).click();
}

/** A browser that knows nothing of the session; off the page first, which would notice and go to sign in. */
export async function forget(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies({ name: /hausbuch-auth/ });
}

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** The same person in another browser. */
export async function another(context: BrowserContext, url: string): Promise<Page> {
  const browser = context.browser();
  if (!browser) throw new Error('The test has no browser.');
  const elsewhere = await browser.newContext({ baseURL: url, userAgent: iPhone });
  return elsewhere.newPage();
}
