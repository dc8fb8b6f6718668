import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { property } from '@/db/schema';
import { listCategories } from '@/features/category/queries';
import { createPlant, deletePlant, setYear, updatePlant } from '@/features/heating/commands';
import { getPlantYear, listPlants } from '@/features/heating/queries';
import { createPlantInput, setYearInput, updatePlantInput } from '@/features/heating/schema';
import { createMeter, recordReading } from '@/features/meter/commands';
import { createMeterInput } from '@/features/meter/schema';
import { sendStatement } from '@/features/statement/commands';
import { statementLetter } from '@/features/statement/letter';
import { getLetters } from '@/features/statement/letter-queries';
import { getStatement } from '@/features/statement/queries';
import { recordTransaction, removeTransaction } from '@/features/transaction/commands';
import { recordTransactionInput } from '@/features/transaction/schema';
import { createUnit } from '@/features/unit/commands';
import { createUnitInput } from '@/features/unit/schema';
import { defaultFormats } from '@/i18n/formats';
import { renderLetter } from '@/print/letter-pdf';
import { addSecondFlat, openFlat, rentWithAdvance, year } from '../factories/flat-year.ts';
import { type Books, enterLease } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { countLockWaits } from '../setup/every-server.ts';

const today = '2026-02-10';
let database: TestDatabase;
let books: Books;
let [secondId, ahrens, brandt]: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
/** Two flats of 60 and 140 m², let all year to Ahrens and Brandt. */
beforeEach(async () => {
  books = await openFlat(database, today);
  secondId = await addSecondFlat(books, today);
  const let2025 = { startsOn: '2025-01-01', rentLines: rentWithAdvance };
  ahrens = await enterLease(books, today, let2025);
  brandt = await enterLease(books, today, { ...let2025, unitIds: [secondId] });
});
afterEach(() => books.close());
afterAll(() => database.drop());

async function book(amountCents: number, more: Record<string, unknown> = {}) {
  const id = randomUUID();
  await books.on(today, async (tx, scope) => {
    const categories = await listCategories(tx, scope, 'all');
    const categoryId = categories.find((row) => row.code === 'heating')?.id;
    const where = { propertyId: books.propertyId, unitId: null, bookedOn: '2025-12-18' };
    const served = { serviceFrom: '2025-01-01', serviceTo: '2025-12-31' };
    const what = { id, direction: 'expense', title: 'Gas', categoryId, amountCents };
    await recordTransaction(
      tx,
      scope,
      recordTransactionInput.parse({ ...what, ...where, ...served, ...more }),
    );
  });
  return id;
}

