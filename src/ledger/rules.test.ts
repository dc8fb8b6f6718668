import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../lib/calendar.ts';
import { sumCents } from '../lib/money.ts';
import {
  allocateCredits,
  allocatePayment,
  type Credit,
  chargeState,
  type OpenItem,
  splitTransfer,
} from './rules.ts';

const item = (chargeId: string, dueOn: string, openCents: number): OpenItem => ({
  chargeId,
  dueOn,
  openCents,
});
const september = item('b', '2026-09-03', 70_000);
const october = item('a', '2026-10-05', 70_000);

const openItems = fc.uniqueArray(
  fc.record({
    chargeId: fc.stringMatching(/^[a-z]{2}$/),
    dueOn: fc.nat(500).map((days) => addDays('2026-01-01', days)),
    openCents: fc.integer({ min: -50_000, max: 200_000 }),
  }),
  { selector: (entry) => entry.chargeId, maxLength: 12 },
);
const amount = fc.nat(1_000_000);
const purpose = fc.array(fc.stringMatching(/^[a-z]{2}$/), { maxLength: 6 });
const credits: fc.Arbitrary<Credit[]> = fc.uniqueArray(
  fc.record({
    paymentId: fc.stringMatching(/^[a-z]{2}$/),
    paidOn: fc.nat(500).map((days) => addDays('2026-01-01', days)),
    openCents: fc.nat(200_000),
  }),
  { selector: (entry) => entry.paymentId, maxLength: 8 },
);
const payable = (items: readonly OpenItem[]) => sumCents(items.map((entry) => Math.max(0, entry.openCents)));
const paid = (allocations: readonly { amountCents: number }[]) =>
  sumCents(allocations.map((entry) => entry.amountCents));
/** The items with what was allocated taken off. */
const remaining = (
  items: readonly OpenItem[],
  allocations: readonly { chargeId: string; amountCents: number }[],
) =>
  items.map((entry) => ({
    ...entry,
    openCents: entry.openCents - paid(allocations.filter((share) => share.chargeId === entry.chargeId)),
  }));

