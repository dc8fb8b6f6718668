export type Selection = {
  chosen: ReadonlySet<string>;
  /** The row that was set last: a range begins there. */
  anchor: string | null;
};

/** The selection after a row was set; as a range, with all rows from the last one set to this one. */
export function choose(
  { chosen, anchor }: Selection,
  ids: readonly string[],
  id: string,
  { isChosen, isRange }: { isChosen: boolean; isRange: boolean },
): Selection {
  const next = new Set(chosen);
  const from = isRange && anchor !== null ? ids.indexOf(anchor) : -1;
  const to = ids.indexOf(id);
  const set = from < 0 || to < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const one of set) {
    if (isChosen) next.add(one);
    else next.delete(one);
  }
  return { chosen: next, anchor: id };
}
