import { describe, expect, test } from 'vitest';
import { parseAmount, parseDay } from '@/bank/files/amount';
import { readBankFile } from '@/bank/index';
import { headerKey } from '@/bank/tables/mapping';
import { encodeUtf8 } from '../factories/bank-files/truth.ts';
import { zipOf } from '../factories/bank-files/zip.ts';

describe('amounts', () => {
  test.each([
    ['1.234,56', ',', 123_456],
    ['-3,9', ',', -390],
    ['1.000', ',', 100_000],
    ['\u2212850,00', ',', -85_000],
    ['12,00-', ',', -1_200],
    ['+5 EUR', ',', 500],
    ['1 234,50 €', ',', 123_450],
    ['-0,00', ',', 0],
    ['1,234.56', '.', 123_456],
    ["1'234.50", '.', 123_450],
    ['850', '.', 85_000],
    ['12,500', ',', 1_250],
  ] as const)('%s with %s is %i cents', (text, decimal, cents) => {
    expect(parseAmount(text, decimal)).toBe(cents);
  });

  test.each([
    ['1.00', ','],
    ['1.23,45', ','],
    ['1,2,3', ','],
    ['12,345', ','],
    ['12,', ','],
    [',50', ','],
    ['-5-', ','],
    ['1e3', ','],
    ['', ','],
    ['1,23', '.'],
    ['99999999999999', ','],
  ] as const)('%s with %s is none', (text, decimal) => {
    expect(parseAmount(text, decimal)).toBeNull();
  });
});

test.each([
  ['3.5.2026', 'dmy', '2026-05-03'],
  ['03.05.26', 'dmy', '2026-05-03'],
  ['05/13/2026', 'mdy', '2026-05-13'],
  ['2026-05-03', 'dmy', '2026-05-03'],
  ['2026-05-03T10:22:44', 'ymd', '2026-05-03'],
  ['31.02.2026', 'dmy', null],
  ['05/13/2026', 'dmy', null],
  ['3.5.226', 'dmy', null],
] as const)('%s as %s is %s', (text, order, day) => {
  expect(parseDay(text, order)).toBe(day);
});

const guessed = (bytes: Uint8Array) => {
  const file = readBankFile(bytes);
  if (file.kind !== 'table' || !file.guess) throw new Error(JSON.stringify(file));
  const read = readBankFile(bytes, file.guess);
  if (read.kind !== 'statements') throw new Error(JSON.stringify(read));
  return { guess: file.guess, lines: read.statements.flatMap(({ lines }) => lines) };
};

