import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES, readBankFile } from '@/bank/index';
import type { Statement } from '@/bank/statement';
import { batchEntry, camt } from '../factories/bank-files/camt-files.ts';
import { corpus } from '../factories/bank-files/corpus.ts';
import { mt940 } from '../factories/bank-files/mt940-files.ts';
import {
  closingCents,
  encodeOld,
  encodeUtf8,
  openingCents,
  payments,
} from '../factories/bank-files/truth.ts';
import { zipOf } from '../factories/bank-files/zip.ts';

function statementsOf(bytes: Uint8Array): Statement[] {
  const file = readBankFile(bytes);
  if (file.kind === 'fault') throw new Error(JSON.stringify(file.fault));
  if (file.kind === 'table') throw new Error('taken for the table of no bank');
  return file.statements;
}
const faultOf = (bytes: Uint8Array | string) => {
  const file = readBankFile(typeof bytes === 'string' ? encodeUtf8(bytes) : bytes);
  return file.kind === 'fault' ? file.fault : file.kind;
};

describe.each(corpus)('$name', (file) => {
  const hides = new Set(file.hides);
  const plain = (text: string) =>
    hides.has('umlauts')
      ? text
          .replace(/[äöüß]/g, (sign) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[sign] ?? sign)
          .replaceAll('Ö', 'Oe')
      : text;

  test('tells the week as it was', () => {
    const [statement, ...others] = statementsOf(file.bytes);
    expect(others).toEqual([]);
    expect(statement?.layout ?? null).toBe(file.layout);
    expect(statement?.account.iban ?? statement?.account.number ?? '').toBe(file.account);
    expect(statement?.leftOut).toEqual({ pending: file.pending ?? 0, zero: file.zero ?? 0 });
    const lines = statement?.lines.toSorted((a, b) => (a.bookedOn < b.bookedOn ? -1 : 1)) ?? [];
    expect(lines).toHaveLength(payments.length);
    for (const [index, payment] of payments.entries()) {
      const line = lines[index];
      const found = {
        bookedOn: line?.bookedOn,
        valueOn: line?.valueOn,
        amountCents: line?.amountCents,
        currency: line?.currency,
        ...(!hides.has('name') && { name: line?.name }),
        ...(!hides.has('account') && { account: line?.account }),
        ...(!hides.has('endToEnd') && { endToEnd: line?.references.endToEnd }),
        ...(!hides.has('mandate') && { mandate: line?.references.mandate }),
        ...(!hides.has('creditorId') && { creditorId: line?.references.creditorId }),
      };
      expect(found).toEqual({
        bookedOn: payment.bookedOn,
        valueOn: file.name === 'n26_old' ? null : payment.bookedOn,
        amountCents: payment.amountCents,
        currency: 'EUR',
        ...(!hides.has('name') && { name: plain(payment.name) || null }),
        ...(!hides.has('account') && { account: payment.account || null }),
        ...(!hides.has('endToEnd') && { endToEnd: payment.endToEnd ?? null }),
        ...(!hides.has('mandate') && { mandate: payment.mandate ?? null }),
        ...(!hides.has('creditorId') && { creditorId: payment.creditorId ?? null }),
      });
      // Wrapping may cost a blank, never a letter.
      const squeezed = (text: string) => plain(text).replace(/\s/g, '');
      expect(squeezed(line?.text ?? '')).toContain(squeezed(payment.text));
      if (payment.returned && !hides.has('returned')) expect(line?.returned).toEqual(payment.returned);
      expect(line?.kind === 'return').toBe(payment.returned !== undefined);
      expect(line?.raw).not.toBe('');
      expect(line?.lineNumber).toBeGreaterThan(0);
    }
    if (file.balances) {
      expect(statement?.opening?.amountCents).toBe(openingCents);
      expect(statement?.closing?.amountCents).toBe(closingCents);
      const moved = statement?.lines.reduce((sum, line) => sum + line.amountCents, 0);
      expect(moved).toBe(closingCents - openingCents);
    }
  });

  test('cut anywhere it is refused, or what is left is whole lines of it', () => {
    const whole = statementsOf(file.bytes).flatMap(({ lines }) => lines);
    const known = new Set(whole.map((line) => `${line.bookedOn} ${line.amountCents}`));
    for (let end = file.bytes.length - 1; end > 0; end -= 37) {
      const cut = readBankFile(file.bytes.subarray(0, end));
      if (cut.kind !== 'statements') continue;
      const lines = cut.statements.flatMap((one) => one.lines);
      expect(lines.length).toBeLessThanOrEqual(whole.length);
      for (const line of lines) expect(known).toContain(`${line.bookedOn} ${line.amountCents}`);
    }
  });
});

