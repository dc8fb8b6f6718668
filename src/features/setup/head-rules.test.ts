import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable } from '@/lib/pasted-cells';
import de from '../../../messages/de.json';
import en from '../../../messages/en.json';
import { columns, emptyCells, type Row } from './column-rules';
import {
  balanceCells,
  isHeadRow,
  type Meaning,
  meaningOf,
  openBalances,
  readHeaded,
  withHeaded,
} from './head-rules';
import { kindIn } from './kind-rules';

const rowOf = (): Row => ({
  ids: { place: 'p', unit: 'u', tenants: ['t'], lease: 'l', deposit: 'd', received: 'r' },
  cells: emptyCells,
  ...{ kind: null, hasVat: false },
});

const table = (text: string) => {
  const read = readTable(text, isHeadRow);
  if (!read?.head) throw new Error('no head');
  return readHeaded(read.head, read.rows, () => true, 'DE');
};

const asPeopleWrite: [Meaning, string[]][] = [
  ['place', ['Objekt', 'Immobilie', 'Property']],
  ['street', ['Adresse', 'Straße', 'Straße, Hausnr.', 'Straße + Nr.', 'Street']],
  ['houseNumber', ['Hausnr.', 'Haus-Nr.', 'House number']],
  ['postalCode', ['PLZ', 'Postleitzahl', 'ZIP', 'Postcode']],
  ['city', ['Ort', 'PLZ/Ort', 'PLZ, Ort', 'Stadt', 'City', 'Town']],
  ['unit', ['Wohnung', 'Whg.-Nr.', 'Einheit', 'Unit', 'Flat no.']],
  ['tenant', ['Mieter', 'Mieter/in', 'Name', 'Tenant(s)']],
  ['startsOn', ['Mietbeginn', 'Mieter seit', 'Einzug', 'Lease since', 'Move-in date']],
  ['net', ['Kaltmiete', 'Nettokaltmiete (€)', 'Miete kalt', 'Kaltmiete in €', 'Rent per month', 'Net rent']],
  ['costs', ['NK', 'Nebenkosten', 'BK-Vorauszahlung', 'NK mtl.', 'Service charge', 'Utilities']],
  ['email', ['E-Mail', 'Email', 'E-Mail-Adresse', 'e-mail address']],
  ['phone', ['Tel.', 'Tel.-Nr.', 'Telefon', 'Mobil', 'Handy', 'Telefon 2', 'Phone', 'Mobile', 'Cell phone']],
  ['persons', ['Personen', 'Anz. Personen', 'Personen im Haushalt', 'Persons', 'No. of people', 'Occupants']],
  [
    'area',
    ['Wohnfläche', 'Wohnfläche (m²)', 'm²', 'qm', 'Fläche in qm', 'Area', 'sq ft', 'Living area (sqm)'],
  ],
  ['rooms', ['Zimmer', 'Zi.', 'Anzahl Zimmer', 'Rooms']],
  ['deposit', ['Kaution', 'Mietkaution', 'Kaution vereinbart', 'Kaution (€)', 'Deposit', 'Security deposit']],
  [
    'depositHeld',
    ['Kaution erhalten', 'Kaution (erhalten)', 'Kaution bezahlt am', 'Deposit received', 'Deposit held'],
  ],
  [
    'arrears',
    ['Rückstand', 'Mietrückstand', 'Rückstand per 30.11.2026', 'Offene Miete', 'Arrears', 'Amount owed'],
  ],
  ['credit', ['Guthaben', 'Überzahlung', 'Guthaben (EUR)', 'Credit', 'Overpayment']],
  ['balance', ['Saldo', 'Saldo per 30.11.2026', 'Kontostand', 'Mietkonto', 'Balance', 'Account balance']],
];

test.each(asPeopleWrite)('a column of %s is known by how people head it', (meaning, heads) => {
  expect(heads.map((head) => [head, meaningOf(head)])).toEqual(heads.map((head) => [head, meaning]));
});