describe('a table of no known bank', () => {
  test('is guessed by its header, below whatever stands above', () => {
    const { guess, lines } = guessed(
      encodeUtf8(
        'Kontoauszug\n\nDatum;Empfänger;IBAN;Zweck;Betrag;Saldo\n03.05.2026;Anna;DE89370400440532013000;Miete;1.850,00;2.000,00\n04.05.2026;Strom;;;-50,00;1.950,00\n',
      ),
    );
    expect(guess).toMatchObject({ headerRow: 1, decimal: ',', dayOrder: 'dmy' });
    expect(headerKey(guess)).toBe('datum|empfänger|iban|zweck|betrag|saldo');
    expect(lines).toMatchObject([
      {
        bookedOn: '2026-05-03',
        amountCents: 185_000,
        name: 'Anna',
        account: 'DE89370400440532013000',
        text: 'Miete',
        balanceCents: 200_000,
      },
      { bookedOn: '2026-05-04', amountCents: -5_000, name: 'Strom', account: null, text: '' },
    ]);
  });

  test('of PostFinance: credits and debits by their currency, above a disclaimer that is no booking', () => {
    const { guess, lines } = guessed(
      encodeUtf8(
        'Datum von:;2026-11-01\nKonto:;CH9300762011623852957\nWährung:;CHF\n\nDatum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie\n30.11.2026;Lastschrift;EWZ STROM;;-234.55;;\n02.11.2026;Gutschrift;"GUTSCHRIFT VON MARIA KOVAC";1650.50;;;\n\nDisclaimer:\nDies ist kein Kontoauszug.\n',
      ),
    );
    expect(guess).toMatchObject({ headerRow: 3, decimal: '.', dayOrder: 'dmy' });
    expect(lines).toMatchObject([
      { bookedOn: '2026-11-30', amountCents: -23_455, text: 'EWZ STROM' },
      { bookedOn: '2026-11-02', amountCents: 165_050, text: 'GUTSCHRIFT VON MARIA KOVAC' },
    ]);
  });

  test('of UBS and of the cantonal banks: what a payment is for stands in descriptions, or in the booking text', () => {
    const ubs = guessed(
      encodeUtf8(
        "IBAN:;CH93 0076 2011 6238 5295 7;\n\nAbschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;\n;;2026-11-02;2026-11-02;CHF;;1'650.50;;2650.50;T1;Maria Kovac;Gutschrift;Miete November;;\n;;2026-11-03;2026-11-03;CHF;-234.55;;;2415.95;T2;EWZ;Belastung;;;\n",
      ),
    );
    expect(ubs.lines).toMatchObject([
      { amountCents: 165_050, currency: 'CHF', text: 'Maria Kovac Gutschrift Miete November' },
      { amountCents: -23_455, currency: 'CHF', text: 'EWZ Belastung' },
    ]);
    const cantonal = guessed(
      encodeUtf8(
        `"Datum";"Buchungstext";"Whg";"Belastung CHF";"Gutschrift CHF";"Valuta";"Saldo CHF"\n"02.11.2026";"Gutschrift: Kovac Maria";"CHF";"";"1'650.50";"02.11.2026";"2650.50"\n`,
      ),
    );
    expect(cantonal.lines).toMatchObject([
      { amountCents: 165_050, currency: 'CHF', text: 'Gutschrift: Kovac Maria' },
    ]);
  });

  test('of BAWAG, without a header: the account that stands in every row is one’s own', () => {
    const { guess, lines } = guessed(
      encodeUtf8(
        'AT611904300234573201;"Miete November|Maria Kovac";02.11.2026;02.11.2026;+880,00;EUR\nAT611904300234573201;"Strom November";03.11.2026;03.11.2026;-1.234,55;EUR\n',
      ),
    );
    expect(guess.columns).toMatchObject({ ownAccount: [0], text: [1] });
    expect(lines).toMatchObject([
      { amountCents: 88_000, name: null, account: null, text: 'Miete November|Maria Kovac' },
      { amountCents: -123_455, name: null, account: null },
    ]);
  });

  test('in English, with debit and credit apart and American days', () => {
    const { guess, lines } = guessed(
      encodeUtf8(
        'Date,Description,Debit,Credit,Balance\n05/13/2026,Rent May,,"1,850.00",2000.00\n05/14/2026,Power,50.00,,1950.00\n',
      ),
    );
    expect(guess).toMatchObject({ decimal: '.', dayOrder: 'mdy' });
    expect(lines.map((line) => [line.bookedOn, line.amountCents])).toEqual([
      ['2026-05-13', 185_000],
      ['2026-05-14', -5_000],
    ]);
  });

  test('without a header by what its columns hold', () => {
    const { guess, lines } = guessed(
      encodeUtf8(
        '03.05.2026;Anna Müller;Miete für den Mai;850,00;EUR\n04.05.2026;Stadtwerke;Abschlag für Strom;-50,00;EUR\n',
      ),
    );
    expect(guess.headerRow).toBe(-1);
    expect(headerKey(guess)).toBeNull();
    expect(lines.map(({ amountCents, name, text }) => [amountCents, name, text])).toEqual([
      [85_000, 'Anna Müller', 'Miete für den Mai'],
      [-5_000, 'Stadtwerke', 'Abschlag für Strom'],
    ]);
  });

  test('cut in its last amount is refused, ended without a line break it is not', () => {
    const text = 'Datum;Wer;Betrag\n03.05.2026;Anna;850,00\n04.05.2026;Bernd;1250,00';
    const { guess } = guessed(encodeUtf8(text));
    expect(readBankFile(encodeUtf8(text), guess).kind).toBe('statements');
    for (const cut of [text.slice(0, -1), text.slice(0, -3), text.slice(0, -4)]) {
      expect(readBankFile(encodeUtf8(cut), guess)).toMatchObject({ kind: 'fault', fault: { lineNumber: 3 } });
    }
  });

  test('with a mapping that names no amount is refused', () => {
    const bytes = encodeUtf8('Datum;Wer;Betrag\n03.05.2026;Anna;850,00\n');
    const { guess } = guessed(bytes);
    const { amount: _, ...columns } = guess.columns;
    expect(readBankFile(bytes, { ...guess, columns })).toMatchObject({ fault: { code: 'mapping' } });
  });
});

