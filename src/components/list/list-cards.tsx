import { type ReactNode, useRef, useSyncExternalStore } from 'react';
import { useVirtualRows } from './use-virtual-rows';

/** Widths as the grid's classes below have them. */
const widths = [
  ['(width >= 64rem)', 3],
  ['(width >= 40rem)', 2],
] as const;

function readColumns(): number {
  return widths.find(([query]) => window.matchMedia(query).matches)?.[1] ?? 1;
}

function watchColumns(changed: () => void): () => void {
  const queries = widths.map(([query]) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
  };
}

const grid = 'grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-3';

/** The rows of a list as cards; of a long list only those in sight are drawn. */
export function ListCards<Row extends { id: string }>({
  name,
  label,
  rows,
  isWhole,
  card,
}: {
  name: string;
  label: string;
  rows: readonly Row[];
  isWhole: boolean;
  card: (row: Row) => ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const columns = useSyncExternalStore(watchColumns, readColumns, () => 3);
  const lines = Math.ceil(rows.length / columns);
  const { indexes, beforePx, afterPx, measure } = useVirtualRows(`${name} ${columns}`, lines, list);
  const item = (row: Row, index: number) => (
    // biome-ignore lint/a11y/useSemanticElements: a list item may not stand in the line of a grid
    <div
      key={row.id}
      role="listitem"
      aria-posinset={index + 1}
      aria-setsize={isWhole ? rows.length : -1}
      className="grid"
    >
      {card(row)}
    </div>
  );
  if (!measure) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: as above
      <div role="list" aria-label={label} ref={list} className={grid}>
        {rows.map(item)}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div role="list" aria-label={label} ref={list} style={{ paddingTop: beforePx, paddingBottom: afterPx }}>
      {indexes.map((line) => (
        <div
          key={line}
          role="presentation"
          data-index={line}
          ref={measure}
          className={`${grid} pb-3 md:pb-4`}
        >
          {rows
            .slice(line * columns, (line + 1) * columns)
            .map((row, index) => item(row, line * columns + index))}
        </div>
      ))}
    </div>
  );
}
