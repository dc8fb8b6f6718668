import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { expect, test } from '../setup/browser.ts';
import { inTurn } from '../setup/forms.ts';
import {
  createFlat,
  createLease,
  createTenant,
  type Landlord,
  newAddress,
  password,
} from '../setup/landlord.ts';
import { monthStart } from '../setup/shown.ts';

/** Each would set `document.title`, open a dialog or load something if any page took it for markup. */
const payloads = [
  '<img src=x onerror="window.hacked=1">',
  '"><script>window.hacked=1</script>',
  '<svg/onload=window.hacked=1>',
  'javascript:window.hacked=1//',
  '{{constructor.constructor("window.hacked=1")()}}',
  '</script><script>window.hacked=1</script>',
];

/** As the page does it: announced, put at the signed address, confirmed. */
async function upload(
  api: Landlord['api'],
  file: { propertyId: string; fileName: string; title: string; bytes: string },
) {
  const ids = { documentId: randomUUID(), versionId: randomUUID() };
  const { fileName, title, bytes } = file;
  const { url, mediaType } = await api.document.requestUpload.mutate({
    ...ids,
    fileName,
    title,
    sizeBytes: bytes.length,
    links: [{ kind: 'property', id: file.propertyId }],
  });
  const put = await fetch(url, { method: 'PUT', headers: { 'content-type': mediaType }, body: bytes });
  expect(put.status).toBe(200);
  await api.document.confirmUpload.mutate({ versionId: ids.versionId });
}

async function expectHarmless(page: Page, where: string) {
  // Events stay open, so that no page is ever idle; what an image or a script does, it does at once.
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => 'hacked' in window), where).toBe(false);
}

test('names, notes and file names that are markup are shown as text, on every page, and in mails', async ({
  page,
  landlord,
  mailbox,
}) => {
  test.slow();
  page.on('dialog', () => expect(false, 'a dialog opened').toBe(true));
  const { api } = landlord;
  const all = payloads.join(' ');
  const name = (payloads[0] ?? '') + (payloads[1] ?? '');
  const { id, unitId } = await createFlat(api, name);
  const tenantId = await createTenant(api, payloads[2]);
  await createLease(api, { unitId, tenantId, startsOn: monthStart(-1), netCents: 70_000 });
  const property = await api.property.get.query({ id });
  const { version, ...fields } = property;
  expect([version, fields.name]).toEqual([1, name]);
  const portfolio = await api.portfolio.get.query();
  await api.portfolio.update.mutate({
    version: portfolio.version,
    name: payloads[5] ?? '',
    jurisdiction: 'DE',
    timeZone: 'Europe/Berlin',
  });
  await api.account.updateProfile.mutate({
    displayName: payloads[0] ?? '',
    language: null,
    dateFormat: null,
    numberFormat: null,
  });
  const { rows } = await api.lease.list.query({ propertyId: id });
  await api.payment.record.mutate({
    id: randomUUID(),
    leaseId: rows[0]?.id ?? '',
    paidOn: monthStart(0),
    amountCents: 10_000,
    reference: payloads[3],
    note: all,
  });
  const fileName = `${payloads[0]?.replaceAll('/', '')}.pdf`;
  const bytes = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';
  await upload(api, { propertyId: id, fileName, title: payloads[1] ?? '', bytes });

  for (const place of [
    '/dashboard',
    '/dashboard/properties',
    '/dashboard/tenants',
    ...[
      '',
      '/profile',
      '/access',
      '/portfolio',
      '/landlords',
      '/members',
      '/categories',
      '/data',
      '/danger',
    ].map((part) => `/dashboard/settings${part}`),
    ...['', '/tenants', '/rent', '/recurring', '/documents', '/secondary', '/danger'].map(
      (part) => `/property/${id}${part}`,
    ),
    ...['', '/leases', '/account', '/documents', '/danger'].map((part) => `/tenant/${tenantId}${part}`),
    `/dashboard/properties?search=${encodeURIComponent(payloads[0] ?? '')}`,
    `/auth/login?next=${encodeURIComponent('javascript:window.hacked=1')}`,
  ]) {
    await page.goto(place);
    await expectHarmless(page, place);
  }
  await page.goto(`/property/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

  const guest = newAddress();
  await api.member.invite.mutate({ id: randomUUID(), email: guest, role: 'viewer', language: 'en' });
  const mail = await mailbox.next(guest);
  const shown = await page.context().newPage();
  const link = mail.links.find((one) => one.includes('/invitation?')) ?? '';
  await shown.goto(link);
  await expect(shown.getByRole('heading', { level: 1 })).toContainText('</script>');
  await expectHarmless(shown, 'invitation');
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

test('an SVG is no document, whatever it calls itself', async ({ landlord }) => {
  const { id } = await createFlat(landlord.api);
  const bring = (fileName: string) =>
    upload(landlord.api, { propertyId: id, fileName, title: 'Plan', bytes: svg });
  await expect(bring('plan.svg')).rejects.toMatchObject({ message: 'document.type_not_allowed' });
  await expect(bring('plan.png')).rejects.toMatchObject({ message: 'document.type_mismatch' });
});

const keyFile = z.object({ secretKey: z.string() });
const addressFile = z.object({ url: z.url() });

/** Of an account that was mailed nothing: two mails to one address within a minute are refused to everybody. */
async function knownAddress(dataDir: string): Promise<string> {
  const read = (name: string) => JSON.parse(fs.readFileSync(path.join(dataDir, 'supabase', name), 'utf8'));
  const { secretKey } = keyFile.parse(read('keys.json'));
  const { url } = addressFile.parse(read('address.json'));
  const email = newAddress();
  const made = await fetch(`${url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, email_confirm: true }),
  });
  expect(made.status).toBe(200);
  return email;
}

for (const language of inTurn(import.meta.filename, ['en', 'de'])) {
  test.describe(language, () => {
    test.use({ language });

    test('signing up tells nobody whether an address has an account', async ({
      page,
      installation,
      words,
      at,
    }) => {
      test.slow();
      const shown: string[] = [];
      for (const email of [await knownAddress(installation.dataDir), newAddress()]) {
        await page.context().clearCookies({ name: /hausbuch-auth/ });
        await page.goto(at('/auth/register'));
        await page.getByLabel(words('AuthPages.name')).fill('Jo Lindner');
        await page.locator('input[name="email"], input[name="identifier"]').first().fill(email);
        await page.locator('input[name="password"]').fill(password);
        await page.getByRole('button', { name: words('AuthPages.register'), exact: true }).click();
        await expect(page.locator('input[name="code"]')).toBeVisible();
        shown.push(((await page.getByRole('main').textContent()) ?? '').replaceAll(email, '<address>'));
      }
      expect(shown[0]).toBe(shown[1]);
    });
  });
}
