import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { enterRequest } from '@/db/scope';
import { remind } from '@/features/arrears/reminder-commands';
import { getReminder } from '@/features/arrears/reminder-queries';
import { remindInput } from '@/features/arrears/schema';
import { forgetArrival, noteArrival, noteReturn } from '@/features/outbox/arrival-commands';
import { noteLetter, sendByHand, takeBackLetter } from '@/features/outbox/commands';
import { mailAgain, noteFate } from '@/features/outbox/mail-commands';
import { sendDueMails } from '@/features/outbox/mail-steps';
import { listLetters } from '@/features/outbox/queries';
import { listLettersInput } from '@/features/outbox/schema';
import { sendTestMail } from '@/features/outbox/test-mail-steps';
import { deleteTenant } from '@/features/tenant/commands';
import { findMailWork, sendMailsOf } from '@/jobs/letter-mails';
import { getAccount, recordPayment, voidCharge } from '@/ledger';
import { accountInput, recordPaymentInput } from '@/ledger/inputs';
import { LetterPost } from '@/mail/letter-post';
import { renderLetter } from '@/print/letter-pdf';
import { createDiskStorage } from '../factories/disk-storage.ts';
import { refusalOf } from '../factories/failure.ts';
import { createMemoryStorage } from '../factories/memory-storage.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { type SmtpScript, startSmtpServer } from '../setup/smtp-server.ts';

let database: TestDatabase;
let books: Books;
let server: Awaited<ReturnType<typeof startSmtpServer>>;
let storage = createMemoryStorage();

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

const today = '2026-02-20';
const answer = (script: SmtpScript) =>
  Object.assign(server.script, { data: undefined, rcpt: undefined }, script);
const giveAddresses = (...emails: string[]) =>
  books.admin`update hausbuch.tenant set emails = ${emails} where id = ${books.tenantId}`;

async function mail(leaseId: string, more: Partial<z.input<typeof remindInput>> = {}) {
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
async function round(at = '11:00:00', day = today, print = renderLetter) {
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
const letters = async () =>
  (
    await books.on(today, (tx, scope) =>
      listLetters(tx, scope, listLettersInput.parse({ tenantId: books.tenantId })),
    )
  ).rows;
const mails = async () => (await letters()).flatMap((row) => row.mails);
const pay = (leaseId: string, amountCents: number) =>
  books.on(today, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId, paidOn: today, amountCents }),
    ),
  );
const balance = async (leaseId: string) =>
  (await books.on(today, (tx, scope) => getAccount(tx, scope, accountInput.parse({ leaseId, limit: 1 }))))
    .summary.balanceCents;

