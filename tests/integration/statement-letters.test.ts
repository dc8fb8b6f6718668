import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { illustrated } from '@/app/api/letter-pictures';
import { enterRequest } from '@/db/scope';
import { sideBySide } from '@/domain/letter-columns';
import type { Language } from '@/domain/vocabulary';
import { listDueReminders } from '@/features/arrears/proposal-queries';
import { takeBackLetter } from '@/features/outbox/commands';
import type { Chosen } from '@/features/outbox/enclosure-commands';
import { sendDueMails } from '@/features/outbox/mail-steps';
import { listLetters } from '@/features/outbox/queries';
import { listLettersInput } from '@/features/outbox/schema';
import { deleteProperty } from '@/features/property/commands';
import { agreeAdvances } from '@/features/statement/advance-commands';
import { statementLetter } from '@/features/statement/letter';
import { sendLetters } from '@/features/statement/send-commands';
import { listPapers } from '@/features/statement/sent-queries';
import { deleteTenant } from '@/features/tenant/commands';
import { setUnitPeriod } from '@/features/unit/commands';
import { defaultFormats } from '@/i18n/formats';
import { LetterPost } from '@/mail/letter-post';
import { renderLetter } from '@/print/letter-pdf';
import { enterPaper } from '../factories/enclosable.ts';
import { addSecondFlat, type FlatYear, openFlatYear, rentWithAdvance, year } from '../factories/flat-year.ts';
import { createMemoryStorage } from '../factories/memory-storage.ts';
import { closeTestCallers, createTestContext } from '../factories/session.ts';
import { enterLease } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { startSmtpServer } from '../setup/smtp-server.ts';

/** The letters of a settled statement: written down as they are sent, each once. */

const today = '2026-02-10';
let database: TestDatabase;
let flat: FlatYear;
let server: Awaited<ReturnType<typeof startSmtpServer>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  flat = await openFlatYear(database, today);
  server = await startSmtpServer();
  const { admin, portfolioId } = flat.books;
  await admin`insert into hausbuch.landlord (portfolio_id, id, kind, name, email)
    values (${portfolioId}, ${randomUUID()}, 'person', 'Petra Vogel', 'petra@example.com')`;
  await admin`delete from hausbuch.mail_sent`;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  await flat.books.close();
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

const send = async (
  way: 'mail' | 'post' | 'handed_over' = 'post',
  on = today,
  version = 1,
  more: { isBeside?: boolean; language?: Language; enclosures?: Chosen[] } = {},
) => {
  const input = {
    propertyId: flat.books.propertyId,
    ...year,
    version,
    way,
    language: 'de' as const,
    isBeside: false,
    enclosures: [],
    ...more,
  };
  const { mailed, paperIds } = await flat.books.on(on, (tx, scope) => sendLetters(tx, scope, input));
  return { mailed, onPaper: paperIds.length };
};
const written = async () =>
  (
    await flat.books.on(today, (tx, scope) =>
      listLetters(tx, scope, listLettersInput.parse({ leaseId: flat.leaseId })),
    )
  ).rows;
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

