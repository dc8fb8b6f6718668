import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysInclusive, maxDate, minDate } from '@/lib/calendar';
import { computeStatement, type Statement, type StatementInput } from '@/statement/index';
import { anyHouse, inputOf } from '../factories/statement-houses.ts';
import { leftOfLate, type OwnHouse, resultsOf, sharesOf } from '../independent/statement.ts';

/** What holds of every statement of every house, and a second accountant who reckons it from a book of days. */
const runs = { numRuns: 150 };

const whoOf = (statement: Statement, input: StatementInput) => {
  const leases = new Map(input.leases.map(({ id, name }) => [id, name]));
  const units = new Map(input.units.map(({ id, name }) => [id, name]));
  return statement.lines.map(({ name, sharedCents, shares }) => ({
    name,
    sharedCents,
    shares: new Map<string, number>(
      shares.map((share) => {
        const unit = units.get(share.unitId ?? '') ?? '';
        const kind = { lease: 'lease', vacancy: 'empty', own_use: 'own', landlord: 'rest' }[share.kind];
        return [`${kind} ${leases.get(share.leaseId ?? '') ?? unit}`, share.amountCents] as const;
      }),
    ),
  }));
};
const computed = (house: OwnHouse, idOf?: (name: string) => string) => {
  const input = inputOf(house, idOf);
  const statement = computeStatement(input);
  return { input, statement, lines: whoOf(statement, input) };
};

