import { describe, expect, test } from 'vitest';
import { createRandom } from '@/features/demo/random-rules';
import { flatsPart } from '../../../tests/independent/association.ts';
import {
  askBy,
  costsOf,
  coversAll,
  faultsOf,
  hausgeldOf,
  kindByName,
  neverRecoverable,
  obstacleEndedOn,
  type PaperLine,
} from './rules';

const line = (fields: Partial<PaperLine>): PaperLine => ({
  id: 'a',
  key: null,
  name: 'Wasser',
  ownCents: 0,
  isReserve: false,
  categoryId: 'water',
  totalCents: 0,
  labourCents: 0,
  recoverableBp: 10_000,
  co2LandlordCents: 0,
  ...fields,
});
const nothingStated = { statedTotalCents: null, statedOwnCents: null };

describe('what of a paper the tenant bears', () => {
  test('80 % of 510.01 are 408.01: half a cent up, and 102.00 stay with the owner', () => {
    const caretaker = line({
      ownCents: 51_001,
      totalCents: 600_000,
      recoverableBp: 8_000,
      labourCents: 45_000,
    });
    expect(costsOf({ lines: [caretaker] })).toMatchObject([
      // Labour is at most what is passed on.
      { amountCents: 51_001, notRecoverableCents: 10_200, labourCents: 40_801 },
    ]);
  });

  test('700.00 of heating less 90.00 of CO₂ are 610.00, and nothing passed on has no CO₂ taken off', () => {
    const heating = line({ ownCents: 70_000, totalCents: 900_000, co2LandlordCents: 9_000 });
    expect(costsOf({ lines: [heating] })).toMatchObject([{ notRecoverableCents: 9_000 }]);
    expect(hausgeldOf({ lines: [heating], advancesDueCents: 0 }).result.recoverableCents).toBe(61_000);
    expect(costsOf({ lines: [{ ...heating, recoverableBp: 0 }] })).toEqual([]);
  });

  test('408 + 300 + 1,020 of the reserve less 1,700 of advances: the owner still owes 28.00', () => {
    const lines = [
      line({ ownCents: 40_800, totalCents: 480_000 }),
      line({ name: 'Verwaltung', ownCents: 30_000, totalCents: 360_000, categoryId: null, recoverableBp: 0 }),
      line({ name: 'Rücklage', ownCents: 102_000, totalCents: 1_200_000, isReserve: true, recoverableBp: 0 }),
    ];
    expect(hausgeldOf({ lines, advancesDueCents: 170_000 }).result).toMatchObject({
      recoverableCents: 40_800,
      landlordCents: 132_000,
      balanceCents: 2_800,
    });
  });

  test('refunds are lines below zero: −50 % of 33.33 is −16.66 or −16.67, and never more than was given back', () => {
    const refund = line({ ownCents: -3_333, totalCents: -40_000, recoverableBp: 5_000 });
    expect(faultsOf({ lines: [refund], ...nothingStated })).toEqual([]);
    const [cost] = costsOf({ lines: [refund] });
    expect((cost?.amountCents ?? 0) - (cost?.notRecoverableCents ?? 0)).toBeGreaterThanOrEqual(-1_667);
  });

  test('a second accountant finds the same in a thousand papers nobody chose', () => {
    const random = createRandom('papers of associations');
    for (let paper = 0; paper < 1_000; paper += 1) {
      const lines = Array.from({ length: random.between(1, 12) }, () => {
        const totalCents = random.between(100, 2_000_000);
        const ownCents = random.between(0, totalCents);
        const percent = random.between(0, 100);
        const co2LandlordCents = random.between(0, Math.floor((ownCents * percent) / 100));
        return line({ totalCents, ownCents, recoverableBp: percent * 100, co2LandlordCents });
      });
      const mine = costsOf({ lines }).reduce(
        (sum, { amountCents, notRecoverableCents }) => sum + amountCents - notRecoverableCents,
        0,
      );
      const theirs = lines.map(({ ownCents, recoverableBp, co2LandlordCents }) => ({
        ...{ ownCents, percent: recoverableBp / 100, co2LandlordCents },
      }));
      expect(mine).toBe(flatsPart(theirs, []));
    }
  });
});

