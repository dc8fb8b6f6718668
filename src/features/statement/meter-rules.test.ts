import { describe, expect, test } from 'vitest';
import { counterOf, endsOf } from '../../statement/meters.ts';
import { type KnownMeter, placesOf, restarted } from './meter-rules.ts';

const year = { from: '2025-01-01', to: '2025-12-31' };
const days = (on: string) => Math.round(Date.parse(`${on}T00:00:00Z`) / 86_400_000);
const within = { first: days(year.from), last: days(year.to) };

const allocator = (id: string, readings: [on: string, shown: number][], removedOn: string | null = null) =>
  ({
    ...{ id, unitId: 'flat', kind: 'heat_cost_allocator', measure: 'units', number: id, location: null },
    ...{ removedOn, calibratedUntil: null, isByDays: false, factorThousandths: null },
    readings: readings.map(([readOn, shown]) => ({ readOn, readingThousandths: shown * 1_000 })),
  }) as KnownMeter;

/** What allocators that begin each year at 0 counted in the year. */
function countedBy(...meters: KnownMeter[]): number {
  const plants = [{ plant: { unitIds: ['flat'], restartsYearly: true }, period: year }];
  const [place] = restarted(
    placesOf(meters, () => 'Flat'),
    plants,
    [{ id: 'flat', kind: 'apartment' }],
  );
  if (!place) throw new Error('no place');
  const { opening, closing } = endsOf(place, '', counterOf(place, '', within), within);
  return (closing.thousandths - opening.thousandths) / 1_000;
}

test('an allocator counts its display times its factor: 700 × 1.25 are 875; a heat meter counts as it shows', () => {
  const meter = allocator('a', [
    ['2024-12-31', 100],
    ['2025-12-31', 800],
  ]);
  const counted = (more: Partial<KnownMeter>) => {
    const [place] = placesOf([{ ...meter, ...more }], () => 'Flat');
    const [first, last] = place?.devices[0]?.readings ?? [];
    return ((last?.thousandths ?? 0) - (first?.thousandths ?? 0)) / 1_000;
  };
  expect(counted({})).toBe(700);
  expect(counted({ factorThousandths: 1_250 })).toBe(875);
  expect(counted({ factorThousandths: 1_250, kind: 'heat', measure: 'kwh' })).toBe(700);
});

describe('allocators that begin each year at 0', () => {
  test('count what they show at its end', () => {
    expect(
      countedBy(
        allocator('a', [
          ['2024-12-31', 900],
          ['2025-12-31', 1_600],
        ]),
      ),
    ).toBe(1_600);
  });
  test('swapped inside the year count both: 400 and 700 are 1,100', () => {
    const old = allocator(
      'a',
      [
        ['2024-12-31', 900],
        ['2025-04-30', 400],
      ],
      '2025-04-30',
    );
    const next = allocator('b', [
      ['2025-04-30', 0],
      ['2025-12-31', 700],
    ]);
    expect(countedBy(old, next)).toBe(1_100);
  });
  test('swapped in the last weeks before the year, the next alone counts', () => {
    const old = allocator(
      'a',
      [
        ['2024-01-01', 0],
        ['2024-11-30', 900],
      ],
      '2024-11-30',
    );
    const next = allocator('b', [
      ['2024-11-30', 0],
      ['2025-12-31', 700],
    ]);
    expect(countedBy(old, next)).toBe(700);
  });
  test('swapped in the weeks after it, the one before alone counts', () => {
    const old = allocator(
      'a',
      [
        ['2024-12-31', 900],
        ['2025-12-31', 1_600],
        ['2026-02-15', 200],
      ],
      '2026-02-15',
    );
    const next = allocator('b', [['2026-02-15', 0]]);
    expect(countedBy(old, next)).toBe(1_600);
  });
  test('read in January again, they show the next year already', () => {
    expect(
      countedBy(
        allocator('a', [
          ['2025-12-31', 1_600],
          ['2026-01-20', 40],
        ]),
      ),
    ).toBe(1_600);
    expect(
      countedBy(
        allocator('a', [
          ['2025-06-30', 900],
          ['2026-01-05', 1_650],
        ]),
      ),
    ).toBe(1_650);
  });
});
