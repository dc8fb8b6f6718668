import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { unpackFile } from '@/features/bank/file-rules';
import { type ImportOutcome, importFile } from '@/features/bank/import-commands';
import { listRules } from '@/features/bank/queries';
import { importFileInput } from '@/features/bank/schema';
import {
  correctPayment,
  countOrigins,
  getAccount,
  recordPayment,
  refundCredit,
  reversePayment,
} from '@/ledger';
import { correctPaymentInput, recordPaymentInput, refundCreditInput } from '@/ledger/inputs';
import { ascending, bringTo, openBankDesk, today } from '../factories/bank-desk.ts';
import { packedFile, statementOf } from '../factories/bank-import.ts';
import { makeIban } from '../factories/records.ts';
import { countLockWaits } from '../setup/every-server.ts';

const bank = openBankDesk();
const { rent, inbox, decided, reopen, open, counts } = bank;

const switchOn = () => bank.books.admin`
  update hausbuch.bank_account set books_certain = true where portfolio_id = ${bank.books.portfolioId}`;
const inputOf = (text: string, id: string = randomUUID()) =>
  importFileInput.parse({ id, fileName: 'auszug.xml', packed: packedFile(text) });
const bookedOf = (one: ImportOutcome) => (one.kind === 'imported' ? one.bookedLines : -1);
const stranger = makeIban();
/** A rent that is certain by its payer, and one that is a guess. */
const file = () =>
  statementOf(bank.own, [
    rent('2026-01-05'),
    rent('2026-02-05', { account: stranger, name: 'Niemand', cents: 12_345 }),
  ]);

test('nothing is booked by itself unless it is switched on for the account', async () => {
  expect(await bringTo(bank.books, inputOf(file()))).toMatchObject({ newLines: 2, bookedLines: 0 });
  expect(await inbox()).toMatchObject({ waiting: 2 });
  expect(await counts()).toMatchObject({ payments: 0, matches: 0 });
});

test('switched on, what is certain is booked, the rest waits, and nobody is taken to have taught anything', async () => {
  await switchOn();
  expect(await bringTo(bank.books, inputOf(file()))).toMatchObject({ newLines: 2, bookedLines: 1 });
  expect(await open()).toEqual([70_000, 70_000]);
  expect((await inbox()).rows).toMatchObject([{ amountCents: 12_345 }]);
  expect((await decided()).rows).toMatchObject([{ parts: [{ kind: 'payment', isByItself: true }] }]);
  expect(await bank.books.on(today, (tx, scope) => listRules(tx, scope))).toEqual([]);
});

test('a line that somebody else’s payment forestalls waits by itself: the others of its batch are booked', async () => {
  await switchOn();
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const january = recordPaymentInput.parse({
    id: randomUUID(),
    leaseId: bank.leaseId,
    paidOn: '2026-01-06',
    amountCents: 70_000,
  });
  const other = bank.books.on(today, async (tx, scope) => {
    await recordPayment(tx, scope, january);
    await gate;
  });
  const imported = bringTo(
    bank.books,
    inputOf(statementOf(bank.own, [rent('2026-01-05'), rent('2026-02-05')])),
  );
  try {
    await expect.poll(() => countLockWaits(bank.books.admin), { timeout: 20_000 }).toBeGreaterThan(0);
  } finally {
    release();
  }
  await other;
  expect(await imported).toMatchObject({ newLines: 2, bookedLines: 1 });
  // What the account looks like now is proposed for it: the payment typed in meanwhile.
  expect((await inbox()).rows).toMatchObject([{ bookedOn: '2026-01-05' }]);
  expect((await decided()).rows).toMatchObject([{ bookedOn: '2026-02-05', parts: [{ isByItself: true }] }]);
});

test('rent on the account of another owner than of the house waits, and says so', async () => {
  await switchOn();
  const { admin, portfolioId } = bank.books;
  const [house, account] = await admin<{ id: string }[]>`
    insert into hausbuch.landlord (portfolio_id, kind, name)
    values (${portfolioId}, 'person', 'Adam'), (${portfolioId}, 'person', 'Beate') returning id`;
  await admin`insert into hausbuch.property_owner (portfolio_id, property_id, landlord_id, share_numerator, share_denominator)
    select portfolio_id, id, ${house?.id ?? ''}, 1, 1 from hausbuch.property where portfolio_id = ${portfolioId}`;
  const belongTo = (landlordId: string | undefined) => admin`
    update hausbuch.bank_account set landlord_id = ${landlordId ?? ''} where portfolio_id = ${portfolioId}`;
  await belongTo(account?.id);
  expect(await bringTo(bank.books, inputOf(statementOf(bank.own, [rent('2026-01-05')])))).toMatchObject({
    bookedLines: 0,
  });
  const [line] = (await inbox()).rows;
  expect(line?.match).toMatchObject({ grade: 'likely', parts: [{ leaseId: bank.leaseId }] });
  expect(line?.match.reasons.at(-1)).toEqual({ code: 'other_owner', leaseId: bank.leaseId });
  await belongTo(house?.id);
  expect((await inbox()).rows).toMatchObject([{ match: { grade: 'certain' } }]);
});

