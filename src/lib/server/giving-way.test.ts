import { expect, test } from 'vitest';
import { givingWay } from './giving-way.ts';

function hold(ms: number) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('others have turns while much is done, and the order stays', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const all = Array.from({ length: 40 }, (_, at) => at);
  const done = await givingWay(all, (at) => {
    hold(10);
    return at * 2;
  });
  clearInterval(timer);
  expect(done).toEqual(all.map((at) => at * 2));
  expect(turns).toBeGreaterThan(2);
});

test('what is done in a moment waits for nobody', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  await givingWay([1, 2, 3], (one) => one);
  clearInterval(timer);
  expect(turns).toBe(0);
});
