import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  clearAssociationYear,
  createAssociation,
  deleteAssociation,
  noteEffort,
  setAssociationYear,
} from '@/features/association/commands';
import { getAssociationYear, listAssociations } from '@/features/association/queries';
import {
  createAssociationInput,
  noteEffortInput,
  setAssociationYearInput,
} from '@/features/association/schema';
import { builtInRows } from '@/features/category/built-in-facts';
import { archiveCategory, createCategory, deleteCategory } from '@/features/category/commands';
import { listCategories } from '@/features/category/queries';
import { createCategoryInput } from '@/features/category/schema';
import { sendStatement } from '@/features/statement/commands';
import { listDueStatements } from '@/features/statement/due-queries';
import { statementLetter } from '@/features/statement/letter';
import { getLetters } from '@/features/statement/letter-queries';
import { getStatement } from '@/features/statement/queries';
import { recordTransaction } from '@/features/transaction/commands';
import { recordTransactionInput } from '@/features/transaction/schema';
import { defaultFormats } from '@/i18n/formats';
import { renderLetter } from '@/print/letter-pdf';
import { addSecondFlat, openFlat, rentWithAdvance, year } from '../factories/flat-year.ts';
import { type Books, enterLease } from '../factories/tenancy.ts';
import { flatsPart } from '../independent/association.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

const today = '2026-02-10';
let database: TestDatabase;
let books: Books;
let leaseId: string;
let kinds: Awaited<ReturnType<typeof listCategories>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
/** A flat of 60 m², let since 2025 for 500 € and 50 € a month in advance. */
beforeEach(async () => {
  books = await openFlat(database, today);
  leaseId = await enterLease(books, today, { startsOn: '2025-01-01', rentLines: rentWithAdvance });
  kinds = await books.on(today, (tx, scope) => listCategories(tx, scope, 'all'));
});
afterEach(() => books.close());
afterAll(() => database.drop());

const kind = (code: string) => kinds.find((row) => row.code === code)?.id ?? '';

type Line = z.input<typeof setAssociationYearInput>['lines'][number];
const line = (name: string, totalCents: number, ownCents: number, rest: Partial<Line> = {}): Line => ({
  ...{ id: randomUUID(), name, key: 'MEA 85/1.000', totalCents, ownCents },
  ...rest,
});
const paperLines = () => [
  line('Wasser', 480_000, 40_800, { categoryId: kind('water'), recoverableBp: 10_000 }),
  line('Hausmeister', 600_000, 51_000, {
    ...{ categoryId: kind('caretaker'), recoverableBp: 8_000, labourCents: 30_000 },
  }),
  line('Gebäudeversicherung', 200_000, 17_000, { categoryId: kind('insurance'), recoverableBp: 10_000 }),
  line('Verwaltung', 360_000, 30_000),
  line('Erhaltungsrücklage', 1_200_000, 102_000, { isReserve: true }),
];

async function add(on = today, unitId = books.unitId) {
  const input = createAssociationInput.parse({
    ...{ id: randomUUID(), propertyId: books.propertyId, unitId },
    ...{ name: 'WEG Am Ring 3', manager: 'Verwaltung Krause' },
  });
  await books.on(on, (tx, scope) => createAssociation(tx, scope, input));
  return input.id;
}
test('of a flat let room by room no room is offered one: what the flat costs falls on all of them', async () => {
  const list = () =>
    books.on(today, (tx, scope) => listAssociations(tx, scope, { propertyId: books.propertyId }));
  expect(await list()).toMatchObject({ units: [{ id: books.unitId }], hasRooms: false });
  await books.admin`update hausbuch.unit set kind = 'room' where id = ${books.unitId}`;
  expect(await list()).toMatchObject({ units: [], hasRooms: true });
});

