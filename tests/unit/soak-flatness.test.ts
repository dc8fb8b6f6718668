import { expect, test } from 'vitest';
import { compareThirds } from '../proof/soak/flatness.ts';
import type { Sample } from '../proof/soak/measures.ts';

const samples = (grow: Partial<Record<keyof Sample, number>>): Sample[] =>
  Array.from({ length: 30 }, (_, at) => ({
    at: at * 5,
    memoryMb: 500 + at * (grow.memoryMb ?? 0),
    appMb: 300 + at * (grow.appMb ?? 0),
    descriptors: 200 + at * (grow.descriptors ?? 0),
    processes: 20,
    connections: 20 + at * (grow.connections ?? 0),
    answers: 1_000,
  }));
const notFlat = (grow: Partial<Record<keyof Sample, number>>) =>
  compareThirds(samples(grow)).flatMap(({ measure, isFlat }) => (isFlat ? [] : [measure]));

test('what stays is flat, and so is what one sample shows', () => {
  const [first, ...rest] = samples({});
  expect(notFlat({})).toEqual([]);
  if (!first) throw new Error('No sample.');
  expect(compareThirds([...rest, { ...first, memoryMb: 5_000 }]).every(({ isFlat }) => isFlat)).toBe(true);
});

test('what grows with every sample is not', () => {
  expect(notFlat({ memoryMb: 4 })).toEqual(['memoryMb']);
  expect(notFlat({ appMb: 2 })).toEqual(['appMb']);
  expect(notFlat({ descriptors: 2, connections: 1 })).toEqual(['descriptors', 'connections']);
});

test('two samples say nothing', () => {
  expect(() => compareThirds(samples({}).slice(0, 2))).toThrow('run longer');
});
