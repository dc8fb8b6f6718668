import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { anyFreePort } from '../../scripts/ports.ts';
import { expectAccessible } from '../setup/accessibility.ts';
import { test as base, expect } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import { createFlat, createLease, type Landlord, signUp } from '../setup/landlord.ts';
import { runProduct } from '../setup/running-product.ts';
import { monthStart, screens, today } from '../setup/shown.ts';
import { type ReceivedMail, startSmtpServer } from '../setup/smtp-server.ts';

type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

/** A product of the test's own, with a mail server of the test's own behind it. */
const test = base.extend<{ smtp: SmtpServer; own: { url: string; landlord: Landlord } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  smtp: async ({}, provide) => {
    const server = await startSmtpServer();
    await provide(server);
    await server.stop();
  },
  own: async ({ smtp, language, context }, provide) => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-e2e-mail-'));
    fs.chmodSync(dataDir, 0o755);
    const settings = { SMTP_URL: smtp.url, SMTP_FROM: 'Hausbuch <send@hausbuch.example>' };
    const product = await runProduct(dataDir, await anyFreePort(), settings);
    const landlord = await signUp({ ...product, dataDir }, language);
    await context.addCookies(landlord.cookies());
    await provide({ url: product.url, landlord });
    // A page that is still open would ask for what changed, and hear nothing.
    await Promise.all(context.pages().map((one) => one.close()));
    await product.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  },
});

test.describe.configure({ timeout: 240_000 });

const mailOf = (lastName: string) => `${lastName.toLowerCase()}@example.com`;

/** Somebody who owes three rents of 700.00, with a mailbox. */
async function enterDebtor({ api }: Landlord, lastName: string) {
  const tenantId = randomUUID();
  await api.tenant.create.mutate({
    ...{ id: tenantId, kind: 'person', firstName: 'Anna', lastName },
    ...{ emails: [mailOf(lastName)], letterLanguage: 'de' },
  });
  const { unitId } = await createFlat(api, `Haus ${lastName}`);
  const leaseId = await createLease(api, { unitId, tenantId, startsOn: monthStart(-2), netCents: 70_000 });
  return { tenantId, leaseId };
}

/** All words of the PDF that came with a mail. */
async function enclosedText({ text }: ReceivedMail): Promise<string> {
  const [, encoded = ''] = /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(text) ?? [];
  const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(encoded, 'base64')));
  return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
}