describe('what keeps a paper from being kept', () => {
  test('each with its place and reason', () => {
    const faults = (fields: Partial<PaperLine>) => faultsOf({ lines: [line(fields)], ...nothingStated });
    expect(faults({ ownCents: 101, totalCents: 100 })).toEqual([
      { path: ['lines', 0, 'ownCents'], code: 'own_above_total' },
    ]);
    // A refund of all is no cost of one.
    expect(faults({ ownCents: 50, totalCents: -100 })).toMatchObject([{ code: 'own_above_total' }]);
    expect(faults({ ownCents: 50, totalCents: 100, labourCents: 51 })).toEqual([
      { path: ['lines', 0, 'labourCents'], code: 'labour_above_own' },
    ]);
    expect(faults({ ownCents: 50, totalCents: 100, recoverableBp: 5_000, co2LandlordCents: 26 })).toEqual([
      { path: ['lines', 0, 'co2LandlordCents'], code: 'co2_above_own' },
    ]);
    expect(faults({ categoryId: null })).toMatchObject([{ code: 'kind_missing' }]);
  });

  test('rows of 100.00 and 50.00 exceed a total of 149.99, and not one of 150.00 or more', () => {
    const lines = [
      line({ totalCents: 10_000, ownCents: 1_000 }),
      line({ id: 'b', totalCents: 5_000, ownCents: 500 }),
    ];
    const codes = (statedTotalCents: number, statedOwnCents: number) =>
      faultsOf({ lines, statedTotalCents, statedOwnCents }).map(({ code }) => code);
    expect(codes(14_999, 1_500)).toEqual(['lines_above_total']);
    expect(codes(15_000, 1_499)).toEqual(['own_lines_above_total']);
    expect(codes(20_000, 1_501)).toEqual([]);
  });
});

test('names say what stays with the owner, and which kind of cost the rest is', () => {
  const kinds = [2, 6, 8, 9, 13, 14].map((betrkvNo) => ({ id: String(betrkvNo), betrkvNo }));
  const of = (name: string) => {
    const { kind, isReserve } = kindByName(name, kinds);
    return isReserve ? 'reserve' : (kind?.betrkvNo ?? null);
  };
  expect(of('Kosten der Müllabfuhr')).toBe(8);
  expect(of('Wasser und Abwasser')).toBe(2);
  expect(of('Gebäudeversicherung')).toBe(13);
  expect(of('Hausmeister inkl. Material')).toBe(14);
  expect(of('Zuführung zur Erhaltungsrücklage')).toBe('reserve');
  for (const name of ['Verwaltervergütung', 'Bankgebühren', 'Reparatur Heizung', 'Unbekanntes']) {
    expect(of(name)).toBeNull();
  }
  expect(neverRecoverable([line({}), line({ name: 'Verwaltung' }), line({ name: 'Rücklage' })])).toEqual([
    1, 2,
  ]);
});

describe('in time', () => {
  test('of a deadline on 31 December 2026 the manager is asked by 31 October and 30 November', () => {
    expect(askBy('2026-12-31')).toEqual(['2026-10-31', '2026-11-30']);
  });

  test('late without fault only with a reminder from before the deadline, a day of receipt after it, and where it is said', () => {
    const paper = { receivedOn: '2027-02-15', isExcused: true };
    const asked = [{ askedOn: '2026-12-31' }];
    expect(obstacleEndedOn(paper, asked, '2026-12-31')).toBe('2027-02-15');
    expect(obstacleEndedOn(paper, [{ askedOn: '2027-01-01' }], '2026-12-31')).toBeNull();
    expect(obstacleEndedOn({ ...paper, isExcused: false }, asked, '2026-12-31')).toBeNull();
    expect(obstacleEndedOn({ ...paper, receivedOn: '2026-12-31' }, asked, '2026-12-31')).toBeNull();
  });

  test('papers cover a period where no day of it is in none', () => {
    const period = { from: '2025-03-01', to: '2026-02-28' };
    const [first, second] = [
      { from: '2025-01-01', to: '2025-12-31' },
      { from: '2026-01-01', to: '2026-12-31' },
    ];
    expect(coversAll([second, first], period)).toBe(true);
    expect(coversAll([first], period)).toBe(false);
    expect(coversAll([second], period)).toBe(false);
    expect(coversAll([], period)).toBe(false);
  });
});
