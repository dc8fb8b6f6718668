import { describe, expect, test } from 'vitest';
import { readBankFile } from '@/bank/index';
import type { StatementLine } from '@/bank/statement';
import { camt } from '../factories/bank-files/camt-files.ts';
import { encodeUtf8, ownAccount } from '../factories/bank-files/truth.ts';
import { statementOf } from '../factories/bank-import.ts';

const read = (text: string) => {
  const file = readBankFile(encodeUtf8(text));
  if (file.kind === 'statements') return file.statements.flatMap(({ lines }) => lines);
  return file.kind === 'fault' ? file.fault : file.kind;
};
const linesOf = (text: string): StatementLine[] => {
  const lines = read(text);
  if (!Array.isArray(lines)) throw new Error(JSON.stringify(lines));
  return lines;
};

describe('a line of a table that speaks as a total or a remark does', () => {
  const commerzbank = (text: string) =>
    `Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber\r\n04.05.2026;04.05.2026;Gutschrift;${text};120,00;EUR;${ownAccount}\r\n`;

  // Nothing, a whole day, an amount or its currency: what a bank writes behind the word. All else is what a payer wrote.
  test.each([
    ['Saldo Betriebskosten 2025 Anna Muster', 'payment'],
    ['Summe Mai und Juni', 'payment'],
    ['Kontostand ausgeglichen', 'payment'],
    ['Saldo 2025', 'payment'],
    ['Saldo 12.2025', 'payment'],
    ['Saldo 12.25', 'payment'],
    ['Saldo: 2025', 'payment'],
    ['Summe 2024', 'payment'],
    ['Saldo per 2025', 'payment'],
    ['Saldo 1.12.', 'payment'],
    ['Summe 04.05.2026 bis 31.05.2026', 'payment'],
    ['Saldo 120,00 EUR Anna Muster', 'payment'],
    ['Saldo', 'sum'],
    ['Endsaldo', 'sum'],
    ['Neuer Kontostand:', 'sum'],
    ['Saldo per 04.05.2026', 'sum'],
    ['Saldo 4.5.26', 'sum'],
    ['**Summe**', 'sum'],
    ['Endsaldo EUR', 'sum'],
    ['Saldo €', 'sum'],
    ['Kontostand 1.234,56', 'sum'],
    ['Kontostand -12,00', 'sum'],
    ['Endsaldo EUR 1234,56', 'sum'],
    ['Kontostand vom 09.05.2026: 1.234,56 EUR', 'sum'],
    ['Saldo am 09.05.2026 1,234.56 €', 'sum'],
    ['Saldo 1.234,56 EUR H', 'sum'],
  ] as const)('%s beside a day is a %s', (text, is) => {
    const lines = linesOf(commerzbank(text));
    if (is === 'sum') expect(lines).toEqual([]);
    else expect(lines).toMatchObject([{ amountCents: 12_000, text }]);
  });

  test.each([
    ['Anna Muster', [12_000]],
    ['', []],
  ])('in the first column it is a booking beside a day and a name: %j', (name, amounts) => {
    const text = `Verwendungszweck;Buchungstag;Empfänger;Betrag\nMiete;03.05.2026;Eva;700,00\nSaldo;04.05.2026;${name};120,00\n`;
    const file = readBankFile(encodeUtf8(text));
    if (file.kind !== 'table' || !file.guess) throw new Error(JSON.stringify(file));
    const said = readBankFile(encodeUtf8(text), file.guess);
    if (said.kind !== 'statements') throw new Error(JSON.stringify(said));
    const lines = said.statements.flatMap((statement) => statement.lines);
    expect(lines.map((line) => line.amountCents)).toEqual([70_000, ...amounts]);
  });

  test('an owner’s remark that something is open leaves no payment out', () => {
    const head =
      'IBAN Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Bemerkung';
    const row = (remark: string) =>
      `${head}\r\n${ownAccount};04.05.2026;04.05.2026;Anna;;Gutschrift;Miete;850,00;EUR;${remark}\r\n`;
    expect(linesOf(row('Rest noch offen'))).toMatchObject([{ amountCents: 85_000 }]);
    expect(linesOf(row('offen'))).toEqual([]);
    expect(linesOf(row('Umsatz vorgemerkt'))).toEqual([]);
  });
});

