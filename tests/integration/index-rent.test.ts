import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFigure } from '@/features/legal/commands';
import { createFigureInput } from '@/features/legal/schema';
import { indexLetter } from '@/features/letter/index-letter';
import { agreeRent, deleteRent, postDueRent } from '@/features/rent/commands';
import { agreeIndex, raiseByIndex, removeIndex, updateIndex } from '@/features/rent/index-commands';
import { getIndexLetter } from '@/features/rent/index-letter-queries';
import { getIndexRent } from '@/features/rent/index-queries';
import { agreeIndexInput, indexRentInput, raiseByIndexInput } from '@/features/rent/index-schema';
import { listRents } from '@/features/rent/queries';
import { agreeRentInput, planStepsInput } from '@/features/rent/schema';
import { agreeSteps } from '@/features/rent/step-commands';
import { listNamedCharges } from '@/features/rent-account/charge-queries';
import { listChargesInput } from '@/features/rent-account/schema';
import { defaultFormats } from '@/i18n/formats';
import { renderLetter } from '@/print/letter-pdf';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
});
afterEach(() => books.close());
afterAll(() => database.drop());

const today = '2024-03-15';
/** 600 € net and 100 € advance from February 2023 on; the clause counts from January 2023, 114,3. */
async function enterIndexed() {
  const leaseId = await enterLease(books, today, {
    startsOn: '2023-02-01',
    bookedFrom: '2024-02-01',
    rentLines: [
      { component: 'net', amountCents: 60_000, settlement: 'none' },
      { component: 'operating_costs', amountCents: 10_000, settlement: 'advance' },
    ],
  });
  const input = agreeIndexInput.parse({
    id: randomUUID(),
    leaseId,
    agreedOn: '2023-01-20',
    baseMonth: '2023-01-01',
    baseIndexMilli: 114_300,
  });
  await books.on(today, (tx, scope) => agreeIndex(tx, scope, input));
  return { leaseId, clause: input };
}
const look = (leaseId: string, more: object = {}, on = today) =>
  books.on(on, (tx, scope) => getIndexRent(tx, scope, indexRentInput.parse({ leaseId, ...more })));
const raise = (leaseId: string, more: object, on = today) =>
  books.on(on, (tx, scope) =>
    raiseByIndex(tx, scope, raiseByIndexInput.parse({ id: randomUUID(), leaseId, ...more })),
  );

