import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeStatement, type StatementInput, type StatementKey } from '@/statement/index';
import { anyHouse, inputOf } from '../factories/statement-houses.ts';

/** What holds whatever contracts agree on: keys of their own, several units, labour, receipts of one unit. */
const runs = { numRuns: 150 };
const keys: StatementKey[] = ['area', 'persons', 'units', 'co_ownership'];
const sum = (cents: readonly number[]) => cents.reduce((all, one) => all + one, 0);

const assertWhole = (input: StatementInput) => {
  const statement = computeStatement(input);
  for (const line of statement.lines) {
    expect(sum(line.shares.map(({ amountCents }) => amountCents))).toBe(line.sharedCents);
    expect(sum(line.shares.map(({ labourCents }) => labourCents))).toBe(line.labourCents);
  }
  return statement;
};

test('each contract with a key of its own: the shares are the cost, and tenants never bear more than it', () => {
  let [shared, refused] = [0, 0];
  fc.assert(
    fc.property(anyHouse, fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 9 }), (house, choice) => {
      const input = inputOf(house);
      const leases = input.leases.map((lease, index) => ({
        ...lease,
        agreed: lease.agreed.map((one, at) => ({
          ...one,
          key: keys[choice[(index + at) % choice.length] ?? 4] ?? null,
        })),
      }));
      const statement = assertWhole({ ...input, leases });
      for (const { tenantsCents, sharedCents } of statement.lines) {
        expect(tenantsCents).toBeLessThanOrEqual(sharedCents + input.leases.length);
      }
      shared += statement.lines.length;
      refused += statement.problems.filter(({ code }) => code === 'keys_exceed_total').length;
    }),
    { ...runs, seed: 556 },
  );
  expect(shared).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(0);
});

test('labour is shared as its cost is: together it is what the bills say', () => {
  fc.assert(
    fc.property(anyHouse, fc.integer({ min: 1, max: 9 }), (house, part) => {
      const input = inputOf(house);
      const lines = input.lines.map((line) => ({
        ...line,
        bills: line.bills.map((bill) => ({
          ...bill,
          labourCents: Math.floor(bill.amountCents / part),
          labourGroup: 'craft' as const,
        })),
      }));
      const { leases } = assertWhole({ ...input, lines });
      for (const { leaseId, labour, lines: own } of leases) {
        const held = input.leases.find(({ id }) => id === leaseId)?.units ?? [];
        const kinds = held.map(({ unitId }) => input.units.find(({ id }) => id === unitId)?.kind);
        // A shop is no household, and has no certificate.
        const borne = kinds.every((kind) => kind === 'commercial')
          ? 0
          : sum(own.map(({ share }) => share.labourCents));
        expect(sum(labour.map(({ amountCents }) => amountCents))).toBe(borne);
      }
    }),
    runs,
  );
});

test('two contracts made one over both units bear together what they bore apart, by two cents at most', () => {
  fc.assert(
    fc.property(anyHouse, (house) => {
      const input = inputOf({ ...house, lines: house.lines.filter(({ key }) => key !== 'persons') });
      const [first, ...rest] = input.leases;
      const second = rest.find(({ units }) => units[0]?.unitId !== first?.units[0]?.unitId);
      fc.pre(first !== undefined && second !== undefined);
      if (!first || !second) return;
      const all = input.lines.map(({ id }) => ({ lineId: id, key: null }));
      const agreeing = input.leases.map((lease) => ({ ...lease, agreed: all }));
      const apart = assertWhole({ ...input, leases: agreeing });
      const both = { ...first, agreed: all, units: [...first.units, ...second.units] };
      const one = assertWhole({
        ...input,
        leases: agreeing.flatMap((lease) =>
          lease.id === first.id ? [both] : lease.id === second.id ? [] : [lease],
        ),
      });
      for (const line of apart.lines) {
        const now = one.lines.find(({ lineId }) => lineId === line.lineId);
        const of = (shares: typeof line.shares, id: string) =>
          shares.find(({ leaseId }) => leaseId === id)?.amountCents ?? 0;
        const together = of(line.shares, first.id) + of(line.shares, second.id);
        expect(Math.abs(of(now?.shares ?? [], first.id) - together)).toBeLessThanOrEqual(2);
      }
    }),
    runs,
  );
});

test('receipts of one unit go to whoever had it on their days, and to nobody else', () => {
  fc.assert(
    fc.property(anyHouse, fc.nat(), (house, which) => {
      const input = inputOf(house);
      const unit = input.units[which % input.units.length];
      if (!unit) return;
      const lines = input.lines.map((line) => ({
        ...line,
        key: 'direct' as const,
        circle: null,
        preDeduction: null,
        bills: line.bills.map((bill) => ({ ...bill, unitId: unit.id })),
      }));
      const statement = assertWhole({ ...input, lines });
      expect(statement.problems).toEqual([]);
      const holders = new Set(
        input.leases
          .filter(({ units }) => units.some(({ unitId }) => unitId === unit.id))
          .map(({ id }) => id),
      );
      for (const { leaseId, unitId } of statement.lines.flatMap(({ shares }) => shares)) {
        expect(leaseId === null ? unitId : holders.has(leaseId)).toBe(leaseId === null ? unit.id : true);
      }
    }),
    runs,
  );
});
