import { median } from '../../setup/median.ts';
import { measures, type Sample } from './measures.ts';

type Measure = (typeof measures)[number];

/** What may be more in the last third than in the first: caches that fill, a pool that was not yet full. */
const allowance: Record<Measure, { share: number; more: number }> = {
  memoryMb: { share: 0.1, more: 40 },
  appMb: { share: 0.1, more: 30 },
  descriptors: { share: 0.1, more: 20 },
  processes: { share: 0.1, more: 4 },
  connections: { share: 0.1, more: 4 },
};

export interface Comparison {
  measure: Measure;
  first: number;
  last: number;
  limit: number;
  isFlat: boolean;
}

/** The median of the last third against the first, of what was measured after the warm-up. */
export function compareThirds(samples: readonly Sample[]): Comparison[] {
  const third = Math.floor(samples.length / 3);
  if (third === 0) throw new Error(`${samples.length} samples have no thirds: run longer.`);
  return measures.map((measure) => {
    const values = samples.map((sample) => sample[measure]);
    const [first, last] = [median(values.slice(0, third)), median(values.slice(-third))];
    const { share, more } = allowance[measure];
    const limit = Math.round(first + Math.max(first * share, more));
    return { measure, first, last, limit, isFlat: last <= limit };
  });
}
