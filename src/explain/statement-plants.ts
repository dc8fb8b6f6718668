import type { z } from 'zod';
import { addDays, type CalendarDate, maxDate } from '../lib/calendar.ts';
import { sumCents } from '../lib/money.ts';
import type { Period } from '../lib/period.ts';
import { numberByName } from '../statement/cost-names.ts';
import { clipped, daysOf, lengthOf } from '../statement/house.ts';
import {
  type Bill,
  isHeating,
  type StatementInput,
  type StatementLine,
  type StatementMeter,
  type StatementPlant,
} from '../statement/index.ts';
import { cutByFacts } from '../statement/keys.ts';
import { associationStatement, co2Split } from '../statement/plant/index.ts';
import { inProportion } from '../statement/plant/parts.ts';
import { LineStop } from '../statement/problems.ts';
import { associationLine } from './association-names.ts';
import { type BlockStop, reading } from './block-stops.ts';
import { readCo2, readGroups, readHotWater } from './plant-rules.ts';
import type { associationBlock, co2Block, heatingBlock } from './statement-plant-shapes.ts';

type Heating = z.output<typeof heatingBlock>;
type Co2 = z.output<typeof co2Block>;
type Association = z.output<typeof associationBlock>;
type Blocks = {
  heating?: Heating[] | null | undefined;
  co2?: Co2[] | null | undefined;
  association?: Association[] | null | undefined;
};

const thousandths = (value: number) => Math.round(value * 1_000);

/** The blocks as plants and lines of the statement. */
export function withBlocks(house: StatementInput, { heating, co2, association }: Blocks) {
  const stops: BlockStop[] = [];
  let input = house;
  for (const block of association ?? []) input = withAssociation(input, block, stops);
  for (const block of co2 ?? []) input = withCo2(input, block, stops);
  for (const block of heating ?? []) input = withPlant(input, block, stops);
  return { input, stops };
}

const blankLine = { circle: null, principle: 'service', isRecoverable: true, isCable: false } as const;
const restOfLine = {
  preDeduction: null,
  meterIds: [],
  byHand: [],
  byHandReason: null,
  lastYear: null,
  usualByArea: null,
} as const;

const billOf = (name: string, amountCents: number, { from, to }: Period, more: Partial<Bill> = {}): Bill => ({
  name,
  amountCents,
  notRecoverableCents: 0,
  labourCents: 0,
  labourGroup: null,
  provider: null,
  from,
  to,
  paidOn: null,
  unitId: null,
  leaseId: null,
  ...more,
});

function withPlant(input: StatementInput, block: Heating, stops: BlockStop[]): StatementInput {
  const id = block.id ?? block.name;
  const period = block.period ?? input.period;
  const lines = block.costs.map(({ name, amountCents, labourCents, labourGroup }, at): StatementLine => {
    const called = name === '' ? `${block.name} ${at + 1}` : name;
    const labour = labourCents === 0 ? {} : { labourCents, labourGroup };
    const bills = [billOf(called, amountCents, period, labour)];
    return {
      ...blankLine,
      ...restOfLine,
      id: `${id} · ${at + 1} · ${called}`,
      name: `${block.name}: ${called}`,
      betrkvNo: 4,
      key: 'area',
      bills,
    };
  });
  const meters = (block.units ?? []).flatMap((unit) => metersOf(unit, block, period, input));
  const at = `plants.${input.plants?.length ?? 0}`;
  const shared = reading(stops, at, { line: block.name }, () => sharedOf(block, period, input));
  const own = block.costs.map(({ of }, index) => ({ lineId: lines[index]?.id ?? '', of }));
  const plant: StatementPlant = {
    id,
    name: block.name,
    circle: block.units?.map(({ name }) => name) ?? null,
    lines: shared ? [...block.lines.map(({ line, of }) => ({ lineId: line, of })), ...own] : [],
    period: block.period,
    fuel: shared && readFuel(block),
    shared: shared ?? { ...devicesOf(block), co2: null },
    cuts: block.cuts,
    meters: [
      ...block.meters.map(({ meter, of }) => {
        const isHeat = input.meters.find((one) => one.id === meter)?.isHeat ?? true;
        return { meterId: meter, of: of ?? (isHeat ? ('heat' as const) : ('hot_water' as const)) };
      }),
      ...meters.map(({ meter, of }) => ({ meterId: meter.id, of })),
    ],
  };
  return {
    ...input,
    lines: shared ? [...input.lines, ...lines] : input.lines,
    meters: [...input.meters, ...meters.map(({ meter }) => meter)],
    plants: [...(input.plants ?? []), plant],
  };
}

