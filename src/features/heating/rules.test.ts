import { describe, expect, it } from 'vitest';
import {
  countDifferently,
  lacksKinds,
  linesOfPlant,
  metersOfPlant,
  servedBy,
  usersOf,
} from './circle-rules.ts';
import { cutsAtRisk, plantPeriod, statementPlant } from './rules.ts';
import type { Plant, PlantYear } from './schema.ts';
import { hotWaterOf, missingOf, stockLeft } from './year-rules.ts';

const plant: Plant = {
  id: 'b',
  propertyId: 'house',
  version: 1,
  name: 'Boiler',
  sharedBy: 'devices',
  startMonth: null,
  unitIds: [],
  categoryIds: [],
  makesHotWater: false,
  isMeterCostly: false,
  hasStock: false,
  heatBp: 7_000,
  hotWaterBp: 7_000,
  isMoreAgreed: false,
  fixedBy: 'degree_days',
  heatSource: 'boiler',
  hasCo2: true,
  co2Use: 'dwelling',
  co2Model: 'steps',
  co2Obstacle: 'none',
  co2HalfSince: null,
  restartsYearly: false,
  isRemotelyRead: false,
  informs: false,
};
const year: PlantYear = {
  version: 1,
  periodFrom: '2025-01-01',
  periodTo: '2025-12-31',
  hotWaterBy: null,
  hotWaterEnergy: null,
  totalEnergy: null,
  hotWaterVolume: null,
  celsius10: null,
  hotWaterShareBp: null,
  openingQuantity: null,
  openingCents: null,
  closingQuantity: null,
  deliveries: [],
  co2Grams: null,
  co2CostCents: null,
  billFrom: null,
  billTo: null,
  co2Bills: [],
  estimates: [],
  groups: [],
  groupBp: 7_000,
  totalCents: null,
  co2Way: null,
  co2LandlordCents: null,
  amounts: [],
  energyMix: null,
  greenhouseGrams: null,
  primaryFactor: null,
  taxesCents: null,
  meteringCents: null,
  averageEnergy: null,
  averageSource: null,
  climateFactor: null,
  climateFactorBefore: null,
  energyBefore: null,
  hotWaterEnergyBefore: null,
  disputes: 'unwilling',
};
const y2025 = { from: '2025-01-01', to: '2025-12-31' };

describe('the year of a plant', () => {
  it('is that of the statement where it has no month of its own', () => {
    expect(plantPeriod(null, y2025)).toEqual(y2025);
    expect(plantPeriod(1, y2025)).toEqual(y2025);
  });

  it('from May on ends on 30 April of the statement of the calendar year', () => {
    expect(plantPeriod(5, y2025)).toEqual({ from: '2024-05-01', to: '2025-04-30' });
  });

  it('is found in a statement that begins in the midst of a year, too', () => {
    expect(plantPeriod(9, { from: '2024-07-01', to: '2025-06-30' })).toEqual({
      from: '2023-09-01',
      to: '2024-08-31',
    });
  });

  it('is none in a short period in which none of its own ends: no day is settled twice', () => {
    expect(plantPeriod(5, { from: '2025-07-01', to: '2025-12-31' })).toBeNull();
  });
});

