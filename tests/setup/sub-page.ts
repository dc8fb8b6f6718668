import type { Page } from '@playwright/test';
import { expect, type Words } from './browser.ts';

/** Goes to another page of the same property or tenant by the row under its name; `key` is the name's message. */
export async function openSubPage(page: Page, words: Words, key: string): Promise<void> {
  const rows = page.getByRole('navigation', { name: words(`${key.split('.')[0]}.sections`) });
  const link = rows.getByRole('link', { name: words(key), exact: true });
  await expect(async () => {
    await link.click({ timeout: 2_000 });
    await expect(link).toHaveAttribute('aria-current', 'page', { timeout: 3_000 });
  }).toPass();
}