function readFuel({ fuel }: Heating): StatementPlant['fuel'] {
  if (fuel === null) return null;
  const lot = <Lot extends { quantity: number }>(one: Lot) => ({
    ...one,
    quantity: thousandths(one.quantity),
  });
  const { of, method, opening, deliveries, closingQuantity } = fuel;
  return {
    of,
    method,
    opening: lot(opening),
    deliveries: deliveries.map(lot),
    closingQuantity: thousandths(closingQuantity),
  };
}

const devicesOf = ({
  heatBp,
  hotWaterBp,
  isMoreAgreed,
  fixedBy,
  hotWater,
  units,
  groups,
  groupBp,
}: Heating) => ({
  by: 'devices' as const,
  hotWater: readHotWater(hotWater),
  heatBp,
  hotWaterBp,
  isMoreAgreed,
  fixedBy,
  groups: groups && {
    byUseBp: groupBp,
    of: readGroups(groups, groupBp).of.map(({ units: unitIds, ...group }) => ({ ...group, unitIds })),
  },
  estimates: (units ?? []).flatMap(
    ({ name, heat, hotWater: water, isHeatEstimated, isHotWaterEstimated }) => {
      const one = {
        unitId: name,
        heat: isHeatEstimated && heat !== null ? thousandths(heat) : null,
        hotWater: isHotWaterEstimated && water !== null ? thousandths(water) : null,
      };
      return one.heat === null && one.hotWater === null ? [] : [one];
    },
  ),
});

function sharedOf(block: Heating, period: Period, input: StatementInput): StatementPlant['shared'] {
  const read = block.co2 && readCo2({ ...block.co2, period, areaSqm100: 1, ownContract: null });
  const co2 = read && (({ period: _, areaSqm100: __, ownContract: ___, ...rest }) => rest)(read);
  if (block.service === null) return { ...devicesOf(block), co2 };
  const { users, totalCents, co2Way, co2LandlordCents } = block.service;
  return {
    by: 'service',
    totalCents: totalCents ?? bookedCents(block, input),
    co2Way,
    co2LandlordCents,
    users: users.map(({ unit, lease, ...rest }) => ({
      ...rest,
      unitId: unit ?? onlyUnitOf(lease, block, input),
      leaseId: lease,
    })),
    co2,
  };
}

const bookedCents = ({ costs, lines }: Heating, input: StatementInput) =>
  [
    ...costs.map(({ amountCents }) => amountCents),
    ...lines.flatMap(({ line }) =>
      (input.lines.find(({ id }) => id === line)?.bills ?? []).map(
        (bill) => bill.amountCents - bill.notRecoverableCents,
      ),
    ),
  ].reduce((sum, cents) => sum + cents, 0);

/** The one unit of a lease that the plant serves; of several nobody knows which: its name, which is none. */
const onlyUnitOf = (lease: string | null, { units }: Heating, { leases }: StatementInput): string => {
  const held = leases.find(({ id }) => id === lease)?.units.map(({ unitId }) => unitId) ?? [];
  const served = new Set(held.filter((id) => units === null || units.some(({ name }) => name === id)));
  return served.size === 1 ? ([...served][0] ?? '') : (lease ?? '');
};

