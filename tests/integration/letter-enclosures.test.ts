import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { enterRequest } from '@/db/scope';
import { remind } from '@/features/arrears/reminder-commands';
import { getReminder } from '@/features/arrears/reminder-queries';
import { remindInput } from '@/features/arrears/schema';
import { deleteDocuments } from '@/features/document/commands';
import { sendWritten } from '@/features/letter/commands';
import { listPapers, lookAtLetter } from '@/features/letter/queries';
import { listEnclosableInput, lookAtLetterInput, sendWrittenInput } from '@/features/letter/schema';
import { takeBackLetter } from '@/features/outbox/commands';
import { listEnclosures } from '@/features/outbox/enclosure-queries';
import { openEnclosures, readEnclosures } from '@/features/outbox/enclosure-steps';
import { getLetterFile } from '@/features/outbox/file-steps';
import { sendDueMails } from '@/features/outbox/mail-steps';
import { listLetters } from '@/features/outbox/queries';
import { listLettersInput } from '@/features/outbox/schema';
import { zipLetters } from '@/features/outbox/zip-steps';
import { deleteTenant } from '@/features/tenant/commands';
import { LetterPost } from '@/mail/letter-post';
import { renderLetter } from '@/print/letter-pdf';
import { enterPaper, enterVersion } from '../factories/enclosable.ts';
import { refusalOf } from '../factories/failure.ts';
import { enterLandlord } from '../factories/look-alikes.ts';
import { attachedTo } from '../factories/mail-files.ts';
import { createMemoryStorage } from '../factories/memory-storage.ts';
import { storedFiles } from '../factories/stored-zip.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { startSmtpServer } from '../setup/smtp-server.ts';

/** What comes with a letter: which papers may, which files they are, and that they stay those. */

let database: TestDatabase;
let books: Books;
let server: Awaited<ReturnType<typeof startSmtpServer>>;
let storage = createMemoryStorage();
let leaseId: string;

const today = '2026-03-20';

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
  storage = createMemoryStorage();
  server = await startSmtpServer();
  vi.stubEnv('SMTP_URL', server.url);
  vi.stubEnv('SMTP_FROM', 'Hausbuch <send@hausbuch.example>');
  await enterLandlord(books);
  await books.admin`update hausbuch.tenant set emails = '{anna@example.com}' where id = ${books.tenantId}`;
  await books.admin`delete from hausbuch.mail_sent`;
  leaseId = await enterLease(books, today);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  await books.close();
});
afterAll(() => database.drop());

type Entered = Parameters<typeof enterPaper>;
const paper = (title: Entered[1], links: Entered[2], more?: Entered[3]) =>
  enterPaper({ books, storage }, title, links, more);

const offered = (search = '') =>
  books.on(today, async (tx, scope) =>
    (await listPapers(tx, scope, listEnclosableInput.parse({ leaseId, search })))
      .map((row) => row.title)
      .toSorted(),
  );

async function send(
  enclosures: { documentId: string; versionId: string }[],
  more: Partial<z.input<typeof sendWrittenInput>> = {},
) {
  const look = await books.on(today, (tx, scope) =>
    lookAtLetter(tx, scope, lookAtLetterInput.parse({ leaseId, kind: 'free', ownLanguage: 'de' })),
  );
  const input = sendWrittenInput.parse({
    ...{ id: randomUUID(), leaseId, kind: 'free', language: 'de', way: 'mail', seen: look.seen },
    ...{ subject: 'Heizung', body: 'anbei.', ...more },
    enclosures: enclosures.map(({ documentId, versionId }) => ({ documentId, versionId })),
  });
  return books.on(today, (tx, scope) => sendWritten(tx, scope, input));
}

const letters = async () =>
  (await books.on(today, (tx, scope) => listLetters(tx, scope, listLettersInput.parse({ leaseId })))).rows;

