import { describe, expect, test } from 'vitest';
import { computeStatement } from '@/statement/index';
import { inputOf } from '../factories/statement-houses.ts';
import { flat, lease, line, result, shares, statement } from '../factories/statements.ts';
import {
  leftOfLate,
  type OwnHouse,
  type OwnLease,
  type OwnUnit,
  sharesOf,
} from '../independent/statement.ts';

/**
 * Shares that others have published, by the engine and by the second accountant (`tests/independent/statement.ts`); where a
 * source rounds a factor on its way, its own figure stands beside. Found in public pages on 27 November 2026.
 */
const period = { from: '2019-01-01', to: '2019-12-31' };

const unit = (name: string, sqm: number, more: Partial<OwnUnit> = {}): OwnUnit => ({
  ...{
    name,
    isDwelling: true,
    isShop: false,
    areas: [{ from: '2000-01-01', sqm100: Math.round(sqm * 100) }],
  },
  ...{ shareOfThousand: 0, ownUse: [], ...more },
});
const tenant = (name: string, at: string, persons: number, days: Partial<OwnLease> = {}): OwnLease => ({
  ...{ name, unit: at, also: null, ...period, persons: [{ from: '2000-01-01', count: persons }] },
  ...{ agrees: [], agreesAll: true, paidCents: 0, ...days },
});
const house = (
  units: OwnUnit[],
  leases: OwnLease[],
  costs: Partial<OwnHouse['lines'][number]>,
): OwnHouse => ({
  ...{ ...period, vacantPersons: 1, units, leases },
  lines: [
    {
      ...{
        name: 'Line',
        no: 8,
        isCable: false,
        key: 'area',
        units: units.map(({ name }) => name),
        bills: [],
      },
      ...{ forShopsCents: 0, ...costs },
    },
  ],
});
const bill = (cents: number, days: object = {}) => [{ cents, ...period, keptCents: 0, ...days }];

/** Both ways to the same shares, by tenant; what nobody rents by the name of its unit. */
function shared(of: OwnHouse): Record<string, number> {
  const [own] = of.lines;
  if (!own) throw new Error('no line');
  const { problems, lines } = computeStatement(inputOf(of));
  expect(problems).toEqual([]);
  const found = (lines[0]?.shares ?? []).map(({ kind, leaseId, unitId, amountCents }) => [
    kind === 'lease' ? `lease ${leaseId}` : `${kind === 'vacancy' ? 'empty' : 'own'} ${unitId}`,
    amountCents,
  ]);
  const second = Object.fromEntries(sharesOf(own, of) ?? []);
  expect(Object.fromEntries(found)).toEqual(second);
  return Object.fromEntries(
    Object.entries(second).map(([who, cents]) => [who.replace(/^lease /, ''), cents]),
  );
}

describe('person-days', () => {
  // deutschesmietrecht.de, "Personentage": a factor of 0,614 € for each of 3.255 days; 448,54 for the ground floor.
  test('730 + 730 + 181 + 368 + 453 + 428 + 365 = 3.255; 2.000 € refuse × 730 ÷ 3.255 = 448,54', () => {
    const floors = ['EG', '1. OG', '2. OG', '3. OG', 'DG'].map((name) => unit(name, 60));
    const found = shared(
      house(
        floors,
        [
          tenant('EG', 'EG', 2),
          tenant('1. OG', '1. OG', 2),
          tenant('2. OG bis Juni', '2. OG', 1, { to: '2019-06-30' }),
          tenant('2. OG ab Juli', '2. OG', 2, { from: '2019-07-01' }),
          tenant('3. OG bis Mai', '3. OG', 3, { to: '2019-05-31' }),
          tenant('3. OG ab Juni', '3. OG', 2, { from: '2019-06-01' }),
          tenant('DG', 'DG', 1),
        ],
        { key: 'persons', bills: bill(2_000_00) },
      ),
    );
    expect(found).toEqual({
      EG: 448_54,
      '1. OG': 448_54,
      '2. OG bis Juni': 111_21,
      '2. OG ab Juli': 226_12,
      '3. OG bis Mai': 278_34,
      '3. OG ab Juni': 262_98,
      DG: 224_27,
    });
  });

  // haufe.de HI2626037 and bmgev.de, "Leerstand": a vacant flat counts as if one person lived there.
  test('a vacant flat counts one person: 600 € over households of 3 and 2 and a vacant flat = 300, 200 and 100', () => {
    const found = shared(
      house([unit('1', 60), unit('2', 60), unit('3', 60)], [tenant('A', '1', 3), tenant('B', '2', 2)], {
        key: 'persons',
        bills: bill(600_00),
      }),
    );
    expect(found).toEqual({ A: 300_00, B: 200_00, 'empty 3': 100_00 });
  });
});

