import { LineStop, type Problem } from '../statement/problems.ts';

/** Why nothing can be made of a block; `at` is what of the input stands still with it. */
export type BlockStop = { at: string; problem: Problem };

/** What a block says instead of what the engine says of the empty place it left. */
export const withStops = (problems: readonly Problem[], stops: readonly BlockStop[]): Problem[] => [
  ...problems.filter(({ field }) => !stops.some(({ at }) => field === at || field.startsWith(`${at}.`))),
  ...stops.map(({ problem }) => problem),
];

/** Runs a block; what stops it is kept for its place. */
export function reading<Read>(
  stops: BlockStop[],
  at: string,
  params: Record<string, string>,
  read: () => Read,
): Read | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof LineStop)) throw error;
    const { code, field } = error;
    stops.push({
      at,
      problem: { code, field: `${at}.${field}`, stops: 'line', params: { ...params, ...error.params } },
    });
    return null;
  }
}
