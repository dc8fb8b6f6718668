import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { property } from '@/db/schema';
import { deletePlant, updatePlant } from '@/features/heating/commands';
import { getPlantYear, listPlants } from '@/features/heating/queries';
import { updatePlantInput } from '@/features/heating/schema';
import { sendStatement } from '@/features/statement/commands';
import { statementLetter } from '@/features/statement/letter';
import { getLetters } from '@/features/statement/letter-queries';
import { getStatement } from '@/features/statement/queries';
import { defaultFormats } from '@/i18n/formats';
import { renderLetter } from '@/print/letter-pdf';
import { rentWithAdvance, year } from '../factories/flat-year.ts';
import {
  ahrens,
  book,
  books,
  brandt,
  change,
  costsOf,
  countedHouse,
  device,
  enter,
  heat,
  letterTo,
  openHeatingDesk,
  plantOf,
  secondId,
  statement,
  today,
} from '../factories/heating-desk.ts';
import { enterLease } from '../factories/tenancy.ts';

openHeatingDesk();

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
    await device({ unitId: secondId, kind: 'heat' }, { '2025-06-30': 0, '2025-12-31': 100 });
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
    await heat(secondId, 'heat_cost_allocator', 0, 100);
    await book(100_000);
    await plantOf({ hasCo2: false });
    expect(await costsOf(ahrens)).toBe(61_500);
  });

  test('a flat with a heat meter beside one with allocators: each group is measured first, 525 + 90 are 615 €', async () => {
    await heat(books.unitId, 'heat', 1_000, 1_280);
    await heat(secondId, 'heat_cost_allocator', 0, 77, null, 1_250);
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
    const letter = await letterTo(brandt, 'de');
    expect(letter).toContain('Ihre Gruppe „Verteiler“ hat 100 von 400 kWh Wärme verbraucht');
    expect(letter).toContain('× 1,25');
    expect(await letterTo(ahrens, 'de')).not.toContain('DIN EN 834');
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
    await enter(id, { estimates: [{ unitId: secondId, heat: 100_000 }] });
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
    await heat(secondId, 'warm_water', 0, 10);
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
    await plantOf({ hasCo2: false, unitIds: [secondId] });
    expect((await statement()).problems.map(({ code }) => code)).toEqual(['plant_kinds', 'plant_kinds']);
  });

  test('allocators that begin each year at 0: 1,600 and 1,400 shown at its end are what was used', async () => {
    await heat(books.unitId, 'heat_cost_allocator', 1_410, 1_600);
    await heat(secondId, 'heat_cost_allocator', 1_500, 1_400);
    await book(100_000);
    await plantOf({ hasCo2: false, restartsYearly: true });
    // 700 × 1,600 ÷ 3,000 + 300 × 60 ÷ 200
    expect(await costsOf(ahrens)).toBe(37_333 + 9_000);
  });

  test('a meter in other units than the rest stops it', async () => {
    await heat(books.unitId, 'heat', 0, 8_000);
    await heat(secondId, 'heat_cost_allocator', 0, 1_500);
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

describe('what is entered', () => {
  test('again changes nothing, and two windows at once do not overwrite each other', async () => {
    const id = await plantOf();
    const fields = {
      co2Grams: 1,
      co2CostCents: 2,
      estimates: [{ unitId: books.unitId, heat: 1_000, hotWater: null }],
      amounts: [{ unitId: books.unitId, leaseId: ahrens, amountCents: 1, co2LandlordCents: 2 }],
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
      unitIds: [secondId],
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
