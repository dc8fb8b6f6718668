import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBalances } from '@/features/bank/balance-queries';
import {
  acceptCertain,
  acceptLine,
  leaveOut,
  reopenLine,
  takeBackImport,
} from '@/features/bank/decide-commands';
import { importFile } from '@/features/bank/import-commands';
import { getInbox, listDecided, listImports, listRules } from '@/features/bank/queries';
import { removeRule } from '@/features/bank/rule-commands';
import { decisionOf } from '@/features/bank/rules';
import { acceptLineInput, importFileInput } from '@/features/bank/schema';
import { findLeftOutLines, forgetLinesOfPortfolio } from '@/jobs/bank-lines';
import { getAccount, listOpenItems, recordPayment, reversePayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { type MadeLine, mt940Of, packedFile, statementOf } from '../factories/bank-import.ts';
import { makeIban } from '../factories/records.ts';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;
let own: string;
let payer: string;
let leaseId: string;
const today = '2026-03-10';

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
  [own, payer] = [makeIban(), makeIban()];
  await books.admin`insert into hausbuch.bank_account (portfolio_id, holder, iban, purpose)
    values (${books.portfolioId}, 'Eva Ohne', ${own}, 'rent')`;
  await books.admin`update hausbuch.tenant set payer_ibans = ${[payer]} where id = ${books.tenantId}`;
  leaseId = await enterLease(books, today);
});
afterEach(() => books.close());
afterAll(() => database.drop());

const bring = (text: string | Uint8Array, id = randomUUID()) => {
  const input = importFileInput.parse({ id, fileName: 'auszug.xml', packed: packedFile(text) });
  return books.on(today, (tx, scope) => importFile(tx, scope, input));
};
const rent = (on: string, more: Partial<MadeLine> = {}): MadeLine => ({
  on,
  cents: 70_000,
  name: 'MUELLER, AENNE',
  account: payer,
  text: 'Miete',
  ...more,
});
const paging = { limit: 50 };
const inbox = (limit = 50, cursor?: string | null) =>
  books.on(today, (tx, scope) => getInbox(tx, scope, { limit, cursor }));
const decided = () => books.on(today, (tx, scope) => listDecided(tx, scope, paging));
const accept = (lineId: string, parts: unknown, id: string = randomUUID()) => {
  const input = acceptLineInput.parse({ id, lineId, parts });
  return books.on(today, (tx, scope) => acceptLine(tx, scope, input));
};
const reopen = (lineId: string, version: number) =>
  books.on(today, (tx, scope) => reopenLine(tx, scope, { lineId, version }));
const drop = (lineId: string, forGood = false) =>
  books.on(today, (tx, scope) => leaveOut(tx, scope, { lineId, forGood }));
const open = async () => {
  const { items } = await books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId));
  return items.map((item) => item.openCents);
};
/** Accepts what is proposed for the first line. */
async function acceptFirst(id = randomUUID()) {
  const [row] = (await inbox()).rows;
  const parts = row && decisionOf(row.match);
  if (!row || !parts) throw new Error('Nothing is proposed.');
  return accept(row.id, parts, id);
}
const ascending = (a: number, b: number) => a - b;
const counts = async () => {
  const [row] = await books.admin<{ lines: number; payments: number; matches: number; imports: number }[]>`
    select (select count(*)::int from hausbuch.bank_line where portfolio_id = ${books.portfolioId}) as lines,
      (select count(*)::int from hausbuch.payment where portfolio_id = ${books.portfolioId}) as payments,
      (select count(*)::int from hausbuch.bank_match where portfolio_id = ${books.portfolioId}) as matches,
      (select count(*)::int from hausbuch.bank_import where portfolio_id = ${books.portfolioId}) as imports`;
  return row;
};