const entry = (inside: string) =>
  camt(
    '053',
    '08',
    `<Ntry><Amt Ccy="EUR">12.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-05-04</Dt></BookgDt>${inside}</Ntry>`,
  );

describe('camt', () => {
  test('a batch gives its payments, without details one line and their count', () => {
    const [withDetails] = statementsOf(encodeUtf8(camt('053', '08', batchEntry('08', true))));
    expect(withDetails?.lines.map((line) => line.amountCents)).toEqual([85_000, 85_000, 123_456]);
    expect(new Set(withDetails?.lines.map((line) => line.entry.index))).toEqual(new Set([0]));
    const [without] = statementsOf(encodeUtf8(camt('053', '02', batchEntry('02', false))));
    expect(without?.lines).toMatchObject([
      { amountCents: 293_456, kind: 'batch', batchCount: 3, references: { batch: 'PI-7' } },
    ]);
  });

  test('details that do not add up to their booking leave it whole', () => {
    const text = camt('053', '08', batchEntry('08', true).replace('>2934.56<', '>2934.57<'));
    const [statement] = statementsOf(encodeUtf8(text));
    expect(statement?.lines).toMatchObject([{ amountCents: 293_457, batchCount: 3 }]);
  });

  test('many of them in a ZIP are one file', () => {
    const text = camt('053', '08', batchEntry('08', true));
    const [one, other] = [encodeUtf8(text), encodeUtf8(text.replace('>s1<', '>s2<'))];
    const named = (...files: Uint8Array[]) =>
      zipOf(files.map((bytes, at) => ({ name: `2026-05-0${at + 4}.xml`, bytes })));
    expect(statementsOf(named(one, other))).toHaveLength(2);
    // One that was packed twice is one.
    expect(statementsOf(named(one, other, one))).toHaveLength(2);
  });

  test('a charge that the bank books by itself is none of the return', () => {
    const text = entry(
      '<NtryDtls><TxDtls><AmtDtls><InstdAmt><Amt Ccy="EUR">12.00</Amt></InstdAmt></AmtDtls><Chrgs><Amt Ccy="EUR">3.00</Amt></Chrgs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>',
    );
    const [statement] = statementsOf(encodeUtf8(text));
    expect(statement?.lines[0]?.returned).toEqual({ reason: 'AC04', originalCents: 1_200, chargeCents: 0 });
  });

  test.each([
    ['an amount in letters', entry('').replace('12.00', 'zwölf'), 'amount'],
    ['an amount with thousandths', entry('').replace('12.00', '12.001'), 'amount'],
    ['an amount in groups', entry('').replace('12.00', '1,200.00'), 'amount'],
    ['no currency', entry('').replace(' Ccy="EUR"', ''), 'currency'],
    ['no direction', entry('').replace('CRDT', 'IN'), 'sign'],
    ['a day that does not exist', entry('').replace('05-04', '02-30'), 'day'],
    ['another message', '<Document><CstmrCdtTrfInitn/></Document>', 'foreign_xml'],
    ['a page', '<!DOCTYPE html><html></html>', 'doctype'],
    ['half an element', entry('').slice(0, -40), 'not_xml'],
    ['a sign no XML may hold', entry('\u0001'), 'not_xml'],
    ['an entity nobody declared', entry('<AddtlNtryInf>&mine;</AddtlNtryInf>'), 'not_xml'],
    [
      'entities that grow',
      `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}"><!ENTITY d "&b;&b;&b;&b;">]><Document>&d;</Document>`,
      'doctype',
    ],
    [
      'a file of this machine',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document>&b;</Document>',
      'doctype',
    ],
    ['elements without end', '<a>'.repeat(100_000), 'too_deep'],
    ['what says it is another encoding', `<?xml version="1.0" encoding="klingon"?><Document/>`, 'encoding'],
  ])('refuses %s', (_name, text, code) => {
    expect(faultOf(text)).toMatchObject({ code });
  });
});