describe('allocatePayment', () => {
  it('1000 € on two open months of 700 € pays the older and leaves 400 € open', () => {
    const result = allocatePayment({ amountCents: 100_000, openItems: [october, september] });
    expect(result).toEqual({
      allocations: [
        { chargeId: 'b', amountCents: 70_000 },
        { chargeId: 'a', amountCents: 30_000 },
      ],
      creditCents: 0,
    });
    expect(payable(remaining([october, september], result.allocations))).toBe(40_000);
  });
  it('1500 € on 700 + 700 € leaves 100 € credit', () => {
    expect(allocatePayment({ amountCents: 150_000, openItems: [september, october] }).creditCents).toBe(
      10_000,
    );
  });
  it('1000 € for the newer month pays it first: 700 newer, 300 older', () => {
    const result = allocatePayment({ amountCents: 100_000, openItems: [september, october], purpose: ['a'] });
    expect(result.allocations).toEqual([
      { chargeId: 'a', amountCents: 70_000 },
      { chargeId: 'b', amountCents: 30_000 },
    ]);
  });
  it('the order of the purpose counts; a purpose named twice or not open is passed over', () => {
    const january = item('c', '2026-01-05', 10_000);
    const result = allocatePayment({
      amountCents: 150_000,
      openItems: [january, september, october],
      purpose: ['a', 'x', 'b', 'a'],
    });
    expect(result.allocations.map((entry) => entry.chargeId)).toEqual(['a', 'b', 'c']);
    expect(paid(result.allocations)).toBe(150_000);
  });
  // § 367 (1) BGB: costs, then interest, then the principal.
  it('100 € on 20 € costs, 50 € interest and 1000 € rent: 20 + 50 + 30, however old each is', () => {
    const owed: OpenItem[] = [
      item('rent', '2026-01-06', 100_000),
      { ...item('interest', '2026-03-01', 5_000), kind: 'interest' },
      { ...item('costs', '2026-03-05', 2_000), kind: 'fee' },
    ];
    const paidOn = '2026-03-10';
    expect(allocatePayment({ amountCents: 10_000, openItems: owed, paidOn }).allocations).toEqual([
      { chargeId: 'costs', amountCents: 2_000 },
      { chargeId: 'interest', amountCents: 5_000 },
      { chargeId: 'rent', amountCents: 3_000 },
    ]);
    // A stated purpose goes before, and costs that are not due yet wait for what is.
    const stated = allocatePayment({ amountCents: 10_000, openItems: owed, paidOn, purpose: ['rent'] });
    expect(stated.allocations).toEqual([{ chargeId: 'rent', amountCents: 10_000 }]);
    const early = allocatePayment({ amountCents: 10_000, openItems: owed, paidOn: '2026-03-04' });
    expect(early.allocations.map((share) => share.chargeId)).toEqual(['interest', 'rent']);
  });
  // A lease from Saturday, 29 June 2024: its two days and July are both due on 3 July.
  it('of two rents due on one day the earlier month is paid first, whatever their ids', () => {
    const july = { ...item('a', '2024-07-03', 20_000), periodFrom: '2024-07-01' };
    const june = { ...item('b', '2024-07-03', 1_333), periodFrom: '2024-06-29' };
    expect(allocatePayment({ amountCents: 2_000, openItems: [july, june] }).allocations).toEqual([
      { chargeId: 'b', amountCents: 1_333 },
      { chargeId: 'a', amountCents: 667 },
    ]);
  });
  it('equal due dates go by id', () => {
    const result = allocatePayment({
      amountCents: 1,
      openItems: [item('z', '2026-01-01', 5), item('k', '2026-01-01', 5)],
    });
    expect(result.allocations).toEqual([{ chargeId: 'k', amountCents: 1 }]);
  });
  it('refuses a negative payment, parts of cents and a charge listed twice', () => {
    expect(() => allocatePayment({ amountCents: -1, openItems: [] })).toThrow(RangeError);
    expect(() => allocatePayment({ amountCents: 0.5, openItems: [] })).toThrow(RangeError);
    expect(() => allocatePayment({ amountCents: 1, openItems: [october, october] })).toThrow(RangeError);
  });
  it('loses no cent, gives no charge more than is open, and keeps credit only when nothing is open', () => {
    fc.assert(
      fc.property(amount, openItems, purpose, (amountCents, items, stated) => {
        const result = allocatePayment({ amountCents, openItems: items, purpose: stated });
        expect(paid(result.allocations) + result.creditCents).toBe(amountCents);
        expect(paid(result.allocations)).toBe(Math.min(amountCents, payable(items)));
        expect(new Set(result.allocations.map((entry) => entry.chargeId)).size).toBe(
          result.allocations.length,
        );
        for (const share of result.allocations) {
          const open = items.find((entry) => entry.chargeId === share.chargeId)?.openCents ?? 0;
          expect(share.amountCents).toBeGreaterThan(0);
          expect(share.amountCents).toBeLessThanOrEqual(open);
        }
      }),
    );
  });
  it('does not depend on the order of the open items', () => {
    fc.assert(
      fc.property(amount, openItems, purpose, (amountCents, items, stated) => {
        const reversed = allocatePayment({ amountCents, openItems: items.toReversed(), purpose: stated });
        expect(reversed).toEqual(allocatePayment({ amountCents, openItems: items, purpose: stated }));
      }),
    );
  });
  it('two payments without a purpose settle what one of their sum settles', () => {
    fc.assert(
      fc.property(amount, amount, openItems, (first, second, items) => {
        const one = allocatePayment({ amountCents: first + second, openItems: items });
        const a = allocatePayment({ amountCents: first, openItems: items });
        const b = allocatePayment({ amountCents: second, openItems: remaining(items, a.allocations) });
        expect(remaining(items, [...a.allocations, ...b.allocations])).toEqual(
          remaining(items, one.allocations),
        );
      }),
    );
  });
  it('with nothing open everything is credit', () => {
    fc.assert(
      fc.property(amount, purpose, (amountCents, stated) => {
        expect(
          allocatePayment({ amountCents, openItems: [item('a', '2026-01-01', 0)], purpose: stated }),
        ).toEqual({
          allocations: [],
          creditCents: amountCents,
        });
      }),
    );
  });
});

