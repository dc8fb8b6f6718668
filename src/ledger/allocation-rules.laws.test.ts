import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessory, oneOff, open, paid, rent } from '../../tests/factories/open-lines.ts';
import { addDays } from '../lib/calendar.ts';
import { sumCents } from '../lib/money.ts';
import {
  allocateCredits,
  allocatePayment,
  type Credit,
  type LineShare,
  type OpenLine,
  splitTransfer,
  withoutShares,
} from './allocation-rules.ts';

/** Random accounts: debts of few days, so that many are equal, with lines, interest and costs, some of them not due. */
const paidOn = '2026-06-15';
const days = fc.nat(7).map((days) => addDays('2026-06-10', days));
const cents = fc.integer({ min: -2_000, max: 90_000 });
const drawnDebt = fc.record({
  owedSince: days,
  isRent: fc.boolean(),
  net: cents,
  costs: cents,
  heating: cents,
  extras: fc.array(fc.record({ part: fc.constantFrom('cost', 'interest'), dueOn: days, open: cents }), {
    maxLength: 2,
  }),
});
const account = fc.array(drawnDebt, { maxLength: 6 }).map((drawn) =>
  drawn.flatMap(({ owedSince, isRent, net, costs, heating, extras }, index) => {
    const id = `d${index}`;
    const principal = isRent ? rent(id, owedSince, { net, costs, heating }) : [oneOff(id, owedSince, net)];
    const debt = principal[0]?.debt;
    return [
      ...principal,
      ...extras.map((extra, place) =>
        accessory(
          `${id} extra ${place}`,
          extra.part === 'cost' ? 'cost' : 'interest',
          extra.dueOn,
          extra.open,
          debt,
        ),
      ),
    ];
  }),
);
const amount = fc.nat(400_000);
const purpose = fc.array(
  fc.nat(5).map((index) => `d${index}`),
  { maxLength: 3 },
);
/** What became of each line, by place in the account. */
const givenTo = (openLines: readonly OpenLine[], shares: readonly LineShare[]) =>
  openLines.map((line) => paid(shares.filter((share) => share.lineId === line.lineId)));

