export type ListLook = {
  view: 'cards' | 'table';
  /** The columns shown beside the name, in the list's own order. */
  columns: readonly string[];
};

export const listLookCookie = (name: string) => `hausbuch-list-${name}`;

/** `table.kind-city`: what a cookie may hold as it stands. */
export const writeListLook = ({ view, columns }: ListLook): string => `${view}.${columns.join('-')}`;

/** The look a cookie tells of; what it does not know, or no cookie, is the usual one. */
export function readListLook(
  value: string | undefined,
  { known, usual }: { known: readonly string[]; usual: ListLook },
): ListLook {
  const [view, columns] = (value ?? '').split('.');
  if ((view !== 'cards' && view !== 'table') || columns === undefined) return usual;
  const named = columns.split('-');
  return { view, columns: known.filter((column) => named.includes(column)) };
}