test('heads are known however they are set, and the words of this page among them', () => {
  for (const { Homes } of [en, de]) {
    expect(columns.map((column) => meaningOf(Homes.columns[column]))).toEqual([...columns]);
    expect(meaningOf(Homes.kind)).toBe('kind');
  }
  const around = fc.constantFrom('', ' ', '\u00a0', '\n', ':', ' (€)', ' in EUR', ' *');
  const known = fc.constantFrom(
    ...asPeopleWrite.flatMap(([meaning, heads]) => heads.map((head) => ({ meaning, head }))),
  );
  fc.assert(
    fc.property(known, around, fc.boolean(), ({ meaning, head }, behind, isLoud) => {
      expect(meaningOf(`${isLoud ? head.toUpperCase() : head}${behind}`)).toBe(meaning);
    }),
  );
});

test('what a column may mean besides is no guess: total rents, forms of a deposit and remarks stay out', () => {
  const strange = [
    'Warmmiete',
    'Gesamtmiete',
    'Kautionsart',
    'Kaution offen',
    'Kaution (Bürgschaft)',
    'Bemerkung',
  ];
  expect([...strange, 'Gross rent', '', '350', 'Anna Schmidt'].map(meaningOf)).toEqual(Array(10).fill(null));
});

test('a list with heads is read by them in any order; what has no place is named, and so is a second of a kind', () => {
  const read = table(
    [
      'Mieter\tWohnung\tArt\tKaution\tKaution erhalten\tTel.\tMobil\tMiete\tKaltmiete\tWarmmiete\tRückstand',
      'Anna Schmidt\tEG links\tWohnung\t1.500,00 €\tja\t030 1234\t0170 55\t700\t710\t820\t -   € ',
      'Krume GmbH\tLaden\tLaden\t\t\t\t0171 66\t900\t\t\t350',
    ].join('\n'),
  );
  expect(read.left).toEqual(['Kaltmiete', 'Warmmiete']);
  expect(read.balance).toBeNull();
  const rows = withHeaded([rowOf()], 0, read, rowOf);
  expect(
    rows.map(({ kind, cells }) => [kind, cells.unit, cells.tenant, cells.phone, cells.net, cells.deposit]),
  ).toEqual([
    ['apartment', 'EG links', 'Anna Schmidt', '030 1234; 0170 55', '700', '1.500,00 €'],
    ['commercial', 'Laden', 'Krume GmbH', '0171 66', '900', ''],
  ]);
  expect(rows.map(({ cells }) => [cells.depositHeld, cells.arrears])).toEqual([
    ['ja', ''],
    ['', '350'],
  ]);
});

test('first and last names in columns of their own are one name', () => {
  const names = (text: string) => table(text).rows.map(({ cells }) => cells.tenant);
  expect(names('Vorname\tNachname\tMiete\nAnna\tvan der Berg\t700')).toEqual(['van der Berg, Anna']);
  expect(names('Name\tVorname\tMiete\nSchmidt\tBen\t700\nKrume GmbH\t\t900')).toEqual([
    'Schmidt, Ben',
    'Krume GmbH',
  ]);
});

test('a row of data is no head, though a flat or a kind is called like one', () => {
  expect(isHeadRow(['EG links', 'Wohnung', 'Petra Kühn', '01.04.2019', '520'])).toBe(false);
  expect(isHeadRow(['Haus', 'Wohnung', '01.04.2019', '520'])).toBe(false);
  expect(isHeadRow(['Anna Schmidt', 'Ben Weber'])).toBe(false);
  expect(isHeadRow(['Wohnung', '', 'Mieter', 'Fläche m²'])).toBe(true);
});