async function round() {
  const post = new LetterPost({ url: server.url, from: 'Hausbuch <send@hausbuch.example>' });
  try {
    return await sendDueMails((work) => books.at(`${today}T12:00:00Z`, work), {
      storage,
      print: renderLetter,
      post,
    });
  } finally {
    post.close();
  }
}

describe('papers that may come with a letter', () => {
  test('are those of the lease, its tenants, its flat and its house, and nobody else’s', async () => {
    const { admin, portfolioId, propertyId, unitId, tenantId } = books;
    const [otherUnit, otherTenant] = [randomUUID(), randomUUID()];
    await admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${portfolioId}, ${otherUnit}, ${propertyId}, 'Nebenan', 'apartment')`;
    await admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, letter_language)
      values (${portfolioId}, ${otherTenant}, 'person', 'Nachbar', 'de')`;
    const otherLease = await enterLease(books, today, { unitIds: [otherUnit], tenantIds: [otherTenant] });
    await paper('Vertrag', { lease_id: leaseId });
    await paper('Ausweis', { tenant_id: tenantId });
    await paper('Grundriss', { unit_id: unitId });
    await paper('Hausordnung', { property_id: propertyId });
    await paper('Vertrag nebenan', { lease_id: otherLease });
    await paper('Ausweis nebenan', { tenant_id: otherTenant });
    await paper('Grundriss nebenan', { unit_id: otherUnit });
    // What hangs on the house, too, is still somebody else's.
    await paper('Mahnung nebenan', [{ property_id: propertyId }, { tenant_id: otherTenant }]);
    expect(await offered()).toEqual(['Ausweis', 'Grundriss', 'Hausordnung', 'Vertrag']);
    expect(await offered('haus')).toEqual(['Hausordnung']);
    const theirs = await paper('Kündigung nebenan', { lease_id: otherLease });
    expect(await refusalOf(send([theirs]))).toBe('letter.enclosure_gone');
    expect(await letters()).toEqual([]);
  });

  test('can be printed, were read whole, and are not deleted', async () => {
    await paper('Bild', { lease_id: leaseId }, { mediaType: 'image/png' });
    await paper('Tabelle', { lease_id: leaseId }, { mediaType: 'text/csv' });
    await paper('Ungelesen', { lease_id: leaseId }, { state: 'checked' });
    const gone = await paper('Gelöscht', { lease_id: leaseId });
    await books.on(today, (tx, scope) => deleteDocuments(tx, scope, { ids: [gone.documentId] }));
    expect(await offered()).toEqual(['Bild']);
    expect(await refusalOf(send([gone]))).toBe('letter.enclosure_gone');
  });
});