describe('laws, over random accounts', () => {
  it('loses no cent, doubles none, gives no line more than is open, and keeps credit only when nothing is', () => {
    fc.assert(
      fc.property(amount, account, purpose, (amountCents, openLines, stated) => {
        const result = allocatePayment({ amountCents, openLines, purpose: stated, paidOn });
        expect(paid(result.allocations) + result.creditCents).toBe(amountCents);
        expect(paid(result.allocations)).toBe(Math.min(amountCents, open(openLines)));
        expect(new Set(result.allocations.map((share) => share.lineId)).size).toBe(result.allocations.length);
        for (const share of result.allocations) {
          const line = openLines.find((one) => one.lineId === share.lineId);
          expect(share.amountCents).toBeGreaterThan(0);
          expect(share.amountCents).toBeLessThanOrEqual(line?.openCents ?? 0);
          expect(share.chargeId).toBe(line?.chargeId);
        }
      }),
    );
  });

  it('a purpose is settled in full before anything else gets a cent', () => {
    fc.assert(
      fc.property(amount, account, purpose, (amountCents, openLines, stated) => {
        const { allocations } = allocatePayment({ amountCents, openLines, purpose: stated, paidOn });
        const isNamed = (chargeId: string) => stated.includes(chargeId);
        const named = openLines.filter((line) => isNamed(line.chargeId));
        expect(paid(allocations.filter((share) => isNamed(share.chargeId)))).toBe(
          Math.min(amountCents, open(named)),
        );
      }),
    );
  });

  it('no debt gets a cent while one before it in the law’s order is open', () => {
    const place = (line: OpenLine) =>
      line.dueOn > paidOn
        ? `2 ${line.dueOn}`
        : `${line.debt.endangersTenancy ? 0 : 1} ${line.debt.owedSince} ${line.debt.periodFrom ?? ''}`;
    fc.assert(
      fc.property(amount, account, (amountCents, openLines) => {
        const { allocations } = allocatePayment({ amountCents, openLines, paidOn });
        const given = givenTo(openLines, allocations);
        for (const [index, line] of openLines.entries()) {
          if (!given[index]) continue;
          for (const [other, before] of openLines.entries()) {
            if (place(before) < place(line)) {
              expect(given[other]).toBe(Math.max(0, before.openCents));
            }
          }
        }
      }),
    );
  });

  it('inside a debt costs go before interest, interest before advances, advances before the rest', () => {
    const rank = (line: OpenLine) =>
      line.part === 'cost' ? 0 : line.part === 'interest' ? 1 : line.isAdvance ? 2 : 3;
    const isDue = (line: OpenLine) => line.dueOn <= paidOn;
    fc.assert(
      fc.property(amount, account, (amountCents, openLines) => {
        const given = givenTo(openLines, allocatePayment({ amountCents, openLines, paidOn }).allocations);
        for (const [index, line] of openLines.entries()) {
          if (!given[index] || !isDue(line)) continue;
          for (const [other, before] of openLines.entries()) {
            if (before.debt.id === line.debt.id && isDue(before) && rank(before) < rank(line)) {
              expect(given[other]).toBe(Math.max(0, before.openCents));
            }
          }
        }
      }),
    );
  });

  it('equal debts share: what they get differs from their proportion by less than a cent', () => {
    const equals = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(amount, equals, fc.boolean(), (amountCents, opens, isRent) => {
        const openLines = opens.flatMap((openCents, index) =>
          isRent
            ? rent(`d${index}`, '2026-06-03', { net: openCents })
            : [oneOff(`d${index}`, '2026-06-03', openCents)],
        );
        const total = open(openLines);
        const spent = Math.min(amountCents, total);
        for (const [index, cents] of givenTo(
          openLines,
          allocatePayment({ amountCents, openLines }).allocations,
        ).entries()) {
          expect(Math.abs(cents - (spent * (opens[index] ?? 0)) / total)).toBeLessThan(1);
        }
      }),
    );
  });

  it('ids decide nothing: renamed, every line gets what it got', () => {
    fc.assert(
      fc.property(amount, account, fc.infiniteStream(fc.uuid()), (amountCents, openLines, ids) => {
        const names = new Map<string, string>();
        const rename = (id: string) => {
          const name = names.get(id) ?? ids.next().value ?? id;
          names.set(id, name);
          return name;
        };
        const renamed = openLines.map((line) => ({
          ...line,
          lineId: rename(line.lineId),
          chargeId: rename(line.chargeId),
          debt: { ...line.debt, id: rename(line.debt.id) },
        }));
        const before = allocatePayment({ amountCents, openLines, paidOn });
        const after = allocatePayment({ amountCents, openLines: renamed, paidOn });
        expect(givenTo(renamed, after.allocations)).toEqual(givenTo(openLines, before.allocations));
      }),
    );
  });

  it('the order of listing moves no more than the odd cents of equals', () => {
    fc.assert(
      fc.property(amount, account, purpose, (amountCents, openLines, stated) => {
        const forth = allocatePayment({ amountCents, openLines, purpose: stated, paidOn });
        const back = allocatePayment({
          amountCents,
          openLines: openLines.toReversed(),
          purpose: stated,
          paidOn,
        });
        const there = givenTo(openLines, forth.allocations);
        for (const [index, cents] of givenTo(openLines, back.allocations).entries()) {
          // A cent where the debts shared, one more where the lines of one did.
          expect(Math.abs(cents - (there[index] ?? 0))).toBeLessThanOrEqual(2);
        }
      }),
    );
  });

  it('two payments of one day leave every debt as one of their sum would, to the odd cents', () => {
    fc.assert(
      fc.property(amount, amount, account, (first, second, openLines) => {
        const one = allocatePayment({ amountCents: first + second, openLines, paidOn });
        const a = allocatePayment({ amountCents: first, openLines, paidOn });
        const b = allocatePayment({
          amountCents: second,
          openLines: withoutShares(openLines, a.allocations),
          paidOn,
        });
        const apart = givenTo(openLines, [...a.allocations, ...b.allocations]);
        for (const [index, cents] of givenTo(openLines, one.allocations).entries()) {
          expect(Math.abs(cents - (apart[index] ?? 0))).toBeLessThanOrEqual(4);
        }
      }),
    );
  });

  it('of credits: loses no cent on either side, leaves credit or open lines and never both; again changes nothing', () => {
    const credits: fc.Arbitrary<Credit[]> = fc.uniqueArray(
      fc.record({ paymentId: fc.stringMatching(/^[a-z]{2}$/), paidOn: days, openCents: fc.nat(200_000) }),
      { selector: (entry) => entry.paymentId, maxLength: 6 },
    );
    fc.assert(
      fc.property(credits, account, (available, openLines) => {
        const result = allocateCredits({ credits: available, openLines });
        const left = sumCents(result.credits.map((entry) => entry.openCents));
        const still = withoutShares(openLines, result.allocations);
        expect(paid(result.allocations) + left).toBe(sumCents(available.map((entry) => entry.openCents)));
        expect(paid(result.allocations) + open(still)).toBe(open(openLines));
        expect(Math.min(left, open(still))).toBe(0);
        expect(allocateCredits({ credits: result.credits, openLines: still })).toEqual({
          allocations: [],
          credits: result.credits,
        });
      }),
    );
  });

  it('of a transfer: its parts sum to it, whatever is open', () => {
    fc.assert(
      fc.property(amount, account, (amountCents, lines) => {
        const openLines = lines.map((line, index) => ({
          ...line,
          leaseId: ['a', 'b', 'c'][index % 3] ?? 'a',
        }));
        const parts = splitTransfer({ amountCents, leaseIds: ['a', 'b', 'c'], openLines, paidOn });
        expect(paid(parts)).toBe(amountCents);
      }),
    );
  });
});