describe('area', () => {
  // enco.de, "Erläuterungen zur Hausnebenkostenabrechnung": 100 m² × 334 ÷ 365 = 91,51 m².
  test('moved in on 1 February, 100 m² × 334 ÷ 365 = 91,51 m²: of 100 € for a house of 100 m² 91,51', () => {
    const found = shared(
      house([unit('1', 100)], [tenant('A', '1', 1, { from: '2019-02-01' })], { bills: bill(100_00) }),
    );
    expect(found).toEqual({ A: 91_51, 'empty 1': 8_49 });
  });

  // BGH 31 May 2006, VIII ZR 159/05: 35 flats of 1.749,20 m² together; what stands empty stays in the whole.
  test('35 flats of 1.749,20 m², five of them vacant: 17.492 € are 10 € a m² for whoever has one, and for the landlord', () => {
    // 34 of 50 m² and one of 49,20.
    const flats = Array.from({ length: 35 }, (_, at) => unit(`${at + 1}`, at === 34 ? 49.2 : 50));
    const let30 = flats.slice(5).map(({ name }) => tenant(`T${name}`, name, 1));
    const found = shared(house(flats, let30, { no: 2, bills: bill(17_492_00) }));
    expect([found.T6, found.T35, found['empty 1']]).toEqual([500_00, 492_00, 500_00]);
    const vacant = Object.entries(found).filter(([who]) => who.startsWith('empty'));
    expect(vacant.reduce((sum, [, cents]) => sum + cents, 0)).toBe(2_500_00);
  });

  // wohnung.net, "Abrechnungszeitraum der Versorger": a bill ÷ its days × those in the period, each bill by itself.
  test('bills from June to May, 365 and 730 €: 151 ÷ 365 of the one, 214 ÷ 366 of the other', () => {
    const bills = [
      ...bill(365_00, { from: '2018-06-01', to: '2019-05-31' }),
      ...bill(732_00, { from: '2019-06-01', to: '2020-05-31' }),
    ];
    const found = shared(house([unit('1', 50)], [tenant('A', '1', 1)], { no: 13, bills }));
    expect(found).toEqual({ A: 151_00 + 428_00 });
  });
});

describe('shops', () => {
  // BGH 25 Nov 2009, VIII ZR 69/09: the shop's water by its own meter, the flats' is what the main meter counted besides.
  test('main meter 500 m³, shop 200: of 2.000 € 800 are the shop’s, 1.200 go over 60 and 40 m²: 720 and 480', () => {
    const found = shared(
      house(
        [unit('1', 60), unit('2', 40), unit('Shop', 80, { isDwelling: false, isShop: true })],
        [tenant('A', '1', 1), tenant('B', '2', 1), tenant('S', 'Shop', 0)],
        { no: 2, bills: bill(2_000_00), forShopsCents: (2_000_00 * 200) / 500 },
      ),
    );
    expect(found).toEqual({ A: 720_00, B: 480_00, S: 800_00 });
  });
});

describe('labour (§ 35a EStG)', () => {
  // mieterbundrbl.de on AG Leonberg, 4 C 446/14: of a caretaker 20 % are no operating cost where nothing else is shown.
  test('a caretaker of 6.000 €, 20 % of it repair: 4.800 over 480 m², 60 m² bear 600,00, and of 3.840 labour 480,00', () => {
    const found = statement({
      units: [flat('1', 60), flat('2', 420)],
      leases: [lease('A', '1'), lease('B', '2')],
      lines: [
        line('Caretaker', 0, {
          betrkvNo: 14,
          bills: [
            {
              ...{ amountEuro: 6_000, notRecoverableEuro: 1_200, labourEuro: 3_840, labourGroup: 'service' },
              ...{ from: '2025-01-01', to: '2025-12-31' },
            },
          ],
        }),
      ],
    });
    expect(shares(found)).toEqual({ A: 600, B: 4_200 });
    expect(found.leases[0]?.labour.map(({ amountCents }) => amountCents)).toEqual([480_00]);
  });
});

describe('water', () => {
  // bz-mg.de, "Diskussionspunkt Wasserkosten": the main meter shows 200 m³, the flats' together 160; the supplier asks 1,57.
  test('200 × 1,57 = 314 € over 160 m³: a flat of 40 m³ bears 314 × 40 ÷ 160 = 78,50', () => {
    const counted = (name: string, at: string | null, reading: number) => ({
      ...{ name, unit: at },
      devices: [
        {
          readings: [
            { on: '2024-12-31', reading: 0 },
            { on: '2025-12-31', reading },
          ],
        },
      ],
    });
    const meters = [counted('W1', '1', 40), counted('W2', '2', 120), counted('Main', null, 200)];
    const found = statement({
      units: [flat('1', 60), flat('2', 140)],
      leases: [lease('A', '1'), lease('B', '2')],
      lines: [line('Water', 314, { betrkvNo: 2, key: 'consumption', meters: ['W1', 'W2', 'Main'] })],
      meters,
    });
    expect(shares(found)).toEqual({ A: 78.5, B: 235.5 });
  });
});

describe('corrections', () => {
  // BGH 12 Dec 2007, VIII ZR 190/06 (verwalterakademie.de): a credit of 208 €, corrected after the deadline to 115.
  test('a credit of 208 corrected to one of 115 after the deadline stays 208; in time it is 115', () => {
    const of = (isAfterDeadline: boolean) =>
      result('statement_correction', { firstEuro: -208, correctedEuro: -115, isAfterDeadline });
    expect(of(true)).toEqual({ owedCents: -208_00, lostCents: 93_00 });
    expect(of(false)).toEqual({ owedCents: -115_00, lostCents: 0 });
    const own = house([unit('1', 60)], [tenant('A', '1', 1)], { bills: bill(100_00) });
    expect(leftOfLate(own, 'A', -115_00, { cents: -208_00, isLate: false })).toBe(-208_00);
  });
});