describe('a reminder with enclosures', () => {
  type Sent = Partial<z.input<typeof remindInput>>;
  async function remindWith(papers: { documentId: string; versionId: string }[], more: Sent = {}) {
    const step = more.step ?? 'friendly';
    const shown = await books.on(today, (tx, scope) => getReminder(tx, scope, { leaseId, step }));
    const { totalCents, sentBefore } = shown;
    const enclosures = papers.map(({ documentId, versionId }) => ({ documentId, versionId }));
    const input = remindInput.parse({
      ...{ id: randomUUID(), leaseId, step, way: 'mail', totalCents, sentBefore, language: 'de', enclosures },
      ...more,
    });
    return books.on(today, (tx, scope) => remind(tx, scope, input));
  }

  test('names them, and its mail brings them', async () => {
    const contract = await paper('Mietvertrag', { lease_id: leaseId });
    const rules = await paper('Hausordnung', { property_id: books.propertyId });
    const { id } = await remindWith([contract, rules]);
    expect(await round()).toMatchObject({ sent: 1 });
    expect(attachedTo(server.taken[0]?.text).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^Zahlungserinnerung/),
      '1 Mietvertrag.pdf',
      '2 Hausordnung.pdf',
    ]);
    expect(await letters()).toMatchObject([{ enclosures: ['Mietvertrag', 'Hausordnung'] }]);
    const inTransaction = <T>(work: Parameters<typeof books.on<T>>[1]) => books.on(today, work);
    const file = await getLetterFile(inTransaction, { storage, print: renderLetter }, id);
    const { text } = await extractText(await getDocumentProxy(file.bytes.slice()), { mergePages: true });
    expect(text.replace(/\s+/g, ' ')).toContain('Anlagen 1. Mietvertrag 2. Hausordnung');
  });

  test('beyond what a mail brings, or of somebody else, is not sent', async () => {
    const one = await paper('Gutachten', { lease_id: leaseId }, { sizeBytes: 12_000_001 });
    expect(await refusalOf(remindWith([one]))).toBe('letter.enclosures_too_large');
    expect(await refusalOf(remindWith([{ ...one, versionId: randomUUID() }]))).toBe('letter.enclosure_gone');
    expect(await letters()).toEqual([]);
    await remindWith([one], { way: 'post' });
    expect(await letters()).toMatchObject([{ enclosures: ['Gutachten'] }]);
  });

  test('sent again under its id is the same one, and in another tone or with other enclosures none', async () => {
    const contract = await paper('Mietvertrag', { lease_id: leaseId });
    const rules = await paper('Hausordnung', { property_id: books.propertyId });
    const before = await books.on(today, (tx, scope) =>
      getReminder(tx, scope, { leaseId, step: 'friendly' }),
    );
    const asked = { id: randomUUID(), totalCents: before.totalCents, sentBefore: before.sentBefore };
    const sent = await remindWith([contract, rules], asked);
    expect(await remindWith([contract, rules], asked)).toEqual(sent);
    expect(await refusalOf(remindWith([rules, contract], asked))).toBe('letter.sent_otherwise');
    expect(await refusalOf(remindWith([contract], asked))).toBe('letter.sent_otherwise');
    expect(await refusalOf(remindWith([], asked))).toBe('letter.sent_otherwise');
    expect(await refusalOf(remindWith([contract, rules], { ...asked, isBeside: true, language: 'en' }))).toBe(
      'letter.sent_otherwise',
    );
    expect(await refusalOf(remindWith([contract, rules], { ...asked, step: 'first' }))).toBe(
      'letter.sent_otherwise',
    );
    expect(await letters()).toHaveLength(1);
  });
});