/** What was typed as consumption, as a meter that was read at every change somebody gave a figure for. */
function metersOf(
  unit: NonNullable<Heating['units']>[number],
  { name: plant }: Heating,
  period: Period,
  input: StatementInput,
): { meter: StatementMeter; of: 'heat' | 'hot_water' }[] {
  const kinds = [
    { of: 'heat' as const, what: 'heat' as const, isEstimated: unit.isHeatEstimated },
    { of: 'hot_water' as const, what: 'hotWater' as const, isEstimated: unit.isHotWaterEstimated },
  ];
  return kinds.flatMap(({ of, what, isEstimated }) => {
    if (isEstimated) return [];
    const hands = unit.hands.map((hand) => ({
      from: hand.from ?? startOf(hand.name, unit.name, period, input),
      used: hand[what],
    }));
    const isRead = hands.length > 0 && hands.every(({ used }) => used !== null);
    const total = unit[what];
    if (!isRead && total === null) return [];
    const used = isRead
      ? hands.map((hand) => ({ from: maxDate(hand.from, period.from), used: hand.used ?? 0 }))
      : [{ from: period.from, used: total ?? 0 }];
    const name = `${plant}: ${unit.name} (${of})`;
    return [
      {
        of,
        meter: {
          id: name,
          name,
          unitId: unit.name,
          isHeat: of === 'heat',
          unread: 'stop' as const,
          devices: [
            {
              number: '',
              installedOn: null,
              removedOn: null,
              calibratedUntil: null,
              readings: readingsOf(used, period),
            },
          ],
          lastYearThousandths: null,
        },
      },
    ];
  });
}

/** Counters that begin at nothing on the evening before, and at each change stand at what was used until then. */
function readingsOf(used: readonly { from: CalendarDate; used: number }[], { from, to }: Period) {
  const sorted = used.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  let stand = 0;
  return [
    { on: addDays(from, -1), thousandths: 0 },
    ...sorted.map((one, at) => {
      stand += thousandths(one.used);
      const next = sorted[at + 1]?.from;
      return { on: next === undefined ? to : addDays(next, -1), thousandths: stand };
    }),
  ];
}

/** The first day of a lease in a unit; of vacancy nobody typed a day for, that of the period. */
const startOf = (lease: string, unit: string, period: Period, { leases }: StatementInput): CalendarDate =>
  leases
    .find(({ id, name }) => id === lease || name === lease)
    ?.units.filter(({ unitId, to }) => unitId === unit && (to === null || to >= period.from))
    .map(({ from }) => from)
    .toSorted()[0] ?? period.from;

/** The landlord's part taken off lines that are no plant: off every bill and every amount by hand, in proportion. */
function withCo2(input: StatementInput, block: Co2, stops: BlockStop[]): StatementInput {
  const isMeant = ({ id, name, betrkvNo }: StatementLine) =>
    block.lines.length > 0 ? block.lines.includes(id) || block.lines.includes(name) : isHeating(betrkvNo);
  const chosen = input.lines.filter(isMeant);
  const { period } = input;
  const areaSqm100 = block.areaSqm100 ?? areaOf(chosen, input);
  const first = input.lines.findIndex(isMeant);
  const name = chosen.map((line) => line.name).join(', ') || block.lines.join(', ');
  const bills = chosen.flatMap((line) => line.bills);
  // A credit of the supplier takes its part, too.
  const costs = bills.map((bill) => bill.amountCents - bill.notRecoverableCents);
  const landlordCents = reading(
    stops,
    `lines.${first < 0 ? input.lines.length : first}`,
    { line: name },
    () => {
      if (first < 0) throw new LineStop('co2_line_unknown', 'co2.lines');
      const { lines: _, ...rest } = block;
      const found = co2Split(readCo2({ ...rest, period, areaSqm100, ownContract: null })).result
        .landlordCents;
      if (found > Math.max(0, sumCents(costs))) throw new LineStop('co2_exceeds_costs', 'co2');
      return found;
    },
  );
  // The lines stand still with it.
  if (landlordCents === null) {
    return {
      ...input,
      lines: input.lines.map((line) => (isMeant(line) ? { ...line, isPrincipleOpen: true } : line)),
    };
  }
  const parts = inProportion(landlordCents, costs);
  const partOf = new Map(bills.map((bill, at) => [bill, parts[at] ?? 0]));
  return {
    ...input,
    lines: input.lines.map((line) => {
      if (!isMeant(line)) return line;
      const off = line.bills.reduce((sum, bill) => sum + (partOf.get(bill) ?? 0), 0);
      const byHand = inProportion(
        off,
        line.byHand.map(({ amountCents }) => amountCents),
      );
      return {
        ...line,
        bills: line.bills.map((bill) => ({
          ...bill,
          notRecoverableCents: bill.notRecoverableCents + (partOf.get(bill) ?? 0),
        })),
        byHand: line.byHand.map((one, at) => ({ ...one, amountCents: one.amountCents - (byHand[at] ?? 0) })),
      };
    }),
  };
}