describe('a reminder by mail', () => {
  test('arrives with its PDF, and is sent once the server has taken it', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    expect(await letters()).toMatchObject([{ state: 'ready', sentOn: null, way: 'mail' }]);
    expect(await round()).toMatchObject({ sent: 1 });
    const [got] = server.taken;
    expect(got).toMatchObject({ from: 'send@hausbuch.example', to: 'anna@example.com' });
    expect(got?.text).toContain('application/pdf');
    expect(got?.text).toMatch(/^Reply-To: .*petra@example\.com/m);
    expect(await letters()).toMatchObject([{ state: 'sent', sentOn: today }]);
    expect(await mails()).toMatchObject([{ state: 'sent', answer: '250 2.0.0 queued', attempts: 1 }]);
    // The journal outlives a tenant who is erased, and does not know where they were written to.
    const journal = await books.admin`select after from hausbuch.audit_event where entity = 'letter'`;
    expect(journal.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(journal)).not.toContain('anna@example.com');
    // Recorded is recorded: no round sends it again.
    expect(await round('23:00:00')).toMatchObject({ sent: 0 });
    expect(server.taken).toHaveLength(1);
  });

  test('goes only where there is a server, an address, and somebody to answer to', async () => {
    const leaseId = await enterLease(books, today);
    await giveAddresses();
    expect(await refusalOf(mail(leaseId))).toBe('letter.no_address');
    await giveAddresses('anna@example.com');
    await books.admin`update hausbuch.landlord set email = null where portfolio_id = ${books.portfolioId}`;
    expect(await refusalOf(mail(leaseId))).toBe('letter.no_reply_address');
    vi.stubEnv('SMTP_URL', '');
    expect(await refusalOf(mail(leaseId))).toBe('letter.no_mail_server');
    expect(await letters()).toEqual([]);
  });

  test('does not go where somebody paid before it went; its interest is taken off again', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId, { step: 'first' });
    expect(await balance(leaseId)).toBeGreaterThan(140_000);
    await pay(leaseId, 70_000);
    expect(await round()).toMatchObject({ sent: 0, stopped: 1 });
    expect(server.taken).toEqual([]);
    expect(await balance(leaseId)).toBe(70_000);
    expect(await letters()).toMatchObject([{ state: 'taken_back', mails: [{ state: 'stopped' }] }]);
  });

  test('taken back before it went, it does not go; afterwards it cannot be', async () => {
    const leaseId = await enterLease(books, today);
    const first = await mail(leaseId);
    await books.on(today, (tx, scope) => takeBackLetter(tx, scope, first));
    expect(await round()).toMatchObject({ sent: 0 });
    await mail(leaseId);
    await round();
    const sent = (await letters()).find((row) => row.state === 'sent');
    const seen = { id: sent?.id ?? '', version: sent?.version ?? 1 };
    expect(await refusalOf(books.on(today, (tx, scope) => takeBackLetter(tx, scope, seen)))).toBe(
      'letter.on_its_way',
    );
  });
});

describe('what the server says', () => {
  test('4xx is tried again, later and later, with its words kept; then it goes', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    answer({ data: () => '451 4.3.0 busy' });
    await round('11:00:00');
    expect(await mails()).toMatchObject([{ state: 'waiting', answer: '451 4.3.0 busy', attempts: 1 }]);
    expect(await round('11:01:00')).toMatchObject({ later: 0 });
    expect(await round('11:02:01')).toMatchObject({ later: 1 });
    expect(await round('11:05:00')).toMatchObject({ later: 0 });
    answer({});
    expect(await round('11:13:00')).toMatchObject({ sent: 1 });
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 3 }]);
  });

  test('5xx is never tried again; 5.1.1 marks the address, which is not used any more', async () => {
    const leaseId = await enterLease(books, today);
    await giveAddresses('old@example.com', 'new@example.com');
    await mail(leaseId);
    answer({ rcpt: (to) => (to === 'old@example.com' ? '550 5.1.1 no such user' : undefined) });
    expect(await round()).toMatchObject({ refused: 1 });
    expect(await round('23:59:00', '2026-03-05')).toMatchObject({ refused: 0, sent: 0 });
    expect(await letters()).toMatchObject([
      {
        state: 'ready',
        mails: [{ state: 'refused', answer: '550 5.1.1 no such user', isAddressRefused: true }],
      },
    ]);
    const { mail: way, last } = await books.on(today, (tx, scope) =>
      getReminder(tx, scope, { leaseId, step: null }),
    );
    // Nobody has read it: the next one is no sharper.
    expect(last).toBeNull();
    expect(way.recipients.map((one) => one.address)).toEqual(['new@example.com']);
    // Instead it goes by post.
    const [stuck] = await letters();
    const seen = { id: stuck?.id ?? '', version: stuck?.version ?? 1 };
    await books.on(today, (tx, scope) => sendByHand(tx, scope, { ...seen, way: 'post' }));
    expect(await letters()).toMatchObject([{ state: 'sent', way: 'post', sentOn: today }]);
  });

  test('a connection that ends after the mail leaves it uncertain; a click sends the same message once more', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    answer({ data: () => 'drop', takesDropped: true });
    expect(await round()).toMatchObject({ uncertain: 1 });
    answer({});
    expect(await round('23:00:00')).toMatchObject({ sent: 0 });
    const [lost] = await mails();
    expect(lost).toMatchObject({ state: 'uncertain' });
    await books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId: lost?.id ?? '' }));
    await round();
    expect(server.taken).toHaveLength(2);
    expect(new Set(server.taken.map((one) => one.messageId)).size).toBe(1);
    expect(
      await refusalOf(books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId: lost?.id ?? '' }))),
    ).toBe('letter.not_uncertain');
  });

  test('a server that is down keeps everything waiting, and costs one attempt of one mail', async () => {
    const leases = [await enterLease(books, today)];
    for (const leaseId of leases) await mail(leaseId);
    await queueMany(leases[0] ?? '', 5);
    await server.stop();
    expect(await round()).toMatchObject({ sent: 0, later: 1 });
    expect((await mails()).every((one) => one.state === 'waiting')).toBe(true);
    server = await startSmtpServer();
    expect(await round('11:30:00')).toMatchObject({ sent: 6 });
  });
});

