import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { z } from 'zod';
import { enterRequest } from '@/db/scope';
import { remind } from '@/features/arrears/reminder-commands';
import { getReminder } from '@/features/arrears/reminder-queries';
import { remindInput } from '@/features/arrears/schema';
import { sendDueMails } from '@/features/outbox/mail-steps';
import { listLetters } from '@/features/outbox/queries';
import { listLettersInput } from '@/features/outbox/schema';
import { deleteTenant } from '@/features/tenant/commands';
import { getAccount, recordPayment } from '@/ledger';
import { accountInput, recordPaymentInput } from '@/ledger/inputs';
import { LetterPost } from '@/mail/letter-post';
import { renderLetter } from '@/print/letter-pdf';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { type SmtpScript, startSmtpServer } from '../setup/smtp-server.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { type Books, enterLease, openBooks } from './tenancy.ts';

export let database: TestDatabase;
/** A portfolio anew for each test, whose tenant and landlord have addresses. */
export let books: Books;
/** The mail server that it sends by. */
export let server: Awaited<ReturnType<typeof startSmtpServer>>;
let storage = createMemoryStorage();

/** Called once by a file whose tests send letters by mail. */
export function openMailDesk() {
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    books = await openBooks(database);
    storage = createMemoryStorage();
    server = await startSmtpServer();
    vi.stubEnv('SMTP_URL', server.url);
    vi.stubEnv('SMTP_FROM', 'Hausbuch <send@hausbuch.example>');
    await books.admin`insert into hausbuch.landlord (portfolio_id, id, kind, name, email)
    values (${books.portfolioId}, ${randomUUID()}, 'person', 'Petra Vogel', 'petra@example.com')`;
    await giveAddresses('anna@example.com');
    // What went to her in another test is another day's.
    await books.admin`delete from hausbuch.mail_sent`;
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await server.stop();
    await books.close();
  });
  afterAll(() => database.drop());
}

/** The day on which these letters are written. */
export const today = '2026-02-20';
export const answer = (script: SmtpScript) =>
  Object.assign(server.script, { data: undefined, rcpt: undefined }, script);
export const giveAddresses = (...emails: string[]) =>
  books.admin`update hausbuch.tenant set emails = ${emails} where id = ${books.tenantId}`;

export async function mail(leaseId: string, more: Partial<z.input<typeof remindInput>> = {}) {
  const step = more.step ?? 'friendly';
  const { totalCents, sentBefore } = await books.on(today, (tx, scope) =>
    getReminder(tx, scope, { leaseId, step }),
  );
  const id = randomUUID();
  const asked = { id, leaseId, step, way: 'mail' as const, totalCents, sentBefore, language: 'de' as const };
  const input = remindInput.parse({ ...asked, ...more });
  return books.on(today, (tx, scope) => remind(tx, scope, input));
}
/** A round of the worker at some time of that day. */
export async function round(at = '11:00:00', day = today, print = renderLetter) {
  const post = new LetterPost({ url: server.url, from: 'Hausbuch <send@hausbuch.example>' });
  try {
    return await sendDueMails((work) => books.at(`${day}T${at}Z`, work), {
      storage,
      print,
      post,
    });
  } finally {
    post.close();
  }
}
export const letters = async () =>
  (
    await books.on(today, (tx, scope) =>
      listLetters(tx, scope, listLettersInput.parse({ tenantId: books.tenantId })),
    )
  ).rows;
export const mails = async () => (await letters()).flatMap((row) => row.mails);
export const pay = (leaseId: string, amountCents: number) =>
  books.on(today, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: today, amountCents }),
    ),
  );
export const balance = async (leaseId: string) =>
  (await books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId, limit: 1 }))))
    .summary.balanceCents;

/** A lease of two. */
export async function enterShared() {
  const otherId = randomUUID();
  await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, first_name, letter_language, emails)
    values (${books.portfolioId}, ${otherId}, 'person', 'Kowalski', 'Jan', 'de', '{jan@example.com}')`;
  return enterLease(books, today, { tenantIds: [books.tenantId, otherId] });
}

/** More addresses on the newest letter of a lease, as a house with many tenants has. */
export async function queueMany(leaseId: string, count: number) {
  await books.admin`insert into hausbuch.letter_mail (portfolio_id, letter_id, tenant_id, address, message_name, from_name,
      reply_to, subject, body, state, next_try_at)
    select l.portfolio_id, l.id, ${books.tenantId}, 't' || n || '@example.com', 'm' || n || '-' || l.id || '@example.com',
      'Petra Vogel', 'petra@example.com', 'Zahlungserinnerung', 'Guten Tag', 'waiting', ${`${today}T11:00:00Z`}
    from hausbuch.letter l, generate_series(1, ${count}) n where l.lease_id = ${leaseId}`;
}

/** The mail server is back, at another address. */
export async function serveAgain() {
  server = await startSmtpServer();
}

/** The tenant is erased. */
export const eraseTenant = () =>
  enterRequest(
    books.db,
    {
      userId: books.userId,
      portfolioId: books.portfolioId,
      databaseRole: 'hausbuch_erase',
      now: new Date(`${today}T11:00:00Z`),
    },
    async ({ tx, scope }) => {
      if (scope) await deleteTenant(tx, scope, { id: books.tenantId, typedName: 'Änne Müller' });
    },
  );
