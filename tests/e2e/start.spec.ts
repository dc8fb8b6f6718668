import { expect, test } from '../setup/browser.ts';

test.describe('a browser that speaks German', () => {
  test.use({ locale: 'de-DE' });
  test('is led to the German pages', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/de$/);
    await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
  });
});

test.describe('a browser that speaks English', () => {
  test.use({ locale: 'en-US' });
  test('gets the English pages without a prefix', async ({ page }) => {
    await page.goto('/');
    expect(new URL(page.url()).pathname).toBe('/');
    await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
    await page.goto('/en');
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