describe('what is missing', () => {
  const missing = (of: Plant, known: PlantYear | null) => missingOf(of, known, y2025);

  it('is nothing of a plant for heat alone, with what is booked and read', () => {
    expect(missing(plant, null)).toBeNull();
  });

  it('is a bill on CO₂ where days of the year have none, however many there are', () => {
    const bill = (from: string, to: string) => ({ from, to, grams: 1, costCents: 1 });
    const billed = { ...year, co2Grams: 1, co2CostCents: 1 };
    const of = (billFrom: string, billTo: string, co2Bills: PlantYear['co2Bills'] = []) =>
      missing(plant, { ...billed, billFrom, billTo, co2Bills });
    expect(of('2025-01-01', '2025-06-30')).toBe('co2_bill');
    expect(of('2025-01-01', '2025-06-30', [bill('2025-07-02', '2025-12-31')])).toBe('co2_bill');
    expect(of('2025-07-01', '2026-06-30', [bill('2024-07-01', '2025-06-30')])).toBeNull();
    expect(of('2025-01-01', '2025-12-31', [bill('2025-03-01', '2025-03-31')])).toBeNull();
    expect(missing(plant, { ...billed, co2Bills: [bill('2025-03-01', '2025-03-31')] })).toBeNull();
  });

  it('is what of a CO₂ bill was left out, where it is split here by steps', () => {
    const of = (more: Partial<Plant>, known: Partial<PlantYear>) =>
      missing({ ...plant, ...more }, { ...year, ...known });
    expect(of({}, { co2CostCents: 100 })).toBe('co2_incomplete');
    expect(of({}, { co2Grams: 100 })).toBe('co2_incomplete');
    expect(of({}, { co2Grams: 100, co2CostCents: 100 })).toBeNull();
    // Half each asks for no kilograms, unless it began within the years of the plant.
    expect(of({ co2Use: 'other' }, { co2CostCents: 100 })).toBeNull();
    expect(of({ co2Model: 'half' }, { co2CostCents: 100 })).toBeNull();
    for (const co2HalfSince of ['2024-07-01', '2025-01-01']) {
      expect(of({ co2Model: 'half', co2HalfSince }, { co2CostCents: 100 })).toBeNull();
    }
    expect(of({ co2Model: 'half', co2HalfSince: '2025-07-01' }, { co2CostCents: 100 })).toBe(
      'co2_incomplete',
    );
    // What a service has split is told as far as its bill says it.
    const billed = { totalCents: 1, co2Way: 'deducted' as const, co2CostCents: 100 };
    const amounts = [{ unitId: 'u', leaseId: null, serviceId: null, amountCents: 1, co2LandlordCents: null }];
    expect(of({ sharedBy: 'service' }, { ...billed, amounts })).toBeNull();
  });

  it('is how hot water is told from heat, until all figures of the chosen way are there', () => {
    const boiler = { ...plant, makesHotWater: true };
    expect(missing(boiler, null)).toBe('hot_water');
    expect(missing(boiler, { ...year, hotWaterBy: 'meter', hotWaterEnergy: 1 })).toBe('hot_water');
    expect(missing(boiler, { ...year, hotWaterBy: 'meter', hotWaterEnergy: 1, totalEnergy: 4 })).toBeNull();
    expect(missing(boiler, { ...year, hotWaterBy: 'share', hotWaterShareBp: 1_800 })).toBeNull();
  });

  it('is the tank at both ends, and the bill of a metering service with what it says of CO₂', () => {
    expect(missing({ ...plant, hasStock: true }, { ...year, openingQuantity: 0 })).toBe('stock');
    const served = { ...plant, sharedBy: 'service' as const };
    expect(missing(served, year)).toBe('service_total');
    const amounts = [{ unitId: 'u', leaseId: null, serviceId: null, amountCents: 1, co2LandlordCents: null }];
    expect(missing(served, { ...year, totalCents: 1, amounts })).toBe('co2_way');
    expect(missing(served, { ...year, totalCents: 1, amounts, co2Way: 'none' })).toBeNull();
  });

  it('is a bill of CO₂ for some days of the year alone: the others would count as 0 kg and lower the step', () => {
    const short = { ...year, billFrom: '2024-10-01', billTo: '2025-09-30' };
    expect(missing(plant, short)).toBe('co2_bill');
    expect(missing(plant, { ...short, billTo: '2025-12-31' })).toBeNull();
    expect(missing({ ...plant, hasCo2: false }, short)).toBeNull();
  });

  it('leaves the temperature of hot water at 60 °C (§ 9 (2) HeizkostenV)', () => {
    const found = hotWaterOf(plant, { ...year, hotWaterBy: 'formula', hotWaterVolume: 5, totalEnergy: 9 });
    expect(found).toMatchObject({ by: 'formula', celsius10: 600 });
  });
});

