import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listBalances } from '@/features/bank/balance-queries';
import { takeBackImport } from '@/features/bank/decide-commands';
import { listImports } from '@/features/bank/queries';
import { importFileInput } from '@/features/bank/schema';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { ascending, bringTo, openBankDesk, today } from '../factories/bank-desk.ts';
import { zipOf } from '../factories/bank-files/zip.ts';
import { mt940Of, packedFile, statementOf } from '../factories/bank-import.ts';
import { makeIban } from '../factories/records.ts';

const bank = openBankDesk();
const { bring, rent, inbox, open, acceptFirst, counts } = bank;

describe('a file', () => {
  test('brings its lines, the oldest first, each with what is proposed and why', async () => {
    const outcome = await bring(statementOf(bank.own, [rent('2026-02-03'), rent('2026-01-05')]));
    expect(outcome).toMatchObject({ kind: 'imported', newLines: 2, knownLines: 0 });
    const { rows, waiting, leases, items } = await inbox();
    expect(waiting).toBe(2);
    expect(rows.map((row) => row.bookedOn)).toEqual(['2026-01-05', '2026-02-03']);
    expect(rows.map((row) => row.match.grade)).toEqual(['certain', 'certain']);
    // What is certain of January is paid before February asks.
    expect(
      rows.flatMap((row) => row.match.parts.flatMap((part) => ('itemIds' in part ? part.itemIds : []))),
    ).toEqual(items.map((item) => item.id));
    expect(leases).toMatchObject([{ id: bank.leaseId, tenants: ['Änne Müller'], openCents: 210_000 }]);
  });

  test('read twice changes nothing, in another format neither; two equal payments on one day stay two', async () => {
    const week = [rent('2026-01-05'), rent('2026-01-05'), rent('2026-02-03', { text: 'Miete Februar' })];
    await bring(statementOf(bank.own, week));
    expect(await bring(statementOf(bank.own, week))).toMatchObject({
      importId: null,
      newLines: 0,
      knownLines: 3,
    });
    expect(await bring(mt940Of(bank.own, week))).toMatchObject({
      importId: null,
      newLines: 0,
      knownLines: 3,
    });
    expect(await bring(mt940Of(bank.own, [...week, rent('2026-02-03')]))).toMatchObject({
      newLines: 1,
      knownLines: 3,
    });
    expect(await counts()).toMatchObject({ lines: 4, imports: 2 });
  });

  test('statements of a ZIP that overlap say their common lines once; pages of one day keep each their own', async () => {
    const zip = (...texts: string[]) =>
      zipOf(texts.map((text, index) => ({ name: `${index}.xml`, bytes: new TextEncoder().encode(text) })));
    const [early, both, same, late] = ['2026-01-05', '2026-02-03', '2026-02-10', '2026-03-03'].map((day) =>
      rent(day),
    );
    if (!early || !both || !same || !late) throw new Error('four lines');
    const spans = zip(
      statementOf(bank.own, [early, both, same, same]),
      statementOf(bank.own, [both, same, same, late]),
    );
    expect(await bring(spans)).toMatchObject({ newLines: 5, knownLines: 3 });
    const page = statementOf(bank.own, [rent('2026-04-07')]);
    const next = page.replace('<Id>s1</Id>', '<Id>s2</Id>');
    expect(await bring(zip(page, next))).toMatchObject({ newLines: 2, knownLines: 0 });
    // A copy of a file is no page of its own.
    const copied = statementOf(bank.own, [rent('2026-04-08')]);
    expect(await bring(zip(copied, copied))).toMatchObject({ newLines: 1, knownLines: 0 });
    // Nor is the same day in another format, or a statement that the bank sent once more: both go from one balance to another.
    const day = [rent('2026-04-09')];
    expect(await bring(zip(statementOf(bank.own, day), mt940Of(bank.own, day)))).toMatchObject({
      newLines: 1,
      knownLines: 1,
    });
    const sent = mt940Of(bank.own, [rent('2026-04-10')]);
    expect(await bring(zip(sent, sent.replace('STARTUMS', 'AGAIN')))).toMatchObject({
      newLines: 1,
      knownLines: 1,
    });
  });

  test('two who import the same file at once import it once; the same request twice is one', async () => {
    const text = statementOf(bank.own, [rent('2026-01-05'), rent('2026-02-03')]);
    const both = await Promise.all([bring(text), bring(text)]);
    expect(both.map((one) => (one.kind === 'imported' ? one.newLines : -1)).toSorted(ascending)).toEqual([
      0, 2,
    ]);
    const id = randomUUID();
    const other = statementOf(bank.own, [rent('2026-03-03')]);
    const first = await bring(other, id);
    expect(await bring(other, id)).toEqual(first);
    await expect(bring(text, id)).rejects.toThrow('already_exists');
    expect(await counts()).toMatchObject({ lines: 3, imports: 2 });
  });

  test.each([
    ['a broken one', () => statementOf(bank.own, [rent('2026-01-05')]).slice(0, 700), 'refused'],
    ['no bank file', () => 'Guten Tag', 'refused'],
    [
      'an amount nobody can read',
      () => statementOf(bank.own, [rent('2026-01-05')]).replace('700.00', '7OO.00'),
      'refused',
    ],
    [
      'one of an account nobody entered',
      () => statementOf(makeIban(), [rent('2026-01-05')]),
      'account_unknown',
    ],
    ['a table of no known bank', () => 'a;b;c\n1;2;3\n', 'columns_unknown'],
  ])('%s is told and nothing of it is stored', async (_, text, kind) => {
    expect(await bring(text())).toMatchObject({ kind });
    expect(await counts()).toEqual({ lines: 0, payments: 0, matches: 0, imports: 0 });
  });

  test('of an account without an IBAN is known by its number, unless two banks have the same', async () => {
    const { books } = bank;
    const enter = async (bankCode: string, accountNumber: string) => {
      const id = randomUUID();
      await books.admin`insert into hausbuch.bank_account
        (portfolio_id, id, holder, scheme, bank_code, account_number, purpose)
        values (${books.portfolioId}, ${id}, 'Eva Ohne', 'us', ${bankCode}, ${accountNumber}, 'rent')`;
      return id;
    };
    const accountId = await enter('021000021', '1234567');
    const camt = (number: string, day: string) =>
      statementOf('', [rent(day)]).replace('<IBAN></IBAN>', `<Othr><Id>${number}</Id></Othr>`);
    expect(await bring(camt('0001234567', '2026-01-05'))).toMatchObject({ kind: 'imported', newLines: 1 });
    expect(await bring(mt940Of('021000021/1234567USD', [rent('2026-02-03')]))).toMatchObject({ newLines: 1 });
    const lines = await books.admin`select bank_account_id from hausbuch.bank_line
      where portfolio_id = ${books.portfolioId}`;
    expect(lines.map((line) => line.bank_account_id)).toEqual([accountId, accountId]);
    expect(await bring(camt('7654321', '2026-03-03'))).toEqual({ kind: 'account_needed' });
    await enter('026009593', '1234567');
    expect(await bring(camt('1234567', '2026-03-03'))).toEqual({ kind: 'account_needed' });
    expect(await bring(camt('021000021 1234567', '2026-03-03'))).toMatchObject({ newLines: 1 });
  });

  test('one of two statements that belongs nowhere keeps out the other', async () => {
    const [one, other] = [
      statementOf(bank.own, [rent('2026-01-05')]),
      statementOf(makeIban(), [rent('2026-01-05')]),
    ];
    const second = /<Stmt>.*<\/Stmt>/s.exec(other)?.[0] ?? '';
    expect(await bring(one.replace('</BkToCstmrStmt>', `${second}</BkToCstmrStmt>`))).toMatchObject({
      kind: 'account_unknown',
    });
    expect(await counts()).toMatchObject({ lines: 0, imports: 0 });
  });

  test('what is not packed, or unpacks to more than a bank hands out, is no file', async () => {
    const send = (packed: string) =>
      bringTo(bank.books, importFileInput.parse({ id: randomUUID(), fileName: 'x', packed }));
    expect(await send('AAAA')).toMatchObject({ kind: 'refused', fault: { code: 'unknown_format' } });
    expect(await send(packedFile(new Uint8Array(33 * 1024 * 1024)))).toMatchObject({
      kind: 'refused',
      fault: { code: 'too_large' },
    });
  });
});

