import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { illustrated } from '@/app/api/letter-pictures';
import { enterRequest } from '@/db/scope';
import { sideBySide } from '@/domain/letter-columns';
import { listDueReminders } from '@/features/arrears/proposal-queries';
import { takeBackLetter } from '@/features/outbox/commands';
import { sendDueMails } from '@/features/outbox/mail-steps';
import { deleteProperty } from '@/features/property/commands';
import { agreeAdvances } from '@/features/statement/advance-commands';
import { statementLetter } from '@/features/statement/letter';
import { deleteTenant } from '@/features/tenant/commands';
import { defaultFormats } from '@/i18n/formats';
import { LetterPost } from '@/mail/letter-post';
import { renderLetter } from '@/print/letter-pdf';
import { year } from '../factories/flat-year.ts';
import { createMemoryStorage } from '../factories/memory-storage.ts';
import { createTestContext } from '../factories/session.ts';
import {
  database,
  flat,
  openStatementDesk,
  send,
  server,
  today,
  written,
} from '../factories/statement-desk.ts';

/** The letters of a settled statement: written down as they are sent, each once. */

openStatementDesk();

const contentOf = async () => {
  const [row] = await flat.books.admin<{ content: object; pay_by: string | null }[]>`
    select content, pay_by::text from hausbuch.letter
    where portfolio_id = ${flat.books.portfolioId} and state <> 'taken_back'`;
  return { text: JSON.stringify(row?.content ?? {}).replaceAll('\u00a0', ' '), payBy: row?.pay_by };
};

test('where nobody is left to write to nothing is sent, and nothing was', async () => {
  await flat.send();
  await flat.books
    .admin`delete from hausbuch.cost_statement_lease where portfolio_id = ${flat.books.portfolioId}`;
  expect(await send()).toEqual({ mailed: 0, onPaper: 0 });
});

test('nothing is sent before the period is settled', async () => {
  await expect(send()).rejects.toMatchObject({ code: 'not_found' });
});