describe('what tenants may cut', () => {
  const split = { isCo2Split: true, hotWaterBy: null };
  it('is 3 % for devices read by hand only in years after 2026 (§ 5 (3) HeizkostenV)', () => {
    const informed = { ...plant, informs: true };
    expect(cutsAtRisk(informed, { from: '2026-01-01', to: '2026-12-31' }, split)).toEqual([]);
    expect(cutsAtRisk(informed, { from: '2027-01-01', to: '2027-12-31' }, split)).toEqual(['not_remote']);
  });

  it('is 3 % each for missing information and CO₂ costs nobody split', () => {
    const remote = { ...plant, isRemotelyRead: true };
    expect(cutsAtRisk(remote, y2025, split)).toEqual(['no_information']);
    // Nobody owes a message each month of what is read by hand; what goes with the bill the statement tells by itself.
    expect(cutsAtRisk({ ...plant, isRemotelyRead: false }, y2025, split)).toEqual([]);
    expect(cutsAtRisk({ ...plant, sharedBy: 'service' }, y2025, split)).toEqual(['no_information']);
    expect(cutsAtRisk({ ...plant, informs: true }, y2025, { ...split, isCo2Split: false })).toEqual([
      'no_co2_split',
    ]);
    expect(
      cutsAtRisk({ ...plant, informs: true, hasCo2: false }, y2025, { ...split, isCo2Split: false }),
    ).toEqual([]);
  });

  it('is 15 % for hot water nobody metered, unless that were unreasonably costly (BGH VIII ZR 151/20)', () => {
    const combined = { ...plant, makesHotWater: true };
    for (const hotWaterBy of ['formula', 'area'] as const) {
      expect(cutsAtRisk(combined, y2025, { ...split, hotWaterBy })).toEqual(['not_by_consumption']);
      expect(cutsAtRisk({ ...combined, isMeterCostly: true }, y2025, { ...split, hotWaterBy })).toEqual([]);
      expect(cutsAtRisk(plant, y2025, { ...split, hotWaterBy })).toEqual([]);
    }
    expect(cutsAtRisk(combined, y2025, { ...split, hotWaterBy: 'meter' })).toEqual([]);
  });
});

describe('whose costs and units they are', () => {
  const units = [
    { id: 'flat', kind: 'apartment' },
    { id: 'shop', kind: 'commercial' },
    { id: 'garage', kind: 'parking' },
  ];
  it('serves all that people use, or what was named and is still there', () => {
    expect(servedBy(plant, units).map(({ id }) => id)).toEqual(['flat', 'shop']);
    expect(servedBy({ unitIds: ['flat', 'gone'] }, units).map(({ id }) => id)).toEqual(['flat']);
  });

  it('gives every kind of cost to one plant: by name, the rest to the only one that names none', () => {
    const lines = [
      { categoryId: 'front', betrkvNo: 4 },
      { categoryId: 'heating', betrkvNo: 4 },
      { categoryId: 'water', betrkvNo: 2 },
    ];
    const front = { id: 'c', categoryIds: ['front'] };
    const [first, second] = [
      { id: 'a', categoryIds: [] },
      { id: 'b', categoryIds: [] },
    ];
    const kinds = (one: typeof front, all: (typeof front)[]) =>
      linesOfPlant(one, all, lines).map(({ categoryId }) => categoryId);
    expect(kinds(front, [front, first])).toEqual(['front']);
    expect(kinds(first, [front, first])).toEqual(['heating']);
    // Two that name none: nobody knows whose it is.
    expect(kinds(first, [first, second])).toEqual([]);
    expect(lacksKinds(first, [first, second])).toBe(true);
    expect(lacksKinds(first, [front, first])).toBe(false);
  });

  it('does not add up what counts in other units (§ 5 (7) HeizkostenV)', () => {
    const heat = { id: 'a', kind: 'heat', measure: 'kwh', unitId: 'flat' };
    const units = { id: 'b', kind: 'heat_cost_allocator', measure: 'units', unitId: 'flat' };
    const litre = { id: 'c', kind: 'warm_water', measure: 'litre', unitId: 'flat' };
    const cubic = { id: 'd', kind: 'warm_water', measure: 'm3', unitId: 'flat' };
    const differ = (meters: (typeof heat)[], makesHotWater = true) =>
      countDifferently(metersOfPlant({ makesHotWater }, ['flat'], meters));
    expect(differ([heat, units])).toBe(true);
    expect(differ([litre, cubic])).toBe(true);
    expect(differ([litre, cubic], false)).toBe(false);
    expect(differ([heat, cubic])).toBe(false);
  });

  it('lets groups of users count each in its own way, and in one group in one way only', () => {
    const heat = { id: 'a', kind: 'heat', measure: 'kwh', unitId: 'shop' };
    const units = { id: 'b', kind: 'heat_cost_allocator', measure: 'units', unitId: 'flat' };
    const all = metersOfPlant({ makesHotWater: false }, ['shop', 'flat'], [heat, units]);
    expect(countDifferently(all)).toBe(true);
    expect(countDifferently(all, [{ unitIds: ['shop'] }, { unitIds: ['flat'] }])).toBe(false);
    expect(countDifferently(all, [{ unitIds: ['shop', 'flat'] }])).toBe(true);
  });

  it('asks a service for whoever had a unit, and once for the days nobody had it', () => {
    const flat = { id: 'flat', availableFrom: '1900-01-01', availableTo: null };
    const held = (from: string, to: string | null) => [{ unitId: 'flat', from, to }];
    const leases = [
      { leaseId: 'old', held: held('2020-01-01', '2025-03-31') },
      { leaseId: 'new', held: held('2025-06-01', null) },
    ];
    expect(usersOf([flat], leases, y2025)).toEqual([
      { unitId: 'flat', leaseId: 'old', from: '2025-01-01', to: '2025-03-31' },
      { unitId: 'flat', leaseId: null, from: '2025-04-01', to: '2025-05-31' },
      { unitId: 'flat', leaseId: 'new', from: '2025-06-01', to: '2025-12-31' },
    ]);
    expect(
      usersOf([flat], [leases[1] ?? { leaseId: '', held: [] }], y2025).map(({ leaseId }) => leaseId),
    ).toEqual([null, 'new']);
  });
});

