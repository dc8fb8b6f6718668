import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSupabase } from '../testing/database.ts';
import type { TestSupabase } from '../testing/supabase.ts';

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

const mail = {
  to: 'Anna@Example.com',
  subject: 'Einladung',
  text: 'Guten Tag',
  html: '<p>Guten Tag, <a href="http://localhost:3000/invitation?token=x">annehmen</a></p>',
};
const deliver = (body: unknown, apikey: string) =>
  supabase.request('/mailbox/v1/messages', {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('a mail of the application stands in the mailbox, with its links', async () => {
  expect((await deliver(mail, supabase.secretKey)).status).toBe(202);
  expect(await supabase.lastMail('anna@example.com')).toMatchObject({
    to: 'anna@example.com',
    subject: 'Einladung',
    text: 'Guten Tag',
    links: ['http://localhost:3000/invitation?token=x'],
    code: null,
  });
});

test('nobody without the secret key writes into it', async () => {
  for (const key of [supabase.publishableKey, '', 'sb_secret_wrong']) {
    expect((await deliver({ ...mail, to: 'max@example.com' }, key)).status).toBe(403);
  }
  expect(await supabase.mails('max@example.com')).toEqual([]);
});

test.each([
  ['no JSON', 'hello'],
  ['no address', { ...mail, to: 'anna' }],
  ['two addresses', { ...mail, to: 'a@example.com, b@example.com' }],
  ['a header in the subject', { ...mail, subject: 'x\r\nBcc: all@example.com' }],
  ['an unknown field', { ...mail, bcc: 'all@example.com' }],
  ['no text', { to: mail.to, subject: 'x' }],
  ['a sign that no table holds', { ...mail, html: '\0' }],
])('%s is refused', async (_name, body) => {
  expect((await deliver(body, supabase.secretKey)).status).toBe(400);
});

test('mails to an address that cannot be are asked for in vain', async () => {
  const address = new URL(supabase.mailboxUrl);
  address.pathname = '/messages.json';
  address.searchParams.set('to', '\0');
  expect((await fetch(address)).status).toBe(400);
});
