import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { Chosen } from '@/features/outbox/enclosure-commands';
import { sendDueMails } from '@/features/outbox/mail-steps';
import { sendLetters } from '@/features/statement/send-commands';
import { listPapers } from '@/features/statement/sent-queries';
import { setUnitPeriod } from '@/features/unit/commands';
import { LetterPost } from '@/mail/letter-post';
import { renderLetter } from '@/print/letter-pdf';
import { enterPaper } from '../factories/enclosable.ts';
import { addSecondFlat, rentWithAdvance, year } from '../factories/flat-year.ts';
import { createMemoryStorage } from '../factories/memory-storage.ts';
import { flat, openStatementDesk, send, server, today, written } from '../factories/statement-desk.ts';
import { enterLease } from '../factories/tenancy.ts';

/** What comes with the letters of a statement, and in which order they go on paper. */

openStatementDesk();

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
