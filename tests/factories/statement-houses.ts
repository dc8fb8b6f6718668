import fc from 'fast-check';
import { addDays } from '@/lib/calendar';
import type { StatementInput } from '@/statement/index';
import type { OwnHouse, OwnLease, OwnLine, OwnUnit } from '../independent/statement.ts';

/** Houses nobody chose: areas and households that change, gaps, own use, shops, part periods, bills over New Year. */
const start = '2024-01-01';
const day = (min: number, max: number) => fc.integer({ min, max }).map((days) => addDays(start, days));

const names = ['2', '10', 'Laden', 'EG links', '1'];

/** Lets and own use of one unit, one after the other with gaps. */
const spansOf = fc
  .array(
    fc.record({
      gap: fc.constantFrom(0, 0, 1, 17, 60),
      length: fc.integer({ min: 1, max: 300 }),
      isOwn: fc.constantFrom(false, false, false, true),
      persons: fc.array(fc.record({ after: fc.integer({ min: 1, max: 200 }), count: fc.nat({ max: 4 }) }), {
        maxLength: 2,
      }),
      count: fc.nat({ max: 4 }),
      agrees: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }),
      agreesAll: fc.boolean(),
      paidCents: fc.integer({ min: 0, max: 200_000 }),
      vatPercent: fc.constantFrom(0, 0, 7, 19),
    }),
    { maxLength: 4 },
  )
  .chain((spans) => fc.tuple(fc.constant(spans), fc.integer({ min: -200, max: 200 })));

const unitOf = (name: string) =>
  fc
    .record({
      kind: fc.constantFrom('flat' as const, 'flat' as const, 'shop' as const, 'garage' as const),
      sqm100: fc.integer({ min: 1, max: 20_000 }),
      changes: fc.array(fc.record({ from: day(-50, 500), sqm100: fc.integer({ min: 1, max: 20_000 }) }), {
        maxLength: 2,
      }),
      shareOfThousand: fc.nat({ max: 300 }),
      spans: spansOf,
    })
    .map(({ kind, sqm100, changes, shareOfThousand, spans: [spans, offset] }) => {
      const leases: OwnLease[] = [];
      const ownUse: OwnUnit['ownUse'] = [];
      let from = addDays(start, offset);
      for (const [index, span] of spans.entries()) {
        from = addDays(from, span.gap);
        const to = addDays(from, span.length - 1);
        if (span.isOwn) ownUse.push({ from, to, persons: span.count });
        else {
          const changed = span.persons.map(({ after, count }) => ({ from: addDays(from, after), count }));
          leases.push({
            name: `${name}, tenant ${index}`,
            unit: name,
            also: null,
            from,
            to,
            persons: unique([{ from, count: span.count }, ...changed]),
            agrees: lineNames.filter((_, line) => span.agrees.includes(line)),
            agreesAll: span.agreesAll,
            paidCents: span.paidCents,
            vatPercent: span.vatPercent,
          });
        }
        from = addDays(to, 1);
      }
      const areas = unique([{ from: '2000-01-01', sqm100 }, ...changes]);
      const unit: OwnUnit = {
        name,
        isDwelling: kind === 'flat',
        isShop: kind === 'shop',
        areas,
        shareOfThousand,
        ownUse,
      };
      return { unit, leases };
    });

/** One fact a day: which of two of one day holds is nobody's question here. */
const unique = <T extends { from: string }>(facts: T[]): T[] =>
  facts.filter((fact, index) => facts.findIndex(({ from }) => from === fact.from) === index);