/** Takes the interest of the newest letter off the account, as somebody does on the account's page. */
async function voidInterest() {
  const [row] = await books.admin`select interest_charge_id as id from hausbuch.letter
    where portfolio_id = ${books.portfolioId} and interest_charge_id is not null`;
  const chargeId = String(row?.id);
  await books.on(today, (tx, scope) => voidCharge(tx, scope, { id: randomUUID(), chargeId }));
}

describe('one mail that cannot go', () => {
  test('keeps the others from nothing, and waits its turn', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    await mail(leaseId);
    let prints = 0;
    const failsOnce: typeof renderLetter = (letter) => {
      prints += 1;
      if (prints === 1) throw new Error('No paper.');
      return renderLetter(letter);
    };
    expect(await round('11:00:00', today, failsOnce)).toMatchObject({ sent: 1, later: 1 });
    expect((await mails()).map((one) => one.state).sort()).toEqual(['sent', 'waiting']);
    expect(await round('11:02:01')).toMatchObject({ sent: 1 });
  });

  test('is given up after three days, and that is told as any refusal is', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    await books.admin`update hausbuch.letter_mail set attempts = 9 where portfolio_id = ${books.portfolioId}`;
    await round('11:00:00', today, () => {
      throw new Error('No paper.');
    });
    expect((await mails()).map((one) => one.state)).toEqual(['refused']);
    const told = await books.admin`select 1 from hausbuch.audit_event
      where portfolio_id = ${books.portfolioId} and action = 'letter.refuse'`;
    expect(told).toHaveLength(1);
  });

  test('is stopped, and taken back, although its interest was taken off by hand', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId, { step: 'first' });
    await voidInterest();
    await pay(leaseId, 70_000);
    expect(await round()).toMatchObject({ sent: 0, stopped: 1 });
    expect(await letters()).toMatchObject([{ state: 'taken_back', mails: [{ state: 'stopped' }] }]);
    await books.admin`update hausbuch.letter set interest_charge_id = null where portfolio_id = ${books.portfolioId}`;
    const other = await mail(leaseId, { step: 'second' });
    await voidInterest();
    await books.on(today, (tx, scope) => takeBackLetter(tx, scope, other));
    expect(await balance(leaseId)).toBe(70_000);
  });
});

describe('what was so when it was written and is not any more', () => {
  test('its interest was paid or taken off by hand: it does not go', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId, { step: 'first' });
    await voidInterest();
    expect(await round()).toMatchObject({ sent: 0, stopped: 1 });
    expect(await mails()).toMatchObject([{ state: 'stopped', stopReason: 'paid' }]);
  });

  test('its day to pay is over: it goes neither by mail nor by post', async () => {
    const leaseId = await enterLease(books, today);
    const seen = await mail(leaseId);
    const late = '2026-04-30';
    expect(
      await refusalOf(books.on(late, (tx, scope) => sendByHand(tx, scope, { ...seen, way: 'post' }))),
    ).toBe('letter.late_meanwhile');
    expect(await round('11:00:00', late)).toMatchObject({ sent: 0, stopped: 1 });
    expect(await mails()).toMatchObject([{ state: 'stopped', stopReason: 'late' }]);
  });

  test('somebody paid: it does not go by post instead', async () => {
    const leaseId = await enterLease(books, today);
    const seen = await mail(leaseId);
    await pay(leaseId, 70_000);
    expect(
      await refusalOf(books.on(today, (tx, scope) => sendByHand(tx, scope, { ...seen, way: 'post' }))),
    ).toBe('letter.paid_meanwhile');
  });
});