describe('mt940', () => {
  const first = payments[0];
  if (!first) throw new Error('the corpus has payments');
  const one = mt940([first], { closing: openingCents + first.amountCents });

  test.each([
    ['C', 1],
    ['D', -1],
    ['RC', -1],
    ['RD', 1],
  ])('%s moves money in or out', (sign, factor) => {
    const [statement] = statementsOf(encodeUtf8(one.replace(/0504CR850/, `0504${sign}R850`)));
    expect(statement?.lines[0]?.amountCents).toBe(factor * 85_000);
  });

  test('the booking day takes the year that is nearer', () => {
    const [newYear] = statementsOf(encodeUtf8(one.replace(':61:2605040504', ':61:2512310102')));
    expect(newYear?.lines[0]).toMatchObject({ valueOn: '2025-12-31', bookedOn: '2026-01-02' });
    const [old] = statementsOf(encodeUtf8(one.replace(':61:2605040504', ':61:2601021231')));
    expect(old?.lines[0]).toMatchObject({ valueOn: '2026-01-02', bookedOn: '2025-12-31' });
  });

  test('a value day of 30 February is none', () => {
    const [statement] = statementsOf(encodeUtf8(one.replace(':61:2605040504', ':61:2602300227')));
    expect(statement?.lines[0]).toMatchObject({ valueOn: null, bookedOn: '2026-02-27' });
  });

  test('a return says in its supplement what was paid and what the bank takes', () => {
    const text = one
      .replace(/CR850,00NTRFNONREF\S*/, 'DR503,00NRTINONREF//X\r\n/OCMT/EUR500,00/CHGS/EUR3,00/')
      .replace(':86:166', ':86:109');
    const [statement] = statementsOf(encodeUtf8(text));
    expect(statement?.lines[0]?.returned).toEqual({ reason: null, originalCents: 50_000, chargeCents: 300 });
  });

  test.each([
    'DR503,00NRTINONREF//OCMT/EUR500,00/CHGS/EUR3,00/',
    'DR503,00NRTINONREF/OCMT/EUR500,//CHGS/EUR   3,/',
    'DR503,00NRTINONREF//X\r\n/OCMT/EUR500,00//CHGS/EUR3,00/',
  ])('wherever it writes it: %s', (supplement) => {
    const text = one.replace(/CR850,00NTRFNONREF\S*/, supplement).replace(':86:166', ':86:109');
    expect(statementsOf(encodeUtf8(text))[0]?.lines[0]?.returned).toMatchObject({
      originalCents: 50_000,
      chargeCents: 300,
    });
  });

  test('amounts in the purpose may be padded', () => {
    const text = one
      .replace(/CR850,00NTRFNONREF/, 'DR503,00NRTINONREF')
      .replace(
        /:86:[\s\S]*?(?=:62F)/,
        ':86:109?00RUECKBELASTUNG?20EREF+E-1?21COAM+     3,00?22OAMT+     500,00?23SVWZ+ RUECKLASTSCHRIFT\r\n',
      );
    expect(statementsOf(encodeUtf8(text))[0]?.lines[0]).toMatchObject({
      references: { endToEnd: 'E-1' },
      returned: { originalCents: 50_000, chargeCents: 300 },
    });
  });

  test('text without fields is text', () => {
    const text = one.replace(/:86:[\s\S]*?(?=:62F)/, ':86:Miete Mai\r\nWohnung 3\r\n');
    expect(statementsOf(encodeUtf8(text))[0]?.lines[0]?.text).toBe('Miete Mai Wohnung 3');
  });

  test.each([
    ['no closing balance', one.replace(/:62F:.*\r\n/, ''), 'incomplete'],
    ['an amount without a comma', one.replace('CR850,00', 'CR85000'), 'amount'],
    ['two commas', one.replace('CR850,00', 'CR8,50,00'), 'amount'],
    ['no direction', one.replace('CR850,00', 'R850,00'), 'sign'],
    ['a month 13', one.replace(':61:2605040504', ':61:2613041304'), 'day'],
    ['no account', one.replace(/:25:.*\r\n/, ''), 'field_missing'],
  ])('refuses %s', (_name, text, code) => {
    expect(faultOf(text)).toMatchObject({ code });
  });
});