describe('a file', () => {
  test('brings its lines, the oldest first, each with what is proposed and why', async () => {
    const outcome = await bring(statementOf(own, [rent('2026-02-03'), rent('2026-01-05')]));
    expect(outcome).toMatchObject({ kind: 'imported', newLines: 2, knownLines: 0 });
    const { rows, waiting, leases, items } = await inbox();
    expect(waiting).toBe(2);
    expect(rows.map((row) => row.bookedOn)).toEqual(['2026-01-05', '2026-02-03']);
    expect(rows.map((row) => row.match.grade)).toEqual(['certain', 'certain']);
    // What is certain of January is paid before February asks.
    expect(
      rows.flatMap((row) => row.match.parts.flatMap((part) => ('itemIds' in part ? part.itemIds : []))),
    ).toEqual(items.map((item) => item.id));
    expect(leases).toMatchObject([{ id: leaseId, tenants: ['Änne Müller'], openCents: 210_000 }]);
  });

  test('read twice changes nothing, in another format neither; two equal payments on one day stay two', async () => {
    const week = [rent('2026-01-05'), rent('2026-01-05'), rent('2026-02-03', { text: 'Miete Februar' })];
    await bring(statementOf(own, week));
    expect(await bring(statementOf(own, week))).toMatchObject({ importId: null, newLines: 0, knownLines: 3 });
    expect(await bring(mt940Of(own, week))).toMatchObject({ importId: null, newLines: 0, knownLines: 3 });
    expect(await bring(mt940Of(own, [...week, rent('2026-02-03')]))).toMatchObject({
      newLines: 1,
      knownLines: 3,
    });
    expect(await counts()).toMatchObject({ lines: 4, imports: 2 });
  });

  test('two who import the same file at once import it once; the same request twice is one', async () => {
    const text = statementOf(own, [rent('2026-01-05'), rent('2026-02-03')]);
    const both = await Promise.all([bring(text), bring(text)]);
    expect(both.map((one) => (one.kind === 'imported' ? one.newLines : -1)).toSorted(ascending)).toEqual([
      0, 2,
    ]);
    const id = randomUUID();
    const other = statementOf(own, [rent('2026-03-03')]);
    const first = await bring(other, id);
    expect(await bring(other, id)).toEqual(first);
    await expect(bring(text, id)).rejects.toThrow('already_exists');
    expect(await counts()).toMatchObject({ lines: 3, imports: 2 });
  });

  test.each([
    ['a broken one', () => statementOf(own, [rent('2026-01-05')]).slice(0, 700), 'refused'],
    ['no bank file', () => 'Guten Tag', 'refused'],
    [
      'an amount nobody can read',
      () => statementOf(own, [rent('2026-01-05')]).replace('700.00', '7OO.00'),
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

  test('one of two statements that belongs nowhere keeps out the other', async () => {
    const [one, other] = [
      statementOf(own, [rent('2026-01-05')]),
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
      books.on(today, (tx, scope) =>
        importFile(tx, scope, importFileInput.parse({ id: randomUUID(), fileName: 'x', packed })),
      );
    expect(await send('AAAA')).toMatchObject({ kind: 'refused', fault: { code: 'unknown_format' } });
    expect(await send(packedFile(new Uint8Array(33 * 1024 * 1024)))).toMatchObject({
      kind: 'refused',
      fault: { code: 'too_large' },
    });
  });
});

describe('a line', () => {
  test('accepted is a recorded payment with its line as evidence; taken back, the rent is open again', async () => {
    await bring(statementOf(own, [rent('2026-01-05')]));
    expect(await open()).toEqual([70_000, 70_000, 70_000]);
    const { id, version } = await acceptFirst();
    expect(await open()).toEqual([70_000, 70_000]);
    const { rows } = await decided();
    expect(rows).toMatchObject([
      { id, state: 'matched', version, parts: [{ kind: 'payment', amountCents: 70_000, leaseId }] },
    ]);
    const { rows: entries } = await books.on(today, (tx, scope) =>
      getAccount(tx, scope, { leaseId, ...paging }),
    );
    expect(entries.some((entry) => entry.creditCents === 70_000 && entry.on === '2026-01-05')).toBe(true);
    await reopen(id, version);
    expect(await open()).toEqual([70_000, 70_000, 70_000]);
    expect((await inbox()).waiting).toBe(1);
    // Sent again, nothing more happens; an older sight of it takes nothing back.
    await reopen(id, version);
    await acceptFirst();
    await expect(reopen(id, version)).rejects.toThrow('version_conflict');
    expect(await open()).toEqual([70_000, 70_000]);
  });

  test('accepted by two members at once is booked once; the same request twice is one', async () => {
    await bring(statementOf(own, [rent('2026-01-05')]));
    const [row] = (await inbox()).rows;
    const parts = row && decisionOf(row.match);
    const lineId = row?.id ?? '';
    const results = await Promise.allSettled([accept(lineId, parts), accept(lineId, parts)]);
    expect(results.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((one) => one.status === 'rejected')).toMatchObject({
      reason: { code: 'bank.line_decided' },
    });
    expect(await counts()).toMatchObject({ payments: 1, matches: 1 });
    const { rows } = await decided();
    const first = rows[0]?.parts[0]?.id ?? '';
    await accept(lineId, parts, first);
    expect(await counts()).toMatchObject({ payments: 1, matches: 1 });
  });

  test('whose payment was typed in becomes its evidence, and taken back leaves it', async () => {
    const typed = recordPaymentInput.parse({
      id: randomUUID(),
      leaseId,
      paidOn: '2026-01-06',
      amountCents: 70_000,
    });
    await books.on(today, (tx, scope) => recordPayment(tx, scope, typed));
    await bring(statementOf(own, [rent('2026-01-05')]));
    const [row] = (await inbox()).rows;
    expect(row?.match).toMatchObject({
      grade: 'certain',
      parts: [{ kind: 'evidence', paymentId: typed.id }],
    });
    const { id, version } = await acceptFirst();
    expect(await counts()).toMatchObject({ payments: 1, matches: 1 });
    // The same money a second time is another payment's.
    await bring(statementOf(own, [rent('2026-01-05', { text: 'Nochmal' }), rent('2026-01-05')]));
    const again = (await inbox()).rows[0];
    expect(again?.match.parts[0]?.kind).toBe('rent');
    await expect(accept(again?.id ?? '', [{ kind: 'evidence', paymentId: typed.id }])).rejects.toThrow(
      'bank.payment_has_line',
    );
    await reopen(id, version);
    expect(await counts()).toMatchObject({ payments: 1, matches: 0 });
    expect(await open()).toEqual([70_000, 70_000]);
  });

  test('of a returned payment takes it back, with the charge of the bank as a claim of its own', async () => {
    await bring(statementOf(own, [rent('2026-01-05')]));
    await acceptFirst();
    const returned = { reason: 'AC04', originalCents: 70_000 };
    await bring(statementOf(own, [rent('2026-01-09', { cents: -70_350, returned })]));
    const [row] = (await inbox()).rows;
    expect(row?.match.parts).toMatchObject([
      { kind: 'reversal' },
      { kind: 'return_charge', amountCents: -350 },
    ]);
    const { id, version } = await acceptFirst();
    expect((await open()).toSorted(ascending)).toEqual([350, 70_000, 70_000, 70_000]);
    await reopen(id, version);
    expect(await open()).toEqual([70_000, 70_000]);
  });

  test('of one payer for two leases is one transfer, parted as decided; parts that do not add up are refused', async () => {
    const unitId = randomUUID();
    await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${books.portfolioId}, ${unitId}, ${books.propertyId}, 'Garage 2', 'parking')`;
    const garage = await enterLease(books, today, {
      unitIds: [unitId],
      rentLines: [{ component: 'net', amountCents: 5_000, settlement: 'none' }],
    });
    await bring(statementOf(own, [rent('2026-01-05', { cents: 75_000, text: 'Wohnung und Garage' })]));
    const [row] = (await inbox()).rows;
    const part = (of: string, amountCents: number) => ({ kind: 'payment', leaseId: of, amountCents });
    await expect(accept(row?.id ?? '', [part(leaseId, 70_000), part(garage, 4_999)])).rejects.toThrow(
      'bank.parts_sum_differs',
    );
    expect(await counts()).toMatchObject({ payments: 0, matches: 0 });
    const { id, version } = await acceptFirst();
    expect(await counts()).toMatchObject({ payments: 2, matches: 2 });
    await reopen(id, version);
    expect(await counts()).toMatchObject({ payments: 4, matches: 0 });
    expect(await open()).toEqual([70_000, 70_000, 70_000]);
  });

  test('whose payment somebody took back in the account is taken back without booking it twice', async () => {
    await bring(statementOf(own, [rent('2026-01-05')]));
    const decisionId = randomUUID();
    const { id, version } = await acceptFirst(decisionId);
    await books.on(today, (tx, scope) =>
      reversePayment(tx, scope, { id: randomUUID(), paymentId: decisionId, note: null }),
    );
    await reopen(id, version);
    expect(await counts()).toMatchObject({ payments: 2, matches: 0 });
    expect(await open()).toEqual([70_000, 70_000, 70_000]);
  });

  test('whose payment the bank took back since is not taken back before its return is: 700 in, 700 out, never twice in', async () => {
    await bring(statementOf(own, [rent('2026-01-05')]));
    const paid = await acceptFirst();
    const returned = { reason: 'AC04', originalCents: 70_000 };
    await bring(statementOf(own, [rent('2026-01-09', { cents: -70_000, returned })]));
    const back = await acceptFirst();
    expect((await decided()).rows.map((row) => row.parts[0]?.isTakenBack)).toEqual([false, true]);
    await expect(reopen(paid.id, paid.version)).rejects.toThrow('bank.returned_since');
    await reopen(back.id, back.version);
    await reopen(paid.id, paid.version);
    expect(await open()).toEqual([70_000, 70_000, 70_000]);
    expect(await counts()).toMatchObject({ matches: 0 });
  });

  test('whose charge somebody paid by hand meanwhile is looked at again', async () => {
    await bring(statementOf(own, [rent('2026-01-05')]));
    const [row] = (await inbox()).rows;
    const parts = row && decisionOf(row.match);
    const [charge] = (await books.on(today, (tx, scope) => listOpenItems(tx, scope, leaseId))).items;
    const typed = recordPaymentInput.parse({
      id: randomUUID(),
      leaseId,
      paidOn: today,
      amountCents: 70_000,
      chargeIds: [charge?.chargeId],
    });
    await books.on(today, (tx, scope) => recordPayment(tx, scope, typed));
    await expect(accept(row?.id ?? '', parts)).rejects.toThrow('bank.paid_since');
    expect(await counts()).toMatchObject({ payments: 1, matches: 0 });
  });

  test('booked on a day to come keeps waiting where all that is certain is accepted', async () => {
    await bring(statementOf(own, [rent('2026-01-05'), rent('2026-03-11')]));
    const lines = (await inbox()).rows.map((row) => ({ id: randomUUID(), lineId: row.id }));
    const { accepted } = await books.on(today, (tx, scope) => acceptCertain(tx, scope, { lines }));
    expect(accepted.map((one) => one.id)).toEqual([lines[0]?.lineId]);
  });

  test('in another currency, or against its direction, is refused', async () => {
    await bring(
      statementOf(own, [rent('2026-01-05', { currency: 'USD' }), rent('2026-01-06', { cents: -70_000 })]),
    );
    const { rows } = await inbox();
    const parts = [{ kind: 'payment', leaseId, amountCents: 70_000 }];
    await expect(accept(rows[0]?.id ?? '', parts)).rejects.toThrow('bank.other_currency');
    await expect(accept(rows[1]?.id ?? '', parts)).rejects.toThrow('bank.other_direction');
    expect(await counts()).toMatchObject({ payments: 0, matches: 0 });
  });

  test('left out waits no more, and loses its words after ninety days, never before', async () => {
    await bring(statementOf(own, [rent('2026-01-05', { name: 'Arztpraxis', text: 'Privat' })]));
    const [row] = (await inbox()).rows;
    await drop(row?.id ?? '');
    await drop(row?.id ?? '');
    expect((await inbox()).waiting).toBe(0);
    const wordsOf = async () => {
      const [line] = await books.admin`select name, text, raw, amount_cents from hausbuch.bank_line
        where portfolio_id = ${books.portfolioId}`;
      return line;
    };
    const forget = async (day: string) => {
      const now = new Date(`${day}T11:00:00Z`);
      const ids = await findLeftOutLines(books.db, now);
      if (ids.includes(books.portfolioId)) await forgetLinesOfPortfolio(books.db, books.portfolioId, now);
    };
    await forget('2026-06-08');
    expect(await wordsOf()).toMatchObject({ name: 'Arztpraxis', text: 'Privat' });
    await forget('2026-06-09');
    expect(await wordsOf()).toMatchObject({ name: null, text: '', raw: '', amount_cents: '70000' });
    // It is still known when it comes again.
    expect(await bring(statementOf(own, [rent('2026-01-05')]))).toMatchObject({ newLines: 0 });
  });
});

test('what is certain of many is accepted at once, the rest keeps waiting', async () => {
  const private_ = rent('2026-01-07', {
    cents: 12_345,
    name: 'Sportverein',
    account: makeIban(),
    text: 'Beitrag',
  });
  await bring(statementOf(own, [rent('2026-01-05'), private_, rent('2026-02-03')]));
  const { rows } = await inbox();
  const lines = rows.map((row) => ({ id: randomUUID(), lineId: row.id }));
  const once = () => books.on(today, (tx, scope) => acceptCertain(tx, scope, { lines }));
  expect((await once()).accepted).toHaveLength(2);
  expect((await once()).accepted).toHaveLength(0);
  expect((await inbox()).rows.map((row) => row.name)).toEqual(['Sportverein']);
  expect(await open()).toEqual([70_000]);
});

test('a whole file is taken back with what was booked from it, payments typed in stay; it can come again', async () => {
  const typed = recordPaymentInput.parse({
    id: randomUUID(),
    leaseId,
    paidOn: '2026-01-05',
    amountCents: 70_000,
  });
  await books.on(today, (tx, scope) => recordPayment(tx, scope, typed));
  const text = statementOf(own, [rent('2026-01-05'), rent('2026-02-03'), rent('2026-03-04')]);
  const outcome = await bring(text);
  const importId = outcome.kind === 'imported' ? (outcome.importId ?? '') : '';
  await acceptFirst();
  await acceptFirst();
  expect(await open()).toEqual([70_000]);
  const back = () => books.on(today, (tx, scope) => takeBackImport(tx, scope, { importId }));
  await back();
  await back();
  expect(await counts()).toMatchObject({ lines: 0, matches: 0, imports: 0, payments: 3 });
  expect(await open()).toEqual([70_000, 70_000]);
  expect(await bring(text)).toMatchObject({ newLines: 3 });
  expect(await books.on(today, (tx, scope) => listImports(tx, scope))).toHaveLength(1);
});

test('the inbox pages: each line once, and what is certain before a page counts on it', async () => {
  const days = ['2026-01-05', '2026-01-06', '2026-02-03', '2026-02-04', '2026-03-03'];
  await bring(
    statementOf(
      own,
      days.map((on) => rent(on)),
    ),
  );
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await inbox(2, cursor);
    found.push(...page.rows.map((row) => row.bookedOn));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(found).toEqual(days);
});

describe('a sender', () => {
  const rules = () => books.on(today, (tx, scope) => listRules(tx, scope));
  const stranger = () =>
    rent('2026-01-05', { name: 'Erika Beispiel', account: makeIban(), text: 'Zuschuss' });

  test('whose money was booked to a tenant is known from then on, and unknown when that is taken back', async () => {
    const first = stranger();
    await bring(statementOf(own, [first]));
    const [row] = (await inbox()).rows;
    expect(row?.match.grade).not.toBe('certain');
    const parts = [{ kind: 'payment', leaseId, amountCents: 70_000 }];
    const { id, version } = await accept(row?.id ?? '', parts);
    expect(await rules()).toMatchObject([{ kind: 'lease', account: first.account, lease: { id: leaseId } }]);
    await bring(statementOf(own, [{ ...first, on: '2026-02-03' }]));
    expect((await inbox()).rows[0]?.match).toMatchObject({
      grade: 'certain',
      reasons: [{ code: 'known_payer' }, { code: 'amount_item' }],
    });
    await reopen(id, version);
    expect(await rules()).toEqual([]);
    expect((await inbox()).rows.map((one) => one.match.grade)).not.toContain('certain');
  });

  test('a tenant’s record names already is not learned again', async () => {
    await bring(statementOf(own, [rent('2026-01-05')]));
    await acceptFirst();
    expect(await rules()).toEqual([]);
  });

  test('left out for good waits no more: what waits is certainly left out, what comes is left out at once', async () => {
    const first = stranger();
    await bring(statementOf(own, [first, { ...first, on: '2026-01-06' }]));
    const [row, other] = (await inbox()).rows;
    await drop(row?.id ?? '', true);
    expect((await inbox()).rows).toMatchObject([
      { match: { grade: 'certain', parts: [{ kind: 'left_out' }] } },
    ]);
    const lines = [{ id: randomUUID(), lineId: other?.id ?? '' }];
    await books.on(today, (tx, scope) => acceptCertain(tx, scope, { lines }));
    await bring(statementOf(own, [{ ...first, on: '2026-02-03' }]));
    expect((await inbox()).waiting).toBe(0);
    expect((await decided()).rows.map((one) => one.state)).toEqual(['left_out', 'left_out', 'left_out']);
    const [rule] = await rules();
    const ruleId = rule?.id ?? '';
    for (const _ of [1, 2]) await books.on(today, (tx, scope) => removeRule(tx, scope, { ruleId }));
    await bring(statementOf(own, [{ ...first, on: '2026-03-03' }]));
    expect((await inbox()).waiting).toBe(1);
  });
});

test('between two files money is missing until the file between them is read', async () => {
  const balances = () => books.on(today, (tx, scope) => listBalances(tx, scope));
  await bring(mt940Of(own, [rent('2026-01-05')]));
  await bring(mt940Of(own, [rent('2026-01-20')], 82_000));
  expect(await balances()).toMatchObject([
    {
      iban: own,
      lastLineOn: '2026-01-20',
      compared: {
        statedCents: 152_000,
        ownCents: 140_000,
        missing: [{ from: '2026-01-05', to: '2026-01-20', missingCents: 12_000 }],
      },
    },
  ]);
  await bring(mt940Of(own, [rent('2026-01-10', { cents: 12_000 })], 70_000));
  expect(await balances()).toMatchObject([
    { compared: { statedCents: 152_000, ownCents: 152_000, missing: [] } },
  ]);
});
