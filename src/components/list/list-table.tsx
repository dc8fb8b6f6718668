// biome-ignore-all lint/a11y/noRedundantRoles: display:block on a phone drops the roles the elements imply
'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useRef } from 'react';
import { classNames } from '../class-names';
import { type Column, DataCell } from '../data-table';
import { Icon } from '../icon';
import { chevronDownIcon } from '../icons';
import { ScrollBox } from '../scroll-box';
import type { SelectionState } from './use-selection';
import { useVirtualRows } from './use-virtual-rows';

export type ListColumn<Row> = Column<Row> & {
  /** The sorting the header stands for; figures and the like begin with the largest. */
  sort?: { by: string; descendingFirst?: boolean };
};

export type ListSort = { by: string; descending: boolean };

/** A table of a list that may be long: sorted by its headers, rows to be chosen, only those in sight drawn. */
export function ListTable<Row extends { id: string }>({
  name,
  caption,
  columns,
  rows,
  isWhole,
  nameOf,
  sort,
  onSort,
  selection,
}: {
  /** Of the list, so that its rows' heights are remembered. */
  name: string;
  caption: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  /** Whether these are all of them. */
  isWhole: boolean;
  /** What the row is called, for its box. */
  nameOf: (row: Row) => string;
  sort: ListSort;
  onSort: (sort: ListSort) => void;
  /** None for who may not change anything. */
  selection: SelectionState | null;
}) {
  const t = useTranslations('List');
  const body = useRef<HTMLTableSectionElement>(null);
  const { indexes, beforePx, afterPx, measure } = useVirtualRows(name, rows.length, body);
  const ids = rows.map((row) => row.id);
  const width = columns.length + (selection ? 1 : 0);
  const isEvery = selection !== null && ids.length > 0 && ids.every((id) => selection.chosen.has(id));

  function header(column: ListColumn<Row>) {
    const by = column.sort?.by;
    if (by === undefined) return column.header;
    const isSorted = sort.by === by;
    return (
      <button
        type="button"
        onClick={() =>
          onSort({ by, descending: isSorted ? !sort.descending : (column.sort?.descendingFirst ?? false) })
        }
        className={classNames(
          'group inline-flex items-center gap-1 rounded-sm align-bottom hover:text-foreground',
          isSorted && 'text-foreground',
          column.align === 'end' && 'flex-row-reverse',
        )}
      >
        {column.header}
        <Icon
          icon={chevronDownIcon}
          className={classNames(
            'size-3.5 transition-opacity',
            isSorted
              ? !sort.descending && 'rotate-180'
              : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
          )}
        />
      </button>
    );
  }

  return (
    <ScrollBox>
      <table
        role="table"
        className="data-table list-table"
        aria-rowcount={isWhole ? rows.length + 1 : -1}
        onKeyDown={(event) => selection && moveChoice(event, ids, selection)}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {selection && (
              <th role="columnheader" scope="col" className="w-10">
                <input
                  type="checkbox"
                  checked={isEvery}
                  onChange={() => (isEvery ? selection.clear() : selection.chooseAll(ids))}
                  aria-label={t('chooseAll')}
                  className="block size-5 accent-accent md:size-4"
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                data-align={column.align}
                aria-sort={ariaSort(column, sort)}
              >
                {header(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          <Space heightPx={beforePx} width={width} />
          {indexes.map((index) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <tr role="row" key={row.id} data-index={index} aria-rowindex={index + 2} ref={measure}>
                {selection && (
                  <td role="cell" data-phone="corner">
                    <input
                      type="checkbox"
                      data-row={row.id}
                      checked={selection.chosen.has(row.id)}
                      onChange={(event) => {
                        const click = event.nativeEvent;
                        const isRange = click instanceof MouseEvent && click.shiftKey;
                        selection.choose(ids, row.id, event.target.checked, isRange);
                      }}
                      aria-label={t('choose', { name: nameOf(row) })}
                      className="block size-5 accent-accent md:size-4"
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <DataCell key={column.key} column={column} isSilent={column.isSilent?.(row)}>
                    {column.cell(row)}
                  </DataCell>
                ))}
              </tr>
            );
          })}
          <Space heightPx={afterPx} width={width} />
        </tbody>
      </table>
    </ScrollBox>
  );
}

function ariaSort<Row>(column: ListColumn<Row>, sort: ListSort) {
  if (!column.sort) return undefined;
  if (column.sort.by !== sort.by) return 'none';
  return sort.descending ? 'descending' : 'ascending';
}

/** Stands for the rows that are not drawn. */
function Space({ heightPx, width }: { heightPx: number; width: number }) {
  if (heightPx <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row that nothing can focus
    <tr aria-hidden="true" className="list-table__space">
      <td colSpan={width} style={{ height: heightPx }} />
    </tr>
  );
}

/** Arrows go from box to box, with Shift they carry the choice along; Escape drops it. */
function moveChoice(event: KeyboardEvent, ids: readonly string[], selection: SelectionState) {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || box.dataset.row === undefined) return;
  if (event.key === 'Escape' && selection.chosen.size > 0) return selection.clear();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const nextId = step === undefined ? undefined : ids[ids.indexOf(box.dataset.row) + step];
  if (nextId === undefined) return;
  event.preventDefault();
  if (event.shiftKey) selection.choose(ids, nextId, selection.chosen.has(box.dataset.row), false);
  const next = event.currentTarget.querySelector(`input[data-row="${nextId}"]`);
  if (next instanceof HTMLElement) next.focus();
}
