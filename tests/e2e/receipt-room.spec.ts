import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { addDays } from '../../src/lib/calendar.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { endRooms } from '../setup/age-sessions.ts';
import { expect, type Language, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import {
  bookTax,
  createFlat,
  type Landlord,
  letWithAdvance,
  newAddress,
  uploadPaper,
} from '../setup/landlord.ts';
import { pageList } from '../setup/page-list.ts';
import { euro, monthStart, shownDay, today } from '../setup/shown.ts';

const phone = { width: 390, height: 844 };
const period = { from: monthStart(-2), to: addDays(monthStart(-1), -1) };

/** A flat whose costs were settled with a tenant of this address, with a paper at the one bill that names a neighbour. */
async function settleFlat({ api }: Landlord, email: string, language: Language) {
  const tenantId = randomUUID();
  await api.tenant.create.mutate({
    ...{ id: tenantId, kind: 'person', firstName: 'Anna', lastName: 'Schmidt' },
    ...{ emails: [email], letterLanguage: language },
  });
  const { id: propertyId, unitId } = await createFlat(api, 'Lindenhof');
  await letWithAdvance(api, { unitId, tenantId, startsOn: period.from });
  await bookTax(api, { propertyId, unitId, bookedOn: period.from, amountCents: 12_345, title: 'Abgaben' });
  await api.costStatement.send.mutate({ id: randomUUID(), propertyId, ...period });
  const told = await api.objection.list.query({ propertyId, ...period });
  const statementLeaseId = told?.leases[0]?.statementLeaseId ?? '';
  const { bills } = await api.receiptRoom.choices.query({ statementLeaseId });
  await uploadPaper(api, {
    lines: ['Nachbar Krause 4711'],
    title: 'Bescheid',
    fileName: 'bescheid.pdf',
    category: 'invoice',
    links: [{ kind: 'transaction', id: bills[0]?.billId ?? '' }],
  });
  return { propertyId };
}

/** Draws a box with the mouse over the upper part of a page, where the text stands. */
async function drawBox(page: Page) {
  const frame = await page.locator('[data-page="1"]').boundingBox();
  if (!frame) throw new Error('No page is drawn.');
  const at = (x: number, y: number) => [frame.x + frame.width * x, frame.y + frame.height * y] as const;
  await page.mouse.move(...at(0.08, 0.03));
  await page.mouse.down();
  await page.mouse.move(...at(0.9, 0.15), { steps: 4 });
  await page.mouse.up();
}

/** Every route of the program, from its files. */
async function listRoutes(): Promise<string[]> {
  const api = path.resolve(import.meta.dirname, '../../src/app/api');
  const files = await fs.readdir(api, { recursive: true });
  return files
    .filter((file) => file.endsWith('route.ts'))
    .map((file) => `/api/${path.dirname(file).replaceAll(path.sep, '/')}`)
    .filter((route) => !route.includes('['));
}

/** What whoever has nothing but the cookie of a room is answered elsewhere: nothing. */
async function expectNothingElse(guest: BrowserContext, portfolioId: string) {
  const ids = `id=${randomUUID()}&ids=${randomUUID()}&propertyId=${randomUUID()}&leaseId=${randomUUID()}`;
  const open = new Set(['/api/health']);
  for (const route of await listRoutes()) {
    if (open.has(route)) continue;
    const answer = await guest.request.get(`${route}?${ids}&from=2025-01-01&to=2025-12-31`, {
      maxRedirects: 0,
      headers: { 'x-hausbuch-portfolio': portfolioId },
    });
    expect([400, 401, 403, 404, 405], `${route} answers ${answer.status()}`).toContain(answer.status());
  }
  const some = {
    propertyId: randomUUID(),
    tenantId: randomUUID(),
    handover: { tenantId: randomUUID(), leaseId: randomUUID(), handoverId: randomUUID() },
    plant: { propertyId: randomUUID(), plantId: randomUUID() },
    association: { propertyId: randomUUID(), associationId: randomUUID() },
  };
  for (const { visitor, path: pathOf } of pageList) {
    if (visitor !== 'landlord') continue;
    const place = pathOf(some);
    // The page for a new password is anybody's, and says so to who has no session.
    if (place.startsWith('/auth/')) continue;
    const answer = await guest.request.get(place, { maxRedirects: 0 });
    expect(`${answer.status()} ${answer.headers().location ?? ''}`, place).toMatch(
      /^(30[237] .*\/auth\/login|40[134] )/,
    );
  }
}

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('receipts are blacked out, shown to a tenant on a phone by link and code, logged and closed', async ({
      browser,
      page,
      landlord,
      installation,
      mailbox,
      baseURL,
      locale,
      words,
      at,
    }, info) => {
      test.slow();
      const email = newAddress();
      const { propertyId } = await settleFlat(landlord, email, language);
      const statement = at(`/property/${propertyId}/statement/${period.from}_${period.to}`);
      const receipts = page.locator('#receipts');

      await test.step('the landlord blacks out a name and opens the room', async () => {
        await page.goto(statement);
        await expect(receipts).toContainText(words('ReceiptRooms.none'));
        await page.screenshot({ path: info.outputPath('statement.png'), fullPage: true });
        await receipts.getByRole('button', { name: words('ReceiptRooms.open') }).click();
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByLabel('Bescheid', { exact: true })).toBeChecked();
        await expectAccessible(page, 'what a room shows');
        await page.screenshot({ path: info.outputPath('open.png') });
        await dialog
          .getByRole('button', { name: words('ReceiptRooms.redactOf', { title: 'Bescheid' }) })
          .click();
        await expect(page.locator('[data-page="1"] canvas')).toBeVisible();
        await drawBox(page);
        await page.getByRole('button', { name: words('ReceiptRooms.addBoxOn', { number: '1' }) }).click();
        await page.screenshot({ path: info.outputPath('redact.png') });
        await expectAccessible(page, 'blacking out');
        await page.getByRole('button', { name: words('ReceiptRooms.burn', { count: 2 }) }).click();
        await expect(
          dialog.getByText(
            words('ReceiptRooms.copyShown', {
              title: words('ReceiptRooms.copyTitle', { title: 'Abgaben' }),
            }),
          ),
        ).toBeVisible();
        await dialog.getByRole('button', { name: words('ReceiptRooms.openAndMail') }).click();
        await expect(dialog).toBeHidden();
        await expect(receipts).toContainText(words('ReceiptRooms.states.open'));
        await expect(receipts).toContainText(email);
      });

      const mail = await mailbox.next(email);
      const link = mail.links.find((one) => one.includes('/receipts/')) ?? '';
      expect(new URL(link).pathname.startsWith(at('/receipts/'))).toBe(true);
      const code = /([0-9A-Z]{4}-){2}[0-9A-Z]{4}/.exec(mail.text)?.[0] ?? '';

      const context = await browser.newContext({ baseURL, locale, viewport: phone });
      const guest = await context.newPage();
      let href = '';
      await test.step('the tenant enters by link and code, and sees this statement and its receipts', async () => {
        await guest.goto(link);
        await expectAccessible(guest, 'the code of a room');
        await guest.screenshot({ path: info.outputPath('code.png'), fullPage: true });
        const field = guest.getByLabel(words('ReceiptRoom.code'), { exact: true });
        const enter = guest.getByRole('button', { name: words('ReceiptRoom.enter') });
        await field.fill('0000-0000-0000');
        await enter.click();
        await expect(guest.getByText(words('ReceiptRoom.refused.wrong'))).toBeVisible();
        await field.fill(code.toLowerCase().replaceAll('-', ' '));
        await enter.click();
        await expect(guest.getByRole('heading', { level: 1 })).toHaveText(words('ReceiptRoom.title'));
        await expect(guest.locator('#costs')).toContainText(euro(12_345, language));
        await expect(guest.locator('#costs')).not.toContainText('Bescheid');
        await expectAccessible(guest, 'a room');
        await guest.screenshot({ path: info.outputPath('room.png'), fullPage: true });
        await guest.emulateMedia({ colorScheme: 'dark' });
        await guest.screenshot({ path: info.outputPath('room-dark.png'), fullPage: true });
        href = (await guest.locator('#costs a').first().getAttribute('href')) ?? '';
        const file = await context.request.get(href);
        expect(file.status()).toBe(200);
        expect(file.headers()['content-type']).toBe('application/pdf');
        const bytes = new Uint8Array(await file.body());
        const raw = Buffer.from(bytes);
        expect(raw.includes('Krause')).toBe(false);
        // The picture of the page itself: black where the box was drawn.
        const picture = raw.subarray(
          raw.indexOf(Buffer.from([0xff, 0xd8, 0xff])),
          raw.lastIndexOf('endstream'),
        );
        const { data, info: size } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
        const pixel = (x: number, y: number) =>
          data[(Math.round(y * size.height) * size.width + Math.round(x * size.width)) * size.channels] ??
          255;
        expect(pixel(0.2, 0.08)).toBeLessThan(20);
        expect(pixel(0.2, 0.9)).toBeGreaterThan(230);
        const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
        expect(text.trim()).toBe('');
      });

      await test.step('and reaches nothing else', () => expectNothingElse(context, landlord.portfolioId));

      await test.step('an original that a copy stood for is not shown again unsaid', async () => {
        await page.reload();
        await receipts
          .getByRole('button', { name: words('ReceiptRooms.changeOf', { name: 'Anna Schmidt' }) })
          .click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: words('ReceiptRooms.original') }).click();
        await expect(dialog.getByText(words('ReceiptRooms.bareAgain'))).toBeVisible();
        await expectAccessible(page, 'an original is bare again');
        await page.screenshot({ path: info.outputPath('bare-again.png') });
        await page.keyboard.press('Escape');
        const leave = page.getByRole('alertdialog');
        await leave.getByRole('button', { name: words('Form.discard') }).click();
        await expect(dialog).toBeHidden();
      });

      await test.step('a room whose time is over shows nothing, and is opened again for as long as is usual', async () => {
        await endRooms(installation.dataDir, landlord.portfolioId);
        await guest.reload();
        await expect(guest.getByRole('heading', { level: 1 })).toHaveText(words('ReceiptRoom.closedTitle'));
        expect((await context.request.get(href)).status()).toBe(404);
        await page.reload();
        await expect(receipts).toContainText(words('ReceiptRooms.states.over'));
        await receipts
          .getByRole('button', { name: words('ReceiptRooms.reopenOf', { name: 'Anna Schmidt' }) })
          .click();
        const dialog = page.getByRole('dialog', { name: words('ReceiptRooms.reopenTitle') });
        await expect(dialog.getByLabel(words('ReceiptRooms.days'))).toHaveValue('30');
        await expectAccessible(page, 'a room that is over');
        await page.screenshot({ path: info.outputPath('reopen.png') });
        await dialog.getByRole('button', { name: words('ReceiptRooms.save') }).click();
        await expect(dialog).toBeHidden();
        await expect(receipts).toContainText(shownDay(addDays(today(), 29), language));
        await guest.reload();
        await expect(guest.getByRole('heading', { level: 1 })).toHaveText(words('ReceiptRoom.title'));
      });

      await test.step('the landlord sees what was opened, and closes the room', async () => {
        await page.reload();
        await receipts
          .getByRole('button', { name: words('ReceiptRooms.logOf', { name: 'Anna Schmidt' }) })
          .click();
        const log = page.getByRole('dialog');
        await expect(log).toContainText(words('ReceiptRooms.events.file'));
        await expect(log).toContainText(words('ReceiptRooms.events.refused'));
        await page.screenshot({ path: info.outputPath('log.png') });
        await page.keyboard.press('Escape');
        await receipts
          .getByRole('button', { name: words('ReceiptRooms.revokeOf', { name: 'Anna Schmidt' }) })
          .click();
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: words('ReceiptRooms.revoke'), exact: true })
          .click();
        await expect(receipts).toContainText(words('ReceiptRooms.states.revoked'));
        await expect(receipts).toContainText(
          `${words('ReceiptRooms.closedOn')} ${shownDay(today(), language)}`,
        );
        expect((await context.request.get(href)).status()).toBe(404);
        await guest.reload();
        await expect(guest.getByRole('heading', { level: 1 })).toHaveText(words('ReceiptRoom.closedTitle'));
      });

      await test.step('a room whose answer was lost is open: another choice says so', async () => {
        await receipts.getByRole('button', { name: words('ReceiptRooms.open') }).click();
        const dialog = page.getByRole('dialog');
        let reached = 0;
        await page.route(/receiptRoom\.open/, async (route) => {
          reached += 1;
          if (reached === 1) await route.fetch();
          await route.abort('connectionfailed');
        });
        const send = dialog.getByRole('button', { name: words('ReceiptRooms.openAndMail') });
        await send.click();
        await expect(dialog.getByRole('alert')).toBeVisible({ timeout: 30_000 });
        await page.unroute(/receiptRoom\.open/);
        await dialog.getByLabel(words('ReceiptRooms.days')).fill('20');
        await send.click();
        await expect(dialog.getByText(words('Errors.receipts.open_already'))).toBeVisible();
        await page.screenshot({ path: info.outputPath('open-already.png') });
      });
      await context.close();
    });

    test('an objection waits on the list of today until it is answered, and comes back when it was deleted', async ({
      page,
      landlord,
      words,
      at,
    }, info) => {
      const { propertyId } = await settleFlat(landlord, newAddress(), language);
      const objections = page.locator('#objections');
      await page.goto(at(`/property/${propertyId}/statement/${period.from}_${period.to}`));
      await objections.getByRole('button', { name: words('Objections.add') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words('Objections.what')).fill('Die Grundsteuer ist zu hoch.');
      await dialog.getByRole('checkbox').first().check();
      await expectAccessible(page, 'an objection');
      await page.screenshot({ path: info.outputPath('objection.png') });
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(objections).toContainText(words('Objections.waits'));
      await page.goto(at('/dashboard'));
      const waiting = page.locator('#today');
      await expect(waiting).toContainText(words('Overview.toObjection'));
      await page.screenshot({ path: info.outputPath('today.png'), fullPage: true });
      await waiting.getByRole('link', { name: words('Overview.toObjection') }).click();
      const edit = words('Objections.editOf', { name: 'Anna Schmidt' });
      await objections.getByRole('button', { name: edit }).click();
      await dialog.getByLabel(words('Objections.answer')).fill('Der Bescheid liegt bei.');
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(dialog.getByText(words('Errors.field.required'))).toBeVisible();
      await dialog.getByLabel(words('Objections.answeredOn')).fill(shownDay(today(), language));
      await dialog.getByRole('button', { name: words('Form.save') }).click();
      await expect(objections).toContainText(words('Objections.isAnswered'));
      await page.screenshot({ path: info.outputPath('answered.png'), fullPage: true });
      await objections.getByRole('button', { name: edit }).click();
      await dialog.getByRole('button', { name: words('Objections.delete') }).click();
      await expect(objections).toContainText(words('Objections.none'));
      await page.getByRole('button', { name: words('Form.undo') }).click();
      await expect(objections).toContainText('Die Grundsteuer ist zu hoch.');
      await page.screenshot({ path: info.outputPath('objections.png'), fullPage: true });
    });
  });
}
