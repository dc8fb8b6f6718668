import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getPlantYear } from '@/features/heating/queries';
import { createUnit } from '@/features/unit/commands';
import { createUnitInput } from '@/features/unit/schema';
import { rentWithAdvance } from '../factories/flat-year.ts';
import {
  ahrens,
  book,
  books,
  brandt,
  countedHouse,
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
    await shown(secondId, 0, 0, 100);
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
    const fresh = await letterTo(ahrens, 'de');
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
    await enter(id, { estimates: [{ unitId: secondId, heat: 100_000 }] });
    expect((await statement()).lines[0]?.plant?.cuts).toEqual([]);
    const text = await letterTo(ahrens, 'de');
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