test('what was taken back waits, also when the request comes again or the file does', async () => {
  await switchOn();
  const input = inputOf(file());
  await bringTo(bank.books, input);
  const [line] = (await decided()).rows;
  await reopen(line?.id ?? '', line?.version ?? 0);
  expect(await open()).toEqual([70_000, 70_000, 70_000]);
  expect(await bringTo(bank.books, input)).toMatchObject({ bookedLines: 0 });
  expect(await bringTo(bank.books, inputOf(file()))).toMatchObject({ importId: null, newLines: 0 });
  expect(await inbox()).toMatchObject({ waiting: 2 });
  // By hand it is booked again, and is then no longer said to have come by itself.
  await bank.acceptFirst();
  expect((await decided()).rows).toMatchObject([{ parts: [{ isByItself: false }] }]);
});

test('the account says how each payment came in, corrected or not; the year counts them', async () => {
  await switchOn();
  await bringTo(bank.books, inputOf(file()));
  const typed = recordPaymentInput.parse({
    id: randomUUID(),
    leaseId: bank.leaseId,
    paidOn: '2026-02-06',
    amountCents: 1_000,
  });
  await bank.books.on(today, (tx, scope) => recordPayment(tx, scope, typed));
  const account = () =>
    bank.books.on(today, (tx, scope) => getAccount(tx, scope, { leaseId: bank.leaseId, limit: 50 }));
  const cameIn = async () =>
    (await account()).rows.flatMap((row) =>
      row.isReplaced || row.cameIn === null ? [] : [`${row.creditCents} ${row.cameIn.origin}`],
    );
  expect((await cameIn()).toSorted()).toEqual(['1000 typed', '70000 by_itself']);
  const [booked] = (await account()).rows.filter((row) => row.creditCents === 70_000);
  const corrected = correctPaymentInput.parse({
    id: randomUUID(),
    paymentId: booked?.id,
    paidOn: '2026-01-06',
    amountCents: 70_000,
    method: 'transfer',
  });
  await bank.books.on(today, (tx, scope) => correctPayment(tx, scope, corrected));
  expect((await cameIn()).toSorted()).toEqual(['1000 typed', '70000 by_itself']);
  const counted = (from: string, to: string) =>
    bank.books.on(today, (tx, scope) => countOrigins(tx, scope, { from, to }));
  const two = { by_itself: 1, confirmed: 0, typed: 1 };
  expect(await counted('2026-01-01', '2026-12-31')).toEqual(two);
  expect(await counted('2026-02-01', '2026-02-28')).toEqual({ ...two, by_itself: 0 });
  // Taken back, it did not come in; nor did money paid out whose entry is taken back, the row of which says "in".
  const mistake = { ...typed, id: randomUUID(), amountCents: 2_000 };
  const undone = async (paymentId: string) =>
    bank.books.on(today, (tx, scope) =>
      reversePayment(tx, scope, { id: randomUUID(), paymentId, note: null }),
    );
  await bank.books.on(today, (tx, scope) => recordPayment(tx, scope, mistake));
  expect(await counted('2026-01-01', '2026-12-31')).toEqual({ ...two, typed: 2 });
  await undone(mistake.id);
  const early = { ...typed, id: randomUUID(), paidOn: '2025-12-15', amountCents: 1_000_000 };
  await bank.books.on(today, (tx, scope) => recordPayment(tx, scope, early));
  const refund = { id: randomUUID(), leaseId: bank.leaseId, paidOn: '2026-02-07', amountCents: 500 };
  await bank.books.on(today, (tx, scope) =>
    refundCredit(tx, scope, refundCreditInput.parse({ ...refund, method: 'transfer' })),
  );
  await undone(refund.id);
  expect(await counted('2026-01-01', '2026-12-31')).toEqual(two);
});

test('a line ahead of its day and one in another currency wait', async () => {
  await switchOn();
  const lines = [rent('2026-03-12'), rent('2026-02-05', { currency: 'CHF' })];
  expect(await bringTo(bank.books, inputOf(statementOf(bank.own, lines)))).toMatchObject({ bookedLines: 0 });
  expect(await inbox()).toMatchObject({ waiting: 2 });
});

test('the same file twice at once, and a process that ends before it books: each line is booked once', async () => {
  await switchOn();
  const results = await Promise.all([
    bringTo(bank.books, inputOf(file())),
    bringTo(bank.books, inputOf(file())),
  ]);
  expect(results.map(bookedOf).toSorted(ascending)).toEqual([0, 1]);
  expect(await counts()).toMatchObject({ lines: 2, payments: 1, matches: 1, imports: 1 });

  const later = inputOf(statementOf(bank.own, [rent('2026-02-04')]));
  let transactions = 0;
  const ends = importFile(
    async (work) => {
      transactions += 1;
      // The first says who asks, the second keeps the file; then the process is gone.
      if (transactions > 2) throw new Error('gone');
      return bank.books.on(today, work);
    },
    async (order) => unpackFile(order),
    later,
  );
  await expect(ends).rejects.toThrow('gone');
  expect(await counts()).toMatchObject({ lines: 3, payments: 1, imports: 2 });
  const [again, beside] = await Promise.all([bringTo(bank.books, later), bringTo(bank.books, later)]);
  expect([again, beside].map(bookedOf).toSorted(ascending)).toEqual([0, 1]);
  expect(await counts()).toMatchObject({ lines: 3, payments: 2, matches: 2 });
});
