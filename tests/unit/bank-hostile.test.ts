import { expect, test } from 'vitest';
import { readBankFile } from '@/bank/index';
import type { MatchBook, MatchLine } from '@/bank/matching/book';
import { matchLines } from '@/bank/matching/matcher';
import { zipOf } from '../factories/bank-files/zip.ts';

/** A hundred times what it takes, on a machine that does other things besides. */
const patience = 3_000;
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
  const began = performance.now();
  readBankFile(bytes(text));
  expect(performance.now() - began).toBeLessThan(patience);
});

test('words of thousands of letters are matched in no time', { timeout: 120_000 }, () => {
  const none = { endToEnd: null, mandate: null, creditorId: null, structured: null, bank: null, batch: null };
  const text = Array.from({ length: 10 }, (_, i) => String.fromCharCode(97 + i).repeat(15_000)).join(' ');
  const line: MatchLine = {
    bookedOn: '2026-05-04',
    amountCents: 100,
    currency: 'EUR',
    name: null,
    onBehalfOf: null,
    account: null,
    text,
    references: none,
    kind: 'transfer',
    returned: null,
    batchCount: null,
  };
  const book: MatchBook = {
    currency: 'EUR',
    leases: [],
    items: [],
    payments: [],
    bookings: [],
    suppliers: [],
    feeCategoryId: null,
    rules: [],
    ownAccounts: [],
  };
  const began = performance.now();
  matchLines([line], book);
  expect(performance.now() - began).toBeLessThan(patience);
});

test('an element by the name of what every object has is no message', () => {
  expect(readBankFile(bytes('<?xml version="1.0"?><Document><constructor/></Document>')).kind).toBe('fault');
});

/** A spreadsheet whose cells all name one shared text. */
function sharing(rows: number, cells: number, text: string): Uint8Array {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`;
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row.repeat(rows)}</sheetData></worksheet>`,
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