describe('allocateCredits', () => {
  it('100 € credit of March before 50 € of April: the rent of 120 € takes 100 + 20 and leaves 30 €', () => {
    const result = allocateCredits({
      credits: [
        { paymentId: 'p1', paidOn: '2026-04-01', openCents: 5_000 },
        { paymentId: 'p2', paidOn: '2026-03-01', openCents: 10_000 },
      ],
      openItems: [item('rent', '2026-05-06', 12_000)],
    });
    expect(result).toEqual({
      allocations: [
        { paymentId: 'p2', chargeId: 'rent', amountCents: 10_000 },
        { paymentId: 'p1', chargeId: 'rent', amountCents: 2_000 },
      ],
      credits: [{ paymentId: 'p1', paidOn: '2026-04-01', openCents: 3_000 }],
    });
  });
  it('does not depend on the order of the credits, also of two paid on one day', () => {
    fc.assert(
      fc.property(credits, openItems, fc.boolean(), (available, items, sameDay) => {
        const list = sameDay ? available.map((entry) => ({ ...entry, paidOn: '2026-01-01' })) : available;
        const reversed = allocateCredits({ credits: list.toReversed(), openItems: items });
        expect(reversed).toEqual(allocateCredits({ credits: list, openItems: items }));
      }),
    );
  });
  it('loses no cent on either side, and leaves credit or open charges, never both', () => {
    fc.assert(
      fc.property(credits, openItems, (available, items) => {
        const result = allocateCredits({ credits: available, openItems: items });
        const left = sumCents(result.credits.map((entry) => entry.openCents));
        const stillOpen = payable(remaining(items, result.allocations));
        expect(paid(result.allocations) + left).toBe(sumCents(available.map((entry) => entry.openCents)));
        expect(paid(result.allocations) + stillOpen).toBe(payable(items));
        expect(Math.min(left, stillOpen)).toBe(0);
        expect(result.allocations.every((entry) => entry.amountCents > 0)).toBe(true);
        expect(result.credits.every((entry) => entry.openCents > 0)).toBe(true);
      }),
    );
  });
  it('a second run has nothing left to do', () => {
    fc.assert(
      fc.property(credits, openItems, (available, items) => {
        const first = allocateCredits({ credits: available, openItems: items });
        const again = allocateCredits({
          credits: first.credits,
          openItems: remaining(items, first.allocations),
        });
        expect(again).toEqual({ allocations: [], credits: first.credits });
      }),
    );
  });
});

describe('chargeState', () => {
  const charge = { totalCents: 70_000, openCents: 70_000, dueOn: '2026-11-04', waived: false };
  it.each([
    ['2026-11-03', 70_000, 'scheduled'],
    ['2026-11-04', 70_000, 'due'],
    ['2026-11-05', 70_000, 'overdue'],
    ['2026-11-03', 40_000, 'partly_paid'],
    ['2026-11-04', 40_000, 'partly_paid'],
    ['2026-11-05', 40_000, 'overdue'],
    ['2026-11-03', 0, 'paid'],
    ['2026-11-05', 0, 'paid'],
  ])('on %s with %i cents open of 70000, due 4 November: %s', (today, openCents, state) => {
    expect(chargeState({ ...charge, openCents }, today)).toBe(state);
  });
  it('waived in part it stays overdue until the rest is paid', () => {
    expect(chargeState({ ...charge, openCents: 65_000, waived: true }, '2026-12-01')).toBe('overdue');
    expect(chargeState({ ...charge, openCents: 0, waived: true }, '2026-12-01')).toBe('waived');
  });
});

describe('one transfer for several leases', () => {
  const open = [
    { leaseId: 'flat', chargeId: 'flat-1', dueOn: '2026-01-06', openCents: 70_000 },
    { leaseId: 'garage', chargeId: 'garage-1', dueOn: '2026-01-02', openCents: 5_000 },
    { leaseId: 'flat', chargeId: 'flat-2', dueOn: '2026-02-04', openCents: 70_000 },
  ];

  it('of 740: the garage (50) was due first, the flat takes the other 690', () => {
    expect(splitTransfer({ amountCents: 74_000, leaseIds: ['flat', 'garage'], openItems: open })).toEqual([
      { leaseId: 'flat', amountCents: 69_000 },
      { leaseId: 'garage', amountCents: 5_000 },
    ]);
  });

  it('of 1.500: 50 for the garage, 1.400 for the flat and the rest, 50, as credit with the first lease', () => {
    expect(splitTransfer({ amountCents: 150_000, leaseIds: ['garage', 'flat'], openItems: open })).toEqual([
      { leaseId: 'garage', amountCents: 10_000 },
      { leaseId: 'flat', amountCents: 140_000 },
    ]);
  });

  it('passes over what other leases owe, and names no lease that gets nothing', () => {
    expect(splitTransfer({ amountCents: 4_000, leaseIds: ['garage', 'store'], openItems: open })).toEqual([
      { leaseId: 'garage', amountCents: 4_000 },
    ]);
    expect(() => splitTransfer({ amountCents: 1, leaseIds: [], openItems: open })).toThrow(RangeError);
  });

  it('its parts sum to it, whatever is open', () => {
    const item = fc.record({
      leaseId: fc.constantFrom('a', 'b', 'c'),
      dueOn: fc.integer({ min: 1, max: 28 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`),
      openCents: fc.nat({ max: 100_000 }),
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), fc.nat({ max: 500_000 }), (items, amountCents) => {
        const openItems = items.map((row, index) => ({ ...row, chargeId: `charge-${index}` }));
        const parts = splitTransfer({ amountCents, leaseIds: ['a', 'b', 'c'], openItems });
        expect(sumCents(parts.map((part) => part.amountCents))).toBe(amountCents);
      }),
    );
  });
});