describe('with papers of the house', () => {
  const storage = createMemoryStorage();
  type Entered = Parameters<typeof enterPaper>;
  const paper = (title: Entered[1], links: Entered[2], more?: Entered[3]) =>
    enterPaper({ books: flat.books, storage }, title, links, more);
  const seen = ({ documentId, versionId }: Chosen): Chosen => ({ documentId, versionId });
  const offered = () =>
    flat.books.on(today, async (tx, scope) => {
      const asked = { propertyId: flat.books.propertyId, ...year, search: '' };
      return (await listPapers(tx, scope, asked)).map((row) => row.title).toSorted();
    });

  /** A neighbour in the same house, with a letter of their own. */
  async function addNeighbour() {
    const { admin, portfolioId } = flat.books;
    const unitId = await addSecondFlat(flat.books, today);
    await flat.books.on(today, (tx, scope) =>
      setUnitPeriod(tx, scope, {
        ...{ unitId, validFrom: '2000-01-01', areaSqm100: 14_000 },
        ...{ coOwnershipNumerator: null, coOwnershipDenominator: null, ownUse: false, persons: null },
      }),
    );
    const tenantId = randomUUID();
    await admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, letter_language)
      values (${portfolioId}, ${tenantId}, 'person', 'Nachbar', 'de')`;
    const more = { unitIds: [unitId], tenantIds: [tenantId] };
    await enterLease(flat.books, today, { startsOn: '2025-01-01', rentLines: rentWithAdvance, ...more });
    return { unitId, tenantId };
  }

  test.each([
    ['9', '12'],
    ['12', '9'],
  ])('go on paper in the order of a postman’s round: to number %s and to number %s', async (own, other) => {
    const { admin, tenantId } = flat.books;
    const neighbour = await addNeighbour();
    const moveTo = async (id: string, houseNumber: string) =>
      admin`update hausbuch.tenant set street = 'Gartenweg', house_number = ${houseNumber}, postal_code = '10115', city = 'Berlin'
        where id = ${id}`;
    await moveTo(tenantId, own);
    await moveTo(neighbour.tenantId, other);
    await flat.send();
    const input = { propertyId: flat.books.propertyId, ...year, version: 1, way: 'post' as const };
    const ask = () =>
      flat.books.on(today, (tx, scope) =>
        sendLetters(tx, scope, { ...input, language: 'de', isBeside: false, enclosures: [] }),
      );
    const { paperIds } = await ask();
    const rows = await admin<{ id: string; address: string[] }[]>`
      select id, content->'address' as address from hausbuch.letter where portfolio_id = ${flat.books.portfolioId}`;
    const addresses = paperIds.map((id) => rows.find((row) => row.id === id)?.address[0]);
    expect(addresses).toEqual(['Gartenweg 9', 'Gartenweg 12']);
    // Asked again, as after a lost answer, the pile is the same; had they changed houses, it is the other way round.
    expect((await ask()).paperIds).toEqual(paperIds);
    await moveTo(tenantId, other);
    await moveTo(neighbour.tenantId, own);
    expect((await ask()).paperIds).toEqual(paperIds.toReversed());
  });

  test('those of all who get a letter are offered, and each letter names and keeps them', async () => {
    const { propertyId, unitId, tenantId } = flat.books;
    const neighbour = await addNeighbour();
    await flat.send();
    const plan = await paper('Wartungsplan', { property_id: propertyId });
    const own = await paper('Grundriss', { unit_id: unitId });
    await paper('Ausweis', { tenant_id: tenantId });
    await paper('Vertrag', { lease_id: flat.leaseId });
    await paper('Mahnung', [{ property_id: propertyId }, { tenant_id: neighbour.tenantId }]);
    expect(await offered()).toEqual(['Wartungsplan']);
    await expect(send('post', today, 1, { enclosures: [seen(own)] })).rejects.toMatchObject({
      code: 'letter.enclosure_gone',
    });
    const enclosures = [seen(plan)];
    expect(await send('post', today, 1, { enclosures })).toEqual({ mailed: 0, onPaper: 2 });
    expect(await written()).toMatchObject([{ kind: 'cost_statement', enclosures: ['Wartungsplan'] }]);
    const rows = await flat.books.admin<{ names: string[]; sha256: string }[]>`
      select l.content->'enclosed'->'names' as names, e.sha256 from hausbuch.letter l
      join hausbuch.letter_enclosure e on e.portfolio_id = l.portfolio_id and e.letter_id = l.id
      where l.portfolio_id = ${flat.books.portfolioId}`;
    const [file] = await flat.books.admin<{ sha256: string }[]>`
      select sha256 from hausbuch.document_version where id = ${plan.versionId}`;
    expect(rows).toEqual([1, 2].map(() => ({ names: ['Wartungsplan'], sha256: file?.sha256 })));
    // The same again is the same; other papers did not come with what has gone.
    expect(await offered()).toEqual([]);
    expect(await send('post', today, 1, { enclosures })).toEqual({ mailed: 0, onPaper: 2 });
    const later = await paper('Energieausweis', { property_id: propertyId });
    await expect(send('post', today, 1, { enclosures: [seen(later)] })).rejects.toMatchObject({
      code: 'letter.sent_otherwise',
    });
  });

  test('where one tenant gets a letter, their own papers may come with it', async () => {
    await flat.send();
    await paper('Wartungsplan', { property_id: flat.books.propertyId });
    await paper('Vertrag', { lease_id: flat.leaseId });
    expect(await offered()).toEqual(['Vertrag', 'Wartungsplan']);
  });

  test('a mail brings them, up to what mails take', async () => {
    vi.stubEnv('SMTP_URL', server.url);
    vi.stubEnv('SMTP_FROM', 'Hausbuch <send@hausbuch.example>');
    const { admin, tenantId, propertyId } = flat.books;
    await admin`update hausbuch.tenant set emails = '{anna@example.com}' where id = ${tenantId}`;
    await flat.send();
    const huge = await paper('Gutachten', { property_id: propertyId }, { sizeBytes: 12_000_001 });
    await expect(send('mail', today, 1, { enclosures: [seen(huge)] })).rejects.toMatchObject({
      code: 'letter.enclosures_too_large',
    });
    const plan = await paper('Wartungsplan', { property_id: propertyId });
    expect(await send('mail', today, 1, { enclosures: [seen(plan)] })).toEqual({ mailed: 1, onPaper: 0 });
    const post = new LetterPost({ url: server.url, from: 'Hausbuch <send@hausbuch.example>' });
    const tools = { storage, print: renderLetter, post };
    const work = await sendDueMails((inside) => flat.books.at(`${today}T12:00:00Z`, inside), tools);
    post.close();
    expect(work).toMatchObject({ sent: 1 });
    expect(server.taken[0]?.text).toContain('1 Wartungsplan.pdf');
  });
});
