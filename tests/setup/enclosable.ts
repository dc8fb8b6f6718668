import type { Locator, Page } from '@playwright/test';
import { makePdf } from '../factories/pdf.ts';
import { expect } from './browser.ts';
import type { Landlord } from './landlord.ts';

type Link = { kind: 'lease' | 'property'; id: string };

/** A paper that was read, so that it may come with a letter. */
export async function bringPaper(api: Landlord['api'], link: Link): Promise<void> {
  const ids = { documentId: crypto.randomUUID(), versionId: crypto.randomUUID() };
  const bytes = makePdf(['Ruhe ab 22 Uhr']);
  const { url, mediaType } = await api.document.requestUpload.mutate({
    ...{ ...ids, fileName: 'hausordnung.pdf', title: 'Hausordnung', sizeBytes: bytes.length },
    links: [link],
  });
  const put = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': mediaType },
    body: new Uint8Array(bytes),
  });
  expect(put.status).toBe(200);
  await api.document.confirmUpload.mutate({ versionId: ids.versionId });
  await expect
    .poll(() => api.document.get.query({ id: ids.documentId }).then((row) => row.state), { timeout: 30_000 })
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
