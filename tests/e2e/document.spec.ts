import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { makePdf } from '../factories/pdf.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { expect, test, type Words } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createTenant } from '../setup/landlord.ts';
import { today } from '../setup/shown.ts';

const pdf = 'application/pdf';
const section = (page: Page) => page.locator('#documents');
const rowOf = (page: Page, title: string) => section(page).getByRole('listitem').filter({ hasText: title });

/** As the file dialog would: the input behind the button. */
const chooser = (page: Page) => section(page).locator('input[type=file][multiple]');

/** Files dropped or chosen before React has the page are lost on it. */
async function openDocuments(page: Page, path: string) {
  await page.goto(path);
  await expect
    .poll(() =>
      chooser(page).evaluate((input) => Object.keys(input).some((key) => key.startsWith('__react'))),
    )
    .toBe(true);
}

async function drop(target: Locator, files: { name: string; bytes: Buffer }[]) {
  const contents = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  const transfer = await target.page().evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: 'application/pdf' }));
    }
    return data;
  }, contents);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await target.dispatchEvent(type, { dataTransfer: transfer });
  }
}

async function act(page: Page, words: Words, title: string, action: string) {
  await rowOf(page, title)
    .getByRole('button', { name: words('Documents.actionsOf', { title }) })
    .click();
  await page.getByRole('menuitem', { name: words(`Documents.actions.${action}`), exact: true }).click();
}

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('a paper is dropped, read, found by its text, edited, looked at, saved under its name and brought back', async ({
      page,
      landlord,
      words,
      at,
    }) => {
      // The worker reads the papers of whoever is there, in turns.
      test.slow();
      const { id } = await createFlat(landlord.api);
      await openDocuments(page, at(`/property/${id}/documents`));
      const documents = section(page);
      await expect(documents.getByText(words('Documents.emptyTitle'))).toBeVisible();
      const bytes = makePdf(['Zählerstand 4711 Übergabe']);
      await drop(documents.getByText(words('Documents.emptyTitle')), [
        { name: 'Übergabeprotokoll 🏠.pdf', bytes },
        { name: 'Grundriss.pdf', bytes: makePdf(['Plan']) },
      ]);
      await expect(rowOf(page, 'Übergabeprotokoll 🏠')).toContainText(words('DocumentCategory.handover'));
      await expect(rowOf(page, 'Grundriss')).toContainText(words('DocumentCategory.plan'));

      // Its text is read by the worker a moment later, and the page is told.
      await documents.getByRole('searchbox').fill('zaehlerstand 4711');
      await expect(rowOf(page, 'Grundriss')).toBeHidden();
      await expect(rowOf(page, 'Übergabeprotokoll')).toBeVisible({ timeout: 90_000 });
      await documents.getByRole('searchbox').fill('');
      // Read whole it is drawn, too: from then on the row shows its first page.
      const face = rowOf(page, 'Übergabeprotokoll').locator('img');
      await expect(face).toHaveJSProperty('naturalWidth', 96);

      await act(page, words, 'Übergabeprotokoll 🏠', 'edit');
      const dialog = page.getByRole('dialog', { name: words('Documents.editTitle') });
      await dialog.getByLabel(words('Documents.title')).fill('Übergabe Juli');
      await dialog.getByRole('button', { name: words('Form.save'), exact: true }).click();
      await expect(dialog).toBeHidden();

      await rowOf(page, 'Übergabe Juli').getByRole('button', { name: 'Übergabe Juli', exact: true }).click();
      const preview = page.getByRole('dialog', { name: 'Übergabe Juli' });
      const address = await preview.locator('iframe').getAttribute('src');
      const shown = await page.request.get(address ?? '');
      expect([shown.status(), shown.headers()['content-type'], await shown.body()]).toEqual([
        200,
        pdf,
        bytes,
      ]);
      await preview
        .getByRole('button', { name: words('Form.close'), exact: true })
        .first()
        .click();
      await expect(preview).toBeHidden();

      const saving = page.waitForEvent('download');
      await act(page, words, 'Übergabe Juli', 'save');
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe('Übergabeprotokoll 🏠.pdf');
      expect(await fs.readFile(await saved.path())).toEqual(bytes);

      await act(page, words, 'Übergabe Juli', 'delete');
      await expect(rowOf(page, 'Übergabe Juli')).toBeHidden();
      await page.getByRole('button', { name: words('Documents.undo') }).click();
      await expect(rowOf(page, 'Übergabe Juli')).toBeVisible();
    });
  });
}

