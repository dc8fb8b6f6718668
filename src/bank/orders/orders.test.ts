import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { addDays, weekday } from '../../lib/calendar.ts';
import { amountToCollect } from './amount-due.ts';
import { amountToPay } from './amount-to-pay.ts';
import { type CreditTransferOrder, creditTransferFile } from './credit-transfer-file.ts';
import { type DirectDebitOrder, directDebitFile } from './direct-debit-file.ts';
import { mandateState, stopsCollecting } from './mandate.ts';
import { isMandateReference, sepaText } from './sepa-text.ts';
import { earliestCollection, executionDay, isTargetDay, targetDayFrom } from './target-days.ts';

describe('days on which banks settle', () => {
  test.each([
    ['2026-12-24', true],
    ['2026-12-25', false],
    ['2026-12-26', false],
    ['2026-04-03', false], // Good Friday
    ['2026-04-06', false], // Easter Monday
    ['2026-05-01', false],
    ['2026-01-01', false],
    ['2026-01-06', true], // a holiday in Bavaria, not of TARGET
    ['2026-05-14', true], // Ascension
    ['2026-10-03', false], // a Saturday
  ])('%s: %s', (day, settles) => expect(isTargetDay(day)).toBe(settles));

  test('the earliest collection after Wednesday 23 Dec 2026 is the 24th, after the 24th Monday the 28th', () => {
    expect(earliestCollection('2026-12-23')).toBe('2026-12-24');
    expect(earliestCollection('2026-12-24')).toBe('2026-12-28');
    expect(targetDayFrom('2026-12-25')).toBe('2026-12-28');
  });

  test('a transfer goes on the day wished for, today at the earliest, and never at Christmas', () => {
    expect(executionDay('2026-12-24', '2026-12-24')).toBe('2026-12-24');
    expect(executionDay('2026-12-24', '2026-12-01')).toBe('2026-12-24');
    expect(executionDay('2026-12-24', '2026-12-25')).toBe('2026-12-28');
  });

  test('banks never close for more than four days, and never settle at a weekend', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (days) => {
        const day = addDays('2002-01-01', days);
        expect(targetDayFrom(day) <= addDays(day, 4)).toBe(true);
        expect(weekday(targetDayFrom(day))).toBeLessThan(6);
      }),
    );
  });
});

describe('text of SEPA', () => {
  test.each([
    ['Jürgen Groß', 'Juergen Gross'],
    ['Müller & Söhne', 'Mueller + Soehne'],
    ['Zoë Łukasz', 'Zoe Lukasz'],
    ['„Miete“ 12/2026', '.Miete. 12/2026'],
    ['房租', '..'],
  ])('%s → %s', (text, expected) => expect(sepaText(text, 70)).toBe(expected));

  test('any text becomes one that every bank takes, no longer than asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 140 }), (text, length) => {
        expect(sepaText(text, length)).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
        expect(sepaText(text, length).length).toBeLessThanOrEqual(length);
      }),
    );
  });

  test.each([
    ['HB-2026/1', true],
    ['/HB', false],
    ['HB//1', false],
    ['HB 1', false],
    ['Ä1', false],
    ['x'.repeat(36), false],
  ])('mandate reference %s: %s', (text, isOne) => expect(isMandateReference(text)).toBe(isOne));
});

describe('mandates', () => {
  const mandate = { signedOn: '2023-01-31', revokedOn: null, lastUsedOn: null };
  test.each([
    ['2023-01-30', mandate, 'not_yet'],
    ['2023-01-31', mandate, 'active'],
    ['2026-01-31', mandate, 'active'],
    ['2026-02-01', mandate, 'lapsed'],
    ['2026-02-01', { ...mandate, lastUsedOn: '2023-02-01' }, 'active'],
    ['2024-05-01', { ...mandate, revokedOn: '2024-05-01' }, 'revoked'],
    ['2024-04-30', { ...mandate, revokedOn: '2024-05-01' }, 'active'],
  ] as const)('on %s: %o is %s', (day, given, state) => expect(mandateState(given, day)).toBe(state));

  test('no mandate stops, an empty account does not', () => {
    expect(stopsCollecting('MD01')).toBe(true);
    expect(stopsCollecting('AM04')).toBe(false);
    expect(stopsCollecting(null)).toBe(false);
  });
});