/** A workbook as spreadsheets write it: shared texts, days as numbers with a style, holes in rows. */
function workbook(rows: string): Uint8Array {
  const xml = (text: string) => encodeUtf8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
  return zipOf([
    { name: '[Content_Types].xml', bytes: xml('<Types/>') },
    {
      name: 'xl/workbook.xml',
      bytes: xml(
        '<workbook xmlns:r="r"><sheets><sheet name="Umsätze" sheetId="1" r:id="rId7"/></sheets></workbook>',
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: xml('<Relationships><Relationship Id="rId7" Target="worksheets/sheet4.xml"/></Relationships>'),
    },
    {
      name: 'xl/styles.xml',
      bytes: xml(
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      ),
    },
    {
      name: 'xl/sharedStrings.xml',
      bytes: xml(
        '<sst><si><t>Datum</t></si><si><t>Empfänger</t></si><si><t>Zweck</t></si><si><t>Betrag</t></si><si><r><t>Anna </t></r><r><t>Müller</t></r></si></sst>',
      ),
    },
    { name: 'xl/worksheets/sheet4.xml', bytes: xml(`<worksheet><sheetData>${rows}</sheetData></worksheet>`) },
  ]);
}

describe('a spreadsheet', () => {
  const head =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>';

  test('is a table: days, texts in runs, amounts without what fractions add', () => {
    const { lines } = guessed(
      workbook(
        `${head}<row r="2"><c r="A2" s="1"><v>46145</v></c><c r="B2" t="s"><v>4</v></c><c r="C2" t="inlineStr"><is><t>Miete</t></is></c><c r="D2"><v>1850.1000000000001</v></c></row><row r="3"><c r="A3" s="1"><v>46146</v></c><c r="D3"><v>-3</v></c></row>`,
      ),
    );
    expect(lines).toMatchObject([
      { bookedOn: '2026-05-03', name: 'Anna Müller', text: 'Miete', amountCents: 185_010, lineNumber: 2 },
      { bookedOn: '2026-05-04', name: null, text: '', amountCents: -300, lineNumber: 3 },
    ]);
  });

  test.each([
    ['a text that is not there', '<row r="2"><c r="A2" t="s"><v>99</v></c></row>', 'sheet_broken'],
    ['a number that is none', '<row r="2"><c r="A2"><v>viel</v></c></row>', 'sheet_broken'],
    ['a column far away', '<row r="2"><c r="ZZZ2"><v>1</v></c></row>', 'sheet_broken'],
    ['a day before days', '<row r="2"><c r="A2" s="1"><v>-4</v></c></row>', 'day'],
  ])('with %s is refused', (_name, row, code) => {
    expect(readBankFile(workbook(head + row))).toMatchObject({
      kind: 'fault',
      fault: { code, lineNumber: 2 },
    });
  });
});
