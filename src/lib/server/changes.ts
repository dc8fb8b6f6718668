type Row = Record<string, unknown>;

const sameValue = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What of a row differs, before and after: the fields of `after` only. Null when nothing does. */
export function changesBetween(before: Row, after: Row): { before: Row; after: Row } | null {
  const changed = Object.keys(after).filter((key) => !sameValue(before[key], after[key]));
  if (changed.length === 0) return null;
  const pick = (row: Row) => Object.fromEntries(changed.map((key) => [key, row[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}