describe('laws', () => {
  test('tenants, vacancy and own use are the cost of every line, to the cent', () => {
    fc.assert(
      fc.property(anyHouse, (house) => {
        const { statement } = computed(house);
        for (const line of statement.lines) {
          const sum = line.shares.reduce((all, { amountCents }) => all + amountCents, 0);
          expect(sum).toBe(line.sharedCents);
          expect(line.tenantsCents + line.landlordCents).toBe(line.sharedCents);
        }
        const landlord = Object.values(statement.landlord).reduce((all, one) => all + one, 0);
        expect(landlord).toBe(statement.summary.landlordCents);
      }),
      runs,
    );
  });

  test('every share is its exact value rounded down or up', () => {
    fc.assert(
      fc.property(anyHouse, (house) => {
        for (const { shares } of computed(house).statement.lines) {
          for (const { exactCents, amountCents } of shares) {
            expect(Math.abs(exactCents - amountCents)).toBeLessThan(1 + 1e-6);
          }
        }
      }),
      runs,
    );
  });

  test('no order of entry and no other ids change anything', () => {
    fc.assert(
      fc.property(anyHouse, fc.nat(), (house, salt) => {
        const turned: OwnHouse = {
          ...house,
          units: house.units.toReversed().map((unit) => ({ ...unit, areas: unit.areas.toReversed() })),
          leases: house.leases.toReversed().map((one) => ({ ...one, persons: one.persons.toReversed() })),
          lines: house.lines.toReversed().map((one) => ({ ...one, units: one.units.toReversed() })),
        };
        const idOf = (name: string) =>
          `${(name.length * 7919 + name.charCodeAt(name.length - 1) * salt) % 104_729} ${name}`;
        const [one, other] = [computed(house), computed(turned, idOf)];
        expect(other.lines).toEqual(one.lines);
        const results = ({ statement }: typeof one) =>
          statement.leases.map(({ name, costsCents, resultCents, days }) => ({
            name,
            costsCents,
            resultCents,
            days,
          }));
        expect(results(other)).toEqual(results(one));
      }),
      runs,
    );
  });

  test('a tenancy split on any day moves no other share by more than a cent, and its two parts by at most two', () => {
    fc.assert(
      fc.property(anyHouse, fc.nat(), fc.nat(), (house, which, when) => {
        const lease = house.leases[which % Math.max(1, house.leases.length)];
        fc.pre(lease !== undefined);
        if (!lease) return;
        const from = maxDate(house.from, lease.from);
        const to = minDate(house.to, lease.to);
        fc.pre(from < to);
        const border = addDays(from, 1 + (when % (daysInclusive(from, to) - 1)));
        const before = { ...lease, to: addDays(border, -1), name: `${lease.name} before` };
        const after = { ...lease, from: border, name: `${lease.name} after` };
        const split = { ...house, leases: [...house.leases.filter((one) => one !== lease), before, after] };
        const [whole, parts] = [computed(house).lines, computed(split).lines];
        // Heat of one user is no heat of one user any more.
        const lines = whole.filter(({ name }) => house.lines.find((one) => one.name === name)?.no !== 4);
        for (const line of lines) {
          const shares = parts.find(({ name }) => name === line.name)?.shares ?? new Map<string, number>();
          const own = `lease ${lease.name}`;
          for (const [who, cents] of line.shares) {
            if (who !== own) expect(Math.abs((shares.get(who) ?? 0) - cents)).toBeLessThanOrEqual(1);
          }
          const together = (shares.get(`${own} before`) ?? 0) + (shares.get(`${own} after`) ?? 0);
          expect(Math.abs(together - (line.shares.get(own) ?? 0))).toBeLessThanOrEqual(2);
        }
      }),
      runs,
    );
  });

  test('a day more for one is a day less for another: by area and units what both bear together stays', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 363 }), fc.integer({ min: 1, max: 500_000 }), (day, cents) => {
        const at = (last: number): [number, number] => {
          const border = addDays('2025-01-01', last);
          const lease = {
            unit: '1',
            also: null,
            persons: [],
            agrees: ['Tax'],
            agreesAll: false,
            paidCents: 0,
          };
          const house: OwnHouse = {
            from: '2025-01-01',
            to: '2025-12-31',
            vacantPersons: 1,
            units: ['1', '2'].map((name) => ({
              name,
              isDwelling: true,
              isShop: false,
              areas: [{ from: '2020-01-01', sqm100: 5_000 }],
              shareOfThousand: 500,
              ownUse: [],
            })),
            leases: [
              { ...lease, name: 'A', from: '2020-01-01', to: border },
              { ...lease, name: 'B', from: addDays(border, 1), to: '2199-12-31' },
            ],
            lines: [
              {
                name: 'Tax',
                no: 1,
                isCable: false,
                key: 'area',
                units: ['1', '2'],
                bills: [{ cents, from: '2025-01-01', to: '2025-12-31', keptCents: 0 }],
                forShopsCents: 0,
              },
            ],
          };
          const shares = computed(house).lines[0]?.shares;
          return [shares?.get('lease A') ?? 0, shares?.get('lease B') ?? 0];
        };
        const [[a, b], [later, earlier]] = [at(day), at(day + 1)];
        expect(later).toBeGreaterThanOrEqual(a);
        expect(earlier).toBeLessThanOrEqual(b);
        expect(Math.abs(later + earlier - a - b)).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  test('bills over the border of a period: the parts of periods that follow each other are the bill', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -500_000, max: 500_000 }),
        fc.integer({ min: 1, max: 1_100 }),
        fc.array(fc.integer({ min: 1, max: 365 }), { minLength: 4, maxLength: 4 }),
        (cents, days, lengths) => {
          const bill = { from: '2024-05-17', to: addDays('2024-05-17', days - 1) };
          const house = (from: string, to: string): OwnHouse => ({
            from,
            to,
            vacantPersons: 1,
            units: [
              { name: '1', isDwelling: true, isShop: false, areas: [], shareOfThousand: 1, ownUse: [] },
            ],
            leases: [],
            lines: [
              {
                name: 'Tax',
                no: 1,
                isCable: false,
                key: 'units',
                units: ['1'],
                bills: [{ cents, ...bill, keptCents: 0 }],
                forShopsCents: 0,
              },
            ],
          });
          let [from, sum] = [bill.from, 0];
          for (const length of [...lengths, 365, 365, 365, 365]) {
            const to = addDays(from, length - 1);
            sum += computed(house(from, to)).statement.lines[0]?.sharedCents ?? 0;
            from = addDays(to, 1);
            if (to >= bill.to) break;
          }
          expect(sum).toBe(cents);
        },
      ),
      runs,
    );
  });

  test('advances deducted are what was paid on them; the same input gives the same statement', () => {
    fc.assert(
      fc.property(anyHouse, (house) => {
        const { statement, input } = computed(house);
        for (const one of statement.leases) {
          const paid = house.leases.find(({ name }) => name === one.name)?.paidCents ?? 0;
          expect(one.advancesPaidCents).toBe(paid);
          if (one.resultCents !== null) expect(one.costsCents - one.resultCents).toBe(paid);
        }
        expect(computeStatement(structuredClone(input))).toEqual(statement);
      }),
      runs,
    );
  });

  test('with VAT: the rate on the net sum, never more than the gross costs with it, nothing where no rent has VAT', () => {
    fc.assert(
      fc.property(anyHouse, (house) => {
        for (const one of computed(house).statement.leases) {
          const rate = house.leases.find(({ name }) => name === one.name)?.vatPercent ?? 0;
          const shares = one.lines.reduce((sum, { share }) => sum + share.amountCents, 0);
          if (rate === 0 || !one.vat) {
            expect([one.vat, one.costsCents]).toEqual([null, shares]);
            continue;
          }
          const { netCents, vatCents, costsCents } = one.vat.result;
          expect(Math.abs(vatCents - (netCents * rate) / 100)).toBeLessThanOrEqual(0.5);
          expect(costsCents).toBe(netCents + vatCents);
          expect(netCents).toBeLessThanOrEqual(shares);
        }
      }),
      runs,
    );
  });

  test('after the deadline never above what a first statement could claim, and never a claim without one; less always', () => {
    const firsts = fc.option(
      fc.record({ cents: fc.integer({ min: -50_000, max: 50_000 }), isLate: fc.boolean() }),
    );
    fc.assert(
      fc.property(anyHouse, firsts, (house, first) => {
        const input = inputOf(house);
        const leases = input.leases.map((lease) => ({
          ...lease,
          firstResultCents: first?.cents ?? null,
          firstReceivedOn: first && addDays(house.to, first.isLate ? 390 : 300),
        }));
        const late = computeStatement({ ...input, leases, receivedOn: addDays(house.to, 400) });
        for (const { name, resultCents, claimableCents } of late.leases) {
          if (resultCents === null) continue;
          expect(claimableCents).toBe(leftOfLate(house, name, resultCents, first));
        }
      }),
      runs,
    );
  });
});

describe('a second accountant, from a book with a page for every day', () => {
  test.each([2_025, 556, 35])('seed %i: every share of every line and every result', (seed) => {
    let shared = 0;
    const after = fc.option(fc.nat({ max: 363 }));
    fc.assert(
      fc.property(anyHouse, after, (any, days) => {
        const last = daysInclusive(any.from, any.to) - 1;
        const bought = days === null ? null : addDays(any.from, Math.min(days, last));
        const house = { ...any, bought };
        const { lines, statement } = computed(house);
        for (const line of house.lines) {
          const own = sharesOf(line, house);
          const found = lines.find(({ name }) => name === line.name);
          if (own === null) {
            expect(found).toBeUndefined();
            continue;
          }
          shared += 1;
          expect(Object.fromEntries(found?.shares ?? [])).toEqual(Object.fromEntries(own));
        }
        const results = resultsOf(house);
        for (const { name, resultCents } of statement.leases) {
          if (resultCents !== null) expect([name, resultCents]).toEqual([name, results.get(name)]);
        }
      }),
      { numRuns: 100, seed },
    );
    expect(shared).toBeGreaterThan(150);
  });
});
