import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { contactMessage } from '@/db/schema';
import { enterDirectory } from '@/db/scope';
import { forgetMessages, storeMessage } from '@/features/contact/commands';
import { contactLetter } from '@/features/contact/letter';
import { contactForm } from '@/features/contact/schema';
import { forgetOldMessages } from '@/jobs/contact-messages';
import { fieldCodes } from '@/lib/errors';
import { failureOf } from '../factories/failure.ts';
import { asAdmin } from '../factories/records.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let pool: ReturnType<typeof openDatabase>;

const message = {
  language: 'de' as const,
  name: 'Erika <b>Muster</b>',
  email: 'erika@example.com',
  message: 'Guten Tag,\n\nwas kostet das?',
};

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openDatabase(database.appUrl);
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

test('a message is kept as it was written, and the application cannot read it back', async () => {
  await storeMessage(message, pool.db);
  const rows = await asAdmin(
    database,
    (sql) => sql`select language, name, email, message from hausbuch.contact_message`,
  );
  expect([...rows]).toEqual([message]);
  expect(await failureOf(enterDirectory(pool.db, (tx) => tx.select().from(contactMessage)))).not.toBe('');
});

test('messages older than they are kept are deleted, younger ones stay', async () => {
  await storeMessage({ ...message, name: 'Old' }, pool.db);
  await asAdmin(
    database,
    (sql) => sql`update hausbuch.contact_message set written_at = '2025-01-31T12:00Z' where name = 'Old'`,
  );
  await storeMessage({ ...message, name: 'New' }, pool.db);
  expect(await forgetMessages(new Date('2025-01-31T12:00Z'), pool.db)).toBe(0);
  expect(await forgetMessages(new Date('2025-01-31T12:01Z'), pool.db)).toBe(1);
  const rows = await asAdmin(database, (sql) => sql`select name from hausbuch.contact_message`);
  expect(rows.map(({ name }) => name)).toContain('New');
  expect(rows.map(({ name }) => name)).not.toContain('Old');
});

test('the operator’s mail names who wrote, in their language, with markup as text', async () => {
  const mail = await contactLetter('operator@example.com', message);
  expect(mail.subject).toBe('Nachricht von Erika <b>Muster</b>');
  expect(mail.html).toContain('Erika &lt;b&gt;Muster&lt;/b&gt;');
  expect(mail.html).not.toContain('<b>');
  expect(mail.text).toContain('was kostet das?');
});

test.each([
  ['name', { name: '  ' }, 'required'],
  ['email', { email: 'erika@' }, 'email'],
  ['message', { message: 'x'.repeat(5_001) }, 'too_long'],
  ['message', { message: 'a\u0000b' }, 'characters'],
])('a wrong %s is refused with its reason', (field, wrong, code) => {
  const { error } = contactForm.safeParse({ ...message, ...wrong });
  expect(fieldCodes(error ?? { issues: [] })).toEqual({ [field]: code });
});

test('kept for twelve months, a message of 28 February is there on the 29th a year later until its hour', async () => {
  await storeMessage({ ...message, name: 'February' }, pool.db);
  await asAdmin(
    database,
    (sql) =>
      sql`update hausbuch.contact_message set written_at = '2027-02-28T18:00Z' where name = 'February'`,
  );
  const left = async (now: string) => {
    await forgetOldMessages(pool.db, new Date(now));
    const rows = await asAdmin(database, (sql) => sql`select name from hausbuch.contact_message`);
    return rows.map(({ name }) => name);
  };
  expect(await left('2028-02-29T17:00Z')).toEqual(['February']);
  expect(await left('2028-02-29T19:00Z')).toEqual([]);
});