describe('the rent by the index', () => {
  test('600 € × 118,1 ÷ 114,3 = 619,95; by 3,3 % 619,80: the lower, owed from May when received in March', async () => {
    const { leaseId } = await enterIndexed();
    const found = await look(leaseId, { indexMonth: '2024-02-01', receivedOn: '2024-03-15' });
    expect(found).toMatchObject({
      isGerman: true,
      base: { month: '2023-01-01', indexMilli: 114_300 },
      dates: { result: { lastChangedOn: '2023-02-01', earliestOn: '2024-02-01', owedFrom: '2024-05-01' } },
      change: {
        changeBp: 332,
        byRatioCents: 61_995,
        byRoundedPercentCents: 61_980,
        newRentCents: 61_980,
        totalCents: 71_980,
      },
    });
    await raise(leaseId, { indexMonth: '2024-02-01', receivedOn: '2024-03-15', netCents: 61_980 });
    const rents = await books.on(today, (tx, scope) => listRents(tx, scope, [leaseId]));
    expect(rents.at(-1)).toMatchObject({ validFrom: '2024-05-01', reason: 'indexed', totalCents: 71_980 });
    await books.on('2024-05-20', (tx, scope) => postDueRent(tx, scope));
    const { rows } = await books.on('2024-05-20', (tx, scope) =>
      listNamedCharges(tx, scope, listChargesInput.parse({ leaseId })),
    );
    expect(rows.map((row) => [row.periodFrom, row.totalCents])).toEqual([
      ['2024-05-01', 71_980],
      ['2024-04-01', 70_000],
      ['2024-03-01', 70_000],
      ['2024-02-01', 70_000],
    ]);
  });

  test('the next counts from the index of the last, and not before a year has passed', async () => {
    const { leaseId } = await enterIndexed();
    await raise(leaseId, { indexMonth: '2024-02-01', receivedOn: '2024-03-15', netCents: 61_980 });
    const next = await look(leaseId, { indexMonth: '2024-04-01', receivedOn: '2024-06-10' }, '2024-06-10');
    expect(next.base).toEqual({ month: '2024-02-01', indexMilli: 118_100 });
    expect(next.figures.map((figure) => figure.month)).toEqual(
      [
        ...['2024-03', '2024-04', '2024-05', '2024-06', '2024-07', '2024-08', '2024-09', '2024-10'],
        ...['2025-01', '2025-02', '2025-03', '2025-04', '2025-05', '2025-06', '2025-07', '2025-08'],
        ...['2025-09', '2025-10', '2025-11'],
      ].map((month) => `${month}-01`),
    );
    // Received in June it would be owed from August, but the rent stands for a year first.
    expect(next.dates.result).toEqual({
      lastChangedOn: '2024-05-01',
      earliestOn: '2025-05-01',
      owedFrom: '2025-05-01',
    });
    // 619,80 × 119,2 ÷ 118,1 = 625,57; 0,9 % = 625,38.
    expect(next.change).toMatchObject({ byRatioCents: 62_557, newRentCents: 62_538 });
  });

  test('agreed anew after a rise it counts from its own index: 700 × 119,2 ÷ 118,6 = 703,54, by 0,5 % 703,50', async () => {
    const { leaseId, clause } = await enterIndexed();
    await raise(leaseId, {
      indexMonth: '2023-06-01',
      receivedOn: '2024-03-15',
      netCents: (await look(leaseId, { indexMonth: '2023-06-01', receivedOn: '2024-03-15' })).change
        ?.newRentCents,
    });
    const agreed = agreeRentInput.parse({
      id: randomUUID(),
      leaseId,
      validFrom: '2024-06-01',
      reason: 'agreed',
      lines: [{ component: 'net', amountCents: 70_000, settlement: 'none' }],
    });
    await books.on(today, (tx, scope) => agreeRent(tx, scope, agreed));
    await books.on(today, (tx, scope) => removeIndex(tx, scope, { id: clause.id, version: 1 }));
    const anew = agreeIndexInput.parse({
      ...clause,
      id: randomUUID(),
      agreedOn: '2024-05-20',
      baseMonth: '2024-03-01',
      baseIndexMilli: 118_600,
    });
    await books.on('2024-05-20', (tx, scope) => agreeIndex(tx, scope, anew));
    const next = await look(leaseId, { indexMonth: '2024-04-01', receivedOn: '2025-06-10' }, '2025-06-10');
    expect(next.base).toEqual({ month: '2024-03-01', indexMilli: 118_600 });
    expect(next.change).toMatchObject({ byRatioCents: 70_354, newRentCents: 70_350 });
  });

  test('taken back before it is booked, all is as before', async () => {
    const { leaseId } = await enterIndexed();
    const before = await look(leaseId, { receivedOn: '2024-03-15' });
    const id = randomUUID();
    const netCents = before.change?.newRentCents;
    await raise(leaseId, { id, receivedOn: '2024-03-15', netCents });
    await books.on(today, (tx, scope) => deleteRent(tx, scope, { id, version: 1 }));
    expect(await look(leaseId, { receivedOn: '2024-03-15' })).toEqual(before);
  });

  test('sent again with another day of receipt it is not answered as if it were owed from that day', async () => {
    const { leaseId } = await enterIndexed();
    const netCents = (await look(leaseId, { receivedOn: today })).change?.newRentCents;
    const request = { id: randomUUID(), receivedOn: today, netCents };
    const answer = await raise(leaseId, request);
    expect(await raise(leaseId, request)).toEqual(answer);
    // Received in April it is owed from June; what stands is owed from May.
    const later = raise(leaseId, { ...request, receivedOn: '2024-04-02' });
    await expect(later).rejects.toMatchObject({ code: 'already_exists' });
    const byOther = raise(leaseId, { ...request, indexMonth: '2024-01-01' });
    await expect(byOther).rejects.toMatchObject({ code: 'already_exists' });
  });

  test('an index published since is typed or entered for the portfolio; one that is known stays', async () => {
    const { leaseId } = await enterIndexed();
    // No source was found for December 2024.
    const typed = { indexMonth: '2024-12-01', indexMilli: 123_000, receivedOn: '2025-11-21' };
    // 600 × 123,0 ÷ 114,3 = 645,67; 7,6 % = 645,60.
    expect((await look(leaseId, typed)).change).toMatchObject({ byRatioCents: 64_567, newRentCents: 64_560 });
    expect((await look(leaseId, { ...typed, indexMilli: null })).change).toBeNull();
    await books.on(today, (tx, scope) =>
      createFigure(
        tx,
        scope,
        createFigureInput.parse({
          id: randomUUID(),
          kind: 'consumer_price_index',
          validFrom: '2024-12-01',
          value: 123_000,
          source: 'Destatis',
        }),
      ),
    );
    expect((await look(leaseId, { ...typed, indexMilli: null })).change).toMatchObject({
      newRentCents: 64_560,
    });
    const known = await look(leaseId, { indexMonth: '2024-02-01', indexMilli: 200_000, receivedOn: today });
    expect(known.change?.indexMilli).toBe(118_100);
  });

  test('another amount than shown, a second clause and steps beside it are refused; the clause can be put right', async () => {
    const { leaseId, clause } = await enterIndexed();
    const wrong = raise(leaseId, { receivedOn: today, netCents: 61_981 });
    await expect(wrong).rejects.toMatchObject({ code: 'rent.index_changed' });
    const again = agreeIndexInput.parse({ ...clause, id: randomUUID() });
    await expect(books.on(today, (tx, scope) => agreeIndex(tx, scope, again))).rejects.toThrow();
    const steps = planStepsInput.parse({
      leaseId,
      steps: [{ id: randomUUID(), validFrom: '2025-01-01', netCents: 70_000 }],
    });
    const stepped = books.on(today, (tx, scope) => agreeSteps(tx, scope, steps));
    await expect(stepped).rejects.toMatchObject({ code: 'rent.index_beside_steps' });
    const byHand = agreeRentInput.parse({
      id: randomUUID(),
      leaseId,
      validFrom: '2025-01-01',
      reason: 'stepped',
      lines: [{ component: 'net', amountCents: 70_000, settlement: 'none' }],
    });
    await expect(books.on(today, (tx, scope) => agreeRent(tx, scope, byHand))).rejects.toMatchObject({
      code: 'rent.index_beside_steps',
    });
    const { leaseId: _, ...fields } = clause;
    await books.on(today, (tx, scope) =>
      updateIndex(tx, scope, { ...fields, version: 1, baseIndexMilli: 113_200, baseMonth: '2022-12-01' }),
    );
    expect((await look(leaseId)).base).toEqual({ month: '2022-12-01', indexMilli: 113_200 });
    await books.on(today, (tx, scope) => removeIndex(tx, scope, { id: clause.id, version: 2 }));
    expect((await look(leaseId)).clause).toBeNull();
    await books.on(today, (tx, scope) => agreeSteps(tx, scope, steps));
  });
});