type Paper = Omit<z.input<typeof setAssociationYearInput>, 'associationId' | 'from' | 'to'>;
const enter = (associationId: string, paper: Paper, on = today, period = year) =>
  books.on(on, (tx, scope) =>
    setAssociationYear(tx, scope, setAssociationYearInput.parse({ associationId, ...period, ...paper })),
  );
const remind = (associationId: string, askedOn: string, on = today) =>
  books.on(on, (tx, scope) =>
    noteEffort(
      tx,
      scope,
      noteEffortInput.parse({ id: randomUUID(), associationId, ...year, askedOn, way: 'mail' }),
    ),
  );
const view = (associationId: string) =>
  books.on(today, (tx, scope) => getAssociationYear(tx, scope, { associationId, ...year }));
const statement = (on = today) =>
  books.on(on, (tx, scope) => getStatement(tx, scope, { propertyId: books.propertyId, ...year }));
const send = (on = today) =>
  books.on(on, (tx, scope) =>
    sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...year }),
  );
const book = (code: string, amountCents: number, more: Record<string, unknown> = {}) =>
  books.on(today, (tx, scope) =>
    recordTransaction(
      tx,
      scope,
      recordTransactionInput.parse({
        ...{ id: randomUUID(), propertyId: books.propertyId, unitId: books.unitId, bookedOn: '2025-03-01' },
        ...{ direction: 'expense', categoryId: kind(code), title: code, amountCents },
        // As the form proposes it.
        recoverableKey: builtInRows.find((row) => row.code === code)?.isRecoverable ? 'area' : null,
        ...more,
      }),
    ),
  );