describe('by post', () => {
  test('each letter is written down once, with what it asks for, and stands with its statement', async () => {
    await flat.send();
    expect(await flat.statement()).toMatchObject({ sent: { toSend: 1, letters: [] } });
    expect(await send()).toEqual({ mailed: 0, onPaper: 1 });
    // Whose answer was lost asks again, and prints the same letter; on another day nothing is left to print.
    expect(await send()).toEqual({ mailed: 0, onPaper: 1 });
    expect(await send('post', '2026-12-31')).toEqual({ mailed: 0, onPaper: 0 });
    expect(await written()).toMatchObject([
      { kind: 'cost_statement', state: 'sent', way: 'post', sentOn: today, totalCents: 120_000 },
    ]);
    expect(await flat.statement()).toMatchObject({
      sent: { toSend: 0, letters: [{ leaseId: flat.leaseId, way: 'post', sentOn: today }] },
    });
    expect((await flat.letters()).letters[0]?.letterId).toBe((await written())[0]?.id);
  });

  test('1,200.00 are asked for until 31 December 2026: from 1 January it is said that settling in time did not tell in time', async () => {
    await flat.send();
    const claimsOn = async (on: string) => (await flat.statement(undefined, on)).sent?.claims;
    expect(await claimsOn('2026-12-31')).toEqual({ until: '2026-12-31', isLate: false });
    expect(await claimsOn('2027-01-01')).toEqual({ until: '2026-12-31', isLate: true });
    await send('post', '2026-12-31');
    expect(await claimsOn('2027-01-01')).toBeNull();
  });

  test('what was settled is still looked at and sent after who wrote it was deleted', async () => {
    await flat.send();
    const { admin, portfolioId, userId } = flat.books;
    await admin`delete from hausbuch.landlord where portfolio_id = ${portfolioId}`;
    const context = await createTestContext({ appUrl: database.appUrl, userId, portfolioId });
    const all = await flat.letters();
    const [own] = all.letters;
    if (!own) throw new Error('no letter');
    const formats = { ...defaultFormats('de'), currency: 'EUR' as const };
    const letter = await illustrated(context, await statementLetter(all, own, formats, 'Hausbuch'));
    expect(letter.sender).toMatchObject({ name: 'Petra Vogel', landlordIds: [expect.any(String)] });
    expect(letter.pictures).toEqual({ logo: null, signature: null });
    expect(await send()).toEqual({ mailed: 0, onPaper: 1 });
  });

  test('two windows at the same moment write one letter', async () => {
    await flat.send();
    const answers = await Promise.all([send(), send(), send()]);
    expect(await written()).toHaveLength(1);
    expect(answers).toEqual(answers.map(() => ({ mailed: 0, onPaper: 1 })));
  });

  test('it says the new advance where one was agreed before it went (§ 560 (4) BGB)', async () => {
    await flat.send();
    await flat.books.on(today, (tx, scope) =>
      agreeAdvances(tx, scope, {
        propertyId: flat.books.propertyId,
        ...year,
        leaseIds: [flat.leaseId],
        note: null,
      }),
    );
    await send();
    expect((await contentOf()).text).toMatch(/100,00 € statt 50,00 €|100,00 €.*50,00 €/);
  });

  test('of a shop it cites no § 560 BGB, which is for dwellings: the contract says what follows', async () => {
    await flat.books
      .admin`update hausbuch.unit set kind = 'commercial' where portfolio_id = ${flat.books.portfolioId}`;
    await flat.send();
    await flat.books.on(today, (tx, scope) =>
      agreeAdvances(tx, scope, {
        ...{ propertyId: flat.books.propertyId, ...year, leaseIds: [flat.leaseId] },
        note: null,
      }),
    );
    await send();
    const { text } = await contentOf();
    expect(text).toMatch(/100,00 € statt 50,00 €/);
    expect(text).not.toContain('§ 560');
  });

  test('the sender’s words stand beside the tenants’ on demand, where those are in another language', async () => {
    const { admin, portfolioId } = flat.books;
    await admin`update hausbuch.tenant set letter_language = 'de' where portfolio_id = ${portfolioId}`;
    await flat.send();
    await send('post', today, 1, { isBeside: true, language: 'en' });
    const { text } = await contentOf();
    const { beside, ...own } = JSON.parse(text);
    expect(beside).toMatchObject({
      binding: 'Verbindlich ist der Text auf Deutsch.',
      words: { language: 'en', subject: expect.stringContaining('Operating cost statement') },
    });
    // Every paragraph and table has its counterpart, and no sum is another one.
    const pairs = sideBySide(own.blocks, beside.words.blocks);
    expect(pairs.map((pair) => pair.own?.kind)).toEqual(pairs.map((pair) => pair.beside?.kind));
    expect(JSON.stringify(beside.words.blocks)).toContain('€1,200.00');
    const [row] = await written();
    await flat.books.on(today, (tx, scope) =>
      takeBackLetter(tx, scope, { id: row?.id ?? '', version: row?.version ?? 0 }),
    );
    // A tenant who reads what the landlord reads gets one column.
    await send('post', today, 1, { isBeside: true, language: 'de' });
    expect(JSON.parse((await contentOf()).text).beside).toBeNull();
  });

  test('it goes where the tenants live on the day it is sent', async () => {
    await flat.send();
    await flat.books.admin`update hausbuch.tenant set street = 'Neue Gasse', house_number = '3',
      postal_code = '20095', city = 'Hamburg' where portfolio_id = ${flat.books.portfolioId}`;
    await flat.books.admin`update hausbuch.lease set ends_on = '2026-02-01', is_fixed_term = true
      where portfolio_id = ${flat.books.portfolioId}`;
    await send();
    expect((await contentOf()).text).toContain('20095 Hamburg');
  });

  test('sent on the last day of its 30, it asks to pay within 30 more; sent at once, on the day it is due', async () => {
    await flat.send();
    await send('post', '2026-03-12');
    expect((await contentOf()).payBy).toBe('2026-04-11');
    const [row] = await written();
    await flat.books.on(today, (tx, scope) =>
      takeBackLetter(tx, scope, { id: row?.id ?? '', version: row?.version ?? 0 }),
    );
    await send();
    expect((await contentOf()).payBy).toBe('2026-03-12');
  });

  test('settled 10 February, sent 5 March with 30 days to pay: nobody is reminded before 4 April', async () => {
    await flat.send();
    await send('post', '2026-03-05');
    expect((await contentOf()).payBy).toBe('2026-04-04');
    // All rents are paid, and somebody has looked at the money since.
    await flat.pay(12 * 50_000 + 2 * 55_000, today);
    await flat.books.admin`update hausbuch.payment set paid_on = '2026-04-05', recorded_at = '2026-04-07'
      where portfolio_id = ${flat.books.portfolioId}`;
    const due = (on: string) => flat.books.on(on, listDueReminders);
    expect(await due('2026-04-08')).toEqual([]);
    expect(await due('2026-04-10')).toEqual([{ leaseId: flat.leaseId, step: 'friendly' }]);
  });

  test('what was taken back goes again', async () => {
    await flat.send();
    await send();
    const [row] = await written();
    await flat.books.on(today, (tx, scope) =>
      takeBackLetter(tx, scope, { id: row?.id ?? '', version: row?.version ?? 0 }),
    );
    expect(await flat.statement()).toMatchObject({ sent: { toSend: 1, letters: [] } });
    await send('handed_over');
    expect((await written()).map(({ state }) => state).sort()).toEqual(['sent', 'taken_back']);
  });

  test('a corrected version has letters of its own', async () => {
    await flat.send();
    await send();
    await flat.book(20_000);
    await flat.send({ corrects: 1 });
    expect(await flat.statement()).toMatchObject({ version: 2, sent: { toSend: 1 } });
    await expect(send()).rejects.toMatchObject({ code: 'statement.corrected_meanwhile' });
    await send('post', today, 2);
    const totals = (await written()).map(({ totalCents }) => totalCents);
    expect(totals.toSorted((a, b) => a - b)).toEqual([20_000, 120_000]);
    expect(await flat.statement(1)).toMatchObject({ sent: { toSend: 0, letters: [{ way: 'post' }] } });
  });
});