test('a mail that may have gone counts as gone, also while it waits to go again', async () => {
  const leaseId = await enterLease(books, today);
  const seen = await mail(leaseId);
  answer({ data: () => 'drop', takesDropped: true });
  await round();
  answer({});
  const [lost] = await mails();
  await books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId: lost?.id ?? '' }));
  expect(await refusalOf(books.on(today, (tx, scope) => takeBackLetter(tx, scope, seen)))).toBe(
    'letter.on_its_way',
  );
});

test('what the server took and what came back later: of two tenants the other still has it', async () => {
  const leaseId = await enterShared();
  await mail(leaseId);
  await round();
  await round('11:00:30');
  const taken = await mails();
  expect(taken.map((one) => one.state)).toEqual(['sent', 'sent']);
  const comeBack = (mailId: string) => books.on(today, (tx, scope) => noteReturn(tx, scope, { mailId }));
  await comeBack(taken[0]?.id ?? '');
  expect(await letters()).toMatchObject([{ state: 'sent', sentOn: today }]);
  await comeBack(taken[1]?.id ?? '');
  expect(await letters()).toMatchObject([{ state: 'ready', sentOn: null }]);
  const told = await books.admin`select user_id from hausbuch.audit_event
    where portfolio_id = ${books.portfolioId} and action = 'letter.return'`;
  expect(told).toMatchObject([{ user_id: books.userId }, { user_id: books.userId }]);
  expect(await refusalOf(comeBack(randomUUID()))).toBe('not_found');
});

