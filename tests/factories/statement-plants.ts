import {
  computeStatement,
  type StatementInput,
  type StatementLine,
  type StatementMeter,
  type StatementPlant,
} from '@/statement/index';
import type { PlantAnnex } from '@/statement/plant/index';

/** A house of the app's kind with a plant, built from what a case is about. */
export const year = { from: '2025-01-01', to: '2025-12-31' };

export const unit = (name: string, sqm: number): StatementInput['units'][number] => ({
  id: name,
  name,
  kind: 'apartment',
  availableFrom: '1900-01-01',
  availableTo: null,
  facts: [
    {
      validFrom: '1900-01-01',
      areaSqm100: sqm * 100,
      coOwnershipNumerator: null,
      coOwnershipDenominator: null,
    },
  ],
  ownUse: [],
  vacantPersons: null,
});

export const lease = (
  name: string,
  unitId: string,
  days: { from?: string; to?: string | null } = {},
  more: Partial<StatementInput['leases'][number]> = {},
): StatementInput['leases'][number] => ({
  id: name,
  name,
  units: [{ unitId, from: '1900-01-01', to: null, ...days }],
  persons: [{ validFrom: '1900-01-01', count: 1 }],
  settlement: 'advances',
  agreesAll: true,
  agreed: [],
  advances: [],
  monthlyAdvanceCents: null,
  expectedYearlyCents: 0,
  firstResultCents: null,
  ...more,
});

export const bill = (amountCents: number, more: Partial<StatementLine['bills'][number]> = {}) => ({
  name: 'bill',
  amountCents,
  notRecoverableCents: 0,
  labourCents: 0,
  labourGroup: null,
  provider: null,
  ...year,
  paidOn: null,
  unitId: null,
  leaseId: null,
  ...more,
});

export const line = (
  name: string,
  bills: StatementLine['bills'],
  more: Partial<StatementLine> = {},
): StatementLine => ({
  id: name,
  name,
  betrkvNo: 4,
  key: 'area',
  circle: null,
  principle: 'service',
  isRecoverable: true,
  isCable: false,
  bills,
  preDeduction: null,
  meterIds: [],
  byHand: [],
  byHandReason: null,
  lastYear: null,
  usualByArea: null,
  ...more,
});

/** Readings of one device: day and what it shows. */
export const meter = (
  name: string,
  unitId: string | null,
  readings: readonly (readonly [day: string, shows: number])[],
  more: Partial<StatementMeter> = {},
): StatementMeter => ({
  id: name,
  name,
  unitId,
  isHeat: true,
  unread: 'stop',
  devices: [
    {
      number: '',
      installedOn: null,
      removedOn: null,
      calibratedUntil: null,
      readings: readings.map(([on, shows]) => ({ on, thousandths: Math.round(shows * 1_000) })),
    },
  ],
  lastYearThousandths: null,
  ...more,
});

export const byDevices = (more: object = {}): StatementPlant['shared'] => ({
  by: 'devices',
  hotWater: null,
  heatBp: 7_000,
  hotWaterBp: 7_000,
  isMoreAgreed: false,
  fixedBy: 'degree_days',
  estimates: [],
  co2: null,
  ...more,
});

type User = { unitId: string; leaseId: string | null; amountCents: number; co2LandlordCents: number | null };
export const user = (
  unitId: string,
  leaseId: string | null,
  amountCents: number,
  co2LandlordCents: number | null = null,
): User => ({ unitId, leaseId, amountCents, co2LandlordCents });

export const byService = (
  totalCents: number,
  users: readonly User[],
  more: object = {},
): StatementPlant['shared'] => ({
  by: 'service',
  totalCents,
  co2Way: 'none',
  co2LandlordCents: null,
  users,
  co2: null,
  ...more,
});

/** What is told beside a bill, whole: 10,000 kWh in the year, 12,000 in the one before. */
export const annex = (meters: StatementMeter[], more: Partial<PlantAnnex> = {}): PlantAnnex => ({
  told: {
    ...{ energyMix: 'gas', isDistrictHeat: false, greenhouseGrams: null, primaryFactor: null },
    ...{ taxesCents: 100, meteringCents: 100, averageSource: 'somewhere', disputes: 'unwilling' },
  },
  energy: 10_000_000,
  average: 100_000,
  factor: 1_000,
  before: {
    period: { from: '2024-01-01', to: '2024-12-31' },
    energy: 12_000_000,
    hotWaterEnergy: 0,
    factor: 1_000,
    meters,
    estimates: [],
  },
  ...more,
});

export const plant = (
  shared: StatementPlant['shared'],
  more: Partial<StatementPlant> = {},
): StatementPlant => ({
  id: 'boiler',
  name: 'Boiler',
  circle: null,
  lines: [{ lineId: 'Gas', of: 'both' }],
  period: null,
  fuel: null,
  shared,
  cuts: [],
  meters: [],
  ...more,
});

export const house = (more: Partial<StatementInput>): StatementInput => ({
  period: year,
  isGerman: true,
  vacantPersons: 1,
  units: [unit('Flat 1', 60), unit('Flat 2', 140)],
  leases: [lease('Ahrens', 'Flat 1'), lease('Brandt', 'Flat 2')],
  lines: [line('Gas', [bill(100_000)])],
  meters: [],
  today: null,
  receivedOn: null,
  ...more,
});

/** The days before a year’s first and of its last, on which meters are read. */
export const [start, end] = ['2024-12-31', '2025-12-31'];
export const heat = (name: string, unitId: string, used: number, more: (readonly [string, number])[] = []) =>
  meter(name, unitId, [[start, 100], ...more, [end, 100 + used]]);
export const both = [
  { meterId: 'H1', of: 'heat' as const },
  { meterId: 'H2', of: 'heat' as const },
];
export const meters = [heat('H1', 'Flat 1', 30), heat('H2', 'Flat 2', 70)];
export const withPlant = (more: Partial<StatementInput> = {}, own: Parameters<typeof plant>[1] = {}) =>
  computeStatement(house({ meters, plants: [plant(byDevices(), { meters: both, ...own })], ...more }));
export const sharesIn = ({ lines }: ReturnType<typeof computeStatement>) =>
  Object.fromEntries(
    lines.flatMap(({ shares }) =>
      shares.map(({ leaseId, unitId, kind, amountCents }) => [leaseId ?? `${kind} ${unitId}`, amountCents]),
    ),
  );
export const codes = ({ problems }: ReturnType<typeof computeStatement>) => problems.map(({ code }) => code);