test('a balance is nobody’s until somebody says which way round it is', () => {
  const { balance, rows, taken } = table('Wohnung\tMieter\tSaldo\nA\tAnna Poe\t-350,00\nB\tBen Poe\t20,00');
  if (!balance) throw new Error('no balance');
  expect(rows.every(({ cells }) => cells.arrears === undefined && cells.credit === undefined)).toBe(true);
  expect(taken.map(({ head }) => head)).toEqual(['Wohnung', 'Mieter']);
  expect(balanceCells(balance, 'arrears')).toEqual([{ credit: '350,00' }, { arrears: '20,00' }]);
  expect(balanceCells(balance, 'credit')).toEqual([{ arrears: '350,00' }, { credit: '20,00' }]);
});

test('350 owed is 350 owed however the minus is written, and either answer is the mirror of the other', () => {
  const minus = fc.constantFrom(
    ...[
      (text: string) => `-${text}`,
      (text: string) => `− ${text}`,
      (text: string) => `${text}-`,
      (text: string) => `(${text})`,
    ],
  );
  const amount = fc.constantFrom('350', '350,00', '1.350,00', '1,350.00', '350 €', '€350');
  fc.assert(
    fc.property(minus, amount, (negative, text) => {
      const values = [text, `+${text}`, negative(text), '', '-', ' – €'];
      const said = balanceCells({ head: 'Saldo', values }, 'arrears');
      expect(said).toEqual([{ arrears: text }, { arrears: text }, { credit: text }, {}, {}, {}]);
      expect(balanceCells({ head: 'Saldo', values }, 'credit')).toEqual([
        ...[{ credit: text }, { credit: text }, { arrears: text }],
        ...[{}, {}, {}],
      ]);
    }),
  );
  for (const text of ['350,-', '350,--', '350.--', '350,–']) {
    expect(balanceCells({ head: 'Saldo', values: [text, `-${text}`] }, 'arrears')).toEqual([
      { arrears: text },
      { credit: text },
    ]);
  }
});

test('a figure beside the name of a place, a unit or a number of rooms makes it one of them, and its row data', () => {
  const data = [
    ...['Haus 1', 'Haus 3-5', 'Wohnung 1', 'Whg. 1', 'WE 01', 'Flat 2', 'Top 4', '3 Zimmer', '2 Personen'],
    ...['40 qm', '68,5 m²'],
  ];
  expect(data.map(meaningOf)).toEqual(data.map(() => null));
  expect(isHeadRow(['Haus 1', 'Wohnung 1', 'Anna Schmidt', ''])).toBe(false);
  expect(isHeadRow(['Wohnung 1', 'Mieter', 'Kaltmiete'])).toBe(false);
  expect(isHeadRow(['Mieter', 'Telefon 1', 'Telefon 2', 'Saldo per 30.11.2026', 'Fläche m2'])).toBe(true);
});

test('a column without a head is named by its number where something stands in it', () => {
  expect(table('Wohnung\t\tMieter\t\nLinks\tx\tAnna Poe\t\t5\nRechts\t\tBen Fox').left).toEqual([2, 5]);
});

test('a rent for each square metre and the sum of a year are no rent of a month; a slash before the month is one', () => {
  const strange = [
    ...['Miete/m²', 'Kaltmiete €/m²', 'Rent/sq ft', 'm²-Miete', '€/m²', 'NK je qm', 'Wohnung (m²)'],
    ...['NK 2025', 'Miete 2025', 'NK 2024/25', 'NK 2024/2025', 'NK 01.01.-31.12.2025', 'Miete 700'],
  ];
  expect(strange.map((head) => [head, meaningOf(head)])).toEqual(strange.map((head) => [head, null]));
  const monthly = ['Miete/Monat', 'Miete / Monat', 'Rent/month', 'Miete per 1.1.2025', 'Miete 11/2026'];
  expect(monthly.map(meaningOf)).toEqual(monthly.map(() => 'net'));
});

