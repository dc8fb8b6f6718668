import { expect, test } from 'vitest';
import { readBankFile } from '@/bank/index';
import { noReferences } from '@/bank/lines/purpose';
import { type KnownLine, recogniseLines } from '@/bank/lines/same-line';
import type { MatchBook, MatchLine } from '@/bank/matching/book';
import { matchLines } from '@/bank/matching/matcher';
import type { StatementLine } from '@/bank/statement';
import { zipOf } from '../factories/bank-files/zip.ts';
import { slowness, spentSince } from '../setup/machine.ts';

/** A hundred times what it takes. */
const patience = () => 3_000 * slowness();
const bytes = (text: string) => new TextEncoder().encode(text);
const iban = '<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>';
const camt = (inner: string) =>
  `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${inner}</Stmt></BkToCstmrStmt></Document>`;
const entry = (text: string) =>
  `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-05-04</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const mt = (line: string, behind = '') =>
  `:20:X\n:25:37040044/0532013000\n:60F:C260501EUR1,00\n:61:${line}\n:86:166?00X?20Y\n:62F:C260501EUR2,00\n${behind}`;

const hostile: Record<string, string> = {
  'RF00 again and again': camt(iban + entry('RF00 '.repeat(20_000))),
  'blanks behind /OCMT/': mt(`2605010501C1,00NTRFX//Y/OCMT/${' '.repeat(80_000)}x`),
  'blanks before U+2028': mt('2605010501C1,00NTRFX', `-}${' '.repeat(80_000)}\u2028x\n`),
  'blanks inside a cell': `Datum;Betrag;Name;Text\n${`1.1.2026;1,00;a;b${' '.repeat(90_000)}c\n`.repeat(3)}`,
  'siblings before the account': camt(
    '<x/>'.repeat(80_000) + iban + '<Ntry><Sts>PDNG</Sts></Ntry>'.repeat(40_000),
  ),
};

test.each(Object.entries(hostile))('%s is read in no time', { timeout: 120_000 }, (_, text) => {
  const began = process.cpuUsage();
  readBankFile(bytes(text));
  expect(spentSince(began)).toBeLessThan(patience());
});