test('the caps of §§ 558, 559 BGB are for dwellings: a shop and a garage by itself are told as such', async () => {
  const { leaseId } = await enterIndexed();
  expect((await look(leaseId)).premises).toBe('dwelling');
  const become = (kind: string) =>
    books.admin`update hausbuch.unit set kind = ${kind} where portfolio_id = ${books.portfolioId}`;
  await become('commercial');
  expect((await look(leaseId)).premises).toBe('business');
  await become('parking');
  expect((await look(leaseId)).premises).toBe('other');
  await become('room');
  expect(await look(leaseId)).toMatchObject({ premises: 'dwelling', isDwelling: true, hasRoom: true });
});

test('the letter names both indices, the rent in money and the day, in both languages', async () => {
  const { leaseId } = await enterIndexed();
  const letter = await books.on(today, (tx, scope) =>
    getIndexLetter(tx, scope, indexRentInput.parse({ leaseId, indexMonth: '2024-02-01', receivedOn: today })),
  );
  for (const [language, said] of [
    [
      'de',
      [
        'Änne Müller',
        '114,3 (Januar 2023)',
        '118,1 (Februar 2024)',
        '3,32',
        '600,00 € × 103,3 %',
        '619,80',
        '01.05.2024',
        '719,80',
      ],
    ],
    [
      'en',
      [
        'Änne Müller',
        '114.3 (January 2023)',
        '118.1 (February 2024)',
        '3.32',
        '€600.00 × 103.3%',
        '619.80',
        '719.80',
      ],
    ],
  ] as const) {
    const written = await indexLetter(
      letter,
      { ...defaultFormats(language), currency: 'EUR' },
      'Testbestand',
    );
    const pdf = await getDocumentProxy(new Uint8Array(await renderLetter(written)));
    const text = (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ');
    for (const part of said) expect(text, language).toContain(part);
  }
});

test('91,2 → 85,5 is 6,25 % less, by tenths 6,3 %: the letter counts 600 € × 93,7 % = 562,20 €, as the rule does', async () => {
  const { leaseId, clause } = await enterIndexed();
  const { leaseId: _, ...fields } = clause;
  await books.on(today, (tx, scope) =>
    updateIndex(tx, scope, { ...fields, version: 1, baseIndexMilli: 91_200 }),
  );
  const input = { leaseId, indexMonth: '2024-12-01', indexMilli: 85_500, receivedOn: '2025-11-21' };
  const letter = await books.on(today, (tx, scope) => getIndexLetter(tx, scope, indexRentInput.parse(input)));
  const { blocks } = await indexLetter(letter, defaultFormats('de'), 'Testbestand');
  const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
  const said = rows.map(([, text]) => text?.replace(/\s/g, ' '));
  expect(said).toEqual(['600,00 €', '600,00 € × 93,7 %', '562,20 €', '662,20 €']);
});

describe('a shop', () => {
  const letShop = async () => {
    const { leaseId } = await enterIndexed();
    await books.admin`update hausbuch.unit set kind = 'commercial' where portfolio_id = ${books.portfolioId}`;
    return leaseId;
  };
  const asked = { indexMonth: '2024-02-01', receivedOn: '2024-04-01' };

  test('owes the new rent from the day its contract names, and no paragraph of dwellings is given for it', async () => {
    const leaseId = await letShop();
    const found = await look(leaseId, asked);
    expect(found).toMatchObject({
      isDwelling: false,
      dates: { result: { owedFrom: '2024-04-01' }, trace: { sources: ['PrKG § 3 (1)'] } },
      change: { newRentCents: 61_980, trace: { sources: ['PrKG § 3 (1)'] } },
    });
    await raise(leaseId, { ...asked, netCents: 61_980 });
    const rents = await books.on(today, (tx, scope) => listRents(tx, scope, [leaseId]));
    expect(rents.at(-1)).toMatchObject({ validFrom: '2024-04-01', reason: 'indexed' });
    // A year of unchanged rent is for dwellings, too: the contract may have it twice in one.
    const next = await look(leaseId, { indexMonth: '2024-06-01', receivedOn: '2024-09-01' }, '2024-08-10');
    expect(next.dates.result.owedFrom).toBe('2024-09-01');
    // Before the rent it changes it is not owed.
    const early = await look(leaseId, { indexMonth: '2024-06-01', receivedOn: '2024-02-01' }, '2024-08-10');
    expect(early.dates.result.owedFrom).toBe('2024-04-01');
  });

  test.each([
    ['a shop', 'commercial', 'DE'],
    ['a flat abroad', 'apartment', 'US'],
    ['a flat in Vienna', 'apartment', 'AT'],
  ])('the letter to %s cites no law of dwellings', async (_, kind, jurisdiction) => {
    const leaseId = await letShop();
    await books.admin`update hausbuch.unit set kind = ${kind} where portfolio_id = ${books.portfolioId}`;
    await books.admin`update hausbuch.portfolio set jurisdiction = ${jurisdiction} where id = ${books.portfolioId}`;
    const letter = await books.on(today, (tx, scope) =>
      getIndexLetter(tx, scope, indexRentInput.parse({ leaseId, ...asked, indexMilli: 118_100 })),
    );
    for (const language of ['de', 'en'] as const) {
      const said = JSON.stringify(
        await indexLetter(letter, { ...defaultFormats(language), currency: 'EUR' }, 'Test'),
      );
      expect(said).not.toMatch(/§|BGB/);
      // What index a contract abroad names, nobody has said here.
      if (jurisdiction !== 'DE') expect(said).not.toMatch(/Deutschland|Germany|Statisti/);
      if (kind === 'commercial') expect(said).not.toMatch(/übernächsten Monats|second month/);
      expect(said).toMatch(/20\. Januar 2023|20\.01\.2023|2023/);
    }
  });
});

describe('abroad', () => {
  const asked = { indexMonth: '2024-02-01', indexMilli: 118_105, receivedOn: '2024-04-01' };
  const abroad: [string, (of: Books) => Promise<unknown>][] = [
    [
      'a landlord in Austria',
      ({ admin, portfolioId }) =>
        admin`update hausbuch.portfolio set jurisdiction = 'AT' where id = ${portfolioId}`,
    ],
    [
      'a house in Spain of a landlord in Germany',
      ({ admin, portfolioId }) =>
        admin`update hausbuch.property set country = 'ES', state = null where portfolio_id = ${portfolioId}`,
    ],
  ];

  test.each(abroad)(
    '%s enters the index; Germany’s is not proposed and no law of ours cited',
    async (_, move) => {
      const { leaseId } = await enterIndexed();
      await move(books);
      const proposed = await look(leaseId, { receivedOn: '2024-04-01' });
      expect(proposed).toMatchObject({ isGerman: false, isDwelling: false, figures: [], change: null });
      expect((await look(leaseId, { ...asked, indexMilli: null })).change).toBeNull();
      const found = await look(leaseId, asked);
      // 600 × 118,105 ÷ 114,3 = 619,97; by 3,3 % 619,80.
      expect(found).toMatchObject({
        dates: { result: { owedFrom: '2024-04-01' }, trace: { sources: [] } },
        change: { byRatioCents: 61_997, newRentCents: 61_980, trace: { sources: [] } },
      });
      const letter = await books.on(today, (tx, scope) =>
        getIndexLetter(tx, scope, indexRentInput.parse({ leaseId, ...asked })),
      );
      const said = JSON.stringify(await indexLetter(letter, defaultFormats('de'), 'Test'));
      expect(said).toContain('118,105');
      await raise(leaseId, { ...asked, netCents: 61_980 });
      const rents = await books.on(today, (tx, scope) => listRents(tx, scope, [leaseId]));
      expect(rents.at(-1)).toMatchObject({ validFrom: '2024-04-01', reason: 'indexed' });
    },
  );
});