const heat = (
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
async function device(
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
async function plantOf(fields: Plant = {}) {
  const input = createPlantInput.parse({
    ...{ id: randomUUID(), propertyId: books.propertyId, name: 'Gaskessel' },
    ...fields,
  });
  await books.on(today, (tx, scope) => createPlant(tx, scope, input));
  return input.id;
}

type Year = Omit<z.input<typeof setYearInput>, 'plantId' | 'from' | 'to'>;
const change = (input: z.output<typeof updatePlantInput>) =>
  books.on(today, (tx, scope) => updatePlant(tx, scope, input));
const enter = (plantId: string, fields: Year & { from?: string; to?: string }) =>
  books.on(today, (tx, scope) => setYear(tx, scope, setYearInput.parse({ plantId, ...year, ...fields })));
const statement = () =>
  books.on(today, (tx, scope) => getStatement(tx, scope, { propertyId: books.propertyId, ...year }));
const costsOf = async (leaseId = ahrens) =>
  (await statement()).leases.find((one) => one.leaseId === leaseId)?.costsCents;

async function letterTo(leaseId: string, language: 'de' | 'en') {
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
async function countedHouse() {
  await heat(books.unitId, 'heat', 1_000, 1_300);
  await heat(secondId ?? '', 'heat', 0, 100);
  await book(100_000);
}

describe('a boiler whose meters were read', () => {
  test('1,000 €, 70 % by 300 of 400 kWh and 30 % by 60 of 200 m²: 525 + 90 are 615 €, 175 + 210 are 385 €', async () => {
    await countedHouse();
    await plantOf({ hasCo2: false, informs: true });
    const { problems, lines } = await statement();
    expect(problems).toEqual([]);
    expect(lines).toMatchObject([{ key: 'heating', betrkvNo: 4, totalCents: 100_000, landlordCents: 0 }]);
    expect(await costsOf(ahrens)).toBe(61_500);
    expect(await costsOf(brandt)).toBe(38_500);
  });

  test('4,000 kg ÷ 200 m² are step 3: 20 % of 261.80 € are the landlord’s 52.36 €, 32.20 and 20.16 off', async () => {
    await countedHouse();
    const id = await plantOf();
    await enter(id, { co2Grams: 4_000_000, co2CostCents: 26_180 });
    const { lines } = await statement();
    expect(lines[0]?.plant).toMatchObject({
      co2LandlordCents: 5_236,
      co2: { step: 3, kgPerSqm: 20, landlordBp: 2_000 },
    });
    expect(await costsOf(ahrens)).toBe(61_500 - 3_220);
    expect(await costsOf(brandt)).toBe(38_500 - 2_016);
  });

  test('bought on 1 July: devices read that day, a bill and CO₂ since; the seller’s bill is told, the page names the days', async () => {
    await books.on(today, (tx) =>
      tx.update(property).set({ purchasedOn: '2025-07-01' }).where(eq(property.id, books.propertyId)),
    );
    await device({ unitId: books.unitId, kind: 'heat' }, { '2025-06-30': 1_000, '2025-12-31': 1_300 });
    await device({ unitId: secondId ?? '', kind: 'heat' }, { '2025-06-30': 0, '2025-12-31': 100 });
    await book(100_000, { serviceFrom: '2025-07-01' });
    await book(70_000, { title: 'Gas davor', serviceTo: '2025-06-30' });
    const id = await plantOf();
    // 20.0 kg in 184 days: as much as 39.7 a year, step 7 of bounds as short (18.65 to 21.17): 60 % of 261.80.
    await enter(id, { co2Grams: 4_000_000, co2CostCents: 26_180 });
    const { problems, warnings, lines } = await statement();
    expect(problems).toEqual([]);
    expect(lines[0]?.plant).toMatchObject({
      period: { from: '2025-07-01', to: year.to },
      co2LandlordCents: 15_708,
      co2: { step: 7, kgPerSqm: 20 },
    });
    expect(lines.map(({ totalCents }) => totalCents)).toEqual([100_000]);
    // 615 and 385 as of a year, less 60 % of 261.80 in proportion.
    expect(await costsOf(ahrens)).toBe(61_500 - 9_660);
    expect(await costsOf(brandt)).toBe(38_500 - 6_048);
    expect(warnings).toContainEqual({
      code: 'bill_of_other_owner',
      params: expect.objectContaining({ bill: expect.stringContaining('Gas davor'), cents: 70_000 }),
    });
    const page = await books.on(today, (tx, scope) => getPlantYear(tx, scope, { plantId: id, ...year }));
    expect(page).toMatchObject({ period: year, ownDays: { from: '2025-07-01', to: year.to } });
  });

  test('two bills of the year are what one would be; one of them alone leaves days without CO₂ and stops it', async () => {
    await countedHouse();
    const id = await plantOf();
    const half = { co2Grams: 2_000_000, co2CostCents: 13_090, billFrom: year.from, billTo: '2025-06-30' };
    const { version } = await enter(id, half);
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_co2_bill']);
    const more = { from: '2025-07-01', to: year.to, grams: 2_000_000, costCents: 13_090 };
    const saved = await enter(id, { ...half, version, co2Bills: [more] });
    expect(await enter(id, { ...half, version, co2Bills: [more] })).toEqual(saved);
    expect((await statement()).lines[0]?.plant).toMatchObject({
      ...{ co2LandlordCents: 5_236, co2: { step: 3, kgPerSqm: 20 } },
    });
  });

  test('CO₂ without kilograms stops it; of a building of shops half of 261.80 € are 130.90 without any', async () => {
    await countedHouse();
    const id = await plantOf();
    await enter(id, { co2CostCents: 26_180 });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_co2_incomplete']);
    await change(updatePlantInput.parse({ id, name: 'Gaskessel', version: 1, co2Use: 'other' }));
    expect((await statement()).lines[0]?.plant).toMatchObject({
      co2LandlordCents: 13_090,
      co2: { step: null },
    });
  });

  test('an allocator whose display counts alike on every radiator: 240 × 1.25 are the 300 of the others', async () => {
    await heat(books.unitId, 'heat_cost_allocator', 0, 240, null, 1_250);
    await heat(secondId ?? '', 'heat_cost_allocator', 0, 100);
    await book(100_000);
    await plantOf({ hasCo2: false });
    expect(await costsOf(ahrens)).toBe(61_500);
  });

  test('a flat with a heat meter beside one with allocators: each group is measured first, 525 + 90 are 615 €', async () => {
    await heat(books.unitId, 'heat', 1_000, 1_280);
    await heat(secondId ?? '', 'heat_cost_allocator', 0, 77, null, 1_250);
    await book(100_000);
    const id = await plantOf({ hasCo2: false });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_meters']);
    const group = (name: string, unitId: string | undefined, heat: number) => ({
      ...{ name, unitIds: [unitId ?? ''], heat: heat * 1_000 },
    });
    const groups = [group('Wärmezähler', books.unitId, 300), group('Verteiler', secondId, 100)];
    const { version } = await enter(id, { groups });
    expect((await statement()).problems).toEqual([]);
    expect(await costsOf(ahrens)).toBe(61_500);
    expect(await costsOf(brandt)).toBe(38_500);
    // Without factors its part of the letter would be formally wanting.
    const letter = await letterTo(brandt ?? '', 'de');
    expect(letter).toContain('Ihre Gruppe „Verteiler“ hat 100 von 400 kWh Wärme verbraucht');
    expect(letter).toContain('× 1,25');
    expect(await letterTo(ahrens ?? '', 'de')).not.toContain('DIN EN 834');
    // The next year begins with who has which devices, and with nothing counted.
    const next = await books.on(today, (tx, scope) =>
      getPlantYear(tx, scope, { plantId: id, from: '2026-01-01', to: '2026-12-31' }),
    );
    expect(next.known?.groups).toEqual(groups.map(({ name, unitIds }) => ({ name, unitIds })));
    // One flat in no group stops it with its name; a stranger's unit is refused.
    await enter(id, { version, groups: groups.slice(0, 1) });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['heat_group_not_one']);
    await expect(enter(id, { version: 2, groups: [group('x', randomUUID(), 1)] })).rejects.toMatchObject({
      ...{ code: 'not_found', field: 'groups.0.name' },
    });
  });

  test('without the heating of § 2 nos. 4–6 as a plant its booking is stopped, and with it it is not', async () => {
    await countedHouse();
    expect((await statement()).problems.map(({ code }) => code)).toContain('heating_by_service');
    await plantOf({ hasCo2: false });
    expect((await statement()).problems).toEqual([]);
  });

  test('a unit nobody read stops it with a sentence, an estimate of § 9a goes on', async () => {
    await heat(books.unitId, 'heat', 1_000, 1_300);
    await book(100_000);
    const id = await plantOf({ hasCo2: false });
    const stopped = await statement();
    expect(stopped.problems.map(({ code, mend }) => [code, mend.at])).toEqual([
      ['plant_unit_without_heat_meter', 'plant'],
    ]);
    expect(stopped.isWhole).toBe(false);
    await enter(id, { estimates: [{ unitId: secondId ?? '', heat: 100_000 }] });
    // 140 of 200 m² are more than a quarter: all by area (§ 9a (2)).
    expect(await costsOf(ahrens)).toBe(30_000);
  });

  test('cuts at risk are told in euro for each tenant: 3 % of 615.00 are 18.45 €', async () => {
    await countedHouse();
    await plantOf({ hasCo2: false });
    const cuts = (await statement()).lines[0]?.plant?.cuts ?? [];
    expect(cuts.find(({ leaseId }) => leaseId === ahrens)).toMatchObject({
      reason: 'no_information',
      amountCents: 1_845,
    });
  });

  test('hot water by its formula: 15 % of 615.00 are 92.25 € at risk, and none once a meter would be too costly', async () => {
    await countedHouse();
    await heat(books.unitId, 'warm_water', 0, 30);
    await heat(secondId ?? '', 'warm_water', 0, 10);
    const plant = { makesHotWater: true, hasCo2: false, informs: true };
    const id = await plantOf(plant);
    await enter(id, { hotWaterBy: 'formula', hotWaterVolume: 40_000, totalEnergy: 20_000_000 });
    const cutsOf = async () =>
      (await statement()).lines[0]?.plant?.cuts.filter((one) => one.leaseId === ahrens);
    // 5,000 of 20,000 kWh are hot water: heat and water are each counted 3 to 1 and lie on 60 and 140 m².
    expect(await costsOf(ahrens)).toBe(61_500);
    expect(await cutsOf()).toContainEqual({
      ...{ leaseId: ahrens, reason: 'not_by_consumption', amountCents: 9_225 },
    });
    await change(
      updatePlantInput.parse({ id, name: 'Gaskessel', version: 1, ...plant, isMeterCostly: true }),
    );
    expect((await cutsOf())?.map(({ reason }) => reason)).not.toContain('not_by_consumption');
  });

  test('nothing booked for the plant yet stops who pays in advance for heating, instead of giving it all back', async () => {
    const withHeating = [
      ...rentWithAdvance,
      { component: 'heating', amountCents: 8_000, settlement: 'advance' },
    ];
    const warm = await enterLease(books, today, {
      startsOn: '2024-01-01',
      endsOn: '2024-12-31',
      isFixedTerm: true,
      rentLines: withHeating as typeof rentWithAdvance,
    });
    await plantOf({ hasCo2: false });
    const period = { from: '2024-01-01', to: '2024-12-31' };
    const { problems } = await books.on(today, (tx, scope) =>
      getStatement(tx, scope, { propertyId: books.propertyId, ...period }),
    );
    expect(problems).toMatchObject([{ code: 'heating_missing', params: { lease: warm } }]);
  });

  test('two plants that name no costs are asked whose they are; none takes all', async () => {
    await countedHouse();
    await plantOf({ hasCo2: false, unitIds: [books.unitId] });
    await plantOf({ hasCo2: false, unitIds: [secondId ?? ''] });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_kinds', 'plant_kinds']);
  });

  test('allocators that begin each year at 0: 1,600 and 1,400 shown at its end are what was used', async () => {
    await heat(books.unitId, 'heat_cost_allocator', 1_410, 1_600);
    await heat(secondId ?? '', 'heat_cost_allocator', 1_500, 1_400);
    await book(100_000);
    await plantOf({ hasCo2: false, restartsYearly: true });
    // 700 × 1,600 ÷ 3,000 + 300 × 60 ÷ 200
    expect(await costsOf(ahrens)).toBe(37_333 + 9_000);
  });

  test('a meter in other units than the rest stops it', async () => {
    await heat(books.unitId, 'heat', 0, 8_000);
    await heat(secondId ?? '', 'heat_cost_allocator', 0, 1_500);
    await book(100_000);
    await plantOf({ hasCo2: false });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_meters']);
  });

  test('its letter shows every pot with all shares, and what of CO₂ the landlord bears', async () => {
    await countedHouse();
    const id = await plantOf();
    await enter(id, { co2Grams: 4_000_000, co2CostCents: 26_180 });
    await books.on(today, (tx, scope) =>
      sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...year }),
    );
    const all = await books.on(today, (tx, scope) =>
      getLetters(tx, scope, { propertyId: books.propertyId, ...year, leaseId: ahrens ?? null }),
    );
    const [own] = all.letters;
    if (!own) throw new Error('no letter');
    const letter = await statementLetter(all, own, defaultFormats('de'), 'Haus');
    const file = await renderLetter(letter);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true });
    for (const words of ['Wärme nach Verbrauch', '525,00', 'Stufe 3', '52,36', '582,80', 'Gaskessel']) {
      expect(text.replace(/\s+/g, ' ')).toContain(words);
    }
    // What was sent stays, whatever becomes of the plant.
    await books.on(today, (tx, scope) => deletePlant(tx, scope, { id, version: 1 }));
    expect(await costsOf(ahrens)).toBe(58_280);
  });
});