test('what cannot be kept says why, each file for itself', async ({ page, landlord, words, at }) => {
  const { id } = await createFlat(landlord.api);
  await openDocuments(page, at(`/property/${id}/documents`));
  await chooser(page).setInputFiles([
    {
      name: 'invoice.pdf',
      mimeType: pdf,
      buffer: Buffer.concat([Buffer.from('MZ\x90\0'), randomBytes(500)]),
    },
    {
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg><script>alert(1)</script></svg>'),
    },
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
    { name: 'empty.pdf', mimeType: pdf, buffer: Buffer.alloc(0) },
    { name: 'fine.pdf', mimeType: pdf, buffer: makePdf(['fine']) },
  ]);
  await expect(rowOf(page, 'invoice.pdf')).toContainText(words('Errors.document.type_mismatch'));
  await expect(rowOf(page, 'logo.svg')).toContainText(words('Errors.document.type_not_allowed'));
  await expect(rowOf(page, 'page.html')).toContainText(words('Errors.document.type_not_allowed'));
  await expect(rowOf(page, 'empty.pdf')).toContainText(words('Errors.document.empty'));
  await expect(
    rowOf(page, 'fine').getByRole('button', { name: words('Documents.actionsOf', { title: 'fine' }) }),
  ).toBeVisible();
});

test('the same file on another page is offered to be shown there, too, instead of kept twice', async ({
  page,
  landlord,
  words,
  at,
}) => {
  const { id } = await createFlat(landlord.api);
  const tenantId = await createTenant(landlord.api);
  const file = { name: 'contract.pdf', mimeType: pdf, buffer: makePdf(['the contract']) };
  await openDocuments(page, at(`/property/${id}/documents`));
  await chooser(page).setInputFiles([file, { ...file, name: 'again.pdf' }]);
  await expect(section(page).getByText(words('Documents.twinUnderway'))).toBeVisible();
  await expect(section(page).getByRole('checkbox')).toHaveCount(1); // kept: leaving earlier would end the upload

  await openDocuments(page, at(`/tenant/${tenantId}/documents`));
  await chooser(page).setInputFiles(file);
  await expect(
    section(page)
      .getByText(/contract|again/)
      .first(),
  ).toBeVisible();
  await section(page)
    .getByRole('button', { name: words('Documents.linkHere') })
    .click();
  await expect(section(page).getByRole('checkbox')).toHaveCount(1);
  const { rows } = await landlord.api.document.list.query({});
  expect(rows.map((row) => row.links.map((link) => link.kind))).toEqual([['property', 'tenant']]);
});

