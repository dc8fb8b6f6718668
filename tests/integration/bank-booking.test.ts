import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { enterRequest } from '@/db/scope';
import { listRules } from '@/features/bank/queries';
import { decisionOf } from '@/features/bank/rules';
import { deleteProperty } from '@/features/property/commands';
import { createRecurring, postDueTransactions } from '@/features/recurring/commands';
import { createRecurringInput } from '@/features/recurring/schema';
import {
  recordTransaction,
  removeTransaction,
  restoreTransaction,
  updateTransaction,
} from '@/features/transaction/commands';
import { listTransactions } from '@/features/transaction/queries';
import {
  listTransactionsInput,
  recordTransactionInput,
  updateTransactionInput,
} from '@/features/transaction/schema';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { openBankDesk, today } from '../factories/bank-desk.ts';
import { type MadeLine, statementOf } from '../factories/bank-import.ts';
import { makeIban } from '../factories/records.ts';

const bank = openBankDesk();
const { bring, inbox, decided, accept, reopen, acceptFirst, counts } = bank;

const supplier = makeIban();
const power = (on: string, more: Partial<MadeLine> = {}): MadeLine => ({
  on,
  cents: -12_345,
  name: 'Stadtwerke Musterstadt GmbH',
  account: supplier,
  text: 'Abschlag Allgemeinstrom',
  ...more,
});
const categoryId = async (code: string) => {
  const [row] = await bank.books.admin<{ id: string }[]>`select id from hausbuch.category
    where portfolio_id = ${bank.books.portfolioId} and code = ${code}`;
  return row?.id ?? '';
};
/** The usual categories, as a portfolio comes with them. */
async function enterCategories() {
  const { admin, portfolioId } = bank.books;
  for (const [group, code, direction] of [
    ['administration', 'bank_fees', 'expense'],
    ['running', 'electricity', 'expense'],
    ['other', 'other_income', 'income'],
  ] as const) {
    const parentId = randomUUID();
    await admin`insert into hausbuch.category (portfolio_id, id, code, direction, is_recoverable)
      values (${portfolioId}, ${parentId}, ${group}, ${direction}, false),
        (${portfolioId}, ${randomUUID()}, ${code}, ${direction}, ${code === 'electricity'})`;
    await admin`update hausbuch.category set parent_id = ${parentId}
      where portfolio_id = ${portfolioId} and code = ${code}`;
  }
}
const booked = async () => {
  const found = await bank.books.on(today, (tx, scope) =>
    listTransactions(tx, scope, listTransactionsInput.parse({})),
  );
  return found.rows;
};
const rules = () => bank.books.on(today, (tx, scope) => listRules(tx, scope));
const booking = async (code = 'electricity') => [
  { kind: 'booking', categoryId: await categoryId(code), propertyId: bank.books.propertyId },
];
async function bookFirst() {
  const [row] = (await inbox()).rows;
  return accept(row?.id ?? '', await booking());
}
const enter = async (more: object = {}) => {
  const input = recordTransactionInput.parse({
    id: randomUUID(),
    bookedOn: '2026-02-03',
    direction: 'expense',
    categoryId: await categoryId('electricity'),
    title: 'Strom',
    payee: 'Stadtwerke Musterstadt',
    amountCents: 12_345,
    propertyId: bank.books.propertyId,
    ...more,
  });
  await bank.books.on(today, (tx, scope) => recordTransaction(tx, scope, input));
  return input;
};
const remove = (transactionId: string) =>
  bank.books.on(today, (tx, scope) => removeTransaction(tx, scope, { id: randomUUID(), transactionId }));

test('booked as an expense it stands among the bookings, with the day, amount and words of the line; taken back it waits', async () => {
  await enterCategories();
  await bring(statementOf(bank.own, [power('2026-02-03')]));
  const { id, version } = await bookFirst();
  expect(await booked()).toMatchObject([
    {
      bookedOn: '2026-02-03',
      direction: 'expense',
      amountCents: 12_345,
      title: 'Stadtwerke Musterstadt GmbH',
      payee: 'Stadtwerke Musterstadt GmbH',
      note: 'Abschlag Allgemeinstrom',
      propertyId: bank.books.propertyId,
      recoverableKey: 'area',
    },
  ]);
  expect((await decided()).rows).toMatchObject([
    { id, parts: [{ kind: 'booking', booking: { categoryCode: 'electricity' } }] },
  ]);
  expect(await rules()).toMatchObject([{ kind: 'booking', account: supplier, categoryCode: 'electricity' }]);
  await reopen(id, version);
  expect(await booked()).toEqual([]);
  expect(await rules()).toEqual([]);
  expect((await inbox()).waiting).toBe(1);
});