describe('a mail of which nobody knows whether it arrived', () => {
  /** One letter whose only mail the server may have taken. */
  async function loseOne() {
    const leaseId = await enterLease(books, today);
    const letter = await mail(leaseId);
    answer({ data: () => 'drop', takesDropped: true });
    await round();
    answer({});
    const [lost] = await mails();
    return { leaseId, letter, mailId: lost?.id ?? '' };
  }
  const arrive = (mailId: string, more: { arrivedOn?: string; proof?: string | null; on?: string } = {}) =>
    books.on(more.on ?? today, (tx, scope) =>
      noteArrival(tx, scope, { mailId, arrivedOn: today, proof: null, ...more }),
    );
  const forget = (mailId: string) => books.on(today, (tx, scope) => forgetArrival(tx, scope, { mailId }));

  test('is noted by a person as arrived: who, when and what shows it; the letter is sent, and counts', async () => {
    const { leaseId, mailId } = await loseOne();
    const proof = 'Frau Müller hat am Telefon geantwortet';
    await arrive(mailId, { on: '2026-02-22', arrivedOn: '2026-02-21', proof });
    expect(await letters()).toMatchObject([
      { state: 'sent', way: 'mail', sentOn: '2026-02-21', proof, mails: [{ state: 'arrived' }] },
    ]);
    const [told] = await books.admin`select user_id, after from hausbuch.audit_event
      where portfolio_id = ${books.portfolioId} and action = 'letter.arrive'`;
    expect(told).toMatchObject({ user_id: books.userId, after: { arrivedOn: '2026-02-21', proof } });
    expect(JSON.stringify(told)).not.toContain('anna@example.com');
    // Clicked twice it is noted once; it goes no more, and can be answered as any other.
    await arrive(mailId, { proof: 'another' });
    expect(await refusalOf(books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId })))).toBe(
      'letter.not_uncertain',
    );
    expect(await round('23:00:00')).toMatchObject({ sent: 0 });
    const { last } = await books.on(today, (tx, scope) => getReminder(tx, scope, { leaseId, step: null }));
    expect(last).toMatchObject({ sentOn: '2026-02-21' });
    const [sent] = await letters();
    const seen = { id: sent?.id ?? '', version: sent?.version ?? 1 };
    await books.on('2026-02-24', (tx, scope) =>
      noteLetter(tx, scope, {
        ...{ ...seen, sentOn: '2026-02-21', proof, answeredOn: '2026-02-23', answer: 'zahlt morgen' },
      }),
    );
    expect(await letters()).toMatchObject([{ state: 'answered', answer: 'zahlt morgen' }]);
  });

  test('noted by mistake it is uncertain again, and the letter waits as before', async () => {
    const { mailId } = await loseOne();
    await arrive(mailId, { proof: 'verwechselt' });
    await forget(mailId);
    await forget(mailId);
    expect(await letters()).toMatchObject([
      { state: 'ready', sentOn: null, proof: null, mails: [{ state: 'uncertain' }] },
    ]);
    // What had gone to go once more is stopped by the note.
    await books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId }));
    await arrive(mailId);
    expect(await round('23:00:00')).toMatchObject({ sent: 0 });
    expect(server.taken).toHaveLength(1);
  });

  test('on a day that cannot be, or where the server said what became of it, nothing is noted', async () => {
    const { letter, mailId } = await loseOne();
    expect(await refusalOf(arrive(mailId, { arrivedOn: '2026-02-21' }))).toBe('letter.sent_in_future');
    expect(await refusalOf(arrive(mailId, { arrivedOn: '2026-02-19' }))).toBe('letter.sent_before_written');
    // It went two days after it was written.
    await books.admin`update hausbuch.letter_mail set tried_at = '2026-02-22T10:00:00Z' where id = ${mailId}`;
    const after = { on: '2026-02-23', arrivedOn: '2026-02-21' };
    expect(await refusalOf(arrive(mailId, after))).toBe('letter.sent_before_written');
    expect(await letters()).toMatchObject([{ id: letter.id, state: 'ready' }]);
    await books.on(today, (tx, scope) => mailAgain(tx, scope, { mailId }));
    await round('12:00:00');
    expect(await refusalOf(arrive(mailId))).toBe('letter.fate_known');
    expect(await refusalOf(forget(mailId))).toBe('letter.fate_known');
    expect(await refusalOf(arrive(randomUUID()))).toBe('not_found');
  });

  test('of two tenants only whose mail arrived has it; another’s may still go', async () => {
    const leaseId = await enterShared();
    await mail(leaseId);
    answer({ data: () => 'drop', takesDropped: true });
    await round();
    await round('11:00:30');
    answer({});
    const lost = (await mails()).filter((one) => one.state === 'uncertain');
    expect(lost).toHaveLength(2);
    await arrive(lost[0]?.id ?? '', { proof: 'Antwort von Anna' });
    await arrive(lost[1]?.id ?? '', { proof: 'Antwort von Jan' });
    expect(await letters()).toMatchObject([{ state: 'sent', proof: 'Antwort von Anna; Antwort von Jan' }]);
    await forget(lost[1]?.id ?? '');
    // What showed that the other arrived stays.
    expect((await letters())[0]).toMatchObject({ state: 'sent', sentOn: today, proof: 'Antwort von Anna' });
    expect((await mails()).map((one) => one.state).sort()).toEqual(['arrived', 'uncertain']);
  });

  test('came back: the tenant does not have it, and it goes another way', async () => {
    const { letter, mailId } = await loseOne();
    const comeBack = () => books.on(today, (tx, scope) => noteReturn(tx, scope, { mailId }));
    await comeBack();
    await comeBack();
    expect(await letters()).toMatchObject([{ state: 'ready', sentOn: null, mails: [{ state: 'returned' }] }]);
    expect(await round('23:00:00')).toMatchObject({ sent: 0 });
    // Noted by mistake: it arrived; then only that can be taken back.
    await arrive(mailId);
    expect(await refusalOf(comeBack())).toBe('letter.fate_known');
    await forget(mailId);
    await comeBack();
    const [row] = await letters();
    const seen = { id: letter.id, version: row?.version ?? 1 };
    await books.on(today, (tx, scope) => sendByHand(tx, scope, { ...seen, way: 'post' }));
    expect(await letters()).toMatchObject([{ state: 'sent', way: 'post', mails: [{ state: 'returned' }] }]);
  });

  test('is handed over or posted instead', async () => {
    const { letter, mailId } = await loseOne();
    const [row] = await letters();
    const seen = { id: letter.id, version: row?.version ?? 1 };
    await books.on(today, (tx, scope) => sendByHand(tx, scope, { ...seen, way: 'handed_over' }));
    expect(await letters()).toMatchObject([
      { state: 'sent', way: 'handed_over', sentOn: today, mails: [{ state: 'uncertain' }] },
    ]);
    // It arrived, too: that is the mail's own story, and taken back leaves the letter handed over.
    await arrive(mailId, { proof: 'Anruf; Antwort' });
    expect(await letters()).toMatchObject([{ proof: 'Anruf; Antwort' }]);
    await forget(mailId);
    expect(await letters()).toMatchObject([
      { state: 'sent', way: 'handed_over', sentOn: today, proof: null },
    ]);
  });
});