describe('what is collected', () => {
  const mandate = { signedOn: '2026-01-15', revokedOn: null, lastUsedOn: null };
  const items = [
    { dueOn: '2026-12-03', openCents: 85_000 },
    { dueOn: '2026-12-28', openCents: 2_000 },
    { dueOn: '2027-01-06', openCents: 85_000 },
  ];
  test('wished for 25 Dec it is collected on the 28th: 850.00 + 20.00 − 50.00 on its way = 820.00', () => {
    const { result } = amountToCollect(mandate, items, 5_000, {
      today: '2026-12-23',
      wishedOn: '2026-12-25',
    });
    expect(result).toEqual({ collectOn: '2026-12-28', amountCents: 82_000, mandate: 'active' });
  });
  test('more on its way than due: nothing, never less', () => {
    const days = { today: '2026-12-23', wishedOn: '2026-12-24' };
    expect(amountToCollect(mandate, items, 90_000, days).result.amountCents).toBe(0);
  });
});

const order: DirectDebitOrder = {
  messageName: '0ABCDEFGHIJKLMNOPQRSTUVWX',
  createdAt: new Date(2026, 11, 1, 9, 30, 5),
  collectOn: '2026-12-03',
  isBatch: false,
  creditor: {
    id: 'DE98ZZZ09999999999',
    name: 'Hausverwaltung Müller & Söhne',
    iban: 'DE02120300000000202051',
    bic: null,
  },
  debits: [
    {
      endToEnd: '1ABCDEFGHIJKLMNOPQRSTUVWX',
      amountCents: 85_010,
      mandateReference: 'HB-1',
      signedOn: '2026-01-15',
      holder: 'Jürgen Groß',
      iban: 'DE89370400440532013000',
      purpose: 'Miete Dezember 2026 <Wohnung 3>',
      lastUsed: null,
    },
  ],
};

/** Every leaf of the file with its path. */
function leavesOf(xml: string): [path: string, text: string][] {
  const leaves: [string, string][] = [];
  const path: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', () => {
    if (text.trim() !== '') leaves.push([path.slice(2).join('/'), text.trim()]);
    path.pop();
    text = '';
  });
  parser.write(xml).close();
  return leaves;
}