test('a whole file is taken back with what was booked from it, payments typed in stay; it can come again', async () => {
  const typed = recordPaymentInput.parse({
    id: randomUUID(),
    leaseId: bank.leaseId,
    paidOn: '2026-01-05',
    amountCents: 70_000,
  });
  await bank.books.on(today, (tx, scope) => recordPayment(tx, scope, typed));
  const text = statementOf(bank.own, [rent('2026-01-05'), rent('2026-02-03'), rent('2026-03-04')]);
  const outcome = await bring(text);
  const importId = outcome.kind === 'imported' ? (outcome.importId ?? '') : '';
  await acceptFirst();
  await acceptFirst();
  expect(await open()).toEqual([70_000]);
  const back = () => bank.books.on(today, (tx, scope) => takeBackImport(tx, scope, { importId }));
  await back();
  await back();
  expect(await counts()).toMatchObject({ lines: 0, matches: 0, imports: 0, payments: 3 });
  expect(await open()).toEqual([70_000, 70_000]);
  expect(await bring(text)).toMatchObject({ newLines: 3 });
  expect(await bank.books.on(today, (tx, scope) => listImports(tx, scope))).toHaveLength(1);
});

test('of several statements of a day the last says its balance, of pages the last page', async () => {
  const missing = async () =>
    (await bank.books.on(today, (tx, scope) => listBalances(tx, scope)))[0]?.compared?.missing;
  const ofDay = Array.from({ length: 8 }, (_, at) => mt940Of(bank.own, [rent('2026-01-05')], at * 70_000));
  await bring(ofDay.join(''));
  await bring(mt940Of(bank.own, [rent('2026-01-07')], 560_000));
  expect(await missing()).toEqual([]);
  const goingOn = mt940Of(bank.own, [rent('2026-01-08'), rent('2026-01-09')], 630_000);
  const page = mt940Of(bank.own, [rent('2026-01-09'), rent('2026-01-20')], 770_000);
  await bring(goingOn.replace(':62F:', ':62M:') + page.replace(':60F:', ':60M:'));
  expect(await missing()).toEqual([]);
});

test('between two files money is missing until the file between them is read', async () => {
  const balances = () => bank.books.on(today, (tx, scope) => listBalances(tx, scope));
  await bring(mt940Of(bank.own, [rent('2026-01-05')]));
  await bring(mt940Of(bank.own, [rent('2026-01-20')], 82_000));
  expect(await balances()).toMatchObject([
    {
      iban: bank.own,
      lastLineOn: '2026-01-20',
      isBehind: true,
      compared: {
        statedCents: 152_000,
        ownCents: 140_000,
        missing: [{ from: '2026-01-05', to: '2026-01-20', missingCents: 12_000 }],
      },
    },
  ]);
  await bring(mt940Of(bank.own, [rent('2026-01-10', { cents: 12_000 })], 70_000));
  expect(await balances()).toMatchObject([
    { compared: { statedCents: 152_000, ownCents: 152_000, missing: [] } },
  ]);
  await bring(mt940Of(bank.own, [rent('2026-03-09')], 152_000));
  expect(await balances()).toMatchObject([{ isBehind: false }]);
});
