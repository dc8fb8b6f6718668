import { describe, expect, test } from 'vitest';
import { DomainError } from '../errors.ts';
import { Turnstile } from './turnstile.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function held() {
  let release = () => {};
  const work = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { work: () => work, release };
}

describe('a turnstile', () => {
  test('of 2 at once lets 2 of 5 in, and each that leaves makes room for the next in line', async () => {
    const turnstile = new Turnstile({ atOnce: 2, atOncePerKey: 2, waiting: 10, perKey: 10 });
    const entered: number[] = [];
    const visits = [0, 1, 2, 3, 4].map((number) => ({ number, ...held() }));
    const passing = visits.map(({ number, work }) =>
      turnstile.pass(`person ${number}`, () => {
        entered.push(number);
        return work();
      }),
    );
    await settled();
    expect(entered).toEqual([0, 1]);
    visits[1]?.release();
    await settled();
    expect(entered).toEqual([0, 1, 2]);
    for (const { release } of visits) release();
    await Promise.all(passing);
    expect(entered).toEqual([0, 1, 2, 3, 4]);
  });

  test('of 3 for each key refuses the fourth of one, and takes the first of another', async () => {
    const turnstile = new Turnstile({ atOnce: 1, atOncePerKey: 1, waiting: 10, perKey: 3 });
    const visit = held();
    const passing = [1, 2, 3].map(() => turnstile.pass('one', visit.work));
    await expect(turnstile.pass('one', visit.work)).rejects.toThrow(new DomainError('rate_limited'));
    passing.push(turnstile.pass('other', visit.work));
    visit.release();
    await Promise.all(passing);
    await turnstile.pass('one', async () => {});
  });

  test('of 1 at once for each key keeps the other place free for whoever comes', async () => {
    const turnstile = new Turnstile({ atOnce: 2, atOncePerKey: 1, waiting: 10, perKey: 9 });
    const entered: string[] = [];
    const visits = ['one', 'one', 'other', 'other', 'third'].map((key) => ({ key, ...held() }));
    const passing = visits.map(({ key, work }, at) =>
      turnstile.pass(key, () => {
        entered.push(`${key} ${at}`);
        return work();
      }),
    );
    await settled();
    expect(entered).toEqual(['one 0', 'other 2']);
    // Whoever leaves makes room for their own next, and a place that is free for anybody.
    visits[0]?.release();
    await settled();
    expect(entered).toEqual(['one 0', 'other 2', 'one 1']);
    visits[2]?.release();
    visits[1]?.release();
    await settled();
    expect(entered).toEqual(['one 0', 'other 2', 'one 1', 'other 3', 'third 4']);
    for (const { release } of visits) release();
    await Promise.all(passing);
  });

  test('with a full line says that it is busy, and goes on after work that failed', async () => {
    const turnstile = new Turnstile({ atOnce: 1, atOncePerKey: 1, waiting: 1, perKey: 9 });
    const visit = held();
    const failing = turnstile.pass('a', async () => {
      await visit.work();
      throw new Error('broken');
    });
    const waiting = turnstile.pass('b', async () => 'served');
    await expect(turnstile.pass('c', async () => {})).rejects.toThrow(new DomainError('unavailable'));
    visit.release();
    await expect(failing).rejects.toThrow('broken');
    expect(await waiting).toBe('served');
  });
});