test('of a house in the United States tenants bear of it only what somebody says', async () => {
  const { admin, propertyId } = bank.books;
  await admin`update hausbuch.property set country = 'US', state = null where id = ${propertyId}`;
  await enterCategories();
  await bring(statementOf(bank.own, [power('2026-02-03')]));
  await bookFirst();
  expect(await booked()).toMatchObject([{ amountCents: 12_345, recoverableKey: null }]);
});

test('its sender is proposed the same way from then on, never as certain; money that comes from there may be a refund', async () => {
  await enterCategories();
  await bring(statementOf(bank.own, [power('2026-01-05'), power('2026-02-03', { cents: -13_000 })]));
  await bookFirst();
  const [row] = (await inbox()).rows;
  expect(row?.match).toMatchObject({
    grade: 'likely',
    parts: [{ kind: 'category', propertyId: bank.books.propertyId }],
    reasons: [{ code: 'rule' }],
  });
  await acceptFirst();
  expect((await booked()).map((one) => one.amountCents)).toEqual([13_000, 12_345]);
  await bring(statementOf(bank.own, [power('2026-03-03', { cents: 900, text: 'Guthaben' })]));
  expect((await inbox()).rows[0]?.match).toMatchObject({
    grade: 'open',
    parts: [{ kind: 'category', categoryId: await categoryId('electricity'), amountCents: 900 }],
  });
  const { id, version } = await acceptFirst();
  expect((await booked())[0]).toMatchObject({
    ...{ bookedOn: '2026-03-03', direction: 'expense', amountCents: -900, recoverableKey: 'area' },
  });
  await reopen(id, version);
  expect((await booked()).map((one) => one.amountCents)).toEqual([13_000, 12_345]);
});

test('a refund of somebody new is booked by its category, and one that was typed in is found by its line', async () => {
  await enterCategories();
  await bring(statementOf(bank.own, [power('2026-02-03', { cents: 4_500, text: 'Gutschrift' })]));
  await bookFirst();
  expect(await booked()).toMatchObject([{ direction: 'expense', amountCents: -4_500 }]);
  expect((await booked())[0]?.recoverableKey).toBe('area');
  const { id } = await enter({
    title: 'Stadtwerke Musterstadt',
    amountCents: -1_200,
    bookedOn: '2026-02-10',
  });
  await bring(statementOf(bank.own, [power('2026-02-11', { cents: 1_200, text: 'Gutschrift' })]));
  expect((await inbox()).rows[0]?.match.parts).toMatchObject([{ kind: 'booked', bookingId: id }]);
  await acceptFirst();
  expect((await booked()).map((one) => one.amountCents)).toEqual([-1_200, -4_500]);
});

test('what was decided last is proposed, also where it was known before; a category put away is not', async () => {
  await enterCategories();
  const lines = ['2026-01-05', '2026-01-20', '2026-02-03', '2026-02-20'].map((on, at) =>
    power(on, { cents: -13_000 - at }),
  );
  await bring(statementOf(bank.own, lines));
  const proposed = async () => {
    const part = (await inbox()).rows[0]?.match.parts[0];
    return part?.kind === 'category' ? part.categoryId : null;
  };
  // The clock of these books stands still: what was learned by it goes back to a day of its own, one after the other.
  let day = 0;
  const dayLater = () => {
    day += 1;
    const then = new Date(Date.UTC(2000, 0, day));
    return bank.books.admin`update hausbuch.bank_rule set learned_at = ${then}
      where portfolio_id = ${bank.books.portfolioId} and learned_at > '2010-01-01'`;
  };
  await bookFirst();
  await dayLater();
  const [second] = (await inbox()).rows;
  await accept(second?.id ?? '', await booking('bank_fees'));
  expect(await proposed()).toBe(await categoryId('bank_fees'));
  await dayLater();
  await bookFirst();
  expect(await proposed()).toBe(await categoryId('electricity'));
  await bank.books.admin`update hausbuch.category set archived_at = now()
    where portfolio_id = ${bank.books.portfolioId} and code = 'electricity'`;
  expect(await proposed()).toBe(await categoryId('bank_fees'));
});