describe('a table that says two directions at once is refused', () => {
  const halves = (amount: string, debit: string, credit: string) =>
    `Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;Betrag;Soll;Haben;Währung\n4.5.2026;4.5.2026;SEPA;Anna;Miete;${amount};${debit};${credit};EUR\n`;
  const marked = (amount: string, mark: string) =>
    `Buchungstag;Valuta;Auftraggeber/Zahlungsempfänger;Empfänger/Zahlungspflichtiger;Vorgang/Verwendungszweck;Währung;Umsatz;\n4.5.2026;4.5.2026;Eva;Anna;Miete;EUR;${amount};${mark}\n`;

  test.each([
    ['money in that is less than nothing', halves('', '', '-850,00')],
    ['an amount out beside one in', halves('-850,00', '', '850,00')],
    ['a minus beside H', marked('-850,00', 'H')],
  ])('%s', (_name, text) => {
    expect(read(text)).toEqual({ code: 'sign', lineNumber: 2, part: null });
  });

  test.each([
    [halves('', '-850,00', ''), -85_000],
    [halves('', '850,00', ''), -85_000],
    [halves('-850,00', '-850,00', ''), -85_000],
    [halves('850,00', '850,00', ''), -85_000],
    [halves('850,00', '', '850,00'), 85_000],
    [marked('-850,00', 'S'), -85_000],
    [marked('850,00', 'S'), -85_000],
    [marked('850,00', 'H'), 85_000],
  ])('what agrees is read: %#', (text, amountCents) => {
    expect(linesOf(text)).toMatchObject([{ amountCents }]);
  });
});

describe('a German table with a point before the cents', () => {
  // A savings bank's, opened and saved again by a program that writes numbers as in English.
  const table = (...amounts: string[]) =>
    [
      'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung;Info',
      ...amounts.map(
        (amount) =>
          `${ownAccount};04.05.26;04.05.26;GUTSCHRIFT;Miete;Anna Muster;;${amount};EUR;Umsatz gebucht`,
      ),
      '',
    ].join('\r\n');

  test.each([
    [
      ['850.50', '-12.3', '1,200.00', '45'],
      [85_050, -1_230, 120_000, 4_500],
    ],
    [
      ['850,50', '1.200'],
      [85_050, 120_000],
    ],
    [['1.200'], [120_000]],
  ] as const)('%j is %j cents', (amounts, cents) => {
    expect(linesOf(table(...amounts)).map((line) => line.amountCents)).toEqual(cents);
  });

  test.each([
    // A thousand or one: nobody knows.
    [['850.50', '1.200'], 2],
    [['850.50', '12,00'], 2],
    [['850.50', '1.234.56'], 2],
  ] as const)('%j is refused', (amounts, lineNumber) => {
    expect(read(table(...amounts))).toMatchObject({ code: 'amount', lineNumber });
  });

  test('is none that was cut in the middle of its only amount', () => {
    const cut = `Buchungstag;Wertstellung;Umsatzart;Buchungstext;Währung;IBAN Kontoinhaber;Betrag\r\n04.05.2026;04.05.2026;Gutschrift;Miete;EUR;${ownAccount};1.23`;
    expect(read(cut)).toMatchObject({ code: 'amount' });
  });
});

describe('what comes back is said by the bank, not by those who write', () => {
  const sparkasse = (posting: string, text: string, amount: string) =>
    `Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung;Info\r\n${ownAccount};04.05.26;04.05.26;${posting};${text};Anna;;${amount};EUR;Umsatz gebucht\r\n`;

  test.each([
    ['ONLINE-UEBERWEISUNG', 'Rückgabe Kaution', '-1500,00'],
    ['ONLINE-UEBERWEISUNG', 'Rücküberweisung doppelte Miete', '-850,00'],
    ['ONLINE-UEBERWEISUNG', 'Refund of deposit', '-1500,00'],
    ['GUTSCHR. UEBERWEISUNG', 'Rücklastschrift Mai nachgezahlt', '850,00'],
    ['Eingang', 'Rücklastschrift Mai nachgezahlt', '850,00'],
    ['', 'Rücklastschriftgebühr', '3,00'],
    ['', 'Rückgabe Schlüssel', '-20,00'],
  ])('%s %s', (posting, text, amount) => {
    expect(linesOf(sparkasse(posting, text, amount))[0]?.returned).toBeNull();
  });

  test.each([
    ['RUECKLASTSCHRIFT', 'Miete Mai', '-503,00'],
    ['Lastschriftrückgabe', 'Miete Mai', '-503,00'],
    ['FOLGELASTSCHRIFT', 'Rücklastschrift Miete Mai', '-503,00'],
    ['Ausgang', 'Rücklastschrift Miete Mai', '-503,00'],
    ['', 'Retoure SEPA-Lastschrift', '-503,00'],
    ['GUTSCHRIFT', 'RETURN/REFUND Kaution', '1500,00'],
    ['GUTSCHRIFT', 'Retoure Kaution', '1500,00'],
  ])('%s %s', (posting, text, amount) => {
    expect(linesOf(sparkasse(posting, text, amount))[0]?.returned).not.toBeNull();
  });

  // As savings banks abbreviate it.
  test.each([
    ['GUTSCHR. UEBERW. DAUERAUFTR', 'standing_order'],
    ['DAUERAUFTRAG', 'standing_order'],
    ['GUTSCHR. UEBERWEISUNG', 'transfer'],
    ['ECHTZEIT-GUTSCHR.', 'transfer'],
    ['EINZEL-UEBERW.', 'transfer'],
    ['EINZUG LASTSCHRIFT', 'direct_debit'],
    ['ENTGELTABSCHLUSS', 'fee'],
  ])('%s is a %s', (posting, kind) => {
    expect(linesOf(sparkasse(posting, 'Miete', '850,00'))[0]?.kind).toBe(kind);
  });
});