async function letterText(on = today) {
  const all = await books.on(on, (tx, scope) =>
    getLetters(tx, scope, { propertyId: books.propertyId, ...year, leaseId }),
  );
  const [own] = all.letters;
  if (!own) throw new Error('no letter');
  const file = await renderLetter(await statementLetter(all, own, defaultFormats('de'), 'Haus'));
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

describe('from the association’s paper to the letter', () => {
  test('408 + 80 % of 510 + 170 and 320 of property tax are 1,306 €; manager and reserve stay, and so does the monthly Hausgeld', async () => {
    const id = await add();
    await enter(id, { lines: paperLines(), statedTotalCents: 2_840_000, advancesDueCents: 240_000 });
    await book('property_tax', 32_000);
    for (const month of ['01', '02', '03']) {
      await book('service_charge', 20_000, {
        bookedOn: `2025-${month}-05`,
        recoverableKey: 'area',
      });
    }
    const { leases, problems, lines, summary } = await statement();
    expect(problems).toEqual([]);
    expect(lines.map((one) => [one.betrkvNo, one.totalCents, one.tenantsCents])).toEqual([
      [1, 32_000, 32_000],
      [2, 40_800, 40_800],
      [13, 17_000, 17_000],
      [14, 51_000, 40_800],
    ]);
    expect(leases).toMatchObject([{ costsCents: 130_600, resultCents: 130_600 }]);
    expect(summary.notRecoverableCents).toBe(10_200);
    expect(leases[0]?.labour).toMatchObject([
      { group: 'service', amountCents: 30_000, providers: ['WEG Am Ring 3'] },
    ]);
    // A second accountant, by the paper alone.
    expect(leases[0]?.costsCents).toBe(
      flatsPart(
        paperLines().map(({ ownCents, recoverableBp = 0, co2LandlordCents = 0 }) => ({
          ...{ ownCents, percent: recoverableBp / 100, co2LandlordCents },
        })),
        [32_000],
      ),
    );
    const { hausgeld, beside } = await view(id);
    // 408 + 510 + 170 + 300 + 1,020 less 2,400 that were due.
    expect(hausgeld).toMatchObject({ recoverableCents: 98_600, balanceCents: 240_800 - 240_000 });
    expect(beside).toMatchObject({ paid: { count: 3, cents: 60_000 }, receipts: [{ amountCents: 32_000 }] });

    await send();
    const text = await letterText();
    for (const words of ['WEG Am Ring 3', 'MEA 85/1.000', '6.000,00', '510,00', '408,00', '1.306,00']) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('Erhaltungsrücklage');
    expect(text).not.toContain('Verwaltung');
    // What was sent stays, whatever becomes of the paper.
    await books.on(today, (tx, scope) => deleteAssociation(tx, scope, { id, version: 1 }));
    expect((await statement()).leases[0]?.costsCents).toBe(130_600);
  });

  test('a part of 90.00 € CO₂ that is the landlord’s is taken off 700.00 € of heating once, and told', async () => {
    const id = await add();
    const heating = { categoryId: kind('heating'), recoverableBp: 10_000, co2LandlordCents: 9_000 };
    await enter(id, { lines: [line('Heizkosten', 900_000, 70_000, heating)] });
    const { leases, problems } = await statement();
    expect(problems).toEqual([]);
    expect(leases[0]?.costsCents).toBe(61_000);
    expect(await letterText()).toContain('90,00');
  });

  test('own insurance beside the association’s is one line of both, and is named for a look', async () => {
    const id = await add();
    const insurance = { categoryId: kind('insurance'), recoverableBp: 10_000 };
    await enter(id, { lines: [line('Gebäudeversicherung', 200_000, 17_000, insurance)] });
    await book('insurance', 3_000);
    const { lines, associations } = await statement();
    expect(lines).toMatchObject([{ totalCents: 20_000 }]);
    expect(associations).toMatchObject([{ alsoBooked: [lines[0]?.lineId] }]);
  });

  test('with tenants that changed heating of the paper stops, for nobody may divide it by days', async () => {
    const heating = { categoryId: kind('heating'), recoverableBp: 10_000 };
    const before = { ...year, from: '2024-01-01', to: '2024-12-31' };
    const id = await add();
    await enter(id, { lines: [line('Heizkosten', 900_000, 70_000, heating)] }, today, before);
    await enterLease(books, today, {
      ...{ startsOn: '2024-03-01', endsOn: '2024-12-31', isFixedTerm: true, rentLines: rentWithAdvance },
    });
    const { problems } = await books.on(today, (tx, scope) =>
      getStatement(tx, scope, { propertyId: books.propertyId, ...before }),
    );
    expect(problems.map(({ code }) => code)).toContain('association_heat_changed');
  });
});

describe('a paper that is not there', () => {
  test('stops the statement of a period that is over, with the way there', async () => {
    const id = await add();
    await book('property_tax', 32_000);
    const { problems, isWhole } = await statement();
    expect(problems).toMatchObject([
      { code: 'association_missing', mend: { at: 'association', associationId: id } },
    ]);
    expect(isWhole).toBe(false);
    await expect(send()).rejects.toMatchObject({ code: 'statement.not_ready' });
  });

  test('the light of the deadline says so, with the reminders that were noted', async () => {
    const id = await add();
    await remind(id, '2026-02-01');
    await remind(id, '2026-02-09');
    const due = (on: string) => books.on(on, (tx, scope) => listDueStatements(tx, scope, 5));
    expect(await due('2026-10-20')).toMatchObject([{ waits: { count: 2, lastOn: '2026-02-09' } }]);
    await enter(id, { lines: paperLines() });
    expect(await due('2026-10-20')).toMatchObject([{ waits: null }]);
  });

  test('nobody waits for that of a flat that was bought after the period, nor for the days before it was', async () => {
    const bought = await addSecondFlat(books, today);
    const since = (day: string) =>
      books.admin`update hausbuch.unit set available_from = ${day} where id = ${bought}`;
    await since('2026-03-01');
    const id = await add(today, bought);
    const due = () => books.on('2026-10-20', (tx, scope) => listDueStatements(tx, scope, 5));
    expect(await due()).toMatchObject([{ waits: null }]);
    await since('2025-07-01');
    expect(await due()).toMatchObject([{ waits: { count: 0 } }]);
    await enter(id, { lines: paperLines() }, today, { from: '2025-07-01', to: '2025-12-31' });
    expect(await due()).toMatchObject([{ waits: null }]);
  });

  test('no resolution is asked for; came after the deadline in spite of a reminder, three months are left', async () => {
    const id = await add('2026-06-01');
    const late = { lines: paperLines(), receivedOn: '2027-02-15' };
    await expect(enter(id, { ...late, isExcused: true }, '2027-02-20')).rejects.toMatchObject({
      code: 'association.not_excused',
      field: 'isExcused',
    });
    await remind(id, '2026-10-30', '2026-11-01');
    await enter(id, late, '2027-02-20');
    expect((await statement('2027-02-20')).leases[0]).toMatchObject({
      ...{ resultCents: 98_600, claimableCents: 0 },
    });
    const { paper } = await view(id);
    await enter(id, { ...late, isExcused: true, id: paper?.id ?? null, version: 1 }, '2027-02-20');
    const claimable = async (on: string) => (await statement(on)).leases[0]?.claimableCents;
    expect(await claimable('2027-05-15')).toBe(98_600);
    expect(await claimable('2027-05-16')).toBe(0);
    await send('2027-02-20');
    const text = await letterText('2027-02-20');
    expect(text).toContain('15.02.2027');
    expect(text).toContain('30.10.2026');
  });
});

describe('what cannot be', () => {
  const fields = async (paper: Paper): Promise<unknown> => {
    const read = setAssociationYearInput.safeParse({ associationId: randomUUID(), ...year, ...paper });
    return read.success ? [] : read.error.issues.map(({ path, message }) => [path.join('.'), message]);
  };

  test('a part above its line, labour above the part, rows above the paper’s sums: each with field and reason', async () => {
    const water = { categoryId: randomUUID(), recoverableBp: 10_000 };
    expect(await fields({ lines: [line('Wasser', 100, 200, water)] })).toEqual([
      ['lines.0.ownCents', 'own_above_total'],
    ]);
    expect(await fields({ lines: [line('Wasser', 200, 100, { ...water, labourCents: 101 })] })).toEqual([
      ['lines.0.labourCents', 'labour_above_own'],
    ]);
    const sums = { statedTotalCents: 199, statedOwnCents: 99 };
    expect(await fields({ lines: [line('Wasser', 200, 100, water)], ...sums })).toEqual([
      ['statedTotalCents', 'lines_above_total'],
      ['statedOwnCents', 'own_lines_above_total'],
    ]);
  });

  test('manager and reserve are passed on to nobody in Germany, whatever is typed', async () => {
    const id = await add();
    for (const name of ['Verwaltervergütung', 'Zuführung zur Rücklage', 'Reparaturen Dach', 'Bankgebühren']) {
      const all = { categoryId: kind('other_operating'), recoverableBp: 10_000 };
      await expect(enter(id, { lines: [line(name, 100, 10, all)] })).rejects.toMatchObject({
        code: 'association.never_recoverable',
        field: 'lines.0.recoverableBp',
      });
    }
  });

  test('no day stands in two papers, and of two windows the second is told', async () => {
    const id = await add();
    await enter(id, { lines: paperLines() });
    await expect(
      enter(id, { lines: paperLines() }, today, { from: '2025-07-01', to: '2026-06-30' }),
    ).rejects.toMatchObject({ code: 'association.year_overlaps' });
    await expect(enter(id, { lines: paperLines() })).rejects.toMatchObject({ code: 'version_conflict' });
    const { paper } = await view(id);
    // The very same again is no conflict.
    expect(await enter(id, { lines: paper?.lines ?? [] })).toMatchObject({ version: 1 });
    await books.on(today, (tx, scope) =>
      clearAssociationYear(tx, scope, { associationId: id, id: paper?.id ?? '', version: 1 }),
    );
    expect((await view(id)).paper).toBeNull();
    // Entered anew it is another paper with the same version: the old one is not written over it.
    const old = { id: paper?.id ?? '', version: 1 };
    await enter(id, { lines: [line('Anderes', 100, 10)] });
    await expect(enter(id, { ...old, lines: paperLines() })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a flat has one association', async () => {
    await add();
    await expect(add()).rejects.toMatchObject({ code: 'association.unit_taken', field: 'unitId' });
  });
});

test('the next year begins with the lines of the last: names, keys, kinds and parts', async () => {
  const id = await add();
  await enter(id, { lines: paperLines() });
  const { last } = await books.on(today, (tx, scope) =>
    getAssociationYear(tx, scope, { associationId: id, from: '2026-01-01', to: '2026-12-31' }),
  );
  expect(last).toMatchObject({ periodTo: '2025-12-31' });
  expect(last?.lines.map(({ name, key, recoverableBp }) => [name, key, recoverableBp])).toContainEqual([
    ...['Hausmeister', 'MEA 85/1.000', 8_000],
  ]);
});

/** A kind of cost of one's own, for snow in the group of operating costs. */
async function ownKind() {
  const parentId = kinds.find(({ code }) => code === 'water')?.parentId ?? '';
  const input = createCategoryInput.parse({
    ...{ id: randomUUID(), parentId, name: 'Schneeräumung', isRecoverable: true, betrkvNo: 8 },
  });
  return books.on(today, (tx, scope) => createCategory(tx, scope, input));
}

test('a kind of cost that a paper names is not deleted, and what it brought stays in the statement', async () => {
  const own = await ownKind();
  const id = await add();
  const snow = line('Schneeräumung', 100_000, 8_500, { categoryId: own.id, recoverableBp: 10_000 });
  await enter(id, { lines: [snow] });
  const erase = () => books.on(today, (tx, scope) => deleteCategory(tx, scope, own));
  await expect(erase()).rejects.toMatchObject({ code: 'in_use' });
  expect((await statement()).leases[0]?.costsCents).toBe(8_500);
  const { paper } = await view(id);
  await books.on(today, (tx, scope) =>
    clearAssociationYear(tx, scope, { associationId: id, id: paper?.id ?? '', version: 1 }),
  );
  expect(await erase()).toEqual({ id: own.id });
});

test('a kind that was put away is offered where a paper names it, or the last one does, and nowhere else', async () => {
  const own = await ownKind();
  const [id, snow] = [
    await add(),
    line('Schneeräumung', 100_000, 8_500, { categoryId: own.id, recoverableBp: 10_000 }),
  ];
  const offered = async (more: object = {}) => {
    const asked = { associationId: id, ...year, ...more };
    const found = await books.on(today, (tx, scope) => getAssociationYear(tx, scope, asked));
    return found.kinds.find((one) => one.id === own.id)?.isArchived;
  };
  expect(await offered()).toBe(false);
  await books.on(today, (tx, scope) => archiveCategory(tx, scope, { id: own.id, version: 1 }));
  expect(await offered()).toBeUndefined();
  await enter(id, { lines: [snow] });
  expect(await offered()).toBe(true);
  expect(await offered({ from: '2026-01-01', to: '2026-12-31' })).toBe(true);
  expect(await offered({ from: '2024-01-01', to: '2024-12-31' })).toBeUndefined();
});

test('of a paper and the deletion of its kind at once one is refused', async () => {
  const own = await ownKind();
  const id = await add();
  const snow = line('Schneeräumung', 100_000, 8_500, { categoryId: own.id, recoverableBp: 10_000 });
  const both = await Promise.allSettled([
    enter(id, { lines: [snow] }),
    books.on(today, (tx, scope) => deleteCategory(tx, scope, own)),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = both.find((one) => one.status === 'rejected');
  expect(['in_use', 'not_found']).toContain(refused?.reason.code);
});