test('who stands in the books as a supplier is proposed by name', async () => {
  await enterCategories();
  await enter({ amountCents: 999, bookedOn: '2025-12-01' });
  await bring(statementOf(bank.own, [power('2026-02-03')]));
  expect((await inbox()).rows[0]?.match).toMatchObject({
    grade: 'likely',
    parts: [{ kind: 'category' }],
    reasons: [{ code: 'supplier_name' }],
  });
});

test('what was entered already is proved by its line and not booked again; who is known for just that is certain', async () => {
  await enterCategories();
  const { id: transactionId } = await enter();
  await bring(statementOf(bank.own, [power('2026-02-05')]));
  const [row] = (await inbox()).rows;
  expect(row?.match).toMatchObject({
    grade: 'likely',
    parts: [{ kind: 'booked', bookingId: transactionId, dueOn: null }],
  });
  const { id, version } = await acceptFirst();
  expect(await booked()).toHaveLength(1);
  await enter({ bookedOn: '2026-03-02' });
  await bring(statementOf(bank.own, [power('2026-03-03')]));
  expect((await inbox()).rows[0]?.match.grade).toBe('certain');
  // The second line of the same money is another's.
  await expect(
    accept((await inbox()).rows[0]?.id ?? '', [{ kind: 'booked', bookingId: transactionId }]),
  ).rejects.toThrow('bank.booking_has_line');
  await reopen(id, version);
  expect(await booked()).toHaveLength(2);
});

test('of another amount, or taken back since, it proves nothing', async () => {
  await enterCategories();
  const { id: transactionId } = await enter({ amountCents: 12_346 });
  await bring(statementOf(bank.own, [power('2026-02-05')]));
  const [row] = (await inbox()).rows;
  const prove = () => accept(row?.id ?? '', [{ kind: 'booked', bookingId: transactionId }]);
  await expect(prove()).rejects.toThrow('bank.booking_differs');
  await remove(transactionId);
  await expect(prove()).rejects.toThrow('bank.booking_differs');
  expect(await counts()).toMatchObject({ matches: 0 });
});

test('a booking that somebody takes back frees its line; corrected, the line goes with it; brought back, it is proposed', async () => {
  await enterCategories();
  await bring(statementOf(bank.own, [power('2026-02-03')]));
  await bookFirst();
  const [row] = await booked();
  if (!row) throw new Error('Nothing is booked.');
  const corrected = updateTransactionInput.parse({
    id: randomUUID(),
    transactionId: row.id,
    bookedOn: row.bookedOn,
    direction: row.direction,
    categoryId: row.categoryId,
    title: 'Hausstrom',
    amountCents: row.amountCents,
    propertyId: row.propertyId,
  });
  await bank.books.on(today, (tx, scope) => updateTransaction(tx, scope, corrected));
  expect((await decided()).rows[0]?.parts[0]?.booking?.title).toBe('Hausstrom');
  await remove(corrected.id);
  expect((await inbox()).waiting).toBe(1);
  expect(await rules()).toEqual([]);
  await bank.books.on(today, (tx, scope) =>
    restoreTransaction(tx, scope, { id: randomUUID(), transactionId: corrected.id }),
  );
  expect((await inbox()).rows[0]?.match.parts[0]?.kind).toBe('booked');
});

test('the same request again is done; with another category, property, title or booking it hears that the line is decided', async () => {
  await enterCategories();
  await bring(statementOf(bank.own, [power('2026-02-03'), power('2026-02-04', { cents: -5_000 })]));
  const [first, second] = (await inbox()).rows;
  const id = randomUUID();
  const asked = await booking();
  const done = await accept(first?.id ?? '', asked, id);
  expect(await accept(first?.id ?? '', asked, id)).toEqual(done);
  for (const other of [
    { categoryId: await categoryId('bank_fees') },
    { propertyId: null },
    { title: 'Hausstrom' },
  ]) {
    await expect(accept(first?.id ?? '', [{ ...asked[0], ...other }], id)).rejects.toThrow(
      'bank.line_decided',
    );
  }
  const [one, other] = [await enter({ amountCents: 5_000 }), await enter({ amountCents: 5_000 })];
  const proofId = randomUUID();
  const prove = (bookingId: string) => accept(second?.id ?? '', [{ kind: 'booked', bookingId }], proofId);
  const proved = await prove(one.id);
  expect(await prove(one.id)).toEqual(proved);
  await expect(prove(other.id)).rejects.toThrow('bank.line_decided');
});

