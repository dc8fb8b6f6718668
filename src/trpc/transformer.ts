import type { SuperJSONResult } from 'superjson';
import superjson from 'superjson';

const isRecord = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * Whether JSON alone says a value: text, finite numbers, booleans, null, and lists and records of these. A property that
 * is undefined is one that is not there; in a list it would become null, and is not plain.
 */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isPlain);
  return isRecord(value) && Object.values(value).every((item) => item === undefined || isPlain(item));
}

/**
 * How answers and inputs travel: as SuperJSON, which keeps days of a clock and the like. Most say nothing that JSON does not,
 * and SuperJSON walks them all the same: 2 ms of the processor for 50 rows of an account, where this asks for 0.1
 * (2026-11-27), and as long again in the browser. What is written reads the same by SuperJSON alone.
 */
export const transformer = {
  serialize: (value: unknown): SuperJSONResult =>
    isPlain(value) ? { json: value as SuperJSONResult['json'] } : superjson.serialize(value),
  deserialize: (written: unknown): unknown =>
    typeof written === 'object' && written !== null && 'json' in written && !('meta' in written)
      ? written.json
      : superjson.deserialize(written as SuperJSONResult),
};