test('a lease whom a correction tells nothing new still gets the letter of the version that holds', async () => {
  await flat.send();
  const other = randomUUID();
  // A second version that changed nothing for this lease, as it is written down where others change.
  await flat.books.admin`insert into hausbuch.cost_statement
    select portfolio_id, ${other}, property_id, period_from, period_to, 2, sent_on, due_on, rules_version, snapshot,
      snapshot_hash, sent_by, sent_at from hausbuch.cost_statement where portfolio_id = ${flat.books.portfolioId}`;
  await flat.books.admin`insert into hausbuch.cost_statement_lease
    select portfolio_id, gen_random_uuid(), ${other}, lease_id, result_cents, claimed_cents, 0,
      jsonb_set(letter, '{letter,corrects}', '{"sentOn": "2026-02-10", "standingCents": 120000, "isChanged": false}')
    from hausbuch.cost_statement_lease where portfolio_id = ${flat.books.portfolioId}`;
  expect(await flat.statement()).toMatchObject({ version: 2, withLetter: [], sent: { toSend: 1 } });
  expect(await send('post', today, 2)).toEqual({ mailed: 0, onPaper: 1 });
  expect(await written()).toMatchObject([{ totalCents: 120_000 }]);
  expect(await flat.statement(1)).toMatchObject({ sent: { letters: [{ way: 'post' }] } });
  expect(await send('post', today, 2)).toEqual({ mailed: 0, onPaper: 1 });
});