const lineNames = ['Tax', 'Refuse', 'Lift', 'Insurance'];
const lineOf = (
  name: string,
  units: OwnUnit[],
  period: { from: string; to: string },
): fc.Arbitrary<OwnLine> =>
  fc
    .record({
      key: fc.constantFrom('area' as const, 'persons' as const, 'units' as const, 'co_ownership' as const),
      circle: fc.subarray(units, { minLength: 1 }),
      bills: fc.array(
        fc.record({
          cents: fc.integer({ min: 1, max: 900_000 }),
          before: fc.nat({ max: 300 }),
          after: fc.integer({ min: 0, max: 300 }),
          kept: fc.constantFrom(0, 0, 7),
          vat: fc.constantFrom(0, 7, 19),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      shops: fc.constantFrom(0, 0, 3),
      no: fc.constantFrom(null, 1, 4, 8, 10, 13, 15, 16, 17),
      isCable: fc.boolean(),
    })
    .map(({ key, circle, bills, shops, no, isCable }) => ({
      name,
      no,
      isCable: no === 15 && isCable,
      key,
      units: circle.map((unit) => unit.name),
      // Each touches the period: what does not is refused, and tried elsewhere.
      bills: bills.map(({ cents, before, after, kept, vat }) => ({
        cents,
        from: addDays(period.from, -before),
        to: addDays(period.from, after),
        keptCents: kept === 0 ? 0 : Math.floor(cents / kept),
        vatCents: Math.round((cents * vat) / (100 + vat)),
      })),
      forShopsCents: circle.some(({ isShop }) => isShop) && shops > 0 ? shops : 0,
    }));

/** A second unit of somebody: a flat in the rear house, or a garage. */
const annex: fc.Arbitrary<OwnUnit> = fc
  .record({
    isDwelling: fc.boolean(),
    sqm100: fc.integer({ min: 1, max: 20_000 }),
    name: fc.constantFrom('0', '3'),
  })
  .map(({ sqm100, ...unit }) => ({
    ...unit,
    isShop: false,
    areas: [{ from: '2000-01-01', sqm100 }],
    shareOfThousand: 70,
    ownUse: [],
  }));

export const anyHouse: fc.Arbitrary<OwnHouse> = fc
  .tuple(
    fc.shuffledSubarray(names, { minLength: 1 }).chain((chosen) => fc.tuple(...chosen.map(unitOf))),
    day(-60, 60),
    fc.constantFrom(1, 31, 90, 364, 364, 365),
    fc.constantFrom(0, 1, 1, 2),
    fc.option(annex),
  )
  .chain(([placed, from, length, vacantPersons, second]) => {
    const units = [...placed.map(({ unit }) => unit), ...(second ? [second] : [])];
    // Twelve months from a day of 2023 or 2024 are at least 365 days.
    const to = addDays(from, Math.min(length, 364));
    return fc.tuple(...lineNames.map((name) => lineOf(name, units, { from, to }))).map((lines) => ({
      from,
      to,
      vacantPersons,
      units,
      // Whoever has the first unit has the annex, too.
      leases: placed.flatMap(({ leases }, index) =>
        leases.map((lease) => ({ ...lease, also: second && index === 0 ? second.name : null })),
      ),
      lines,
    }));
  });

/** The same house as the engine takes it. */
export function inputOf(house: OwnHouse, idOf: (name: string) => string = (name) => name): StatementInput {
  return {
    period: { from: house.from, to: house.to },
    isGerman: true,
    vacantPersons: house.vacantPersons,
    units: house.units.map((unit) => ({
      id: idOf(unit.name),
      name: unit.name,
      // One of the flats is a room of a shared one, and counts as they do.
      kind: unit.isDwelling
        ? unit.name === '2'
          ? 'room'
          : 'apartment'
        : unit.isShop
          ? 'commercial'
          : 'parking',
      availableFrom: house.bought ?? '1900-01-01',
      availableTo: null,
      facts: unit.areas.map(({ from, sqm100 }) => ({
        validFrom: from,
        areaSqm100: sqm100,
        coOwnershipNumerator: unit.shareOfThousand,
        coOwnershipDenominator: 1_000,
      })),
      ownUse: unit.ownUse,
      vacantPersons: null,
    })),
    leases: house.leases.map((lease) => ({
      id: idOf(lease.name),
      name: lease.name,
      units: [lease.unit, ...(lease.also === null ? [] : [lease.also])].map((unit) => ({
        unitId: idOf(unit),
        from: lease.from,
        to: lease.to,
      })),
      persons: lease.persons.map(({ from, count }) => ({ validFrom: from, count })),
      settlement: 'advances',
      agreesAll: lease.agreesAll,
      agreed: lease.agrees.map((line) => ({ lineId: idOf(line), key: null })),
      advances: [{ of: 'all', dueCents: lease.paidCents, paidCents: lease.paidCents }],
      monthlyAdvanceCents: null,
      vatRateBp: (lease.vatPercent ?? 0) * 100,
      expectedYearlyCents: 0,
      firstResultCents: null,
    })),
    lines: house.lines.map((line) => ({
      id: idOf(line.name),
      name: line.name,
      betrkvNo: line.no,
      key: line.key,
      circle: line.units.map(idOf),
      principle: 'service',
      isRecoverable: true,
      isCable: line.isCable,
      bills: line.bills.map(({ cents, keptCents, vatCents = 0, from, to }, index) => ({
        name: `bill ${index}`,
        amountCents: cents,
        vatCents,
        notRecoverableCents: keptCents,
        labourCents: 0,
        labourGroup: null,
        provider: null,
        from,
        to,
        paidOn: null,
        unitId: null,
        leaseId: null,
      })),
      preDeduction:
        line.forShopsCents === 0
          ? null
          : { amountCents: line.forShopsCents, unitIds: null, restFor: 'others', reason: 'shops' },
      meterIds: [],
      byHand: [],
      byHandReason: null,
      lastYear: null,
      usualByArea: null,
    })),
    meters: [],
    today: null,
    receivedOn: null,
  };
}