test('what a head says its figures count in, they say themselves, but those that say so already', () => {
  const cells = (text: string) => table(text).rows.map((row) => row.cells);
  expect(
    cells('Unit\tArea (sq ft)\tRent (CHF)\nA\t750\t900\nB\t70 m²\t€900\nC\t\t950,-').map((said) => [
      said.area,
      said.net,
    ]),
  ).toEqual([
    ['750 sq ft', '900 CHF'],
    ['70 m²', '€900'],
    ['', '950,- CHF'],
  ]);
  expect(cells('Wohnung\tm²\tKaution erhalten (€)\nA\t70\t01.02.2024\nB\t1.070,5\tja')).toEqual([
    { unit: 'A', area: '70 m²', depositHeld: '01.02.2024' },
    { unit: 'B', area: '1.070,5 m²', depositHeld: 'ja' },
  ]);
  expect(cells('Flat\tSquare footage\nA\t750')).toEqual([{ unit: 'A', area: '750 sq ft' }]);
  expect(balanceCells({ head: 'Saldo (CHF)', values: ['350', '(20)'] }, 'arrears')).toEqual([
    { arrears: '350 CHF' },
    { credit: '20 CHF' },
  ]);
});

test('rooms that are let are named, and those of a flat counted', () => {
  const cells = (text: string) => table(text).rows.map((row) => row.cells);
  expect(cells('Zimmer\tMieter\tMiete\nZimmer 1\tAnna Poe\t450\nZi. links\tEva Fox\t430')).toMatchObject([
    { unit: 'Zimmer 1', tenant: 'Anna Poe' },
    { unit: 'Zi. links', tenant: 'Eva Fox' },
  ]);
  expect(cells('Room\tTenant\nRoom 3\tAnna Poe')).toMatchObject([{ unit: 'Room 3' }]);
  expect(cells('Wohnung\tZimmer\nEG\t3 Zimmer')).toMatchObject([{ unit: 'EG', rooms: '3 Zimmer' }]);
});

test('a room of a flat is named by both, as no two units are called the same, and is one whatever its number', () => {
  const rows = (text: string) => table(text).rows.map(({ cells, kind }) => [cells.unit, cells.rooms, kind]);
  expect(
    rows('Wohnung\tZimmer\tMieter\nWhg 1\tZimmer 1\tAnna Poe\nWhg 1\tWhg 1 Zi. 2\tEva Fox\nEG\t\tJan Roe'),
  ).toEqual([
    ['Whg 1, Zimmer 1', undefined, 'room'],
    ['Whg 1 Zi. 2', undefined, 'room'],
    ['EG', undefined, null],
  ]);
  expect(rows('Flat\tRoom\tTenant\nFlat 1\tA\tAnna Poe\nFlat 2\tOffice\tEva Fox')).toEqual([
    ['Flat 1, A', undefined, 'room'],
    ['Flat 2, Office', undefined, null],
  ]);
  expect(rows('Zimmer-Nr.\tMieter\n1\tAnna Poe')).toEqual([['1', undefined, 'room']]);
  expect(rows('Wohnung\tZimmer\nEG\tZimmer: 3\nDG\t2')).toEqual([
    ['EG', 'Zimmer: 3', null],
    ['DG', '2', null],
  ]);
});

test('a balance of nothing leaves what stands beside it', () => {
  const values = ['', '0,00', '-', '0.00 €'];
  expect(balanceCells({ head: 'Saldo', values }, 'arrears')).toEqual([{}, {}, {}, {}]);
});

test('a column of kinds is read in longer words, too, and named where none is known', () => {
  const read = table('Wohnung\tArt\nA\tTG-Stellplatz\nB\tLadenlokal\nC\tGewerbeeinheit\nD\t');
  expect(read.rows.map(({ kind }) => kind)).toEqual(['parking', 'commercial', 'commercial', null]);
  expect(table('Wohnung\tMieter\tArt\nA\tAnna Poe\tunbefristet').left).toEqual(['Art']);
});