describe('by mail', () => {
  const withServer = () => {
    vi.stubEnv('SMTP_URL', server.url);
    vi.stubEnv('SMTP_FROM', 'Hausbuch <send@hausbuch.example>');
  };

  test('without a mail server nothing is written down', async () => {
    await flat.send();
    await expect(send('mail')).rejects.toMatchObject({ code: 'letter.no_mail_server' });
    expect(await written()).toEqual([]);
  });

  test('it arrives with its file; whom no mail reaches is written down as going by post', async () => {
    withServer();
    await flat.send();
    expect(await send('mail')).toEqual({ mailed: 0, onPaper: 1 });
    const [paper] = await written();
    expect(paper?.way).toBe('post');
    await flat.books.on(today, (tx, scope) =>
      takeBackLetter(tx, scope, { id: paper?.id ?? '', version: paper?.version ?? 0 }),
    );
    await flat.books.admin`update hausbuch.tenant set emails = '{anna@example.com}'
      where portfolio_id = ${flat.books.portfolioId}`;
    expect(await send('mail')).toEqual({ mailed: 1, onPaper: 0 });
    const post = new LetterPost({ url: server.url, from: 'Hausbuch <send@hausbuch.example>' });
    await sendDueMails((work) => flat.books.at(`${today}T11:00:00Z`, work), {
      storage: createMemoryStorage(),
      print: renderLetter,
      post,
    });
    post.close();
    expect(server.taken).toHaveLength(1);
    const [mail] = server.taken;
    expect(JSON.stringify(mail)).toContain('anna@example.com');
    expect((await written()).map(({ state }) => state).sort()).toEqual(['sent', 'taken_back']);
  });

  test('what waits is stopped by a corrected version that tells its tenants something else', async () => {
    withServer();
    await flat.books.admin`update hausbuch.tenant set emails = '{anna@example.com}'
      where portfolio_id = ${flat.books.portfolioId}`;
    await flat.send();
    await send('mail');
    await flat.book(20_000);
    await flat.send({ corrects: 1 });
    const post = new LetterPost({ url: server.url, from: 'Hausbuch <send@hausbuch.example>' });
    await sendDueMails((work) => flat.books.at(`${today}T11:00:00Z`, work), {
      storage: createMemoryStorage(),
      print: renderLetter,
      post,
    });
    post.close();
    expect(server.taken).toEqual([]);
    expect(await written()).toMatchObject([
      { state: 'taken_back', mails: [{ state: 'stopped', stopReason: 'corrected' }] },
    ]);
    expect(await flat.statement()).toMatchObject({ version: 2, sent: { toSend: 1 } });
  });
});

test('of a tenant who is erased, others who go on keep the statement, and it names nobody any more', async () => {
  await flat.send();
  const { db, userId, portfolioId, tenantId, admin } = flat.books;
  const other = randomUUID();
  await admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, first_name, letter_language)
    values (${portfolioId}, ${other}, 'person', 'Bleibt', 'Karl', 'de')`;
  await admin`insert into hausbuch.lease_tenant (portfolio_id, id, lease_id, tenant_id, from_on)
    values (${portfolioId}, gen_random_uuid(), ${flat.leaseId}, ${other}, '2025-01-01')`;
  const erasing = { userId, portfolioId, now: new Date(), databaseRole: 'hausbuch_erase' } as const;
  await enterRequest(db, erasing, async ({ tx, scope }) => {
    if (scope) await deleteTenant(tx, scope, { id: tenantId, typedName: 'Änne Müller' });
  });
  const rows = await admin<{ text: string }[]>`
    select letter::text as text from hausbuch.cost_statement_lease where portfolio_id = ${portfolioId}`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain('Müller');
  expect((await flat.statement()).parties[flat.leaseId]?.name).toContain('Bleibt');
});

test('a letter outlives the property of its statement where its lease stays', async () => {
  await flat.send();
  await send();
  const { admin, portfolioId, propertyId } = flat.books;
  const other = randomUUID();
  await admin`insert into hausbuch.property (portfolio_id, id, name, kind, country)
    values (${portfolioId}, ${other}, 'Anderswo', 'apartment', 'DE')`;
  await admin`update hausbuch.unit set property_id = ${other} where portfolio_id = ${portfolioId}`;
  const { db, userId } = flat.books;
  const erasing = { userId, portfolioId, now: new Date(), databaseRole: 'hausbuch_erase' } as const;
  await enterRequest(db, erasing, async ({ tx, scope }) => {
    if (scope) await deleteProperty(tx, scope, { id: propertyId, typedName: 'Lindenstraße 5' });
  });
  expect(await written()).toHaveLength(1);
  const rows = await admin`select 1 from hausbuch.cost_statement where portfolio_id = ${portfolioId}`;
  expect(rows).toHaveLength(0);
});
