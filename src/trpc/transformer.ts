import superjson from 'superjson';

/** Keys that superjson refuses: they reach into prototypes where an answer is put together again. */
const isRefused = (key: string) => key === '__proto__' || key === 'constructor' || key === 'prototype';

/** Whether JSON alone says it all: no dates or other values of their own, nothing left out, and nothing twice. */
function isPlain(value: unknown, seen: Set<object>): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || seen.has(value)) return false;
  seen.add(value);
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) return (value as unknown[]).every((one) => isPlain(one, seen));
  if (prototype !== Object.prototype) return false;
  for (const key of Object.keys(value)) {
    if (isRefused(key) || !isPlain(Reflect.get(value, key), seen)) return false;
  }
  return true;
}

/**
 * superjson, which copies every value with its path: of an account of fifty entries that takes longer than all else
 * that the app adds to a call. Most answers are plain JSON, of which it says exactly that; only the others it has to read.
 */
export const transformer = {
  serialize: (value: unknown): ReturnType<typeof superjson.serialize> =>
    isPlain(value, new Set()) ? { json: value as never } : superjson.serialize(value),
  deserialize: superjson.deserialize,
};
