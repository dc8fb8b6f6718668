import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inWords, recorded } from '../proof/record.ts';

const page = 'Before.\n\n<!-- proof: begin -->\nNot run yet.\n<!-- proof: end -->\n\nAfter.\n';
const first = { day: '2026-03-01', commit: 'abc1234', load: 0.54 };
const fuzz = { name: 'fuzz, seed 1', seconds: 65, code: 0, summary: '5000 requests | none' };
const soak = { name: 'soak', seconds: 12.4, code: 1, summary: 'not flat' };

test('what ran again takes the place of its row, what did not keeps its own with its day and commit', () => {
  const both = recorded(recorded(page, first, fuzz), first, soak);
  const later = recorded(both, { day: '2026-03-02', commit: 'def5678+', load: 2 }, { ...fuzz, seconds: 60 });
  expect(later).toBe(
    [
      'Before.\n\n<!-- proof: begin -->',
      '| What | Day, commit, load | Time | | What it said |',
      '|---|---|---|---|---|',
      '| fuzz, seed 1 | 2026-03-02, def5678+, 2.0 | 1 min 0 s | passed | 5000 requests · none |',
      '| soak | 2026-03-01, abc1234, 0.5 | 12 s | failed (1) | not flat |',
      '<!-- proof: end -->\n\nAfter.\n',
    ].join('\n'),
  );
});

test('the page of the project has the place, any other says so', () => {
  const file = path.resolve(import.meta.dirname, '../../docs/reliability.md');
  expect(recorded(fs.readFileSync(file, 'utf8'), first, soak)).toContain(
    '| soak | 2026-03-01, abc1234, 0.5 |',
  );
  expect(() => recorded('No place.', first, soak)).toThrow('no place');
});

test('times are said as people say them', () => {
  expect(inWords(9.6)).toBe('10 s');
  expect(inWords(3_605)).toBe('60 min 5 s');
});