test('a number of a house comes with its street, once, and alone it is none; who has no address keeps the house typed', () => {
  const read = table(
    'Straße\tHausnr.\tWohnung\tMieter\tWohnort\nRing 5\t5\tEG\tPoe\tUlm\nRing\t7\tOG\tFox\t\n\t\tDG\tRay\t',
  );
  expect(read.rows.map(({ cells }) => [cells.street, cells.place])).toEqual([
    ...[
      ['Ring 5', 'Ring 5'],
      ['Ring 7', 'Ring 7'],
      ['', undefined],
    ],
  ]);
  expect(read.left).toEqual(['Wohnort']);
  expect(table('Haus-Nr.\tWohnung\tMieter\n1\tEG\tPoe').left).toEqual(['Haus-Nr.']);
});

test('people in columns of their own rent together; another column of names is left', () => {
  const read = table('Wohnung\tMieter 1\tMieter 2\tName\nA\tAnna Poe\tBen Poe\tX\nB\tEva Fox\t\tY');
  expect(read.rows.map(({ cells }) => cells.tenant)).toEqual(['Anna Poe; Ben Poe', 'Eva Fox']);
  expect(read.left).toEqual(['Name']);
});

test('the telephone and the mobile of a couple are the first one’s, unless a column has one for each', () => {
  const phones = (tenants: string, ...said: string[]) =>
    table(`Mieter\tTel.\tMobil\n${tenants}\t${said.join('\t')}`).rows[0]?.cells.phone;
  expect(phones('Anna & Ben Poe', '030 12', '0170 55')).toBe('030 12, 0170 55;');
  expect(phones('Anna & Ben Poe', '030 12; 030 34', '0170 55')).toBe('030 12, 0170 55; 030 34');
  expect(phones('Anna & Ben Poe', '', '0170 55; 0170 66')).toBe('0170 55; 0170 66');
  expect(phones('Anna Poe', '030 12', '0170 55')).toBe('030 12; 0170 55');
});

test('a balance stays open whatever is pasted besides, until another comes for its rows', () => {
  const saldo = { head: 'Saldo', values: ['1', '2'] };
  const open = openBalances([], 0, table('Wohnung\tMieter\tSaldo\nA\tPoe\t1\nB\tFox\t2'));
  expect(open).toEqual([{ ...saldo, at: 0 }]);
  expect(openBalances(open, 0, null)).toEqual(open);
  expect(openBalances(open, 2, table('Wohnung\tSaldo\nC\t1\nD\t2'))).toEqual([
    { ...saldo, at: 0 },
    { ...saldo, at: 2 },
  ]);
});

test('one row pasted anew keeps the balances of the others; people pasted anew lose those of who stood there', () => {
  const open = openBalances([], 0, table('Wohnung\tSaldo\nA\t-350\nB\t20\nC\t-800'));
  expect(openBalances(open, 0, table('Wohnung\tSaldo\nA\t-300'))).toEqual([
    { head: 'Saldo', values: ['', '20', '-800'], at: 0 },
    { head: 'Saldo', values: ['-300'], at: 0 },
  ]);
  expect(openBalances(open, 0, table('Mieter\tRückstand\nPoe\t5\nFox\t6\nRay\t7'))).toEqual([]);
  expect(openBalances(open, 0, table('E-Mail\tTelefon\na@b.de\t5'))).toEqual(open);
});

test.each([
  'Personen (Stand 01.11.2026)',
  'Personen zum 31.12.2025',
  'No. of persons (2026)',
  'Fläche m2 (01.01.2026)',
])('“%s” says as of when, and is a head', (head) =>
  expect(isHeadRow(['Wohnung', 'Mieter', head])).toBe(true),
);

test.each([
  ['Wohn- und Geschäftshaus', null],
  ['Einfamilienhaus mit Garage', null],
  ['DHH mit Carport', null],
  ['3 ZKB, Stellplatz', null],
  ['DG mit Abstellraum', null],
  ['House with garage', null],
  ['Wohnung mit Stellplatz', 'apartment'],
  ['TG-Stellplatz', 'parking'],
  ['Ladenlokal', 'commercial'],
  ['Gewerbeeinheit mit Lager', 'commercial'],
] as const)('a kind called “%s” is %s', (cell, kind) => expect(kindIn(cell)).toBe(kind));