for (const { language, width, colorScheme } of inTurn(import.meta.filename, screens)) {
  test.describe(`${language}, ${width} wide, ${colorScheme}`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 900 } });

    test('a reminder from Today arrives with its PDF, one that was paid meanwhile never goes, and a lost one is told apart', async ({
      page,
      smtp,
      own: { url, landlord },
      words,
      at,
    }, info) => {
      const { api } = landlord;
      const [person] = await api.landlord.list.query({ archive: 'active' });
      await api.landlord.update.mutate({
        ...{ id: person?.id ?? '', version: person?.version ?? 1, kind: 'person', name: landlord.name },
        email: 'petra@example.com',
      });
      const anna = await enterDebtor(landlord, 'Schmidt');
      const paid = await enterDebtor(landlord, 'Vogel');
      const lost = await enterDebtor(landlord, 'Kranz');
      const to = (lastName: string) => smtp.taken.filter((mail) => mail.to === mailOf(lastName));
      const dialog = page.getByRole('dialog', { name: words('Reminder.title') });
      const letters = page.getByRole('region', { name: words('Outbox.title') });
      /** Two clicks, the second of which the test may let wait. */
      const openReminder = async (lastName: string) => {
        await page.goto(`${url}${at('/dashboard')}`);
        const name = new RegExp(`^${words('Reminder.remind')}: .*${lastName}`);
        await page.getByRole('button', { name }).click();
        await expect(dialog.getByText(mailOf(lastName))).toBeVisible();
      };
      const send = () => dialog.getByRole('button', { name: words('Reminder.sendMail') }).click();

      await openReminder('Schmidt');
      await expectAccessible(page, 'a reminder that goes by mail');
      await send();
      await expect(dialog).toBeHidden();
      await expect.poll(() => to('Schmidt').length, { timeout: 30_000 }).toBe(1);
      const [got] = to('Schmidt');
      expect(got?.from).toBe('send@hausbuch.example');
      expect(got?.text).toMatch(/^Reply-To: .*petra@example\.com/m);
      expect(await enclosedText(got as ReceivedMail)).toMatch(/Anna Schmidt.*Zahlungserinnerung.*700,00/);
      await page.goto(`${url}${at(`/tenant/${anna.tenantId}/account`)}`);
      await expect(letters.getByText(words('Outbox.mails.sent'), { exact: true })).toBeVisible();
      await expect(letters.getByText('250 2.0.0 queued')).toBeVisible();

      // Between the look and the click somebody pays: it says so, and nothing goes.
      await openReminder('Vogel');
      // The page hears of the payment at once: the click was before that, and what it asks for comes after it.
      await page.route('**/api/trpc/arrears.remind*', async (route) => {
        await api.payment.record.mutate({
          ...{ id: randomUUID(), leaseId: paid.leaseId, paidOn: today(), amountCents: 70_000 },
        });
        await route.continue();
      });
      await send();
      await expect(dialog.getByText(words('Errors.arrears.reminder_changed'))).toBeVisible();
      await page.keyboard.press('Escape');
      expect(await api.outbox.list.query({ leaseId: paid.leaseId, limit: 20 })).toMatchObject({ rows: [] });
      expect(to('Vogel')).toEqual([]);
      await page.unroute('**/api/trpc/arrears.remind*');

      // The server takes it, and the connection ends before it says so.
      Object.assign(smtp.script, { data: () => 'drop', takesDropped: true });
      await openReminder('Kranz');
      await send();
      await expect(dialog).toBeHidden();
      await expect.poll(() => to('Kranz').length, { timeout: 30_000 }).toBe(1);
      Object.assign(smtp.script, { data: undefined, takesDropped: undefined });
      await page.goto(`${url}${at(`/tenant/${lost.tenantId}/account`)}`);
      await expect(letters.getByText(words('Outbox.mails.uncertain'), { exact: true })).toBeVisible();
      await expectAccessible(page, 'a mail that may have arrived');
      await page.screenshot({ path: info.outputPath('uncertain.png'), fullPage: true });

      // Somebody asked the tenant: it arrived. Noted, the letter is sent; taken back, nobody knows again.
      const address = mailOf('Kranz');
      await letters.getByRole('button', { name: words('Outbox.arrivedOf', { address }) }).click();
      const asked = page.getByRole('dialog', { name: words('Outbox.arrivedTitle') });
      await expect(asked.getByLabel(words('Outbox.arrivedOn'))).not.toHaveValue('');
      await asked.getByLabel(words('Outbox.proof')).fill('RR 4711');
      await expectAccessible(page, 'when a mail arrived');
      await page.screenshot({ path: info.outputPath('arrived.png') });
      await asked.getByRole('button', { name: words('Form.save') }).click();
      await expect(asked).toBeHidden();
      await expect(letters.getByText(words('Outbox.mails.arrived'), { exact: true })).toBeVisible();
      await expect(letters.getByText(words('Outbox.states.sent'), { exact: true })).toBeVisible();
      await expect(letters.getByText('RR 4711')).toBeVisible();
      await page.screenshot({ path: info.outputPath('noted.png'), fullPage: true });
      await page.getByRole('button', { name: words('Form.undo') }).click();
      await expect(letters.getByText(words('Outbox.mails.uncertain'), { exact: true })).toBeVisible();

      // Once more, by a click: the same message.
      await letters.getByRole('button', { name: words('Outbox.againOf', { address }) }).click();
      await expect.poll(() => to('Kranz').length, { timeout: 30_000 }).toBe(2);
      expect(new Set(to('Kranz').map((mail) => mail.messageId)).size).toBe(1);
      await expect(letters.getByText(words('Outbox.mails.sent'), { exact: true })).toBeVisible();
    });
  });
}
