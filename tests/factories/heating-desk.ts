import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { z } from 'zod';
import { createPlant, setYear, updatePlant } from '@/features/heating/commands';
import { createPlantInput, setYearInput, type updatePlantInput } from '@/features/heating/schema';
import { createMeter, recordReading } from '@/features/meter/commands';
import { createMeterInput } from '@/features/meter/schema';
import { statementLetter } from '@/features/statement/letter';
import { getLetters } from '@/features/statement/letter-queries';
import { getStatement } from '@/features/statement/queries';
import { defaultFormats } from '@/i18n/formats';
import { renderLetter } from '@/print/letter-pdf';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { addSecondFlat, bookExpense, openFlat, rentWithAdvance, year } from './flat-year.ts';
import { type Books, enterLease } from './tenancy.ts';

let database: TestDatabase;
/** A portfolio anew for each test: two flats of 60 and 140 m², let all year to Ahrens and Brandt. */
export let books: Books;
export let [secondId, ahrens, brandt] = ['', '', ''];

/** The day on which all of it is entered. */
export const today = '2026-02-10';

/** Called once by a file whose tests heat the house. */
export function openHeatingDesk() {
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    books = await openFlat(database, today);
    secondId = await addSecondFlat(books, today);
    const let2025 = { startsOn: '2025-01-01', rentLines: rentWithAdvance };
    ahrens = await enterLease(books, today, let2025);
    brandt = await enterLease(books, today, { ...let2025, unitIds: [secondId] });
  });
  afterEach(() => books.close());
  afterAll(() => database.drop());
}

const allYear = { serviceFrom: year.from, serviceTo: year.to };
/** Gas of the whole year, paid in December. */
export const book = (amountCents: number, more: Record<string, unknown> = {}) =>
  bookExpense(books, today, 'heating', amountCents, {
    ...{ title: 'Gas', bookedOn: '2025-12-18', ...allYear },
    ...more,
  });

export const heat = (
  unitId: string,
  kind: 'heat' | 'heat_cost_allocator' | 'warm_water',
  from: number,
  to: number,
  before: number | null = null,
  factorThousandths: number | null = null,
) => {
  const shows = { '2023-12-31': before, '2024-12-31': from, '2025-12-31': to };
  return device({ unitId, kind, factorThousandths }, shows);
};

/** A device with what it showed at the end of some days. */
export async function device(
  fields: Pick<z.input<typeof createMeterInput>, 'unitId' | 'kind' | 'factorThousandths'>,
  shows: Record<string, number | null>,
) {
  const id = randomUUID();
  await books.on(today, async (tx, scope) => {
    await createMeter(tx, scope, createMeterInput.parse({ id, measure: 'kwh', ...fields }));
    for (const [readOn, reading] of Object.entries(shows)) {
      if (reading === null) continue;
      const input = { id: randomUUID(), meterId: id, readOn, readingThousandths: reading * 1_000 };
      await recordReading(tx, scope, input);
    }
  });
}

type Plant = Omit<z.input<typeof createPlantInput>, 'id' | 'propertyId' | 'name'>;
export async function plantOf(fields: Plant = {}) {
  const input = createPlantInput.parse({
    ...{ id: randomUUID(), propertyId: books.propertyId, name: 'Gaskessel' },
    ...fields,
  });
  await books.on(today, (tx, scope) => createPlant(tx, scope, input));
  return input.id;
}

type Year = Omit<z.input<typeof setYearInput>, 'plantId' | 'from' | 'to'>;
export const change = (input: z.output<typeof updatePlantInput>) =>
  books.on(today, (tx, scope) => updatePlant(tx, scope, input));
export const enter = (plantId: string, fields: Year & { from?: string; to?: string }) =>
  books.on(today, (tx, scope) => setYear(tx, scope, setYearInput.parse({ plantId, ...year, ...fields })));
export const statement = () =>
  books.on(today, (tx, scope) => getStatement(tx, scope, { propertyId: books.propertyId, ...year }));
export const costsOf = async (leaseId = ahrens) =>
  (await statement()).leases.find((one) => one.leaseId === leaseId)?.costsCents;

export async function letterTo(leaseId: string, language: 'de' | 'en') {
  const all = await books.on(today, (tx, scope) =>
    getLetters(tx, scope, { propertyId: books.propertyId, ...year, leaseId }),
  );
  const [own] = all.letters;
  if (!own) throw new Error('no letter');
  const letter = await statementLetter(all, own, defaultFormats(language), 'Haus');
  const file = await renderLetter(letter);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

/** 300 and 100 kWh counted, 1,000 € of gas. */
export async function countedHouse() {
  await heat(books.unitId, 'heat', 1_000, 1_300);
  await heat(secondId, 'heat', 0, 100);
  await book(100_000);
}
