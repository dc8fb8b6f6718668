import { expect, test } from 'vitest';
import { counterpartOf } from './compose-rules';

const house = { name: 'Hausordnung' };
const rules = { name: 'House rules' };

test('beside an own text stands the one of its name, else the only one in that language, else ours', () => {
  expect(counterpartOf(house, [rules, { name: ' hausordnung' }])).toEqual({ name: ' hausordnung' });
  expect(counterpartOf(house, [rules])).toBe(rules);
  expect(counterpartOf(house, [rules, { name: 'Heating' }])).toBeNull();
  expect(counterpartOf(house, [])).toBeNull();
});

test('beside ours stands ours', () => {
  expect(counterpartOf(null, [rules])).toBeNull();
});