describe('a plant for the statement', () => {
  const around = {
    period: y2025,
    lines: [{ id: 'heating:area', betrkvNo: 4 }],
    units: [{ id: 'flat', kind: 'apartment', availableFrom: '2000-01-01', availableTo: null }],
    meters: [
      { id: 'hkv', kind: 'heat_cost_allocator', measure: 'units', unitId: 'flat' },
      { id: 'ww', kind: 'warm_water', measure: 'm3', unitId: 'flat' },
      { id: 'main', kind: 'heat', measure: 'kwh', unitId: null },
      { id: 'other', kind: 'heat', measure: 'kwh', unitId: 'elsewhere' },
    ],
    bookings: new Map([['oil', { on: '2025-10-01', amountCents: 210_000 }]]),
  };

  it('counts its own meters of heat, and of hot water only where it makes any', () => {
    expect(statementPlant(plant, null, around)?.meters).toEqual([{ meterId: 'hkv', of: 'heat' }]);
    const water = { ...year, hotWaterBy: 'share' as const, hotWaterShareBp: 1_800 };
    expect(statementPlant({ ...plant, makesHotWater: true }, water, around)?.meters).toHaveLength(2);
  });

  it('that devices share out splits nothing by what a service’s bill said of CO₂ once', () => {
    const told = { ...year, totalCents: 100_000, co2Way: 'deducted' as const };
    const kept = statementPlant({ ...plant, informs: true }, told, around);
    expect(kept?.cuts).toContain('no_co2_split');
    const amounts = [
      { unitId: 'flat', leaseId: null, serviceId: '1', amountCents: 100_000, co2LandlordCents: null },
    ];
    const service = statementPlant(
      { ...plant, sharedBy: 'service', informs: true },
      { ...told, amounts },
      around,
    );
    expect(service?.cuts).not.toContain('no_co2_split');
    expect(service?.shared.by === 'service' && service.shared.users[0]).not.toHaveProperty('serviceId');
  });

  it('is none while something is missing', () => {
    expect(statementPlant({ ...plant, hasStock: true }, null, around)).toBeNull();
  });

  it('burns what was there first: 1,000 l at 0.90 and 2,000 l at 1.05 with 1,500 l left leave 1,575.00', () => {
    const tank = {
      ...year,
      openingQuantity: 1_000_000,
      openingCents: 90_000,
      closingQuantity: 1_500_000,
      deliveries: [
        { quantity: 2_000_000, transactionId: 'oil' },
        { quantity: 1, transactionId: 'voided' },
      ],
    };
    const fuel = statementPlant({ ...plant, hasStock: true }, tank, around)?.fuel;
    expect(fuel?.deliveries).toHaveLength(1);
    expect(fuel && stockLeft(fuel)).toBe(157_500);
    expect(fuel && stockLeft({ ...fuel, closingQuantity: 3_000_001 })).toBeNull();
  });
});