describe('what goes with the bill (§ 6a (3) HeizkostenV)', () => {
  const told = {
    ...{ energyMix: 'Erdgas 100 %', taxesCents: 12_345, meteringCents: 8_000, totalEnergy: 30_000_000 },
    ...{ averageEnergy: 130_000, averageSource: 'Heizspiegel 2025', climateFactor: 1_100 },
    ...{ climateFactorBefore: 1_200, energyBefore: 28_000_000 },
  };

  /** Beside the two flats, which were vacant in 2024, one of 100 m² let for years: 100 of 500 counted, and 100 of 400 before. */
  async function twoYears(isRestarted = false) {
    const third = { id: randomUUID(), propertyId: books.propertyId, name: 'Wohnung 3' };
    const unit = createUnitInput.parse({ ...third, kind: 'apartment', areaSqm100: 10_000 });
    await books.on(today, (tx, scope) => createUnit(tx, scope, unit));
    const since = { startsOn: '2023-06-01', rentLines: rentWithAdvance };
    const long = await enterLease(books, today, { ...since, unitIds: [third.id] });
    const kind = isRestarted ? 'heat_cost_allocator' : 'heat';
    const shown = (unitId: string, ...[before, last, now]: [number, number, number]) =>
      isRestarted
        ? heat(unitId, kind, last, now, 7)
        : heat(unitId, kind, before + last, before + last + now, before);
    await shown(books.unitId, 700, 300, 300);
    await shown(secondId ?? '', 0, 0, 100);
    await shown(third.id, 400, 100, 100);
    await book(100_000);
    return long;
  }

  test('nothing entered: 3 % of 615 and 385 € may be cut, 18.45 and 11.55 €, and the checks say so', async () => {
    await countedHouse();
    await plantOf({ hasCo2: false, informs: true });
    const { lines, warnings } = await statement();
    const [line] = lines;
    expect(line?.plant?.cuts.map(({ leaseId, amountCents }) => [leaseId, amountCents])).toEqual(
      expect.arrayContaining([
        [ahrens, 1_845],
        [brandt, 1_155],
      ]),
    );
    expect(warnings).toContainEqual({
      code: 'annex_incomplete',
      params: { line: line?.lineId, cents: 3_000 },
    });
    // Both moved in with the year: there is none before to compare with.
    expect(line?.plant?.annex?.users[0]).toMatchObject({
      isNew: true,
      missing: ['energy_mix', 'taxes', 'metering_fees', 'energy', 'average'],
    });
  });

  test('30,000 kWh × 100 ÷ 500 × 1.1 = 6,600 beside 28,000 × 100 ÷ 400 × 1.2 = 8,400 and 130 × 100 m² = 13,000', async () => {
    const long = await twoYears();
    const plantId = await plantOf({ hasCo2: false });
    await enter(plantId, told);
    const { lines, warnings } = await statement();
    expect(warnings.map(({ code }) => code)).not.toContain('annex_incomplete');
    expect(lines[0]?.plant?.cuts).toEqual([]);
    expect(lines[0]?.plant?.annex?.users.find(({ leaseId }) => leaseId === long)).toEqual({
      leaseId: long,
      days: 365,
      used: { heat: 6_000_000, hotWater: 0 },
      average: 13_000_000,
      adjusted: 6_600_000,
      before: { days: 366, used: { heat: 7_000_000, hotWater: 0 }, adjusted: 8_400_000 },
      isNew: false,
      missing: [],
    });
    const german = await letterTo(long, 'de');
    for (const words of [
      ...['Erdgas 100 %', '123,45', '80,00', '6.600 kWh', '8.400 kWh', '13.000 kWh', '21 % weniger'],
      ...['Heizspiegel 2025', 'BAnz AT 16.04.2021 B1', 'verbraucherzentrale-energieberatung.de', '36 VSBG'],
    ]) {
      expect(german).toContain(words);
    }
    const english = await letterTo(long, 'en');
    for (const words of ['6,600 kWh', '8,400 kWh', '21% less', 'Information on your consumption']) {
      expect(english).toContain(words);
    }
    const fresh = await letterTo(ahrens ?? '', 'de');
    expect(fresh).toContain('Ihr Mietverhältnis begann in diesem');
    expect(fresh).not.toContain('witterungsbereinigt');
  });

  test('allocators that begin each year at 0 showed 100 of 400 at the end of the year before: 7,000 kWh', async () => {
    const long = await twoYears(true);
    const plantId = await plantOf({ hasCo2: false, restartsYearly: true });
    await enter(plantId, told);
    const { lines } = await statement();
    expect(lines[0]?.plant?.annex?.users.find(({ leaseId }) => leaseId === long)).toMatchObject({
      used: { heat: 6_000_000 },
      before: { used: { heat: 7_000_000 } },
    });
  });

  test('who was there before and was not read then has no comparison: 3 % of what falls on him alone', async () => {
    const long = await twoYears();
    const plantId = await plantOf({ hasCo2: false });
    await enter(plantId, { ...told, energyBefore: null });
    const { lines } = await statement();
    expect(lines[0]?.plant?.cuts.map(({ leaseId }) => leaseId)).toEqual([long]);
    expect(lines[0]?.plant?.annex?.users.map(({ missing }) => missing)).toContainEqual(['year_before']);
  });

  test('by area alone (§ 9a (2)) whom to ask and disputes are all that is told, and nothing is missing (5)', async () => {
    await heat(books.unitId, 'heat', 1_000, 1_300);
    await book(100_000);
    const id = await plantOf({ hasCo2: false });
    await enter(id, { estimates: [{ unitId: secondId ?? '', heat: 100_000 }] });
    expect((await statement()).lines[0]?.plant?.cuts).toEqual([]);
    const text = await letterTo(ahrens ?? '', 'de');
    expect(text).toContain('www.universalschlichtungsstelle.de');
    expect(text).not.toContain('Eingesetzte Energieträger');
  });

  test('the next year begins with what this one says', async () => {
    const plantId = await plantOf({ hasCo2: false });
    await enter(plantId, { ...told, disputes: 'willing' });
    const next = { from: '2026-01-01', to: '2026-12-31' };
    const { known } = await books.on(today, (tx, scope) => getPlantYear(tx, scope, { plantId, ...next }));
    expect(known).toMatchObject({
      energyMix: 'Erdgas 100 %',
      climateFactorBefore: 1_100,
      energyBefore: 30_000_000,
      disputes: 'willing',
    });
  });
});

