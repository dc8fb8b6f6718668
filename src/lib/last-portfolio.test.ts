import { expect, test } from 'vitest';
import { endedPortfolio, writeLastPortfolio } from './last-portfolio';

const userId = '0198a000-0000-7000-8000-000000000001';
const id = '0198a000-0000-7000-8000-000000000002';
const own = { id: '0198a000-0000-7000-8000-000000000003' };
/** As Next hands out what a browser sent. */
const kept = (name: string) => decodeURIComponent(writeLastPortfolio({ userId, id, name }));

test('whoever has lost the portfolio this browser showed last is told its name', () => {
  expect(endedPortfolio(kept('Hof 1.2; „Süd“'), userId, [])).toBe('Hof 1.2; „Süd“');
  expect(endedPortfolio(kept('Hof'), userId, [own])).toBe('Hof');
});

test('nobody is told of a portfolio they still have, or that somebody else has seen in this browser', () => {
  expect(endedPortfolio(kept('Hof'), userId, [own, { id }])).toBeNull();
  expect(endedPortfolio(kept('Hof'), own.id, [])).toBeNull();
  for (const nothing of [undefined, '', 'left', 'a', 'a.b', `${userId}..x`, `${userId}.${id}.`])
    expect(endedPortfolio(nothing, userId, [])).toBeNull();
});