describe('tables', () => {
  const ing = corpus.find(({ name }) => name === 'ing');
  const text = new TextDecoder('windows-1252').decode(ing?.bytes);
  const numberOf = (part: string) => text.slice(0, text.indexOf(part)).split('\r\n').length;

  test.each([
    ['an amount that could be two', text.replace(';850,00;', ';850.00;'), 'amount'],
    ['a day that does not exist', text.replace('07.05.2026;07', '31.02.2026;07'), 'day'],
    ['half a line', text.slice(0, text.lastIndexOf(';GUTSCHRIFT')), 'columns'],
    ['a quote that never closes', text.replace('4711"', '4711'), 'quote_not_closed'],
    ['a column too many', text.replace('850,00;EUR\r', '850,00;EUR;EUR\r'), 'columns'],
    ['half a currency', text.replace(/EUR\r\n$/, 'EU'), 'currency'],
  ])('refuses %s', (_name, broken, code) => {
    expect(faultOf(encodeOld(broken, 'windows-1252'))).toMatchObject({ code });
  });

  test('says in which line', () => {
    const broken = text.replace(/1\.234,56;EUR\r\n(?=06)|1\.234,56;EUR\r\n/, 'viel;EUR\r\n');
    expect(faultOf(encodeOld(broken, 'windows-1252'))).toEqual({
      code: 'amount',
      lineNumber: numberOf('1.234,56;EUR\r\n'),
      part: null,
    });
  });

  test('two tables of one file are two statements', () => {
    const comdirect = corpus.find(({ name }) => name === 'comdirect');
    const both = `${new TextDecoder('iso-8859-15').decode(comdirect?.bytes)}\r\n"Umsätze Visa-Karte (Kreditkarte)";"Zeitraum: 30 Tage";\r\n\r\n"Buchungstag";"Umsatztag";"Vorgang";"Referenz";"Buchungstext";"Umsatz in EUR";\r\n"05.05.2026";"04.05.2026";"Visa-Umsatz";"1";"Baumarkt";"-20,00";\r\n`;
    const statements = statementsOf(encodeOld(both, 'iso-8859-15'));
    expect(statements.map(({ layout, lines }) => [layout, lines.length])).toEqual([
      ['comdirect', payments.length],
      ['comdirect_card', 1],
    ]);
  });
});

describe('what banks write beside bookings', () => {
  const decoded = (name: string, encoding: string) =>
    new TextDecoder(encoding).decode(corpus.find((file) => file.name === name)?.bytes);

  test('a table of shares behind the account, and accounts without a booking', () => {
    const shares =
      '\r\n"Umsätze Depot";"Zeitraum: 30 Tage";\r\n\r\n"Buchungstag";"Geschäftstag";"Stück / Nom.";"Bezeichnung";"WKN";"Währung";"Ausführungskurs";"Umsatz in EUR";\r\n"05.05.2026";"05.05.2026";"3";"Fonds";"A1";"EUR";"20,00";"-60,00";\r\n';
    const bytes = encodeOld(decoded('comdirect', 'iso-8859-15') + shares, 'iso-8859-15');
    expect(statementsOf(bytes).map(({ lines }) => lines.length)).toEqual([payments.length]);
    const none =
      '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";\r\n"Keine Umsätze vorhanden.";\r\n';
    expect(statementsOf(encodeUtf8(none))).toMatchObject([]);
  });

  test('labels that run into each other', () => {
    const text = decoded('comdirect', 'iso-8859-15').replace(
      'Buchungstext: Miete Mai 2026 Wohnung 3',
      'Buchungstext: Miete Mai 2026 Wohnung 3 END-TO-END-REF.: E-77 CORE / MANDATSREF.: M-8 GLÄUBIGER-ID: DE98ZZZ09999999999',
    );
    expect(statementsOf(encodeOld(text, 'iso-8859-15'))[0]?.lines[0]).toMatchObject({
      text: 'Miete Mai 2026 Wohnung 3',
      references: { endToEnd: 'E-77', mandate: 'M-8', creditorId: 'DE98ZZZ09999999999' },
    });
  });

  test('an amount without its sign beside debit and credit', () => {
    const head =
      'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;Betrag;Soll;Haben;Währung\n';
    const read = (row: string) => faultOf(head + row);
    const [statement] = statementsOf(
      encodeUtf8(`${head}10.1.2026;10.1.2026;SEPA;Finanzamt;Steuer;248,53;248,53;;EUR\n`),
    );
    expect(statement?.lines[0]?.amountCents).toBe(-24_853);
    expect(read('10.1.2026;10.1.2026;SEPA;Amt;Steuer;248,53;248,54;;EUR\n')).toMatchObject({
      code: 'amount',
      lineNumber: 2,
    });
    expect(read('10.1.2026;10.1.2026;SEPA;Amt;Steuer;;1,00;1,00;EUR\n')).toMatchObject({
      code: 'sign',
      lineNumber: 2,
    });
  });
});