test('a sheet whose format of a day never closes its brackets is read in no time', {
  timeout: 120_000,
}, () => {
  const parts: Record<string, string> = {
    'xl/workbook.xml': '<workbook><sheets><sheet id="a"/></sheets></workbook>',
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(15_000)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${'<row><c s="0"><v>45000</v></c></row>'.repeat(400)}</sheetData></worksheet>`,
  };
  const file = zipOf(Object.entries(parts).map(([name, text]) => ({ name, bytes: bytes(text) })));
  const began = process.cpuUsage();
  readBankFile(file);
  expect(spentSince(began)).toBeLessThan(patience());
});

const lineOf = (text: string): MatchLine => ({
  bookedOn: '2026-05-04',
  amountCents: 100,
  currency: 'EUR',
  name: null,
  onBehalfOf: null,
  account: null,
  text,
  references: noReferences,
  kind: 'transfer',
  returned: null,
  batchCount: null,
});
const emptyBook: MatchBook = {
  currency: 'EUR',
  leases: [],
  items: [],
  payments: [],
  bookings: [],
  suppliers: [],
  feeCategoryId: null,
  rules: [],
  ownAccounts: [],
  orders: [],
};
const leasesOf = (people: readonly (readonly [string, string])[]) =>
  people.map(([firstName, lastName], at) => ({
    id: `lease ${at}`,
    references: [],
    people: [{ firstName, lastName, companyName: null }],
    places: [`WE ${at}`, 'ab cd'],
    rentCents: 100,
  }));
const letters = (at: number) => String.fromCharCode(97 + (at % 26), 97 + (Math.floor(at / 26) % 26));
const many = <T>(length: number, one: (at: number) => T) => Array.from({ length }, (_, at) => one(at));

const hostileBooks: Record<string, { text: string; book: Partial<MatchBook> }> = {
  'words of thousands of letters': { text: many(10, (at) => letters(at).repeat(15_000)).join(' '), book: {} },
  'a last name of many tenants again and again': {
    text: 'ab '.repeat(666),
    book: { leases: leasesOf(many(500, (at) => [`first${letters(at)}`, 'ab'])) },
  },
  'words that are like every last name': {
    text: many(600, (at) => `aaaaa${letters(at)}`).join(' '),
    book: { leases: leasesOf(many(500, (at) => [`first${letters(at)}`, `aaaaa${letters(at + 7)}`])) },
  },
  'the first word of many suppliers again and again': {
    text: 'ab '.repeat(666),
    book: {
      suppliers: many(500, (at) => ({
        name: `ab c${at}`,
        direction: 'income',
        categoryId: 'x',
        propertyId: null,
      })),
    },
  },
};

// Fifty lines fill a page of the inbox.
test.each(Object.entries(hostileBooks))(
  '%s are matched in no time',
  {
    timeout: 120_000,
  },
  (_, { text, book }) => {
    const lines = many(50, () => lineOf(text));
    const began = process.cpuUsage();
    matchLines(lines, { ...emptyBook, ...book });
    expect(spentSince(began)).toBeLessThan(patience());
  },
);

/** Lines of one day, of bookings of so many parts. */
const ofOneDay = (bookings: number, parts: number): StatementLine[] =>
  Array.from({ length: bookings * parts }, (_, at) => ({
    bookedOn: '2026-03-02',
    valueOn: null,
    amountCents: 100 / parts,
    currency: 'EUR',
    name: null,
    onBehalfOf: null,
    account: null,
    text: '',
    references: noReferences,
    kind: 'transfer',
    returned: null,
    balanceCents: null,
    batchCount: null,
    entry: { index: Math.floor(at / parts), amountCents: 100 },
    raw: '',
    lineNumber: at,
  }));
const known = (lines: readonly StatementLine[]): KnownLine[] =>
  lines.map((line, at) => ({
    ...line,
    id: `known ${at}`,
    endToEnd: null,
    entry: { id: `booking ${line.entry.index}`, amountCents: line.entry.amountCents },
  }));

test.each([
  ['wholes after their parts', 1, 2],
  ['parts after their wholes', 2, 1],
])('%s of one day are told again in no time', { timeout: 120_000 }, (_, incoming, before) => {
  const lines = ofOneDay(15_000, incoming);
  const earlier = known(ofOneDay(15_000, before));
  const began = process.cpuUsage();
  expect(recogniseLines(lines, earlier).fresh).toEqual([]);
  expect(spentSince(began)).toBeLessThan(patience());
});

test('a file of more lines than any year has is refused', { timeout: 120_000 }, () => {
  const part = '<TxDtls><Amt Ccy="EUR">0.01</Amt></TxDtls>';
  const booked = '<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>';
  const batch = `<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${booked}<NtryDtls>${part.repeat(100)}</NtryDtls></Ntry>`;
  expect(readBankFile(bytes(camt(iban + batch.repeat(5))))).toMatchObject({
    kind: 'statements',
    statements: [{ lines: { length: 500 } }],
  });
  expect(readBankFile(bytes(camt(iban + batch.repeat(501))))).toMatchObject({ fault: { code: 'too_large' } });
});

test('a table of more cells than any bank writes is refused before it is cut', { timeout: 120_000 }, () => {
  const wide = `a${';'.repeat(254)}\n`;
  expect(readBankFile(bytes(wide.repeat(3_900))).kind).toBe('table');
  expect(readBankFile(bytes(wide.repeat(4_000)))).toMatchObject({ fault: { code: 'too_large' } });
  // Cells that hold nothing are left out of a sheet, and would come back.
  const sheet = sheetOf(`${'<row/>'.repeat(4_000)}<row><c r="IV4001"><v>1</v></c></row>`);
  expect(readBankFile(sheet)).toMatchObject({ fault: { code: 'too_large' } });
});

test('an element by the name of what every object has is no message', () => {
  expect(readBankFile(bytes('<?xml version="1.0"?><Document><constructor/></Document>')).kind).toBe('fault');
});

/** A spreadsheet whose cells all name one shared text. */
function sharing(rows: number, cells: number, text: string): Uint8Array {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`;
  return sheetOf(row.repeat(rows), text);
}

function sheetOf(rows: string, text = ''): Uint8Array {
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  };
  return zipOf(Object.entries(parts).map(([name, part]) => ({ name, bytes: bytes(part) })));
}

test.each([
  ['one long text in many cells', sharing(20, 200, 'x'.repeat(30_000))],
  ['a short one in a great many', sharing(1_000, 200, 'x'.repeat(95))],
  ['a row of thousands of cells', bytes(`Datum;Betrag\n${';'.repeat(15_000)}\n`)],
  [
    'a field of MT940 of twelve million signs',
    bytes(mt(`2605010501C1,00NTRFX`).replace('?20Y', 'x'.repeat(12_000_000))),
  ],
  [
    'a thousand and one statements',
    bytes(camt(iban).replace(/<Stmt>.*<\/Stmt>/, (one) => one.repeat(1_001))),
  ],
])('%s is too large', { timeout: 120_000 }, (_, file) => {
  expect(readBankFile(file)).toMatchObject({ kind: 'fault', fault: { code: 'too_large' } });
});

test('what no bank writes is cut off: 30,000 signs of a purpose to 2,000', () => {
  const file = readBankFile(bytes(camt(iban + entry('x'.repeat(30_000)))));
  expect(file.kind === 'statements' && file.statements[0]?.lines[0]?.text.length).toBe(2_000);
});
