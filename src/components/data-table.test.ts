import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Column, DataTable } from './data-table';

type Row = { id: string; who: string; open: string };

const columns: Column<Row>[] = [
  { key: 'who', header: 'Tenant', phone: 'title', cell: (row) => row.who },
  { key: 'open', header: 'Open', align: 'end', cell: (row) => row.open },
];
const rows = [
  { id: '1', who: 'Anna Schmidt', open: '700.00' },
  { id: '2', who: 'Jonas Weber', open: '12.50' },
];

function headsOf(footer?: Record<string, string>): string[] {
  const rowKey = (row: Row) => row.id;
  const html = renderToStaticMarkup(
    createElement(DataTable<Row>, { caption: 'Rents', columns, rows, rowKey, footer }),
  );
  return [...html.matchAll(/<th[^>]*role="rowheader"[^>]*>(.*?)<\/th>/g)].map(([, inside]) =>
    (inside ?? '').replaceAll(/<[^>]*>/g, ''),
  );
}

// Whoever goes down a column hears figures: 700.00 of whom?
test('a row is headed by what heads its card on a phone', () => {
  expect(headsOf()).toEqual(['Anna Schmidt', 'Jonas Weber']);
  expect(headsOf({ who: 'Sum', open: '712.50' })).toEqual(['Anna Schmidt', 'Jonas Weber', 'Sum']);
});

test('a sum without a name has no head', () => {
  expect(headsOf({ open: '712.50' })).toEqual(['Anna Schmidt', 'Jonas Weber']);
});
