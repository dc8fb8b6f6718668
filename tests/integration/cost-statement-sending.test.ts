import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sendStatement } from '@/features/statement/commands';
import { book, books, letBoth, openCostDesk, pay, statement, today } from '../factories/cost-desk.ts';
import { year } from '../factories/flat-year.ts';

openCostDesk();

describe('sending', () => {
  const asked = () => ({ propertyId: books.propertyId, ...year });
  const send = (id: string = randomUUID()) =>
    books.on(today, (tx, scope) => sendStatement(tx, scope, { id, ...asked() }));
  const accountOf = (leaseId: string) => books.admin<{ kind: string; cents: number; due: string }[]>`
    select kind, total_cents::int as cents, due_on::text as due from hausbuch.charge
    where portfolio_id = ${books.portfolioId} and lease_id = ${leaseId} and kind <> 'rent' order by posted_at`;
  const openOf = async (leaseId: string) => {
    const [row] = await books.admin<{ cents: number }[]>`
      select coalesce(sum(l.amount_cents - coalesce((select sum(a.amount_cents) from hausbuch.allocation a
        where a.portfolio_id = l.portfolio_id and a.charge_line_id = l.id), 0)), 0)::int as cents
      from hausbuch.charge_line l join hausbuch.charge c on c.portfolio_id = l.portfolio_id and c.id = l.root_charge_id
      where l.portfolio_id = ${books.portfolioId} and c.lease_id = ${leaseId} and l.settlement = 'advance'
        and c.period_from between '2025-01-01' and '2025-12-31'`;
    return row?.cents;
  };

  test('840 € less 150 € paid are 690 € due in 30 days; the 450 € of advances never paid are asked for no more', async () => {
    const { brandt } = await letBoth();
    await pay(brandt, 3 * 55_000, '2025-03-10');
    await book('property_tax', 120_000);
    expect(await openOf(brandt)).toBe(12 * 5_000 - 15_000);
    await send();
    expect(await accountOf(brandt)).toEqual([{ kind: 'back_payment', cents: 69_000, due: '2026-03-12' }]);
    expect(await openOf(brandt)).toBe(0);
  });

  test('a credit of 121.48 € pays the next rents as any overpayment does', async () => {
    const { ahrens } = await letBoth();
    await pay(ahrens, 6 * 55_000, '2025-06-10');
    await book('property_tax', 120_000);
    await send();
    const paid = await books.admin<{ method: string; cents: number }[]>`
      select method, amount_cents::int as cents from hausbuch.payment
      where portfolio_id = ${books.portfolioId} and lease_id = ${ahrens} and method = 'statement_credit'`;
    // 6 × 50 = 300 in advance, 178.52 of costs: 121.48 to give back.
    expect(paid).toEqual([{ method: 'statement_credit', cents: 30_000 - 17_852 }]);
  });

  test('sent twice it is posted once, and no day is settled twice', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    const id = randomUUID();
    await send(id);
    await send(id);
    expect(await accountOf(brandt)).toHaveLength(1);
    await expect(send()).rejects.toMatchObject({ code: 'statement.already_settled' });
    const shorter = { propertyId: books.propertyId, from: '2025-12-01', to: '2025-12-31' };
    const again = books.on(today, (tx, scope) => sendStatement(tx, scope, { id: randomUUID(), ...shorter }));
    await expect(again).rejects.toMatchObject({ code: 'statement.already_settled' });
  });

  test('what is booked afterwards changes nothing that was sent, and is told beside it', async () => {
    const { brandt } = await letBoth();
    await book('property_tax', 120_000);
    await send();
    const before = await statement();
    await book('property_tax', 20_000);
    const after = await statement();
    expect(after.leases).toEqual(before.leases);
    expect(after.summary).toEqual(before.summary);
    expect(before.sent?.changes).toEqual([]);
    // 200 € × 140 ÷ 200 m²
    expect(after.sent?.changes).toContainEqual(
      expect.objectContaining({ lease: brandt, firstCents: 84_000, nowCents: 98_000 }),
    );
  });

  test('nothing is sent while a line stops, the period runs, or nothing is booked', async () => {
    await letBoth();
    await expect(send()).rejects.toMatchObject({ code: 'statement.not_ready' });
    await book('property_tax', 120_000);
    await book('heating', 200_000);
    await expect(send()).rejects.toMatchObject({ code: 'statement.not_ready' });
    const running = { propertyId: books.propertyId, from: '2026-01-01', to: '2026-12-31' };
    const early = books.on(today, (tx, scope) => sendStatement(tx, scope, { id: randomUUID(), ...running }));
    await expect(early).rejects.toMatchObject({ code: 'statement.not_ready' });
  });
});