test('a receipt hangs on its booking, is shown there and among the papers of the property', async ({
  page,
  landlord,
  words,
  at,
}) => {
  const { id } = await createFlat(landlord.api);
  const categories = await landlord.api.category.list.query({});
  const bookingId = randomUUID();
  await landlord.api.transaction.record.mutate({
    id: bookingId,
    propertyId: id,
    bookedOn: today(),
    direction: 'expense',
    categoryId: categories.find((category) => category.code === 'repairs')?.id ?? '',
    title: 'Therme',
    amountCents: 11_900,
  });
  await page.goto(at(`/property/${id}/recurring`));
  await page.waitForLoadState('networkidle');
  const bookings = page.getByRole('region', { name: words('Bookings.title'), exact: true });
  await bookings.getByRole('button', { name: 'Therme', exact: true }).click();
  const details = page.getByRole('dialog', { name: words('BookingForm.detailsTitle') });
  await details
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'Rechnung 4711.pdf',
      mimeType: pdf,
      buffer: makePdf(['Rechnung 4711 über 119,00 EUR']),
    });
  await expect(details.getByRole('button', { name: 'Rechnung 4711', exact: true })).toBeVisible();
  await expectAccessible(page, 'a booking with its receipt');
  await details.getByRole('button', { name: words('Form.close'), exact: true }).click();
  await openDocuments(page, at(`/property/${id}/documents`));
  await expect(rowOf(page, 'Rechnung 4711')).toContainText(words('DocumentCategory.invoice'));
  const { rows } = await landlord.api.document.list.query({});
  expect(rows.map((row) => row.links.map((link) => [link.kind, link.id]))).toEqual([
    [['transaction', bookingId]],
  ]);
});

test('two browsers on one property: what one uploads and deletes comes and goes in the other', async ({
  page,
  browser,
  installation,
  landlord,
  words,
  at,
}) => {
  const { id } = await createFlat(landlord.api);
  const other = await browser.newContext({ baseURL: installation.url });
  try {
    await other.addCookies(landlord.cookies());
    const beside = await other.newPage();
    await openDocuments(page, at(`/property/${id}/documents`));
    await openDocuments(beside, at(`/property/${id}/documents`));
    await chooser(page).setInputFiles({
      name: 'contract.pdf',
      mimeType: pdf,
      buffer: makePdf(['contract']),
    });
    await expect(rowOf(beside, 'contract')).toBeVisible();
    await act(beside, words, 'contract', 'delete');
    await expect(rowOf(page, 'contract')).toBeHidden();
  } finally {
    await other.close();
  }
});

test('a large file survives a broken line in the middle', async ({ page, context, landlord, at }) => {
  const { id } = await createFlat(landlord.api);
  await openDocuments(page, at(`/property/${id}/documents`));
  let pieces = 0;
  await page.route('**/upload/resumable/sign/**', async (route) => {
    if (route.request().method() === 'PATCH') pieces += 1;
    if (pieces === 2) {
      await context.setOffline(true);
      await route.abort('internetdisconnected');
      pieces += 1;
      setTimeout(() => void context.setOffline(false), 1_500);
    } else {
      await route.continue();
    }
  });
  const buffer = Buffer.concat([makePdf(['large']), randomBytes(14 * 1024 * 1024)]);
  await chooser(page).setInputFiles({ name: 'large.pdf', mimeType: pdf, buffer });
  await expect(rowOf(page, 'large').getByRole('checkbox')).toBeVisible({ timeout: 60_000 });
  expect(pieces).toBeGreaterThan(3);
  const { rows } = await landlord.api.document.list.query({});
  expect(rows.map((row) => row.sizeBytes)).toEqual([buffer.length]);
});

test('a selection is saved as one ZIP', async ({ page, landlord, words, at }) => {
  const { id } = await createFlat(landlord.api);
  await openDocuments(page, at(`/property/${id}/documents`));
  const [one, two] = [makePdf(['one']), makePdf(['two'])];
  await chooser(page).setInputFiles([
    { name: 'ä.pdf', mimeType: pdf, buffer: one },
    { name: 'b.pdf', mimeType: pdf, buffer: two },
  ]);
  const boxes = section(page).getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  await boxes.first().check();
  await boxes.last().check();
  const saving = page.waitForEvent('download');
  await section(page)
    .getByRole('button', { name: words('Documents.saveZip') })
    .click();
  const saved = await saving;
  const zip = await fs.readFile(await saved.path());
  for (const part of [one, two, Buffer.from('ä.pdf'), Buffer.from('b.pdf')])
    expect(zip.includes(part)).toBe(true);
});
