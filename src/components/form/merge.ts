/** One field of a form whose record somebody else has changed meanwhile. */
export type MergedField = {
  name: string;
  label: string;
  /** What the record held when the form was opened, or last compared; undefined for a field that is new. */
  base: string | undefined;
  mine: string;
  theirs: string;
};

export type Difference = Pick<MergedField, 'name' | 'label' | 'mine' | 'theirs'>;

/**
 * What becomes of the fields: what only the other person changed is `taken` over; what both changed, and not to the same,
 * is `differing` and waits for a decision. What only the user changed stays as typed.
 */
export function mergeFields(fields: readonly MergedField[]): {
  taken: Difference[];
  differing: Difference[];
} {
  const taken: Difference[] = [];
  const differing: Difference[] = [];
  for (const { base, ...field } of fields) {
    if (base === undefined || field.theirs === base || field.theirs === field.mine) continue;
    (field.mine === base ? taken : differing).push(field);
  }
  return { taken, differing };
}

/**
 * The version a record has by one's own saving: as the answer tells, else the next. Where nothing had changed the answer
 * tells the version there was, and the next one is somebody else's.
 */
export function ownVersion(result: unknown, before: unknown): unknown {
  if (typeof result === 'object' && result !== null && 'version' in result) return result.version;
  return typeof before === 'number' ? before + 1 : undefined;
}