describe('what is no statement', () => {
  const bomb = () => {
    const size = 80 * 1024 * 1024;
    const content = new Uint8Array(size);
    return zipOf([{ name: 'a.xml', packed: deflateRawSync(content), size, checksum: crc32(content) }]);
  };
  test.each([
    ['nothing', new Uint8Array(), 'empty'],
    ['blanks', encodeUtf8('  \r\n '), 'empty'],
    ['200 MB', new Uint8Array(200 * 1024 * 1024), 'too_large'],
    ['one byte too many', new Uint8Array(MAX_FILE_BYTES + 1), 'too_large'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13), 'encoding'],
    ['a letter', encodeUtf8('Sehr geehrte Frau Müller\nanbei die Auszüge'), 'unknown_format'],
    ['what says it is Unicode and is not', Uint8Array.of(0xef, 0xbb, 0xbf, 0x41, 0xff, 0x3b), 'encoding'],
    ['a ZIP of letters', zipOf([{ name: 'a.txt', bytes: encodeUtf8('hello there') }]), 'unknown_format'],
    ['an empty ZIP', zipOf([]), 'zip_without_statement'],
    ['half a ZIP', zipOf([{ name: 'a.xml', bytes: encodeUtf8('<a/>') }]).subarray(0, 40), 'zip_broken'],
    ['a ZIP in a ZIP', zipOf([{ name: 'a.zip', bytes: zipOf([]) }]), 'unknown_format'],
    ['a ZIP that grows', bomb(), 'zip_too_large'],
    ['four million rows of nothing', encodeUtf8('a;b\n'.repeat(4_000_000)), 'too_large'],
    ['one row of four million cells', encodeUtf8('a;'.repeat(4_000_000)), 'too_large'],
    ['a million elements', encodeUtf8(`<Document>${'<x/>'.repeat(1_000_000)}</Document>`), 'too_large'],
  ])('%s is refused', (_name, bytes, code) => {
    expect(faultOf(bytes)).toMatchObject({ code });
  });

  test('a ZIP that states less than it holds is broken', () => {
    const content = new Uint8Array(1_000_000);
    const liar = zipOf([
      { name: 'a.xml', packed: deflateRawSync(content), size: 1_000, checksum: crc32(content) },
    ]);
    expect(faultOf(liar)).toMatchObject({ code: 'zip_broken' });
  });

  test('a ZIP whose checksum differs is broken, and says of which file nothing', () => {
    const bytes = encodeUtf8(camt('053', '08', batchEntry('08', true)));
    const damaged = zipOf([
      { name: 'a.xml', packed: deflateRawSync(bytes), size: bytes.length, checksum: 1 },
    ]);
    expect(faultOf(damaged)).toMatchObject({ code: 'zip_broken' });
  });

  test('a fault inside a ZIP names the file', () => {
    const zip = zipOf([{ name: 'may/a.xml', bytes: encodeUtf8('<Document><x></Document>') }]);
    expect(faultOf(zip)).toMatchObject({ code: 'not_xml', part: 'may/a.xml' });
  });

  test('a table of no known bank stays one', () => {
    const file = readBankFile(encodeUtf8('Datum;Wer;Wofür;Betrag\r\n03.05.2026;Anna;Miete;850,00\r\n'));
    expect(file.kind).toBe('table');
  });
});