describe('oil out of a tank', () => {
  test('1,000 l for 900 € and 2,000 l for 2,100 €, 1,500 l left: 1,425 € burnt, and the next year begins with 1,575 €', async () => {
    await heat(books.unitId, 'heat', 1_000, 1_300);
    await heat(secondId ?? '', 'heat', 0, 100);
    const oil = await book(210_000, { title: 'Heizöl', bookedOn: '2025-09-30' });
    const sweep = await book(10_000, { title: 'Schornsteinfeger' });
    const id = await plantOf({ hasStock: true, hasCo2: false });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_stock']);
    await enter(id, {
      openingQuantity: 1_000_000,
      openingCents: 90_000,
      closingQuantity: 1_500_000,
      deliveries: [
        { quantity: 2_000_000, transactionId: oil },
        { quantity: null, transactionId: sweep },
      ],
    });
    const { lines, problems } = await statement();
    expect(problems).toEqual([]);
    expect(lines).toMatchObject([{ totalCents: 142_500 + 10_000, deliveries: [{ transactionId: oil }] }]);
    const next = await books.on(today, (tx, scope) =>
      getPlantYear(tx, scope, { plantId: id, from: '2026-01-01', to: '2026-12-31' }),
    );
    expect(next.opening).toEqual({ quantity: 1_500_000, amountCents: 157_500 });
    // A tank that is there no more burns nothing: what was paid is a cost again.
    const tank = { id, name: 'Gaskessel', hasCo2: false };
    await change(updatePlantInput.parse({ ...tank, version: 1, hasStock: false }));
    expect((await statement()).lines).toMatchObject([{ totalCents: 220_000 }]);
    await change(updatePlantInput.parse({ ...tank, version: 2, hasStock: true }));
    // What one year burns no other does.
    const again = { ...year, deliveries: [{ quantity: 1, transactionId: oil }] };
    await expect(enter(id, { ...again, from: '2026-01-01', to: '2026-12-31' })).rejects.toMatchObject({
      code: 'not_found',
    });
    // A delivery taken back was none.
    await books.on(today, (tx, scope) =>
      removeTransaction(tx, scope, { id: randomUUID(), transactionId: oil }),
    );
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['more_left_than_there_was']);
  });
});