const entry = (amount: string, direction: 'CRDT' | 'DBIT', details: string) =>
  linesOf(
    camt(
      '053',
      '08',
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-05-04</Dt></BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`,
    ),
  );

describe('camt', () => {
  test('a batch that names one of its payers is nobody’s', () => {
    const payer =
      '<RltdPties><Dbtr><Pty><Nm>Anna</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties>';
    const [line] = entry(
      '2550.00',
      'CRDT',
      `<Btch><NbOfTxs>3</NbOfTxs></Btch><TxDtls><Refs><EndToEndId>E-1</EndToEndId><PmtInfId>PI-7</PmtInfId></Refs><Amt Ccy="EUR">850.00</Amt>${payer}</TxDtls>`,
    );
    expect(line).toMatchObject({
      amountCents: 255_000,
      kind: 'batch',
      batchCount: 3,
      name: null,
      account: null,
      references: { endToEnd: null, batch: 'PI-7' },
    });
  });

  const returned = (amount: string, inside: string) =>
    entry(amount, 'DBIT', `<TxDtls>${inside}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>`)[0]?.returned;
  const euro = (amount: string) => `<Amt Ccy="EUR">${amount}</Amt>`;

  test.each([
    [
      'two charges are one sum',
      '505.50',
      `<Chrgs>${euro('2.50')}</Chrgs><Chrgs>${euro('3.00')}</Chrgs>`,
      { originalCents: 50_000, chargeCents: 550 },
    ],
    [
      'records of charges are one, too',
      '505.50',
      `<Chrgs><Rcrd>${euro('2.50')}</Rcrd><Rcrd>${euro('3.00')}<ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>`,
      { originalCents: 50_000, chargeCents: 550 },
    ],
    [
      'what is charged beside the amount is no part of it',
      '500.00',
      `<Chrgs><Rcrd>${euro('3.00')}<ChrgInclInd>false</ChrgInclInd></Rcrd></Chrgs>`,
      { originalCents: 50_000, chargeCents: 0 },
    ],
    [
      'an amount in another currency says nothing of the charge',
      '95.00',
      '<AmtDtls><InstdAmt><Amt Ccy="CHF">90.00</Amt></InstdAmt></AmtDtls>',
      { originalCents: 9_500, chargeCents: 0 },
    ],
  ])('of a return %s', (_name, amount, inside, expected) => {
    expect(returned(amount, inside)).toEqual({ reason: 'AC04', ...expected });
  });

  test('lines of a purpose are lines, what was cut at a width is whole again', () => {
    const text = (...pieces: string[]) =>
      entry(
        '1.00',
        'CRDT',
        `<TxDtls><RmtInf>${pieces.map((piece) => `<Ustrd>${piece}</Ustrd>`).join('')}</RmtInf></TxDtls>`,
      )[0]?.text;
    expect(text('Miete Mai', 'Wohnung 3')).toBe('Miete Mai Wohnung 3');
    expect(text('Miete fuer Mai 2026 Wohnung', 'sbau 3')).toBe('Miete fuer Mai 2026 Wohnungsbau 3');
  });
});

test.each([
  ['118', -12_000, 'transfer'],
  ['168', 12_000, 'transfer'],
  ['117', -12_000, 'standing_order'],
  ['160', 12_000, 'return'],
] as const)('by the German code %s a line of %i cents is a %s', (code, cents, kind) => {
  const file = statementOf(ownAccount, [{ on: '2026-05-04', cents }]).replace('NTRF+166', `NTRF+${code}`);
  expect(linesOf(file)).toMatchObject([{ amountCents: cents, kind }]);
});

test('in MT940 without fields nobody but the bank says that something came back', () => {
  const kindOf = (mark: string, text: string) =>
    linesOf(
      `:20:S\n:25:${ownAccount}\n:60F:C260501EUR0,00\n:61:2605040504${mark}1500,00NTRFNONREF\n:86:${text}\n:62F:C260508EUR0,00\n`,
    )[0]?.kind;
  expect(kindOf('D', 'Anna Muster Rückgabe Kaution')).toBe('other');
  expect(kindOf('C', 'Anna Muster Rücklastschrift Mai nachgezahlt')).toBe('other');
  expect(kindOf('D', 'SEPA-Rücklastschrift Anna Muster AM04')).toBe('return');
  expect(kindOf('C', 'RETOURE SEPA Anna Muster')).toBe('return');
  expect(kindOf('RC', 'Anna Muster Miete')).toBe('return');
});

test('a batch whose details state what was instructed alone gives its payments, where those come to it', () => {
  const batch = (whole: string) =>
    linesOf(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${ownAccount}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">${whole}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-05-04</Dt></BookgDt><NtryDtls>${[
        ['Anna', '850.00'],
        ['Bernd', '700.00'],
      ]
        .map(
          ([name, amount]) =>
            `<TxDtls><AmtDtls><InstdAmt><Amt Ccy="EUR">${amount}</Amt></InstdAmt></AmtDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`,
        )
        .join('')}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
    );
  expect(batch('1550.00')).toMatchObject([
    { name: 'Anna', amountCents: 85_000 },
    { name: 'Bernd', amountCents: 70_000 },
  ]);
  expect(batch('1545.00')).toMatchObject([{ kind: 'batch', batchCount: 2, amountCents: 154_500 }]);
});

test('a page of MT940 that goes on says no balance of a day: more of that day may stand on the next', () => {
  const page = (open: string, close: string) =>
    `:20:S\n:25:${ownAccount}\n${open}\n:61:2605040504C700,00NTRFNONREF\n:86:Miete\n${close}\n`;
  const file = readBankFile(
    encodeUtf8(
      page(':60F:C260501EUR0,00', ':62M:C260504EUR700,00') +
        page(':60M:C260504EUR700,00', ':62F:C260508EUR1400,00'),
    ),
  );
  if (file.kind !== 'statements') throw new Error(JSON.stringify(file));
  expect(file.statements).toMatchObject([
    { to: '2026-05-04', closing: null },
    { to: '2026-05-08', closing: { on: '2026-05-08', amountCents: 140_000 } },
  ]);
});

test('a statement of MT940 that names two accounts is refused: nobody knows whose lines are whose', () => {
  const half = (account: string) =>
    `:25:${account}\r\n:28C:1\r\n:60F:C260501EUR0,\r\n:61:2605040504C1,NTRFX\r\n:62F:C260504EUR1,\r\n`;
  expect(read(`:20:S\r\n${half(ownAccount)}${half('DE89370400440532013000')}`)).toEqual({
    code: 'field_missing',
    lineNumber: 7,
    part: null,
  });
  expect(linesOf(`:20:S\r\n${half(ownAccount)}:20:S\r\n${half('DE89370400440532013000')}`)).toHaveLength(2);
});

test('a name of MT940 on two lines is two words, one that was cut after 27 signs is whole again', () => {
  const name = (fields: string) =>
    linesOf(
      `:20:S\r\n:25:${ownAccount}\r\n:60F:C260501EUR0,\r\n:61:2605040504C1,NTRFX\r\n:86:166?00GUTSCHRIFT?20Miete${fields}\r\n:62F:C260504EUR1,\r\n`,
    )[0]?.name;
  expect(name('?32Anna Maria?33Mueller')).toBe('Anna Maria Mueller');
  expect(name('?32Hausverwaltung Nordlicht Gm?33bH')).toBe('Hausverwaltung Nordlicht GmbH');
  expect(name('')).toBeNull();
});
