import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inWords, recorded } from '../proof/record.ts';

const page = 'Before.\n\n<!-- proof: begin -->\nold\n<!-- proof: end -->\n\nAfter.\n';

test('the table of a run takes the place of the one before', () => {
  const first = recorded(page, '1 March 2026', [
    { name: 'fuzz, seed 1', seconds: 65, code: 0, summary: '5000 requests | none' },
    { name: 'soak', seconds: 12.4, code: 1, summary: 'not flat' },
  ]);
  expect(first).toBe(
    [
      'Before.\n\n<!-- proof: begin -->\n1 March 2026\n',
      '| What | Time | | What it said |',
      '|---|---|---|---|',
      '| fuzz, seed 1 | 1 min 5 s | passed | 5000 requests · none |',
      '| soak | 12 s | failed (1) | not flat |',
      '<!-- proof: end -->\n\nAfter.\n',
    ].join('\n'),
  );
  expect(recorded(first, '1 March 2026', [])).not.toContain('fuzz');
});

test('the page of the project has the place, any other says so', () => {
  const file = path.resolve(import.meta.dirname, '../../docs/reliability.md');
  expect(recorded(fs.readFileSync(file, 'utf8'), 'today', [])).toContain('today');
  expect(() => recorded('No place.', 'today', [])).toThrow('no place');
});

test('times are said as people say them', () => {
  expect(inWords(9.6)).toBe('10 s');
  expect(inWords(3_605)).toBe('60 min 5 s');
});