test('of two windows that fill two tanks by one booking at once the second is refused', async () => {
  const oil = await book(210_000, { title: 'Heizöl', bookedOn: '2025-09-30' });
  const [one, two] = [
    await plantOf({ hasStock: true, hasCo2: false }),
    await plantOf({ hasStock: true, hasCo2: false }),
  ];
  const tank = {
    ...{ openingQuantity: 0, openingCents: 0, closingQuantity: 0 },
    deliveries: [{ quantity: 2_000_000, transactionId: oil }],
  };
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const input = setYearInput.parse({ plantId: one, ...year, ...tank });
  let isWritten = false;
  const first = books.on(today, async (tx, scope) => {
    await setYear(tx, scope, input);
    isWritten = true;
    await gate;
  });
  await expect.poll(() => isWritten).toBe(true);
  const second = enter(two, tank).then(
    () => null,
    (error: unknown) => error,
  );
  try {
    await expect.poll(() => countLockWaits(books.admin), { timeout: 20_000 }).toBe(1);
  } finally {
    release();
  }
  await first;
  expect(await second).toMatchObject({ code: 'not_found', field: 'deliveries.0.quantity' });
});

describe('a metering service’s bill', () => {
  const amounts = (one: number, two: number, co2: [number, number] | null = null) => [
    { unitId: books.unitId, leaseId: ahrens ?? '', amountCents: one, co2LandlordCents: co2?.[0] ?? null },
    { unitId: secondId ?? '', leaseId: brandt ?? '', amountCents: two, co2LandlordCents: co2?.[1] ?? null },
  ];

  test('CO₂ taken off already: 582.80 + 364.84 + 52.36 are 1,000 €, and nothing is taken off again', async () => {
    await book(100_000);
    const id = await plantOf({ sharedBy: 'service' });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_service_total']);
    await enter(id, {
      totalCents: 100_000,
      co2Way: 'deducted',
      co2LandlordCents: 5_236,
      amounts: amounts(58_280, 36_484),
    });
    const { problems, warnings, lines } = await statement();
    expect([problems, warnings]).toEqual([[], []]);
    expect(lines[0]).toMatchObject({ totalCents: 100_000, tenantsCents: 94_764 });
    expect(await costsOf(ahrens)).toBe(58_280);
  });

  test('the number its file knows a unit by is kept, and known in the next year', async () => {
    const id = await plantOf({ sharedBy: 'service', hasCo2: false });
    const [one, two] = amounts(61_500, 38_500);
    await enter(id, { totalCents: 100_000, amounts: [{ ...one, serviceId: '0000012340001' }, two] as never });
    const services = [{ unitId: books.unitId, serviceId: '0000012340001' }];
    for (const of of [year, { from: '2026-01-01', to: '2026-12-31' }]) {
      const view = await books.on(today, (tx, scope) => getPlantYear(tx, scope, { plantId: id, ...of }));
      expect(view.services).toEqual(services);
    }
    expect((await statement()).lines[0]?.plant?.users[0]).not.toHaveProperty('serviceId');
  });

  test('what its bill names is told: 4,000 kg ÷ 200 m² are step 3, 20 % of 261.80 € are the 52.36 € it took off', async () => {
    await book(100_000);
    const id = await plantOf({ sharedBy: 'service' });
    const told = {
      ...{ totalCents: 100_000, co2Way: 'deducted' as const, co2LandlordCents: 5_236 },
      ...{ amounts: amounts(58_280, 36_484), co2Grams: 4_000_000 },
    };
    const { version } = await enter(id, { ...told, co2CostCents: 26_180 });
    const { problems, warnings, lines } = await statement();
    expect([problems, warnings]).toEqual([[], []]);
    expect(lines[0]?.plant).toMatchObject({ co2: { step: 3, kgPerSqm: 20 }, co2LandlordCents: 5_236 });
    expect(await costsOf(ahrens)).toBe(58_280);
    const text = await letterTo(ahrens ?? '', 'de');
    for (const words of ['Stufe 3', 'je m²', '52,36 €', 'vor der Verteilung abgezogen'])
      expect(text).toContain(words);
    // 20 % of 300 € would be 60 €.
    await enter(id, { ...told, version, co2CostCents: 30_000 });
    expect((await statement()).warnings).toMatchObject([
      { code: 'service_co2_class_differs', params: { cents: 6_000, statedCents: 5_236 } },
    ]);
  });

  test('CO₂ only shown: 615.00 with 32.20 of it the landlord’s are 582.80 €', async () => {
    await book(100_000);
    const id = await plantOf({ sharedBy: 'service' });
    await enter(id, {
      totalCents: 100_000,
      co2Way: 'shown',
      co2LandlordCents: 5_236,
      amounts: amounts(61_500, 38_500, [3_220, 2_016]),
    });
    expect(await costsOf(ahrens)).toBe(58_280);
  });

  test('CO₂ not split, by the supplier’s bill: 20 % of 261.80 off in proportion, 582.80 €', async () => {
    await book(100_000);
    const id = await plantOf({ sharedBy: 'service' });
    const told = { totalCents: 100_000, co2Way: 'none' as const, amounts: amounts(61_500, 38_500) };
    const { version } = await enter(id, told);
    expect((await statement()).warnings.map(({ code }) => code)).toEqual(['service_without_co2']);
    await enter(id, { ...told, version, co2Grams: 4_000_000, co2CostCents: 26_180 });
    expect(await costsOf(ahrens)).toBe(58_280);
  });

  test('what is booked on a unit of it besides is not charged a second time', async () => {
    await book(100_000);
    await book(90_000, { unitId: books.unitId });
    const id = await plantOf({ sharedBy: 'service', hasCo2: false });
    await enter(id, { totalCents: 100_000, amounts: amounts(61_500, 38_500) });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_units_booked']);
  });

  const ofYearBefore = { serviceFrom: '2024-01-01', serviceTo: '2024-12-31' };
  test.each([
    ['for another year', { ...ofYearBefore, bookedOn: '2024-12-18' }],
    ['for another year, and paid in this one', { ...ofYearBefore, bookedOn: '2025-01-08' }],
    ['and paid in another year', { serviceFrom: null, serviceTo: null, bookedOn: '2024-12-20' }],
  ])('what is booked on a unit of it %s stops nothing', async (_, more) => {
    await book(100_000);
    await book(90_000, { unitId: books.unitId, ...more });
    const id = await plantOf({ sharedBy: 'service', hasCo2: false });
    await enter(id, { totalCents: 100_000, amounts: amounts(61_500, 38_500) });
    expect((await statement()).problems).toEqual([]);
  });

  test('a sum that fits the other way stops it and says which, an amount that is none of the house is refused', async () => {
    await book(100_000);
    const id = await plantOf({ sharedBy: 'service' });
    const told = { totalCents: 100_000, co2Way: 'deducted' as const, co2LandlordCents: 5_236 };
    await enter(id, { ...told, amounts: amounts(61_500, 38_500) });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['service_co2_not_deducted']);
    const strange = [{ unitId: books.unitId, leaseId: brandt ?? '', amountCents: 1 }];
    await expect(enter(id, { ...told, version: 1, amounts: strange })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('what is entered', () => {
  test('again changes nothing, and two windows at once do not overwrite each other', async () => {
    const id = await plantOf();
    const fields = {
      co2Grams: 1,
      co2CostCents: 2,
      estimates: [{ unitId: books.unitId, heat: 1_000, hotWater: null }],
      amounts: [{ unitId: books.unitId, leaseId: ahrens ?? '', amountCents: 1, co2LandlordCents: 2 }],
    };
    const first = await enter(id, fields);
    expect(await enter(id, fields)).toEqual(first);
    expect(await enter(id, { ...fields, version: 1 })).toEqual(first);
    await enter(id, { ...fields, version: 1, co2Grams: 5 });
    await expect(enter(id, { ...fields, version: 1, co2Grams: 7 })).rejects.toMatchObject({
      code: 'version_conflict',
    });
  });

  test('a plant names units of its own house alone, and goes with its years', async () => {
    await expect(plantOf({ unitIds: [randomUUID()] })).rejects.toMatchObject({ code: 'not_found' });
    const id = await plantOf({ unitIds: [books.unitId] });
    const input = updatePlantInput.parse({ id, version: 1, name: 'Neu', unitIds: [] });
    await books.on(today, (tx, scope) => updatePlant(tx, scope, input));
    await enter(id, { co2Grams: 1, co2CostCents: 1 });
    await books.on(today, (tx, scope) => deletePlant(tx, scope, { id, version: 2 }));
    const { plants } = await books.on(today, (tx, scope) =>
      listPlants(tx, scope, { propertyId: books.propertyId }),
    );
    expect(plants).toEqual([]);
  });

  test('a year of its own from May on counts bills and readings of May to April', async () => {
    await book(60_000, { serviceFrom: '2024-05-01', serviceTo: '2025-04-30', bookedOn: '2025-05-10' });
    const id = await plantOf({ startMonth: 5, hasCo2: false, hasStock: true, sharedBy: 'service' });
    const view = await books.on(today, (tx, scope) => getPlantYear(tx, scope, { plantId: id, ...year }));
    expect(view.period).toEqual({ from: '2024-05-01', to: '2025-04-30' });
    expect(view.bookings).toHaveLength(1);
    // Both flats were empty until the end of 2024.
    expect(view.users.map(({ leaseId }) => leaseId)).toEqual([null, ahrens, null, brandt]);
    await enter(id, {
      totalCents: 60_000,
      amounts: view.users.map(({ unitId, leaseId }) => ({ unitId, leaseId, amountCents: 15_000 })),
    });
    const { problems, lines } = await statement();
    expect(problems).toEqual([]);
    expect(lines).toMatchObject([{ totalCents: 60_000, tenantsCents: 30_000, landlordCents: 30_000 }]);
  });

  test('who moved out in a plant’s own year and before the period bears a part, and is told so', async () => {
    const former = await enterLease(books, today, {
      startsOn: '2024-01-01',
      endsOn: '2024-08-31',
      isFixedTerm: true,
      unitIds: [secondId ?? ''],
      rentLines: rentWithAdvance,
    });
    await book(60_000, { serviceFrom: '2024-05-01', serviceTo: '2025-04-30', bookedOn: '2025-05-10' });
    const id = await plantOf({ startMonth: 5, hasCo2: false, sharedBy: 'service' });
    const { users } = await books.on(today, (tx, scope) => getPlantYear(tx, scope, { plantId: id, ...year }));
    const amounts = users.map(({ unitId, leaseId }) => ({ unitId, leaseId, amountCents: 12_000 }));
    expect(amounts).toHaveLength(5);
    await enter(id, { totalCents: 60_000, amounts });
    const { problems, warnings } = await statement();
    expect(problems).toEqual([]);
    expect(warnings.map(({ code }) => code)).toContain('plant_former_lease');
    expect(await costsOf(former)).toBe(12_000);
  });
});