test('with its property the booking goes, and the line waits', async () => {
  await enterCategories();
  await bring(statementOf(bank.own, [power('2026-02-03')]));
  await bookFirst();
  const { propertyId, db, userId, portfolioId } = bank.books;
  const eraser = {
    userId,
    portfolioId,
    now: new Date(`${today}T11:00:00Z`),
    databaseRole: 'hausbuch_erase',
  } as const;
  await enterRequest(db, eraser, async ({ tx, scope }) => {
    if (scope) await deleteProperty(tx, scope, { id: propertyId, typedName: 'Lindenstraße 5' });
  });
  expect(await counts()).toMatchObject({ matches: 0, lines: 1 });
  expect((await inbox()).waiting).toBe(1);
  expect(await rules()).toEqual([]);
});

/** A line of 9 March for what falls due on the 12th. */
async function bringAhead() {
  await enterCategories();
  const item = createRecurringInput.parse({
    id: randomUUID(),
    propertyId: bank.books.propertyId,
    direction: 'expense',
    title: 'Strom',
    categoryId: await categoryId('electricity'),
    payee: 'Stadtwerke',
    everyMonths: 1,
    anchorDay: 12,
    startsOn: '2026-03-12',
    amountCents: 12_345,
    postPast: false,
  });
  await bank.books.on(today, (tx, scope) => createRecurring(tx, scope, item));
  await bring(statementOf(bank.own, [power('2026-03-09')]));
  return item;
}

test('what falls due in some days is booked by its line, and not again when the day comes', async () => {
  const item = await bringAhead();
  const [row] = (await inbox()).rows;
  expect(row?.match).toMatchObject({
    grade: 'likely',
    parts: [{ kind: 'booked', bookingId: item.id, dueOn: '2026-03-12' }],
  });
  const parts = row && decisionOf(row.match);
  const decisionId = randomUUID();
  const { version } = await accept(row?.id ?? '', parts, decisionId);
  expect(await booked()).toMatchObject([{ bookedOn: '2026-03-09', dueOn: '2026-03-12' }]);
  expect(await accept(row?.id ?? '', parts, decisionId)).toMatchObject({ version });
  const post = () => bank.books.on('2026-03-12', (tx, scope) => postDueTransactions(tx, scope));
  expect(await post()).toMatchObject({ transactions: 0 });
  // Taken back, what is due stays booked, and is proved by the line again.
  await reopen(row?.id ?? '', version);
  expect(await booked()).toHaveLength(1);
  expect((await inbox()).rows[0]?.match.parts).toMatchObject([{ kind: 'booked', dueOn: null }]);
  expect(await post()).toMatchObject({ transactions: 0 });
  await expect(
    accept(row?.id ?? '', [{ kind: 'booked', bookingId: item.id, dueOn: '2026-03-13' }]),
  ).rejects.toThrow('not_found');
});

test('what was booked before its day and taken back falls due on its day, once', async () => {
  const item = await bringAhead();
  const proposed = async () => (await inbox()).rows[0]?.match.parts;
  const ahead = [{ kind: 'booked', bookingId: item.id, dueOn: '2026-03-12' }];
  for (const _ of ['once', 'and once more']) {
    expect(await proposed()).toMatchObject(ahead);
    const { id: lineId, version } = await acceptFirst();
    await reopen(lineId, version);
    const [wrong] = await booked();
    await remove(wrong?.id ?? '');
    expect(await booked()).toEqual([]);
  }
  const post = (day: string) => bank.books.on(day, (tx, scope) => postDueTransactions(tx, scope));
  expect(await post('2026-03-12')).toMatchObject({ transactions: 1, expenseCents: 12_345 });
  expect(await booked()).toMatchObject([{ bookedOn: '2026-03-12', dueOn: '2026-03-12' }]);
  // Taken back after its day it stays away.
  const [due] = await booked();
  await bank.books.on('2026-03-12', (tx, scope) =>
    removeTransaction(tx, scope, { id: randomUUID(), transactionId: due?.id ?? '' }),
  );
  expect(await post('2026-03-13')).toMatchObject({ transactions: 0 });
});

test('what was booked before its day and then moved to another property is not booked again', async () => {
  const item = await bringAhead();
  const [row] = (await inbox()).rows;
  await accept(row?.id ?? '', [{ kind: 'booked', bookingId: item.id, dueOn: '2026-03-12' }]);
  const [ahead] = await booked();
  await bank.books.on(today, (tx, scope) =>
    updateTransaction(
      tx,
      scope,
      updateTransactionInput.parse({
        ...{ id: randomUUID(), transactionId: ahead?.id, propertyId: null, unitId: null },
        ...{ bookedOn: '2026-03-09', direction: 'expense', categoryId: item.categoryId },
        ...{ title: 'Strom', amountCents: 12_345 },
      }),
    ),
  );
  expect(await bank.books.on('2026-03-12', (tx, scope) => postDueTransactions(tx, scope))).toMatchObject({
    transactions: 0,
  });
});

