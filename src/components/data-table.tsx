// biome-ignore-all lint/a11y/noRedundantRoles: display:block on a phone drops the roles the elements imply
import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { ScrollBox } from './scroll-box';

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Figures stand right-aligned under each other. */
  align?: 'start' | 'end';
  /** On a phone: `title` heads the card, `corner` stands in its upper corner, `wide` is left out. */
  phone?: 'title' | 'line' | 'wide' | 'corner';
  /** Where there is little room for columns: only there, or everywhere but there. */
  tablet?: 'only' | 'never';
  /** Nothing to be told of this row, as nothing open or no end: left out of its card on a phone. */
  isSilent?: (row: Row) => boolean;
};

/**
 * A real table that becomes a stack of cards on a phone. The roles are written out because changing `display`
 * would otherwise take the table away from screen readers.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  footer,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** A last row, e.g. a sum: one cell per column, keyed like the columns. */
  footer?: Record<string, ReactNode>;
}) {
  return (
    <ScrollBox>
      <table role="table" className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                data-align={column.align}
                data-tablet={column.tablet}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row" key={rowKey(row)}>
              {columns.map((column) => (
                <DataCell key={column.key} column={column} isSilent={column.isSilent?.(row)}>
                  {column.cell(row)}
                </DataCell>
              ))}
            </tr>
          ))}
        </tbody>
        {footer && (
          <tfoot role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <DataCell key={column.key} column={column}>
                  {footer[column.key]}
                </DataCell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollBox>
  );
}

/** One cell, labelled where the table is a stack of cards. */
export function DataCell<Row>({
  column,
  isSilent,
  children,
}: {
  column: Column<Row>;
  isSilent?: boolean;
  children: ReactNode;
}) {
  const phone = column.phone ?? 'line';
  // What heads the card on a phone heads the row: heard with each of its figures.
  const isHead = phone === 'title' && children != null && children !== '';
  const Cell = isHead ? 'th' : 'td';
  return (
    <Cell
      role={isHead ? 'rowheader' : 'cell'}
      scope={isHead ? 'row' : undefined}
      data-align={column.align}
      data-phone={phone}
      data-tablet={column.tablet}
      data-silent={isSilent || undefined}
      className={classNames(column.align === 'end' && 'tabular-nums')}
    >
      {phone === 'line' && (
        <span className="data-table__label" aria-hidden="true">
          {column.header}
        </span>
      )}
      <span className="data-table__value">{children}</span>
    </Cell>
  );
}
