import { describe, expect, test } from 'vitest';
import type { MatchLine, MatchOrder, OrderItem } from './book.ts';
import { OrderIndex } from './orders.ts';

const item = (id: string, amountCents: number, more: Partial<OrderItem> = {}): OrderItem => ({
  id,
  leaseId: `lease ${id}`,
  amountCents,
  endToEnd: `E2E${id}`.padEnd(25, '0'),
  iban: 'DE89370400440532013000',
  holder: 'Jürgen Groß',
  isSettled: false,
  posted: { kind: 'payment', id: `paid ${id}` },
  ...more,
});

const file = (items: readonly OrderItem[], more: Partial<MatchOrder> = {}): MatchOrder => ({
  id: 'file',
  kind: 'payout',
  messageName: '0ABCDEFGHIJKLMNOPQRSTUVWX',
  on: '2026-05-04',
  isBatch: false,
  items,
  ...more,
});

const nothing = {
  endToEnd: null,
  mandate: null,
  creditorId: null,
  structured: null,
  bank: null,
  batch: null,
};

const line = (amountCents: number, more: Partial<MatchLine> = {}): MatchLine => ({
  bookedOn: '2026-05-05',
  amountCents,
  currency: 'EUR',
  name: null,
  onBehalfOf: null,
  account: null,
  text: '',
  references: nothing,
  kind: 'transfer',
  returned: null,
  batchCount: null,
  ...more,
});

describe('a transfer that was ordered', () => {
  const orders = new OrderIndex([file([item('a', -10_000), item('b', -10_000, { leaseId: 'other' })])]);
  test('is certain by its reference, in a field or in the text', () => {
    const { endToEnd } = item('b', 0);
    for (const said of [
      { references: { ...nothing, endToEnd } },
      { text: `eref+ ${endToEnd.toLowerCase()}` },
    ]) {
      expect(orders.match(line(-10_000, said))).toMatchObject({
        grade: 'certain',
        parts: [{ kind: 'evidence', paymentId: 'paid b' }],
      });
    }
  });
  test('by account and amount likely where two leases share the account, certain where one does', () => {
    const account = item('a', 0).iban;
    expect(orders.match(line(-10_000, { account }))?.grade).toBe('likely');
    const one = new OrderIndex([file([item('a', -10_000)])]);
    expect(one.match(line(-10_000, { account }))?.grade).toBe('certain');
    expect(one.match(line(-10_001, { account }))).toBeNull();
    expect(one.match(line(10_000, { account }))).toBeNull();
    expect(one.match(line(-10_000, { account: 'DE02120300000000202051', name: 'Jürgen Groß' }))).toBeNull();
  });
  test('by name only where the bank hides the account, and never certain', () => {
    const one = new OrderIndex([file([item('a', -10_000)])]);
    expect(one.match(line(-10_000, { name: 'GROSS, JUERGEN' }))?.grade).toBe('likely');
    expect(one.match(line(-10_000, { name: 'Gross, Anna' }))).toBeNull();
  });
  test('is taken once, and not long before or after its day', () => {
    const account = item('a', 0).iban;
    const one = new OrderIndex([file([item('a', -10_000)])]);
    for (const bookedOn of ['2026-04-30', '2026-06-09']) {
      expect(one.match(line(-10_000, { account, bookedOn }))).toBeNull();
    }
    one.take({ kind: 'evidence', leaseId: 'lease a', paymentId: 'paid a', amountCents: -10_000 });
    expect(one.match(line(-10_000, { account }))).toBeNull();
  });
});

describe('one sum for a whole file', () => {
  const items = [item('a', -10_000), item('b', -20_000)];
  test.each([
    [
      'by its name in a field of the bank',
      { batchCount: 2, references: { ...nothing, batch: '0ABCDEFGHIJKLMNOPQRSTUVWX.0' } },
      'certain',
    ],
    ['by sum and count', { batchCount: 2 }, 'likely'],
    ['not by another count', { batchCount: 3 }, undefined],
    ['not without a word of a batch', {}, undefined],
    ['not by a sum of another day', { batchCount: 2, bookedOn: '2026-05-20' }, undefined],
  ])('%s', (_, said, grade) => {
    expect(new OrderIndex([file(items)]).match(line(-30_000, said))?.grade).toBe(grade);
  });
  test('as one line where that was asked for, not once a part of it is settled, and not beside a file of the same sum', () => {
    const sum = line(-30_000);
    const asked = (own: readonly OrderItem[]) => file(own, { isBatch: true });
    expect(new OrderIndex([asked(items)]).match(sum)?.parts).toMatchObject([
      { kind: 'order', orderId: 'file' },
    ]);
    expect(
      new OrderIndex([asked([item('a', -10_000, { isSettled: true }), item('b', -20_000)])]).match(sum),
    ).toBeNull();
    const twins = new OrderIndex([
      asked(items),
      { ...asked([item('c', -30_000, { iban: 'X' })]), id: 'twin' },
    ]);
    expect(twins.match(sum)?.reasons.map((one) => one.code)).toContain('several_fit');
  });
  test('of direct debits, also where nothing stands in the books for them yet', () => {
    const debits = [item('a', 10_000, { posted: null }), item('b', 20_000, { posted: null })];
    const orders = new OrderIndex([file(debits, { kind: 'collection' })]);
    expect(orders.match(line(30_000, { batchCount: 2 }))?.parts).toMatchObject([{ order: 'collection' }]);
    expect(orders.match(line(10_000, { account: debits[0]?.iban ?? null }))).toBeNull();
  });
});

describe('what came back', () => {
  const orders = new OrderIndex([file([item('a', -10_000, { isSettled: true })])]);
  const returned = { reason: 'AC04', originalCents: 10_000, chargeCents: 0 };
  test('is known by its reference also where the bank does not call it a return', () => {
    const { endToEnd } = item('a', 0);
    expect(orders.matchReturn(line(10_000, { references: { ...nothing, endToEnd } }))).toMatchObject({
      grade: 'certain',
      parts: [{ kind: 'reversal', paymentId: 'paid a' }],
    });
  });
  test('by account and amount only where it does: a tenant may pay as much', () => {
    const { iban: account } = item('a', 0);
    expect(orders.matchReturn(line(10_000, { account }))).toBeNull();
    expect(orders.matchReturn(line(10_000, { account, returned }))?.grade).toBe('certain');
    expect(orders.matchReturn(line(9_999, { account, returned }))).toBeNull();
  });
  test('once: of two of one amount to one account the second line that came back is the other', () => {
    const twins = [item('a', -10_000, { isSettled: true }), item('b', -10_000, { isSettled: true })];
    const own = new OrderIndex([file(twins)]);
    const back = line(10_000, { account: twins[0]?.iban ?? null, returned });
    const came = [1, 2, 3].map(() => {
      const [part] = own.matchReturn(back)?.parts ?? [];
      if (part) own.take(part);
      return part?.kind === 'reversal' ? part.paymentId : null;
    });
    expect(came).toEqual([expect.any(String), expect.any(String), null]);
    expect(new Set(came).size).toBe(3);
  });
});
