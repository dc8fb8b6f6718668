const isRecord = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * Whether JSON alone says a value: text, finite numbers, booleans, null, and lists and records of these. A property that
 * is undefined is one that is not there; in a list it would become null, and is not plain.
 */
export function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isPlain);
  return isRecord(value) && Object.values(value).every((item) => item === undefined || isPlain(item));
}