describe('a letter with enclosures', () => {
  test('sent again under its id with others is refused', async () => {
    const rules = await paper('Hausordnung', { property_id: books.propertyId });
    const id = randomUUID();
    const sent = await send([rules], { id });
    expect(await send([rules], { id })).toEqual(sent);
    expect(await refusalOf(send([], { id }))).toBe('letter.sent_otherwise');
    expect(await letters()).toHaveLength(1);
  });

  test('names them, and its mail brings them in their order', async () => {
    const rules = await paper('Hausordnung', { property_id: books.propertyId });
    const plan = await paper('Plan: Keller', { unit_id: books.unitId }, { mediaType: 'image/jpeg' });
    const { id } = await send([plan, rules]);
    expect(await round()).toMatchObject({ sent: 1 });
    const [letter, ...others] = attachedTo(server.taken[0]?.text);
    expect(letter?.name).toMatch(/^Schreiben 2026-03-20\.pdf$/);
    expect(others.map(({ name }) => name)).toEqual(['1 Plan_ Keller.jpg', '2 Hausordnung.pdf']);
    expect(others.map(({ said }) => said)).toEqual([plan.text, rules.text]);
    expect(await letters()).toMatchObject([{ enclosures: ['Plan: Keller', 'Hausordnung'] }]);
    const inTransaction = <T>(work: Parameters<typeof books.on<T>>[1]) => books.on(today, work);
    const file = await getLetterFile(inTransaction, { storage, print: renderLetter }, id);
    const { text } = await extractText(await getDocumentProxy(file.bytes.slice()), { mergePages: true });
    expect(text.replace(/\s+/g, ' ')).toContain('Anlagen 1. Plan: Keller 2. Hausordnung');
    // To be printed: the letter, then what comes with it.
    const files = [file, ...(await readEnclosures(inTransaction, storage, id))];
    const zip = zipLetters([files], async (own) =>
      own.map(({ fileName, bytes }) => ({ name: fileName, bytes })),
    );
    expect(storedFiles(Buffer.from(await new Response(zip).arrayBuffer())).map(({ name }) => name)).toEqual([
      'Schreiben 2026-03-20.pdf',
      '1 Plan_ Keller.jpg',
      '2 Hausordnung.pdf',
    ]);
  });

  test('brings the file that was chosen, whatever becomes of the document; one that was altered is not sent', async () => {
    const rules = await paper('Hausordnung', { property_id: books.propertyId });
    await send([rules]);
    const another = randomUUID();
    const next = { documentId: rules.documentId, versionId: another, number: 2 };
    await enterVersion({ books, storage }, next, { text: '%PDF neue Fassung' });
    expect(await round()).toMatchObject({ sent: 1 });
    expect(attachedTo(server.taken[0]?.text).at(-1)?.said).toBe(rules.text);
    // Whoever still has the old one on the page is told.
    expect(await refusalOf(send([rules]))).toBe('letter.enclosure_gone');
    const now = await send([{ ...rules, versionId: another }]);
    storage.put(`${books.portfolioId}/${rules.documentId}/${another}.pdf`, 'verfälscht');
    const readAgain = readEnclosures((work) => books.on(today, work), storage, now.id);
    expect(await refusalOf(readAgain)).toBe('letter.without_file');
    // Whoever saves the letter itself gets all that is there.
    const rows = await books.on(today, (tx, scope) => listEnclosures(tx, scope, [now.id]));
    const left = [];
    for await (const file of openEnclosures(storage, null, rows)) left.push(file);
    expect([rows.length, left]).toEqual([1, []]);
    expect(await round()).toMatchObject({ stopped: 1 });
  });

  test('keeps their documents from being deleted, until it is taken back', async () => {
    const rules = await paper('Hausordnung', { property_id: books.propertyId });
    const sent = await send([rules], { way: 'post' });
    const remove = () =>
      books.on(today, (tx, scope) => deleteDocuments(tx, scope, { ids: [rules.documentId] }));
    expect(await refusalOf(remove())).toBe('document.enclosed');
    await books.on(today, (tx, scope) => takeBackLetter(tx, scope, sent));
    await remove();
    expect(await offered()).toEqual([]);
  });

  test('too large for a mail goes by post only', async () => {
    const one = await paper('Gutachten', { lease_id: leaseId }, { sizeBytes: 7_000_000 });
    const two = await paper('Fotos', { lease_id: leaseId }, { sizeBytes: 6_000_000 });
    expect(await refusalOf(send([one, two]))).toBe('letter.enclosures_too_large');
    expect(await letters()).toEqual([]);
    await send([one, two], { way: 'post' });
    expect(await letters()).toMatchObject([{ enclosures: ['Gutachten', 'Fotos'] }]);
  });

  test('forgets what they were called where they go with somebody', async () => {
    const { admin, portfolioId, tenantId } = books;
    const other = randomUUID();
    await admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, letter_language)
      values (${portfolioId}, ${other}, 'person', 'Zweiter', 'de')`;
    await admin`insert into hausbuch.lease_tenant (portfolio_id, lease_id, tenant_id, from_on)
      values (${portfolioId}, ${leaseId}, ${other}, '2026-01-01')`;
    const pass = await paper('Ausweis Änne Müller', { tenant_id: tenantId });
    await send([pass], { way: 'post' });
    const now = new Date(`${today}T11:00:00Z`);
    const asOwner = { userId: books.userId, portfolioId, databaseRole: 'hausbuch_erase' as const, now };
    await enterRequest(books.db, asOwner, async ({ tx, scope }) => {
      if (scope) await deleteTenant(tx, scope, { id: tenantId, typedName: 'Änne Müller' });
    });
    expect(await letters()).toMatchObject([{ enclosures: [''] }]);
  });
});
