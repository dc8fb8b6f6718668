import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { acceptCertain } from '@/features/bank/certain-commands';
import { listRules } from '@/features/bank/queries';
import { removeRule, restoreRule } from '@/features/bank/rule-commands';
import { findLeftOutLines, forgetLinesOfPortfolio } from '@/jobs/bank-lines';
import { recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { openBankDesk, today } from '../factories/bank-desk.ts';
import { statementOf } from '../factories/bank-import.ts';
import { makeIban } from '../factories/records.ts';

const bank = openBankDesk();
const { bring, rent, inbox, decided, accept, reopen, drop, acceptFirst } = bank;

describe('a sender', () => {
  const rules = () => bank.books.on(today, (tx, scope) => listRules(tx, scope));
  const stranger = () =>
    rent('2026-01-05', { name: 'Erika Beispiel', account: makeIban(), text: 'Zuschuss' });

  test('whose money was booked to a tenant is known from then on, and unknown when that is taken back', async () => {
    const first = stranger();
    await bring(statementOf(bank.own, [first]));
    const [row] = (await inbox()).rows;
    expect(row?.match.grade).not.toBe('certain');
    const parts = [{ kind: 'payment', leaseId: bank.leaseId, amountCents: 70_000 }];
    const { id, version } = await accept(row?.id ?? '', parts);
    expect(await rules()).toMatchObject([
      { kind: 'lease', account: first.account, lease: { id: bank.leaseId } },
    ]);
    await bring(statementOf(bank.own, [{ ...first, on: '2026-02-03' }]));
    expect((await inbox()).rows[0]?.match).toMatchObject({
      grade: 'certain',
      reasons: [{ code: 'known_payer' }, { code: 'amount_item' }],
    });
    await reopen(id, version);
    expect(await rules()).toEqual([]);
    expect((await inbox()).rows.map((one) => one.match.grade)).not.toContain('certain');
  });

  test('whose money was typed in is known once a line has proved it, and unknown when that is taken back', async () => {
    const typed = recordPaymentInput.parse({
      ...{ id: randomUUID(), leaseId: bank.leaseId },
      ...{ paidOn: '2026-01-06', amountCents: 70_000 },
    });
    await bank.books.on(today, (tx, scope) => recordPayment(tx, scope, typed));
    const first = stranger();
    // Two rents at once are more than is open: only who sends them says whose they are.
    await bring(statementOf(bank.own, [first, { ...first, on: '2026-02-03', cents: 210_000 }]));
    const [row, other] = (await inbox()).rows;
    expect(other?.match.reasons).toMatchObject([{ code: 'nothing_known' }]);
    const { id, version } = await accept(row?.id ?? '', [{ kind: 'evidence', paymentId: typed.id }]);
    expect(await rules()).toMatchObject([
      { kind: 'lease', account: first.account, lease: { id: bank.leaseId } },
    ]);
    expect((await inbox()).rows[0]?.match).toMatchObject({
      grade: 'likely',
      parts: [{ leaseId: bank.leaseId }],
      reasons: [{ code: 'known_payer' }, {}],
    });
    await reopen(id, version);
    expect(await rules()).toEqual([]);
  });

  test('a tenant’s record names already is not learned again', async () => {
    await bring(statementOf(bank.own, [rent('2026-01-05')]));
    await acceptFirst();
    expect(await rules()).toEqual([]);
  });

  test('left out for good waits no more: what waits is certainly left out, what comes is left out at once', async () => {
    const first = stranger();
    await bring(statementOf(bank.own, [first, { ...first, on: '2026-01-06' }]));
    const [row, other] = (await inbox()).rows;
    await drop(row?.id ?? '', true);
    expect((await inbox()).rows).toMatchObject([
      { match: { grade: 'certain', parts: [{ kind: 'left_out' }] } },
    ]);
    const lines = [{ id: randomUUID(), lineId: other?.id ?? '' }];
    await bank.books.on(today, (tx, scope) => acceptCertain(tx, scope, { lines }));
    await bring(statementOf(bank.own, [{ ...first, on: '2026-02-03' }]));
    expect((await inbox()).waiting).toBe(0);
    expect((await decided()).rows.map((one) => one.state)).toEqual(['left_out', 'left_out', 'left_out']);
    const [rule] = await rules();
    const ruleId = rule?.id ?? '';
    for (const _ of [1, 2]) await bank.books.on(today, (tx, scope) => removeRule(tx, scope, { ruleId }));
    await bring(statementOf(bank.own, [{ ...first, on: '2026-03-03' }]));
    expect((await inbox()).waiting).toBe(1);
  });

  test('forgotten by mistake is known again as before, once', async () => {
    const first = stranger();
    await bring(statementOf(bank.own, [first]));
    const [row] = (await inbox()).rows;
    await accept(row?.id ?? '', [{ kind: 'payment', leaseId: bank.leaseId, amountCents: 70_000 }]);
    const before = await rules();
    const forget = () =>
      bank.books.on(today, (tx, scope) => removeRule(tx, scope, { ruleId: before[0]?.id ?? '' }));
    for (const _ of [1, 2]) await forget();
    expect(await rules()).toEqual([]);
    await bring(statementOf(bank.own, [{ ...first, on: '2026-02-03' }]));
    expect((await inbox()).rows[0]?.match.grade).not.toBe('certain');
    const restore = (ruleId: string) =>
      bank.books.on(today, (tx, scope) => restoreRule(tx, scope, { ruleId }));
    for (const _ of [1, 2]) await restore(before[0]?.id ?? '');
    expect(await rules()).toEqual(before);
    expect((await inbox()).rows[0]?.match.grade).toBe('certain');
    await expect(restore(randomUUID())).rejects.toThrow('not_found');
  });

  test('forgotten it is gone for good after 90 days, also where no line was left out', async () => {
    await bring(statementOf(bank.own, [stranger()]));
    const [row] = (await inbox()).rows;
    await accept(row?.id ?? '', [{ kind: 'payment', leaseId: bank.leaseId, amountCents: 70_000 }]);
    const [rule] = await rules();
    const ruleId = rule?.id ?? '';
    await bank.books.on(today, (tx, scope) => removeRule(tx, scope, { ruleId }));
    const work = async (day: string) => {
      const now = new Date(`${day}T11:00:00Z`);
      const isDue = (await findLeftOutLines(bank.books.db, now)).includes(bank.books.portfolioId);
      if (isDue) await forgetLinesOfPortfolio(bank.books.db, bank.books.portfolioId, now);
    };
    await work('2026-06-08');
    await bank.books.on(today, (tx, scope) => restoreRule(tx, scope, { ruleId }));
    await bank.books.on(today, (tx, scope) => removeRule(tx, scope, { ruleId }));
    await work('2026-06-09');
    await expect(bank.books.on(today, (tx, scope) => restoreRule(tx, scope, { ruleId }))).rejects.toThrow(
      'not_found',
    );
  });

  test('forgotten and learned anew it goes with the decision that taught it last', async () => {
    const first = stranger();
    await bring(statementOf(bank.own, [first, { ...first, on: '2026-02-03' }]));
    const [row, second] = (await inbox()).rows;
    const parts = [{ kind: 'payment', leaseId: bank.leaseId, amountCents: 70_000 }];
    await accept(row?.id ?? '', parts);
    const [rule] = await rules();
    await bank.books.on(today, (tx, scope) => removeRule(tx, scope, { ruleId: rule?.id ?? '' }));
    const again = await accept(second?.id ?? '', parts);
    expect(await rules()).toHaveLength(1);
    await reopen(again.id, again.version);
    expect(await rules()).toEqual([]);
  });
});