test('an answer to an attempt that is not the last says nothing', async () => {
  const leaseId = await enterLease(books, today);
  await mail(leaseId);
  const [row] = await books.admin`update hausbuch.letter_mail set state = 'sending', attempts = 2
    where portfolio_id = ${books.portfolioId} returning id, letter_id as "letterId"`;
  const old = { id: String(row?.id), letterId: String(row?.letterId), attempts: 1 };
  const no = { kind: 'refused', answer: '550 no', isAddress: false } as const;
  await books.on(today, (tx, scope) => noteFate(tx, scope, old, no));
  expect(await mails()).toMatchObject([{ state: 'sending', answer: null }]);
  await books.on(today, (tx, scope) => noteFate(tx, scope, { ...old, attempts: 2 }, no));
  expect(await mails()).toMatchObject([{ state: 'refused', answer: '550 no' }]);
});

test('two who share a mailbox get one mail, however it is written', async () => {
  const leaseId = await enterShared();
  await giveAddresses('Anna@Example.com');
  await books.admin`update hausbuch.tenant set emails = '{anna@example.com}' where last_name = 'Kowalski'`;
  await mail(leaseId);
  expect(await mails()).toHaveLength(1);
});

/** A lease of two. */
async function enterShared() {
  const otherId = randomUUID();
  await books.admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, first_name, letter_language, emails)
    values (${books.portfolioId}, ${otherId}, 'person', 'Kowalski', 'Jan', 'de', '{jan@example.com}')`;
  return enterLease(books, today, { tenantIds: [books.tenantId, otherId] });
}

describe('a tenant who is erased while others stay', () => {
  const erase = () =>
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
  const namesLeft = async () => {
    const rows = await books.admin`select row_to_json(m)::text as said from hausbuch.letter_mail m
        where portfolio_id = ${books.portfolioId}
      union all select row_to_json(l)::text from hausbuch.letter l where portfolio_id = ${books.portfolioId}
      union all select row_to_json(d)::text from hausbuch.document d where portfolio_id = ${books.portfolioId}
      union all select row_to_json(v)::text from hausbuch.document_version v where portfolio_id = ${books.portfolioId}`;
    expect(rows.length).toBeGreaterThan(1);
    return rows.filter((row) => /müller|muller|mueller|änne/i.test(String(row.said)));
  };

  test('is named in no mail and by no file of those who stay', async () => {
    const leaseId = await enterShared();
    await mail(leaseId);
    await round();
    expect((await namesLeft()).length).toBeGreaterThan(0);
    await erase();
    expect(await namesLeft()).toEqual([]);
  });

  test('leaves nothing that goes out afterwards without its words, nor a file printed meanwhile', async () => {
    const leaseId = await enterShared();
    await mail(leaseId);
    const erasing: typeof renderLetter = async (letter) => {
      const bytes = await renderLetter(letter);
      await erase();
      return bytes;
    };
    expect(await round('11:00:00', today, erasing)).toMatchObject({ stopped: 1 });
    expect(server.taken).toEqual([]);
    expect(
      await books.admin`select 1 from hausbuch.document where portfolio_id = ${books.portfolioId}`,
    ).toEqual([]);
  });
});

/** More addresses on the newest letter of a lease, as a house with many tenants has. */
async function queueMany(leaseId: string, count: number) {
  await books.admin`insert into hausbuch.letter_mail (portfolio_id, letter_id, tenant_id, address, message_name, from_name,
      reply_to, subject, body, state, next_try_at)
    select l.portfolio_id, l.id, ${books.tenantId}, 't' || n || '@example.com', 'm' || n || '-' || l.id || '@example.com',
      'Petra Vogel', 'petra@example.com', 'Zahlungserinnerung', 'Guten Tag', 'waiting', ${`${today}T11:00:00Z`}
    from hausbuch.letter l, generate_series(1, ${count}) n where l.lease_id = ${leaseId}`;
}

describe('killed in the middle of 500 mails', () => {
  test('none goes twice, none is forgotten, and the uncertain ones are named', async () => {
    const leaseId = await enterLease(books, today);
    await mail(leaseId);
    await queueMany(leaseId, 499);
    // The workers go by the clock of the machine, on which that day to pay is long over.
    await books.admin`update hausbuch.letter set pay_by = null where portfolio_id = ${books.portfolioId}`;
    await books.admin`update hausbuch.letter_mail set next_try_at = now() - interval '1 minute'
      where portfolio_id = ${books.portfolioId}`;
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'letters-'));
    let kills = 0;
    for (const after of [40, 130, 260]) {
      const worker = startWorkerProcess(folder);
      const gone = once(worker, 'exit');
      await vi.waitFor(() => expect(server.taken.length).toBeGreaterThanOrEqual(after), {
        timeout: 60_000,
        interval: 1,
      });
      worker.kill('SIGKILL');
      await gone;
      kills += 1;
    }
    // Two at once finish it.
    const both = [1, 2].map(() =>
      sendMailsOf(books.db, createDiskStorage(folder), books.portfolioId, renderLetter),
    );
    await Promise.all(both);
    // What somebody began five minutes ago is nobody's any more.
    await books.admin`update hausbuch.letter_mail set tried_at = ${new Date(Date.now() - 6 * 60_000)}
      where portfolio_id = ${books.portfolioId} and state = 'sending'`;
    const waiting = await findMailWork(books.db, new Date());
    if (waiting.includes(books.portfolioId)) {
      await sendMailsOf(books.db, createDiskStorage(folder), books.portfolioId, renderLetter);
    }
    const rows = await mails();
    expect(rows).toHaveLength(500);
    const uncertain = rows.filter((row) => row.state === 'uncertain');
    expect(rows.filter((row) => row.state === 'sent')).toHaveLength(500 - uncertain.length);
    expect(uncertain.length).toBeLessThanOrEqual(kills);
    const names = server.taken.map((one) => one.messageId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(500 - uncertain.length);
    await fs.rm(folder, { recursive: true });
  }, 180_000);
});

function startWorkerProcess(folder: string): ChildProcess {
  const root = path.resolve(import.meta.dirname, '../..');
  return fork(path.join(root, 'tests/setup/mail-process.ts'), [database.appUrl, folder, books.portfolioId], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test', SMTP_URL: server.url, SMTP_FROM: 'send@hausbuch.example' },
    execArgv: [`--import=${pathToFileURL(path.join(root, 'scripts/src-imports.ts')).href}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

