import type { Locator, Page } from '@playwright/test';
import { expect } from './browser.ts';
import { type Landlord, uploadPaper } from './landlord.ts';

type Link = { kind: 'lease' | 'property'; id: string };

/** A paper that was read, so that it may come with a letter. */
export async function bringPaper(api: Landlord['api'], link: Link): Promise<void> {
  const { documentId } = await uploadPaper(api, {
    lines: ['Ruhe ab 22 Uhr'],
    fileName: 'hausordnung.pdf',
    title: 'Hausordnung',
    links: [link],
  });
  await expect
    .poll(() => api.document.get.query({ id: documentId }).then((row) => row.state), { timeout: 30_000 })
    .toBe('ready');
}

/**
 * Chooses it as an enclosure. By keys: a list closes where the page moves below it, as it does when the runner brings an option
 * into sight.
 */
export async function enclosePaper(place: Page | Locator, words: (key: string) => string): Promise<void> {
  const enclosures = place.getByRole('combobox', { name: words('WriteLetter.enclosures'), exact: true });
  const page = 'page' in place ? place.page() : place;
  await expect(async () => {
    await enclosures.fill('');
    await enclosures.pressSequentially('haus');
    await expect(page.getByRole('option', { name: /Hausordnung/ })).toBeVisible({ timeout: 3_000 });
    await enclosures.press('ArrowDown');
    await enclosures.press('Enter');
    await expect(place.getByRole('list', { name: words('WriteLetter.enclosures') })).toContainText(
      'Hausordnung',
      {
        timeout: 3_000,
      },
    );
  }).toPass({ timeout: 30_000 });
}
