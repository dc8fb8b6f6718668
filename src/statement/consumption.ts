import { whole } from './fraction.ts';
import type { House } from './house.ts';
import type { StatementInput, StatementLine, StatementMeter } from './input.ts';
import { add, type KeyContext, type Weights } from './keys.ts';
import { type Consumed, consumedBy, counterOf, type Ends, endsOf, meterWarnings } from './meters.ts';
import { LineStop, type Warning } from './problems.ts';

export type MeterUse = { meter: StatementMeter; ends: Ends; parts: readonly Consumed[] };

type Placed = { meter: StatementMeter; field: string; unit: number | null };

/** The difference between a main meter and its sub-meters above which somebody should look: a fifth. */
const tolerated = { n: 1, d: 5 };

/** What each party used, in thousandths, by the meters of a line. LineStop where a meter cannot be read. */
export function consumptionWeights(
  line: StatementLine,
  lineField: string,
  circle: readonly number[],
  context: KeyContext,
): { weights: Weights; uses: MeterUse[]; warnings: Warning[] } {
  const { input, house } = context;
  const placed = placedMeters(line, lineField, input, circle);
  const mains = placed.filter(({ unit }) => unit === null);
  const subs = placed.filter(({ unit }) => unit !== null);
  if (mains.length > 1) {
    throw new LineStop('main_meter_twice', `${lineField}.meterIds`, { line: line.name });
  }
  const weights: Weights = new Map();
  const warnings: Warning[] = [];
  const uses = subs.map(({ meter, field, unit }): MeterUse => {
    const hands = house.segments[unit ?? -1] ?? [];
    const spanned = spanOf(hands, house);
    const points = counterOf(meter, field, spanned);
    const parts = consumedBy(meter, field, points, hands);
    for (const part of parts) add(weights, part.party, usedBy(part));
    const ends = endsOf(meter, field, points, spanned);
    warnings.push(...meterWarnings(meter, ends, spanned));
    if (parts.some(({ days, daysBetween }) => days !== daysBetween)) {
      warnings.push({ code: 'read_by_days', params: { meter: meter.name } });
    }
    return { meter, ends, parts };
  });
  const [main] = mains;
  const rest = main ? mainUse(main, uses, house, warnings) : null;
  shareRest({ line, lineField, circle, context, subs, rest, weights, warnings });
  return { weights, uses: rest ? [...uses, rest.use] : uses, warnings };
}

/** In thousandths, exactly, where it was divided by days too. */
export const usedBy = (part: Consumed) => ({
  n: BigInt(part.to.thousandths - part.from.thousandths) * BigInt(part.days),
  d: BigInt(Math.max(1, part.daysBetween)),
});

const spanOf = (hands: readonly { first: number; last: number }[], house: House) => ({
  first: hands[0]?.first ?? house.period.first,
  last: hands.at(-1)?.last ?? house.period.last,
});

function placedMeters(
  line: StatementLine,
  lineField: string,
  input: StatementInput,
  circle: readonly number[],
): Placed[] {
  if (line.meterIds.length === 0) {
    throw new LineStop('meters_missing', `${lineField}.meterIds`, { line: line.name });
  }
  return line.meterIds.map((id, at) => {
    const index = input.meters.findIndex((meter) => meter.id === id);
    const meter = input.meters[index];
    if (!meter) throw new LineStop('meter_unknown', `${lineField}.meterIds.${at}`, { meter: id });
    if (line.meterIds.indexOf(id) !== at) {
      throw new LineStop('meter_twice', `${lineField}.meterIds.${at}`, { name: meter.name });
    }
    const field = `meters.${index}`;
    if (meter.unitId === null) return { meter, field, unit: null };
    const unit = input.units.findIndex((one) => one.id === meter.unitId);
    if (!circle.includes(unit)) {
      throw new LineStop('circle_unit_unknown', `${field}.unitId`, { unit: meter.unitId });
    }
    return { meter, field, unit };
  });
}

type MainUse = { use: MeterUse; restThousandths: bigint; place: Placed };

function mainUse(main: Placed, subs: readonly MeterUse[], house: House, warnings: Warning[]): MainUse {
  const points = counterOf(main.meter, main.field, house.period);
  const ends = endsOf(main.meter, main.field, points, house.period);
  warnings.push(...meterWarnings(main.meter, ends, house.period));
  const total = BigInt(ends.closing.thousandths - ends.opening.thousandths);
  const metered = subs.reduce(
    (all, sub) => all + BigInt(sub.ends.closing.thousandths - sub.ends.opening.thousandths),
    0n,
  );
  const use = { meter: main.meter, ends, parts: [] };
  return { use, restThousandths: total - metered, place: main };
}

type Sharing = {
  line: StatementLine;
  lineField: string;
  circle: readonly number[];
  context: KeyContext;
  subs: readonly Placed[];
  rest: MainUse | null;
  weights: Weights;
  warnings: Warning[];
};

/**
 * What the main meter counted beyond the sub-meters: used in the one unit without a meter. Of several nobody knows whose
 * it is: it stays with the landlord. Where every unit has one it is what meters differ by, and shares nothing out.
 */
function shareRest({ line, lineField, circle, context, subs, rest, weights, warnings }: Sharing): void {
  const { input, house } = context;
  const without = circle.filter(
    (unit) => (house.segments[unit] ?? []).length > 0 && !subs.some((sub) => sub.unit === unit),
  );
  const [only] = without;
  if (only === undefined) {
    if (rest) warnings.push(...differing(rest, subs.length));
    return;
  }
  const name = input.units[only]?.name ?? '';
  if (!rest) throw new LineStop('meter_missing', `${lineField}.meterIds`, { unit: name });
  if (rest.restThousandths < 0n) {
    const params = { meter: rest.place.meter.name };
    throw new LineStop('sub_meters_exceed_main', `${rest.place.field}.devices`, params);
  }
  if (without.length > 1) {
    add(weights, house.parties.length - 1, whole(rest.restThousandths));
    warnings.push({
      code: 'landlord_keeps_unmetered',
      params: { line: line.name, units: without.map((unit) => input.units[unit]?.name ?? '').join(', ') },
    });
    return;
  }
  restOfOne(only, name, rest, context, weights, warnings);
}

function restOfOne(
  unit: number,
  name: string,
  rest: MainUse,
  { house }: KeyContext,
  weights: Weights,
  warnings: Warning[],
): void {
  const hands = house.segments[unit] ?? [];
  const days = hands.reduce((all, hand) => all + hand.last - hand.first + 1, 0);
  const { meter, field } = rest.place;
  const isOne = new Set(hands.map(({ party }) => party)).size === 1;
  if (!isOne && (meter.unread !== 'by_days' || meter.isHeat)) {
    throw new LineStop('meter_missing', `${field}.unread`, { unit: name });
  }
  if (!isOne) warnings.push({ code: 'read_by_days', params: { meter: meter.name } });
  for (const hand of hands) {
    const n = rest.restThousandths * BigInt(hand.last - hand.first + 1);
    add(weights, hand.party, { n, d: BigInt(days) });
  }
}

function differing({ restThousandths, use }: MainUse, subCount: number): Warning[] {
  const total = BigInt(use.ends.closing.thousandths - use.ends.opening.thousandths);
  const off = restThousandths < 0n ? -restThousandths : restThousandths;
  if (subCount === 0 || off * BigInt(tolerated.d) <= total * BigInt(tolerated.n)) return [];
  const params = { meter: use.meter.name, rest: Number(restThousandths) / 1_000 };
  return [{ code: 'main_meter_differs', params }];
}