describe('the file for the bank', () => {
  test('holds what pain.008.001.08 asks for, in its order', () => {
    expect(leavesOf(directDebitFile(order))).toEqual([
      ['GrpHdr/MsgId', '0ABCDEFGHIJKLMNOPQRSTUVWX'],
      ['GrpHdr/CreDtTm', '2026-12-01T09:30:05'],
      ['GrpHdr/NbOfTxs', '1'],
      ['GrpHdr/CtrlSum', '850.10'],
      ['GrpHdr/InitgPty/Nm', 'Hausverwaltung Mueller + Soehne'],
      ['PmtInf/PmtInfId', '0ABCDEFGHIJKLMNOPQRSTUVWX.0'],
      ['PmtInf/PmtMtd', 'DD'],
      ['PmtInf/BtchBookg', 'false'],
      ['PmtInf/NbOfTxs', '1'],
      ['PmtInf/CtrlSum', '850.10'],
      ['PmtInf/PmtTpInf/SvcLvl/Cd', 'SEPA'],
      ['PmtInf/PmtTpInf/LclInstrm/Cd', 'CORE'],
      ['PmtInf/PmtTpInf/SeqTp', 'RCUR'],
      ['PmtInf/ReqdColltnDt', '2026-12-03'],
      ['PmtInf/Cdtr/Nm', 'Hausverwaltung Mueller + Soehne'],
      ['PmtInf/CdtrAcct/Id/IBAN', 'DE02120300000000202051'],
      ['PmtInf/CdtrAgt/FinInstnId/Othr/Id', 'NOTPROVIDED'],
      ['PmtInf/ChrgBr', 'SLEV'],
      ['PmtInf/CdtrSchmeId/Id/PrvtId/Othr/Id', 'DE98ZZZ09999999999'],
      ['PmtInf/CdtrSchmeId/Id/PrvtId/Othr/SchmeNm/Prtry', 'SEPA'],
      ['PmtInf/DrctDbtTxInf/PmtId/InstrId', '0ABCDEFGHIJKLMNOPQRSTUVWX.0.0'],
      ['PmtInf/DrctDbtTxInf/PmtId/EndToEndId', '1ABCDEFGHIJKLMNOPQRSTUVWX'],
      ['PmtInf/DrctDbtTxInf/InstdAmt', '850.10'],
      ['PmtInf/DrctDbtTxInf/DrctDbtTx/MndtRltdInf/MndtId', 'HB-1'],
      ['PmtInf/DrctDbtTxInf/DrctDbtTx/MndtRltdInf/DtOfSgntr', '2026-01-15'],
      ['PmtInf/DrctDbtTxInf/DrctDbtTx/MndtRltdInf/AmdmntInd', 'false'],
      ['PmtInf/DrctDbtTxInf/DbtrAgt/FinInstnId/Othr/Id', 'NOTPROVIDED'],
      ['PmtInf/DrctDbtTxInf/Dbtr/Nm', 'Juergen Gross'],
      ['PmtInf/DrctDbtTxInf/DbtrAcct/Id/IBAN', 'DE89370400440532013000'],
      ['PmtInf/DrctDbtTxInf/RmtInf/Ustrd', 'Miete Dezember 2026 .Wohnung 3.'],
    ]);
  });

  test('says of each mandate what has changed since it was used last: the payer’s account, the creditor’s name', () => {
    const [debit] = order.debits;
    if (!debit) throw new Error('The order has no debit.');
    const same = { iban: debit.iban, creditorName: 'Hausverwaltung Mueller + Söhne' };
    const debits = [
      debit,
      { ...debit, lastUsed: { ...same, iban: 'DE02120300000000202051' } },
      { ...debit, lastUsed: same },
      { ...debit, lastUsed: { iban: 'DE02120300000000202051', creditorName: 'Jörg & Söhne' } },
    ];
    const mandates = 'PmtInf/DrctDbtTxInf/DrctDbtTx/MndtRltdInf/';
    const told = leavesOf(directDebitFile({ ...order, debits })).flatMap(([path, text]) =>
      /Amdmnt/.test(path) ? [[path.replace(mandates, ''), text]] : [],
    );
    const newAccount = ['AmdmntInfDtls/OrgnlDbtrAcct/Id/Othr/Id', 'SMNDA'];
    expect(told).toEqual([
      ['AmdmntInd', 'false'],
      ['AmdmntInd', 'true'],
      newAccount,
      ['AmdmntInd', 'false'],
      ['AmdmntInd', 'true'],
      ['AmdmntInfDtls/OrgnlCdtrSchmeId/Nm', 'Joerg + Soehne'],
      newAccount,
    ]);
  });

  test('a BIC of another country than its account’s is not in it: the bank is found by the IBAN', () => {
    // Of a bank that gave its customers in Germany German accounts and kept a BIC of Lithuania.
    const creditor = { ...order.creditor, bic: 'REVOLT21' };
    expect(leavesOf(directDebitFile({ ...order, creditor }))).toContainEqual([
      'PmtInf/CdtrAgt/FinInstnId/Othr/Id',
      'NOTPROVIDED',
    ]);
    const payer = { ...transfers.payer, bic: 'REVOLT21' };
    expect(leavesOf(creditTransferFile({ ...transfers, payer }))).toContainEqual([
      'PmtInf/DbtrAgt/FinInstnId/Othr/Id',
      'NOTPROVIDED',
    ]);
  });

  test('adds up to the cent, and no name in it is longer than 35', () => {
    const [debit] = order.debits;
    if (!debit) throw new Error('The order has no debit.');
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 100 }),
        (amounts) => {
          const debits = amounts.map((amountCents) => ({ ...debit, amountCents }));
          const leaves = leavesOf(directDebitFile({ ...order, debits }));
          const valuesOf = (end: string) =>
            leaves.flatMap(([path, text]) => (path.endsWith(end) ? [text] : []));
          const cents = (text: string) => Number(text.replace('.', ''));
          const sum = amounts.reduce((total, one) => total + one, 0);
          expect(valuesOf('InstdAmt').map(cents)).toEqual(amounts);
          expect(valuesOf('CtrlSum').map(cents)).toEqual([sum, sum]);
          for (const name of [...valuesOf('InstrId'), ...valuesOf('PmtInfId')]) {
            expect(name.length).toBeLessThanOrEqual(35);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('what is paid out', () => {
  const days = { today: '2026-12-24', wishedOn: '2026-12-25' };
  test('of 2,550.00 deposit with 300.00 held back 2,250.00, on Monday the 28th', () => {
    const { result } = amountToPay({ kind: 'deposit', balanceCents: 255_000, heldBackCents: 30_000 }, days);
    expect(result).toEqual({ executeOn: '2026-12-28', amountCents: 225_000 });
  });
  test('all of a credit, and never less than nothing', () => {
    expect(amountToPay({ kind: 'credit', openCents: 1 }, days).result.amountCents).toBe(1);
    expect(
      amountToPay({ kind: 'deposit', balanceCents: 100, heldBackCents: 200 }, days).result.amountCents,
    ).toBe(0);
  });
});

const transfers: CreditTransferOrder = {
  messageName: '0ABCDEFGHIJKLMNOPQRSTUVWX',
  createdAt: new Date(2026, 11, 1, 9, 30, 5),
  executeOn: '2026-12-03',
  isBatch: true,
  payer: { name: 'Müller & Söhne', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
  transfers: [
    {
      endToEnd: '1ABCDEFGHIJKLMNOPQRSTUVWX',
      amountCents: 85_010,
      holder: 'Jürgen Groß',
      iban: 'DE89370400440532013000',
      purpose: 'Rückzahlung <Wohnung 3>',
    },
  ],
};

describe('the file of transfers', () => {
  test('holds what pain.001.001.09 asks for, in its order', () => {
    expect(leavesOf(creditTransferFile(transfers))).toEqual([
      ['GrpHdr/MsgId', '0ABCDEFGHIJKLMNOPQRSTUVWX'],
      ['GrpHdr/CreDtTm', '2026-12-01T09:30:05'],
      ['GrpHdr/NbOfTxs', '1'],
      ['GrpHdr/CtrlSum', '850.10'],
      ['GrpHdr/InitgPty/Nm', 'Mueller + Soehne'],
      ['PmtInf/PmtInfId', '0ABCDEFGHIJKLMNOPQRSTUVWX.0'],
      ['PmtInf/PmtMtd', 'TRF'],
      ['PmtInf/BtchBookg', 'true'],
      ['PmtInf/NbOfTxs', '1'],
      ['PmtInf/CtrlSum', '850.10'],
      ['PmtInf/PmtTpInf/SvcLvl/Cd', 'SEPA'],
      ['PmtInf/ReqdExctnDt/Dt', '2026-12-03'],
      ['PmtInf/Dbtr/Nm', 'Mueller + Soehne'],
      ['PmtInf/DbtrAcct/Id/IBAN', 'DE02120300000000202051'],
      ['PmtInf/DbtrAgt/FinInstnId/BICFI', 'BYLADEM1001'],
      ['PmtInf/ChrgBr', 'SLEV'],
      ['PmtInf/CdtTrfTxInf/PmtId/InstrId', '0ABCDEFGHIJKLMNOPQRSTUVWX.0.0'],
      ['PmtInf/CdtTrfTxInf/PmtId/EndToEndId', '1ABCDEFGHIJKLMNOPQRSTUVWX'],
      ['PmtInf/CdtTrfTxInf/Amt/InstdAmt', '850.10'],
      ['PmtInf/CdtTrfTxInf/Cdtr/Nm', 'Juergen Gross'],
      ['PmtInf/CdtTrfTxInf/CdtrAcct/Id/IBAN', 'DE89370400440532013000'],
      ['PmtInf/CdtTrfTxInf/RmtInf/Ustrd', 'Rueckzahlung .Wohnung 3.'],
    ]);
  });

  test('adds up to the cent, and no name in it is longer than 35', () => {
    const [transfer] = transfers.transfers;
    if (!transfer) throw new Error('The order has no transfer.');
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 100 }),
        (amounts) => {
          const own = amounts.map((amountCents) => ({ ...transfer, amountCents }));
          const leaves = leavesOf(creditTransferFile({ ...transfers, transfers: own }));
          const valuesOf = (end: string) =>
            leaves.flatMap(([path, text]) => (path.endsWith(end) ? [text] : []));
          const cents = (text: string) => Number(text.replace('.', ''));
          const sum = amounts.reduce((total, one) => total + one, 0);
          expect(valuesOf('InstdAmt').map(cents)).toEqual(amounts);
          expect(valuesOf('CtrlSum').map(cents)).toEqual([sum, sum]);
          for (const name of [...valuesOf('InstrId'), ...valuesOf('PmtInfId')]) {
            expect(name.length).toBeLessThanOrEqual(35);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
