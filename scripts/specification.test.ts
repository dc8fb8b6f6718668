import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './surroundings.ts';

const page = readFileSync(path.join(root, 'docs', 'specification.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Row '))
  .map((line) => line.slice(2, -2).split(' | '));
const paths = (text: string) =>
  [...text.matchAll(/`((?:src|scripts|supabase|tests|messages|docs)\/[^`]+|next\.config\.ts)`/g)].map(
    ([, name = '']) => name,
  );

test('every row of the specification names where it lives and a test that proves it', () => {
  expect(rows.length).toBeGreaterThan(90);
  for (const [row, where, proof, ...more] of rows) {
    expect([row, more]).toEqual([row, []]);
    expect(where, row).toBeTruthy();
    expect(
      paths(proof ?? '').filter((name) => /\.(test|spec)\.ts$/.test(name)),
      row,
    ).not.toEqual([]);
  }
});

test('what it names is there', () => {
  expect(paths(page).filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});
