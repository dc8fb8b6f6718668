import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { acceptCertain } from '@/features/bank/certain-commands';
import { decisionOf } from '@/features/bank/rules';
import { getOverview } from '@/features/overview/queries';
import { findLeftOutLines, forgetLinesOfPortfolio } from '@/jobs/bank-lines';
import { getAccount, listOpenItems, recordPayment, reversePayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { ascending, openBankDesk, paging, today } from '../factories/bank-desk.ts';
import { statementOf } from '../factories/bank-import.ts';
import { makeIban } from '../factories/records.ts';
import { enterLease } from '../factories/tenancy.ts';
import { countLockWaits } from '../setup/every-server.ts';

const bank = openBankDesk();
const { bring, rent, inbox, decided, accept, reopen, drop, open, acceptFirst, counts } = bank;

describe('a line', () => {
  test('accepted is a recorded payment with its line as evidence; taken back, the rent is open again', async () => {
    await bring(statementOf(bank.own, [rent('2026-01-05')]));
    expect(await open()).toEqual([70_000, 70_000, 70_000]);
    const { id, version } = await acceptFirst();
    expect(await open()).toEqual([70_000, 70_000]);
    const { rows } = await decided();
    expect(rows).toMatchObject([
      {
        id,
        state: 'matched',
        version,
        parts: [{ kind: 'payment', amountCents: 70_000, leaseId: bank.leaseId }],
      },
    ]);
    const { rows: entries } = await bank.books.on(today, (tx, scope) =>
      getAccount(tx, scope, { leaseId: bank.leaseId, ...paging }),
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

  test('that waits is named by Today, at most a hundred of them, until it is decided', async () => {
    const named = () =>
      bank.books.on(today, async (tx, scope) => (await getOverview(tx, scope)).waitingLines);
    expect(await named()).toBe(0);
    await bring(statementOf(bank.own, [rent('2026-01-05'), rent('2026-02-04')]));
    expect(await named()).toBe(2);
    await acceptFirst();
    expect(await named()).toBe(1);
    const many = Array.from({ length: 120 }, (_, cents) => rent('2026-02-05', { cents: 1_000 + cents }));
    await bring(statementOf(bank.own, many));
    expect([await named(), (await inbox()).waiting]).toEqual([100, 121]);
  });

  test('accepted by two members at once is booked once; the same request twice is one', async () => {
    await bring(statementOf(bank.own, [rent('2026-01-05')]));
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
    // Whoever got no answer and chose another tenant is not told that it was booked there.
    const elsewhere = [
      { kind: 'payment' as const, leaseId: randomUUID(), amountCents: 70_000, chargeIds: [] },
    ];
    await expect(accept(lineId, elsewhere, first)).rejects.toThrow('bank.line_decided');
    expect(await counts()).toMatchObject({ payments: 1, matches: 1 });
  });

  test('whose payment was typed in becomes its evidence, and taken back leaves it', async () => {
    const typed = recordPaymentInput.parse({
      id: randomUUID(),
      leaseId: bank.leaseId,
      paidOn: '2026-01-06',
      amountCents: 70_000,
    });
    await bank.books.on(today, (tx, scope) => recordPayment(tx, scope, typed));
    await bring(statementOf(bank.own, [rent('2026-01-05')]));
    const [row] = (await inbox()).rows;
    expect(row?.match).toMatchObject({
      grade: 'certain',
      parts: [{ kind: 'evidence', paymentId: typed.id }],
    });
    const decisionId = randomUUID();
    const { id, version } = await acceptFirst(decisionId);
    expect(await counts()).toMatchObject({ payments: 1, matches: 1 });
    await expect(accept(id, [{ kind: 'evidence', paymentId: randomUUID() }], decisionId)).rejects.toThrow(
      'bank.line_decided',
    );
    // The same money a second time is another payment's.
    await bring(statementOf(bank.own, [rent('2026-01-05', { text: 'Nochmal' }), rent('2026-01-05')]));
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
    await bring(statementOf(bank.own, [rent('2026-01-05')]));
    await acceptFirst();
    const returned = { reason: 'AC04', originalCents: 70_000 };
    await bring(statementOf(bank.own, [rent('2026-01-09', { cents: -70_350, returned })]));
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
    await bank.books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${bank.books.portfolioId}, ${unitId}, ${bank.books.propertyId}, 'Garage 2', 'parking')`;
    const garage = await enterLease(bank.books, today, {
      unitIds: [unitId],
      rentLines: [{ component: 'net', amountCents: 5_000, settlement: 'none' }],
    });
    await bring(statementOf(bank.own, [rent('2026-01-05', { cents: 75_000, text: 'Wohnung und Garage' })]));
    const [row] = (await inbox()).rows;
    const part = (of: string, amountCents: number) => ({ kind: 'payment', leaseId: of, amountCents });
    await expect(accept(row?.id ?? '', [part(bank.leaseId, 70_000), part(garage, 4_999)])).rejects.toThrow(
      'bank.parts_sum_differs',
    );
    expect(await counts()).toMatchObject({ payments: 0, matches: 0 });
    const { id, version } = await acceptFirst();
    expect(await counts()).toMatchObject({ payments: 2, matches: 2 });
    await reopen(id, version);
    expect(await counts()).toMatchObject({ payments: 4, matches: 0 });
    expect(await open()).toEqual([70_000, 70_000, 70_000]);
  });

  test('whose payment somebody takes back in the account waits again, and is booked once when it is accepted again', async () => {
    await bring(statementOf(bank.own, [rent('2026-01-05')]));
    const decisionId = randomUUID();
    const { id, version } = await acceptFirst(decisionId);
    await bank.books.on(today, (tx, scope) =>
      reversePayment(tx, scope, { id: randomUUID(), paymentId: decisionId, note: null }),
    );
    expect((await inbox()).rows).toMatchObject([{ id, version: version + 1, match: { grade: 'certain' } }]);
    expect((await decided()).rows).toEqual([]);
    // Whoever takes the decision back at the same time changes nothing more.
    await reopen(id, version);
    expect(await counts()).toMatchObject({ payments: 2, matches: 0 });
    expect(await open()).toEqual([70_000, 70_000, 70_000]);
    await acceptFirst();
    expect(await open()).toEqual([70_000, 70_000]);
  });

  test('whose payment the bank took back since is not taken back before its return is: 700 in, 700 out, never twice in', async () => {
    await bring(statementOf(bank.own, [rent('2026-01-05')]));
    const paid = await acceptFirst();
    const returned = { reason: 'AC04', originalCents: 70_000 };
    await bring(statementOf(bank.own, [rent('2026-01-09', { cents: -70_000, returned })]));
    const back = await acceptFirst();
    expect((await decided()).rows.map((row) => row.parts[0]?.isTakenBack)).toEqual([false, true]);
    await expect(reopen(paid.id, paid.version)).rejects.toThrow('bank.returned_since');
    await reopen(back.id, back.version);
    await reopen(paid.id, paid.version);
    expect(await open()).toEqual([70_000, 70_000, 70_000]);
    expect(await counts()).toMatchObject({ matches: 0 });
  });

  test('whose charge somebody paid by hand meanwhile is looked at again', async () => {
    await bring(statementOf(bank.own, [rent('2026-01-05')]));
    const [row] = (await inbox()).rows;
    const parts = row && decisionOf(row.match);
    const [charge] = (await bank.books.on(today, (tx, scope) => listOpenItems(tx, scope, bank.leaseId)))
      .items;
    const typed = recordPaymentInput.parse({
      id: randomUUID(),
      leaseId: bank.leaseId,
      paidOn: today,
      amountCents: 70_000,
      chargeIds: [charge?.chargeId],
    });
    await bank.books.on(today, (tx, scope) => recordPayment(tx, scope, typed));
    await expect(accept(row?.id ?? '', parts)).rejects.toThrow('bank.paid_since');
    expect(await counts()).toMatchObject({ payments: 1, matches: 0 });
  });

  test('of two leases holds both before it books on either, in the order everybody holds them', async () => {
    const [unitId, tenantId, account] = [randomUUID(), randomUUID(), makeIban()];
    await bank.books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${bank.books.portfolioId}, ${unitId}, ${bank.books.propertyId}, 'Wohnung 2', 'apartment')`;
    await bank.books
      .admin`insert into hausbuch.tenant (portfolio_id, id, kind, last_name, first_name, letter_language, payer_ibans)
      values (${bank.books.portfolioId}, ${tenantId}, 'person', 'Zander', 'Ute', 'de', ${[account]})`;
    const second = await enterLease(bank.books, today, { unitIds: [unitId], tenantIds: [tenantId] });
    const [lower, higher] = [bank.leaseId, second].sort();
    const own = rent('2026-01-05');
    const other = rent('2026-01-05', { account, name: 'Ute Zander' });
    // The line of the lease that everybody holds last is booked first.
    const [first, then] = higher === second ? [other, own] : [own, other];
    await bring(statementOf(bank.own, [first, { ...then, on: '2026-01-07' }]));
    const lines = (await inbox()).rows.map((row) => ({ id: randomUUID(), lineId: row.id }));
    const hold = (id: string | undefined) => sql`select id from hausbuch.lease
      where portfolio_id = ${bank.books.portfolioId} and id = ${id}`;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = bank.books.on(today, async (tx) => {
      await tx.execute(sql`${hold(lower)} for update`);
      await gate;
    });
    const booked = bank.books.on(today, (tx, scope) => acceptCertain(tx, scope, { lines }));
    try {
      await expect.poll(() => countLockWaits(bank.books.admin), { timeout: 20_000 }).toBe(1);
      await bank.books.on(today, (tx) => tx.execute(sql`${hold(higher)} for update nowait`));
    } finally {
      release();
    }
    await holding;
    expect((await booked).accepted).toHaveLength(2);
  });

  test('booked on a day to come keeps waiting where all that is certain is accepted', async () => {
    await bring(statementOf(bank.own, [rent('2026-01-05'), rent('2026-03-11')]));
    const lines = (await inbox()).rows.map((row) => ({ id: randomUUID(), lineId: row.id }));
    const { accepted } = await bank.books.on(today, (tx, scope) => acceptCertain(tx, scope, { lines }));
    expect(accepted.map((one) => one.id)).toEqual([lines[0]?.lineId]);
  });

  test('in another currency, or against its direction, is refused', async () => {
    await bring(
      statementOf(bank.own, [
        rent('2026-01-05', { currency: 'USD' }),
        rent('2026-01-06', { cents: -70_000 }),
      ]),
    );
    const { rows } = await inbox();
    const parts = [{ kind: 'payment', leaseId: bank.leaseId, amountCents: 70_000 }];
    await expect(accept(rows[0]?.id ?? '', parts)).rejects.toThrow('bank.other_currency');
    await expect(accept(rows[1]?.id ?? '', parts)).rejects.toThrow('bank.other_direction');
    expect(await counts()).toMatchObject({ payments: 0, matches: 0 });
  });

  test('left out waits no more, and loses its words after ninety days, never before', async () => {
    await bring(statementOf(bank.own, [rent('2026-01-05', { name: 'Arztpraxis', text: 'Privat' })]));
    const [row] = (await inbox()).rows;
    await drop(row?.id ?? '');
    await drop(row?.id ?? '');
    expect((await inbox()).waiting).toBe(0);
    const wordsOf = async () => {
      const [line] = await bank.books.admin`select name, text, raw, amount_cents from hausbuch.bank_line
        where portfolio_id = ${bank.books.portfolioId}`;
      return line;
    };
    const forget = async (day: string) => {
      const now = new Date(`${day}T11:00:00Z`);
      const ids = await findLeftOutLines(bank.books.db, now);
      if (ids.includes(bank.books.portfolioId))
        await forgetLinesOfPortfolio(bank.books.db, bank.books.portfolioId, now);
    };
    await forget('2026-06-08');
    expect(await wordsOf()).toMatchObject({ name: 'Arztpraxis', text: 'Privat' });
    await forget('2026-06-09');
    expect(await wordsOf()).toMatchObject({ name: null, text: '', raw: '', amount_cents: '70000' });
    // It is still known when it comes again.
    expect(await bring(statementOf(bank.own, [rent('2026-01-05')]))).toMatchObject({ newLines: 0 });
  });
});

test('what is certain of many is accepted at once, the rest keeps waiting', async () => {
  const private_ = rent('2026-01-07', {
    cents: 12_345,
    name: 'Sportverein',
    account: makeIban(),
    text: 'Beitrag',
  });
  await bring(statementOf(bank.own, [rent('2026-01-05'), private_, rent('2026-02-03')]));
  const { rows } = await inbox();
  const lines = rows.map((row) => ({ id: randomUUID(), lineId: row.id }));
  const once = () => bank.books.on(today, (tx, scope) => acceptCertain(tx, scope, { lines }));
  const answer = await once();
  expect(answer.accepted).toHaveLength(2);
  // Whoever got no answer is told the same, and may take it back; under other ids nothing is left to accept.
  expect(await once()).toEqual(answer);
  for (const line of lines) line.id = randomUUID();
  expect((await once()).accepted).toEqual([]);
  expect((await inbox()).rows.map((row) => row.name)).toEqual(['Sportverein']);
  expect(await open()).toEqual([70_000]);
});

test('the inbox pages: each line once, and what is certain before a page counts on it', async () => {
  const days = ['2026-01-05', '2026-01-06', '2026-02-03', '2026-02-04', '2026-03-03'];
  await bring(
    statementOf(
      bank.own,
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
