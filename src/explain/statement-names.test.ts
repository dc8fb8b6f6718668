import { expect, test } from 'vitest';
import { builtInCategories } from '@/features/category/built-in-facts';
import de from '../../messages/de.json';
import en from '../../messages/en.json';
import { numberByName } from '../statement/cost-names';
import { rules } from './registry';

test.each([
  ['Grundsteuer', 1],
  ['Wasser und Abwasser', 2],
  ['kanalgebühren', 3],
  ['Heizkosten', 4],
  ['Müllabfuhr', 8],
  ['Winterdienst', 8],
  ['Allgemeinstrom', 11],
  ['building  insurance', 13],
  ['Hausmeister', 14],
  ['Verwaltung', null],
  ['Dachrinnenreinigung', null],
])('%s is no. %s of § 2 BetrKV', (name, no) => {
  expect(numberByName(name)).toEqual({ betrkvNo: no, isCable: false });
});

test('cable is no. 15, and told apart from an antenna', () => {
  expect(numberByName('Kabelfernsehen')).toEqual({ betrkvNo: 15, isCable: true });
  expect(numberByName('Gemeinschaftsantenne')).toEqual({ betrkvNo: 15, isCable: false });
});

test('no usual name says another number than the app’s own category of that name', () => {
  const words: Record<string, string>[] = [en, de].map(({ Category }) => Category.builtIn);
  let compared = 0;
  for (const leaf of builtInCategories.flatMap(({ leaves }) => [...leaves])) {
    for (const labels of words) {
      const name = labels[leaf.code];
      if (name === undefined) continue;
      const { betrkvNo } = numberByName(name);
      if (betrkvNo === null) continue;
      expect([name, betrkvNo]).toEqual([name, 'betrkvNo' in leaf ? leaf.betrkvNo : null]);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(10);
});

test('a line without a number has the one of its name: 1.200 × 60 ÷ 100 m² = 720 are the tenant’s, with null none', () => {
  const costs = (line: object) => {
    const { leases } = rules.operating_cost_statement.explain({
      period: { from: '2025-01-01', to: '2025-12-31' },
      units: [
        { name: 'A', facts: [{ areaSqm: 60 }] },
        { name: 'B', facts: [{ areaSqm: 40 }] },
      ],
      leases: [{ name: 'Ahrens', units: [{ unit: 'A' }], agreesAll: true }],
      lines: [
        {
          name: 'Grundsteuer',
          key: 'area',
          bills: [{ amountEuro: 1200, from: '2025-01-01', to: '2025-12-31' }],
          ...line,
        },
      ],
    }).result as { leases: { costsCents: number }[] };
    return leases[0]?.costsCents;
  };
  expect(costs({})).toBe(72_000);
  expect(costs({ betrkvNo: null })).toBe(0);
  expect(costs({ name: 'Verwaltung' })).toBe(0);
});
