import { setImmediate } from 'node:timers/promises';

/** Nobody notices so short a wait. */
const HELD_MS = 50;

/** Does something with each of many, in their order; between moments whoever else waits for this process has a turn. */
export async function givingWay<T, R>(all: readonly T[], work: (one: T) => R): Promise<R[]> {
  const done: R[] = [];
  let began = performance.now();
  for (const one of all) {
    if (performance.now() - began > HELD_MS) {
      await setImmediate();
      began = performance.now();
    }
    done.push(work(one));
  }
  return done;
}
