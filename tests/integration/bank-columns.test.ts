import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { takeBackImport } from '@/features/bank/decide-commands';
import { importFileInput } from '@/features/bank/schema';
import { bringTo, openBankDesk, today } from '../factories/bank-desk.ts';
import { packedFile } from '../factories/bank-import.ts';

const bank = openBankDesk();
const { inbox, counts } = bank;

const table = (rows: string[][]) =>
  [['Tag', 'Wer', 'Wofür', 'Zugang', 'Abgang'], ...rows].map((row) => row.join(';')).join('\n');
const rows = [
  ['05.01.2026', 'Anna Muster', 'Miete', '700,00', ''],
  ['13.01.2026', 'Stadtwerke', 'Strom', '', '1.234,56'],
];
const answer = { roles: ['bookedOn', 'name', 'text', 'credit', 'debit'], decimal: ',', dayOrder: 'dmy' };
const bring = async (text: string | Uint8Array, columns: unknown = null) => {
  const { id: bankAccountId } = (await accounts())[0] ?? { id: null };
  const input = importFileInput.parse({
    id: randomUUID(),
    fileName: 'umsatz.csv',
    packed: packedFile(text),
    bankAccountId,
    columns,
  });
  return bringTo(bank.books, input);
};
const accounts = () => bank.books.admin<{ id: string }[]>`select id from hausbuch.bank_account
  where portfolio_id = ${bank.books.portfolioId}`;
const shown = async () =>
  (await inbox()).rows.map(({ bookedOn, amountCents, name, text }) => [bookedOn, amountCents, name, text]);
const expected = [
  ['2026-01-05', 70_000, 'Anna Muster', 'Miete'],
  ['2026-01-13', -123_456, 'Stadtwerke', 'Strom'],
];

test('a table of no known bank is asked about once; the next with its header is read by itself', async () => {
  expect(await bring(table(rows))).toMatchObject({
    kind: 'columns_unknown',
    question: {
      columns: [
        { name: 'Tag', samples: ['05.01.2026', '13.01.2026'] },
        { name: 'Wer' },
        { name: 'Wofür' },
        { name: 'Zugang', samples: ['700,00'] },
        { name: 'Abgang' },
      ],
      dayOrder: 'dmy',
      decimal: ',',
    },
  });
  expect(await counts()).toMatchObject({ lines: 0 });
  expect(await bring(table(rows), answer)).toMatchObject({ kind: 'imported', newLines: 2 });
  expect(await shown()).toEqual(expected);
  const next = [['03.02.2026', 'Anna Muster', 'Miete', '700,00', '']];
  expect(await bring(table(next))).toMatchObject({ kind: 'imported', newLines: 1 });
});

test('what was said is remembered by the header, and forgotten with the file it was said of', async () => {
  const named = (day: string, amount: string) =>
    `Datum;Partner;Summe;Zweck\n${day};Anna Muster;${amount};Miete\n`;
  const roles = ['bookedOn', 'name', 'amount', 'text'];
  const first = await bring(named('05.01.2026', '700,00'), { ...answer, roles });
  expect(first).toMatchObject({ kind: 'imported', newLines: 1 });
  expect(await bring(named('05.02.2026', '700,00'))).toMatchObject({ kind: 'imported', newLines: 1 });
  const importId = first.kind === 'imported' ? (first.importId ?? '') : '';
  await bank.books.on(today, (tx, scope) => takeBackImport(tx, scope, { importId }));
  expect(await bring(named('05.03.2026', '700,00'))).toMatchObject({ kind: 'columns_unknown' });
});

test('columns that do not hold what was said are told with their line, and nothing is stored', async () => {
  for (const [roles, code] of [
    [['name', 'bookedOn', 'text', 'credit', 'debit'], 'day'],
    [['bookedOn', 'name', 'credit', 'text', 'debit'], 'amount'],
  ] as const) {
    expect(await bring(table(rows), { ...answer, roles })).toMatchObject({
      kind: 'refused',
      fault: { code, lineNumber: expect.any(Number) },
    });
  }
  expect(await counts()).toMatchObject({ lines: 0, imports: 0 });
  for (const roles of [['name', 'amount'], ['bookedOn', 'credit'], []])
    expect(importFileInput.shape.columns.safeParse({ ...answer, roles }).success).toBe(false);
});

test('the answer of somebody else’s day order is what is read: 03/04 is the 3rd of April, or the 4th of March', async () => {
  const text = 'Date,Payee,Amount,Memo\n03/04/2025,Anna Muster,700.00,Rent\n';
  const roles = ['bookedOn', 'name', 'amount', 'text'];
  await bring(text, { roles, decimal: '.', dayOrder: 'mdy' });
  expect((await inbox()).rows[0]?.bookedOn).toBe('2025-03-04');
});

test('a table that names no currency is in that of the books: 700.00 of pounds are 700.00, and pay the rent', async () => {
  await bank.books.admin`update hausbuch.portfolio set currency = 'GBP' where id = ${bank.books.portfolioId}`;
  const text = `Date,Payee,Account,Amount,Memo\n03/02/2026,Anna Muster,${bank.payer},700.00,Rent\n`;
  const roles = ['bookedOn', 'name', 'account', 'amount', 'text'];
  await bring(text, { roles, decimal: '.', dayOrder: 'dmy' });
  expect((await inbox()).rows.map(({ currency }) => currency)).toEqual(['GBP']);
  const before = await bank.open();
  await bank.acceptFirst();
  expect((await bank.open()).length).toBe(before.length - 1);
});

test('whole amounts with a comma are thousands: 1,000 and 700 are guessed as 1000.00 and 700.00, not as 1.00', async () => {
  const guessed = async (...amounts: string[]) => {
    const lines = amounts.map((amount) => `2026-02-03;Anna;${amount}`);
    const found = await bring(['Date;Payee;Amount', ...lines].join('\n'));
    return found.kind === 'columns_unknown' && found.question.decimal;
  };
  expect(await guessed('1,000', '700')).toBe('.');
  expect(await guessed('1.000', '700')).toBe(',');
  expect(await guessed('1,000', '700,50')).toBe(',');
  expect(await guessed('700')).toBe(',');
});