/** The area of the units that bear some lines, each on its days of the period, over all days of it (§ 5 (1) CO2KostAufG). */
function areaOf(lines: readonly StatementLine[], { units, period }: StatementInput): number {
  const whole = daysOf(period);
  const areaDays = units
    .filter(({ id }) => lines.some(({ circle }) => circle === null || circle.includes(id)))
    .flatMap(({ availableFrom: from, availableTo: to, facts }) => {
      const own = clipped(daysOf({ from, to }), whole);
      return own.first > own.last ? [] : cutByFacts(own, facts);
    })
    .reduce((sum, { days, fact }) => sum + (fact?.areaSqm100 ?? 0) * lengthOf(days), 0);
  return Math.round(areaDays / lengthOf(whole));
}

/** An association's year: each line with the flat's part as a bill of that flat; what no tenant bears is left out. */
function withAssociation(input: StatementInput, block: Association, stops: BlockStop[]): StatementInput {
  const unitId = block.unit ?? (input.units.length === 1 ? input.units[0]?.id : undefined) ?? '';
  const period = block.period ?? input.period;
  const at = `lines.${input.lines.length}`;
  const read = reading(stops, at, { line: 'Hausgeld' }, () => {
    if (unitId === '') throw new LineStop('association_unit_missing', 'association.unit');
    return associationStatement({ ...block, lines: block.lines.map(associationLine) }).result;
  });
  const numbers = new Map([...block.lines, ...block.receipts].map(({ name, betrkvNo }) => [name, betrkvNo]));
  const lineOf = (name: string, bills: StatementLine['bills']): StatementLine => {
    const named = numberByName(name);
    const betrkvNo = numbers.get(name) === undefined ? named.betrkvNo : (numbers.get(name) ?? null);
    return {
      ...blankLine,
      ...restOfLine,
      id: name,
      name,
      betrkvNo,
      isCable: named.isCable,
      key: 'direct',
      bills,
    };
  };
  if (read === null) {
    const stopped = { ...lineOf('Hausgeld', []), betrkvNo: 1, isPrincipleOpen: true };
    return { ...input, lines: [...input.lines, stopped] };
  }
  const bills = [
    ...read.lines.flatMap(({ name, ownCents, recoverableCents, labourCents }, index) => {
      if (recoverableCents === 0) return [];
      const labourGroup = labourCents === 0 ? null : (block.lines[index]?.labourGroup ?? null);
      const notRecoverableCents = ownCents - recoverableCents;
      return [billOf(name, ownCents, period, { notRecoverableCents, labourCents, labourGroup, unitId })];
    }),
    ...block.receipts.map(({ name, amountCents }) => billOf(name, amountCents, period, { unitId })),
  ];
  // Insurance of the association and of the flat are one line of the statement.
  const names = [...new Set(bills.map(({ name }) => name))];
  const kept = input.lines.map((line) => {
    const more = line.key === 'direct' ? bills.filter(({ name }) => name === line.name) : [];
    return { ...line, bills: [...line.bills, ...more] };
  });
  const isKept = (name: string) => input.lines.some((line) => line.key === 'direct' && line.name === name);
  const added = names
    .filter((name) => !isKept(name))
    .map((name) =>
      lineOf(
        name,
        bills.filter((bill) => bill.name === name),
      ),
    );
  return { ...input, lines: [...kept, ...added] };
}
