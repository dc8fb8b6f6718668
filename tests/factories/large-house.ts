import { addDays } from '@/lib/calendar';
import type { StatementInput, StatementKey } from '@/statement/index';

/** 200 units, 40 lines, 60 changes of tenant, 600 meters (of which 400 go into the statement's lines, 200 into none). */
export function largeHouse(): StatementInput {
  const period = { from: '2025-01-01', to: '2025-12-31' };
  const units = Array.from({ length: 200 }, (_, index) => ({
    id: `u${index}`,
    name: `Flat ${index + 1}`,
    kind: 'apartment' as const,
    availableFrom: '1900-01-01',
    availableTo: null,
    facts: [
      {
        validFrom: '2000-01-01',
        areaSqm100: 4_000 + ((index * 371) % 8_000),
        coOwnershipNumerator: 3 + (index % 7),
        coOwnershipDenominator: 1_000,
      },
    ],
    ownUse: [],
    vacantPersons: null,
  }));
  const holding = (unitId: string, from: string, to: string | null) => [{ unitId, from, to }];
  const leaseOf = (name: string, unitHeld: StatementInput['leases'][number]['units'], count: number) => ({
    id: name,
    name,
    units: unitHeld,
    persons: [{ validFrom: '1900-01-01', count }],
    settlement: 'advances' as const,
    agreesAll: true,
    agreed: [],
    advances: Array.from({ length: 12 }, (_, month) => ({
      of: `${month + 1}`,
      dueCents: 15_000,
      paidCents: 15_000,
    })),
    monthlyAdvanceCents: 15_000,
    expectedYearlyCents: 0,
    firstResultCents: null,
  });
  const borders = new Map<string, string>();
  const leases = units.flatMap(({ id }, index) => {
    const count = 1 + (index % 5);
    if (index >= 60) return [leaseOf(`lease ${index}`, holding(id, '2015-01-01', null), count)];
    const border = addDays(period.from, 20 + index * 5);
    borders.set(id, border);
    return [
      leaseOf(`lease ${index} a`, holding(id, '2015-01-01', addDays(border, -1)), count),
      leaseOf(`lease ${index} b`, holding(id, border, null), count + 1),
    ];
  });
  const meters = units.flatMap(({ id }, index) =>
    [0, 1, 2].map((place) => {
      const border = borders.get(id);
      const run = 20_000 + index * 173 + place * 911;
      return {
        id: `m${index}.${place}`,
        name: `Meter ${index + 1}.${place}`,
        unitId: id,
        isHeat: false,
        unread: 'stop' as const,
        devices: [
          {
            number: '',
            installedOn: null,
            removedOn: null,
            calibratedUntil: null,
            readings: [
              ...[2020, 2021, 2022, 2023, 2024].map((year, at) => ({
                on: `${year}-12-31`,
                thousandths: at * run,
              })),
              ...(border ? [{ on: border, thousandths: 4 * run + 7_000 }] : []),
              { on: '2025-12-31', thousandths: 5 * run },
            ],
          },
        ],
        lastYearThousandths: run,
      };
    }),
  );
  const keys: StatementKey[] = [
    'area',
    'persons',
    'units',
    'co_ownership',
    'area',
    'persons',
    'area',
    'area',
    'units',
    'consumption',
  ];
  const lines = Array.from({ length: 40 }, (_, index) => {
    const key = keys[index % keys.length] ?? 'area';
    return {
      id: `l${index}`,
      name: `Line ${index + 1}`,
      betrkvNo: 1 + (index % 16),
      key,
      circle: null,
      principle: 'service' as const,
      isRecoverable: true,
      isCable: false,
      heatingException: 'exempt_building' as const,
      bills: [0, 1, 2].map((bill) => ({
        name: `bill ${bill}`,
        amountCents: 1_000_003 + index * 7_919 + bill,
        notRecoverableCents: 0,
        labourCents: 100_001,
        labourGroup: 'service' as const,
        provider: 'Firm',
        from: '2024-07-01',
        to: '2025-06-30',
        paidOn: null,
        unitId: null,
        leaseId: null,
      })),
      preDeduction: null,
      meterIds:
        key === 'consumption' ? meters.filter((_, at) => at % 3 === index % 3).map(({ id }) => id) : [],
      byHand: [],
      byHandReason: null,
      lastYear: null,
      usualByArea: null,
    };
  });
  return {
    period,
    isGerman: true,
    vacantPersons: 1,
    units,
    leases,
    lines,
    meters,
    today: null,
    receivedOn: null,
  };
}
