import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable } from '@/lib/pasted-cells';
import { addressOf, placeNames } from './address-rules';
import { columnsOf, emptyCells, type Row } from './column-rules';
import { readRows } from './grid-rules';
import { isHeadRow, readHeaded } from './head-rules';
import { placesOf } from './place-rules';

const cellsOf = (cells: Partial<Row['cells']>): Pick<Row, 'cells'> => ({
  cells: { ...emptyCells, ...cells },
});

test.each([
  ['DE', { street: 'Lindenstraße 5' }, ['Lindenstraße', '5', '', '']],
  ['DE', { street: 'Lindenstr. 12 a' }, ['Lindenstr.', '12 a', '', '']],
  ['DE', { street: 'Hauptstraße 5a-7' }, ['Hauptstraße', '5a-7', '', '']],
  ['DE', { street: 'Straße des 17. Juni 135' }, ['Straße des 17. Juni', '135', '', '']],
  ['DE', { street: 'Platz der Republik' }, ['Platz der Republik', '', '', '']],
  ['DE', { street: 'Lindenstraße 5, 10115 Berlin' }, ['Lindenstraße', '5', '10115', 'Berlin']],
  ['DE', { street: '10115 Berlin, Lindenstraße 5' }, ['Lindenstraße', '5', '10115', 'Berlin']],
  ['DE', { street: 'Lindenstraße 5', city: 'D-10115 Berlin' }, ['Lindenstraße', '5', '10115', 'Berlin']],
  ['DE', { street: 'Weg 1', postalCode: '1067', city: 'Dresden' }, ['Weg', '1', '01067', 'Dresden']],
  [
    'AT',
    { street: 'Mariahilfer Straße 10/3', postalCode: '1060' },
    ['Mariahilfer Straße', '10/3', '1060', ''],
  ],
  ['US', { street: '914 Maple Avenue', postalCode: '01067' }, ['Maple Avenue', '914', '01067', '']],
  ['GB', { street: '12a Mill Lane', city: 'Leeds' }, ['Mill Lane', '12a', '', 'Leeds']],
] as const)('in %s %j is %j', (country, cells, [street, houseNumber, postalCode, city]) => {
  expect(addressOf(cellsOf(cells), country)).toEqual({ street, houseNumber, postalCode, city });
});

test('whatever stands in its cells, no letter and no figure of an address is lost', () => {
  const letters = (...texts: string[]) => [...texts.join('').replaceAll(/[^\p{L}\d]/gu, '')].sort().join('');
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'aß5 1,-/.') }),
    fc.constantFrom('Weg 5, 10115 Berlin', '10115 Berlin, Weg 5', 'Weg 5'),
  );
  fc.assert(
    fc.property(text, fc.constantFrom('AT', 'GB', 'US'), (street, country) => {
      expect(letters(...Object.values(addressOf(cellsOf({ street }), country)))).toBe(letters(street));
    }),
  );
});

test('houses without a name are called by street and number, and by the town where two have the same', () => {
  const rows = [
    { street: 'Hauptstraße 1', city: 'Berlin' },
    { street: 'Hauptstr. 1', city: 'Potsdam' },
    { street: 'Ring 2', city: 'Potsdam' },
    { street: 'Ring 2' },
    { street: 'Hauptstr. 1', city: 'Berlin' },
    { city: 'Jena' },
    {},
  ].map(cellsOf);
  expect(placeNames(rows, 'DE')).toEqual([
    ...[
      'Hauptstraße 1, Berlin',
      'Hauptstr. 1, Potsdam',
      'Ring 2',
      'Ring 2',
      'Hauptstraße 1, Berlin',
      'Jena',
      '',
    ],
  ]);
});

const ids = { unit: 'u', tenants: ['t'], lease: 'l', deposit: 'd', received: 'r' };
const readers = {
  cents: () => ({ ok: true as const, cents: 90_000 }),
  day: () => ({ ok: true as const, day: '2024-02-01' }),
  vatBp: () => null,
  area: () => ({ ok: false as const, reason: 'not_a_number' }),
  rooms: () => ({ ok: false as const, reason: 'not_a_number' }),
  ...{ today: '2026-03-20', firstMonth: '2026-03', country: 'DE' },
};

/** A pasted table as it is entered. */
function enter(text: string) {
  const read = readTable(text, isHeadRow);
  if (!read?.head) throw new Error('no head');
  const asked = columnsOf('several', true, ['street', 'postalCode', 'city']);
  const { rows } = readHeaded(read.head, read.rows, (one) => asked.includes(one), 'DE');
  const { homes, faults } = readRows(
    rows.map(({ cells, kind }, index) => ({
      ...{ ids: { ...ids, place: `p${index}` }, kind, hasVat: false },
      ...cellsOf(cells),
    })),
    asked,
    readers,
  );
  return { faults, places: placesOf('several', homes, { country: 'DE' }, (index) => `Wohnung ${index + 1}`) };
}

test('two houses of one street are two, each with its address; flats of one are in it', () => {
  const { faults, places } = enter(
    [
      'Straße\tHausnr.\tPLZ\tOrt\tWohnung\tMieter\tseit\tKaltmiete',
      'Lindenstraße\t5\t1067\tDresden\tEG\tAda\t1.2.2024\t900',
      'Lindenstraße\t5\t01067\tDresden\tOG\tBen\t1.2.2024\t900',
      'Lindenstraße\t7\t01067\tDresden\tEG\tEva\t1.2.2024\t900',
    ].join('\n'),
  );
  expect(faults).toEqual([]);
  const town = { postalCode: '01067', city: 'Dresden', country: 'DE' };
  expect(places).toMatchObject([
    { name: 'Lindenstraße 5', street: 'Lindenstraße', houseNumber: '5', ...town, homes: [{}, {}] },
    { name: 'Lindenstraße 7', street: 'Lindenstraße', houseNumber: '7', ...town, homes: [{}] },
  ]);
});

test('a house keeps its name beside its address, said in any of its rows; two addresses of one are a fault', () => {
  const head = 'Objekt\tAdresse\tPLZ/Ort\tMieter\tseit\tKaltmiete';
  const row = (place: string, street: string, town: string) =>
    [place, street, town, 'Ada', '1.2.2024', '900'].join('\t');
  expect(
    enter([head, row('Haus am See', 'Seeweg 3', ''), row('Haus am See', '', '14467 Potsdam')].join('\n')),
  ).toMatchObject({
    faults: [],
    places: [
      { name: 'Haus am See', street: 'Seeweg', houseNumber: '3', postalCode: '14467', city: 'Potsdam' },
    ],
  });
  const { faults } = enter(
    [
      head,
      row('A', 'Lindenstraße 5', '10115 Berlin'),
      row('A', 'Lindenstr. 5', '10115 Berlin'),
      row('A', 'Lindenstraße 7', '101 Berlin'),
    ].join('\n'),
  );
  expect(faults).toEqual([
    { row: 2, column: 'street', code: 'other_address' },
    { row: 2, column: 'city', code: 'other_address' },
  ]);
});