describe('nobody’s mailbox is filled', () => {
  test('so many mails a day reach one address from one person, and of a refused one nothing is left', async () => {
    const leaseId = await enterLease(books, today);
    const outcomes: string[] = [];
    for (let at = 0; at < 12; at += 1) outcomes.push(await refusalOf(mail(leaseId)));
    expect(outcomes.slice(0, 10)).toEqual(Array(10).fill('no failure'));
    expect(outcomes.slice(10)).toEqual(Array(2).fill('letter.too_many_mails'));
    expect(await mails()).toHaveLength(10);
    expect(await letters()).toHaveLength(10);
    // It goes by post instead, and to somebody else by mail.
    await mail(leaseId, { way: 'post' });
    await giveAddresses('other@example.com');
    await mail(leaseId);
  });

  test('beyond three hundred in an hour letters wait their turn, and no hour has more', async () => {
    const leaseId = await enterLease(books, today);
    // 299 half an hour ago: one more goes at once, the next when the first of them are an hour old.
    await books.admin`insert into hausbuch.mail_sent (kind, sent_at, sender_user_id, recipient_hash)
      select 'letter', now() - interval '30 minutes', ${books.userId}, n::text from generate_series(1, 299) n`;
    for (let at = 0; at < 3; at += 1) expect(await refusalOf(mail(leaseId))).toBe('no failure');
    const waits = await books.admin<{ minutes: number }[]>`
      select round(extract(epoch from next_try_at - created_at) / 60)::int as minutes from hausbuch.letter_mail
      where portfolio_id = ${books.portfolioId} order by 1`;
    expect(waits.map((row) => row.minutes)).toEqual([0, 30, 30]);
    const rows = (await letters()).flatMap((row) => row.mails);
    expect(rows.filter((row) => row.hasItsTurn)).toHaveLength(2);
    const [most] = await books.admin<{ count: number }[]>`
      select max(of_hour)::int as count from (
        select count(*) over (order by sent_at range between interval '59 minutes 59 seconds' preceding and current row) as of_hour
        from hausbuch.mail_sent where sender_user_id = ${books.userId}) s`;
    expect(most?.count).toBe(300);
    // Where half a day is full, it is said instead.
    await books.admin`insert into hausbuch.mail_sent (kind, sent_at, sender_user_id, recipient_hash)
      select 'letter', now() + n * interval '1 hour', ${books.userId}, n || ' ' || m
      from generate_series(1, 12) n, generate_series(1, 300) m`;
    expect(await refusalOf(mail(leaseId))).toBe('letter.too_many_mails');
  });

  test('from all together, too, also from accounts that are erased since', async () => {
    const leaseId = await enterLease(books, today);
    const hash = createHash('sha256').update('anna@example.com').digest('hex');
    await books.admin`insert into hausbuch.mail_sent (kind, sender_user_id, recipient_hash)
      select 'letter', case when n % 2 = 0 then ${randomUUID()}::uuid end, ${hash} from generate_series(1, 19) n`;
    await giveAddresses('Anna@example.com');
    expect(await refusalOf(mail(leaseId))).toBe('no failure');
    expect(await refusalOf(mail(leaseId))).toBe('letter.too_many_mails');
    // Those who look for an address in what is kept find none.
    const kept = await books.admin`select to_jsonb(s)::text as row from hausbuch.mail_sent s`;
    expect(JSON.stringify(kept)).not.toMatch(/anna@/i);
  });

  test('what is made up behind a plus sign is no other mailbox', async () => {
    const send = (to: string) => sendTestMail((work) => books.on(today, work), to);
    for (let at = 0; at < 5; at += 1) await send(`victim+${at}@example.com`);
    expect(await refusalOf(send('victim+other@example.com'))).toBe('rate_limited');
    expect(await refusalOf(send('Victim@example.com'))).toBe('rate_limited');
    expect(await send('other@example.com')).toMatchObject({ kind: 'sent' });
  });

  test('a test mail is counted by whom it goes to, whoever sends it', async () => {
    const send = () => sendTestMail((work) => books.on(today, work), 'victim@example.com');
    for (let at = 0; at < 5; at += 1) expect(await send()).toMatchObject({ kind: 'sent' });
    expect(await refusalOf(send())).toBe('rate_limited');
    expect(server.taken).toHaveLength(5);
    await books.admin`update hausbuch.mail_sent set sender_user_id = ${randomUUID()}`;
    expect(await refusalOf(send())).toBe('rate_limited');
  });
});