test('what the bank takes for itself is proposed as a bank charge', async () => {
  await enterCategories();
  const fee = statementOf(bank.own, [{ on: '2026-02-27', cents: -690, text: 'Entgelt' }]);
  await bring(fee.replaceAll('NTRF+166+0990', 'NTRF+808+0990'));
  expect((await inbox()).rows[0]?.match).toMatchObject({
    grade: 'likely',
    parts: [{ kind: 'category', categoryId: await categoryId('bank_fees'), propertyId: null }],
    reasons: [{ code: 'fee_kind' }],
  });
  await acceptFirst();
  expect(await booked()).toMatchObject([{ amountCents: 690, title: 'Entgelt', level: 'portfolio' }]);
});

test('money out to a known payer pays credit back, as much as there is; taken back the credit stands', async () => {
  await enterCategories();
  const paid = recordPaymentInput.parse({
    id: randomUUID(),
    leaseId: bank.leaseId,
    paidOn: '2026-03-02',
    amountCents: 220_000,
  });
  await bank.books.on(today, (tx, scope) => recordPayment(tx, scope, paid));
  await bring(statementOf(bank.own, [bank.rent('2026-03-05', { cents: -10_000, text: 'Guthaben' })]));
  const [row] = (await inbox()).rows;
  expect(row?.match).toMatchObject({ grade: 'likely', parts: [{ kind: 'refund', leaseId: bank.leaseId }] });
  const { id, version } = await acceptFirst();
  const credit = async () => {
    const [found] = await bank.books.admin<{ cents: string }[]>`
      select coalesce(sum(open_cents), 0) as cents from hausbuch.credit where lease_id = ${bank.leaseId}`;
    return Number(found?.cents);
  };
  expect(await credit()).toBe(0);
  await reopen(id, version);
  expect(await credit()).toBe(10_000);
  await bring(statementOf(bank.own, [bank.rent('2026-03-06', { cents: -10_001, text: 'Guthaben' })]));
  const other = (await inbox()).rows[1];
  await expect(accept(other?.id ?? '', [{ kind: 'refund', leaseId: bank.leaseId }])).rejects.toThrow(
    'payment.exceeds_credit',
  );
});

test('of the other direction, or of a category of it, nothing is booked', async () => {
  await enterCategories();
  await bring(statementOf(bank.own, [power('2026-02-03')]));
  const [row] = (await inbox()).rows;
  await expect(accept(row?.id ?? '', await booking('other_income'))).rejects.toThrow(
    'category.other_direction',
  );
  await expect(
    accept(row?.id ?? '', [{ kind: 'payment', leaseId: bank.leaseId, amountCents: 12_345 }]),
  ).rejects.toThrow('bank.other_direction');
  expect(await counts()).toMatchObject({ matches: 0 });
});

test('a category, property, unit or booking of nobody here is not found', async () => {
  await enterCategories();
  await bring(statementOf(bank.own, [power('2026-02-03')]));
  const [row] = (await inbox()).rows;
  const [valid] = await booking();
  const foreign = randomUUID();
  for (const part of [
    { ...valid, categoryId: foreign },
    { ...valid, propertyId: foreign },
    { ...valid, unitId: foreign },
    { kind: 'booked', bookingId: foreign },
    { kind: 'booked', bookingId: foreign, dueOn: '2026-03-12' },
    { kind: 'refund', leaseId: foreign },
  ]) {
    await expect(accept(row?.id ?? '', [part])).rejects.toThrow('not_found');
  }
  expect(await counts()).toMatchObject({ matches: 0 });
});

test('a refund is passed on as its bill was: by persons, or to nobody', async () => {
  await enterCategories();
  const refundOf = async (on: string, recoverableKey: string | null) => {
    await enter({ bookedOn: on, recoverableKey });
    await bring(statementOf(bank.own, [power(on, { cents: 2_000, name: `Amt ${on}`, account: makeIban() })]));
    await bookFirst();
    return (await booked()).find(({ amountCents }) => amountCents === -2_000)?.recoverableKey;
  };
  expect(await refundOf('2026-02-03', 'persons')).toBe('persons');
  expect(await refundOf('2026-02-20', null)).toBe(null);
});
