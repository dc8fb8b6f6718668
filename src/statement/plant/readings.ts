import type { MeterUse } from '../consumption.ts';
import { type Days, dayOf } from '../house.ts';
import type { StatementMeter } from '../input.ts';
import { counterOf, endsOf, meterWarnings, type Point, readingAt } from '../meters.ts';
import type { Warning } from '../problems.ts';
import type { HeatSpan } from './heating-costs.ts';
import { type PlantHand, type ServedUnit, spanOfHands } from './users.ts';

export type PlacedMeter = { meter: StatementMeter; field: string };

/**
 * What the devices of one kind in a unit counted between the readings there are: one span for each hand where every change
 * was read, else one over the hands between two readings of all devices. Nothing is estimated between readings: such hands
 * share it by degree days or days (§ 9b (3) HeizkostenV). LineStop where first or last reading is missing.
 */
export function spansOf(
  { unit, hands }: ServedUnit,
  meters: readonly PlacedMeter[],
): { spans: HeatSpan[]; uses: MeterUse[]; warnings: Warning[] } {
  const within = spanOfHands(hands);
  const read = meters.map((one) => ({ ...one, ...bordersOf(one, hands, within) }));
  const starts = hands
    .map((hand, at) => ({ hand, at }))
    .filter(({ at }) => at === 0 || read.every(({ borders }) => borders[at] !== null));
  const spans = starts.map(({ hand, at }, index): HeatSpan => {
    const end = starts[index + 1]?.at ?? hands.length;
    const thousandths = read.reduce((all, { borders }) => {
      return all + (borders[end]?.thousandths ?? 0) - (borders[at]?.thousandths ?? 0);
    }, 0);
    return { from: dayOf(hand.first), to: dayOf(hands[end - 1]?.last ?? hand.last), thousandths };
  });
  const unread = hands.filter((_, at) => !starts.some((one) => one.at === at));
  return {
    spans,
    uses: read.map(({ meter, ends, parts }) => ({ meter, ends, parts })),
    warnings: [
      ...read.flatMap(({ meter, ends }) => meterWarnings(meter, ends, within)),
      ...unread.map(({ first }): Warning => {
        return { code: 'change_not_read', params: { unit: unit.name, day: dayOf(first) } };
      }),
    ],
  };
}

/** What a meter stood at when each hand began, and at the end; null where nobody read it. */
function bordersOf({ meter, field }: PlacedMeter, hands: readonly PlantHand[], within: Days) {
  const points = counterOf(meter, field, within);
  const ends = endsOf(meter, field, points, within);
  const inner = hands.slice(1).map(({ first }): Point | null => readingAt(points, ends, first));
  const borders = [ends.opening, ...inner, ends.closing];
  const parts = hands.flatMap(({ party, first, last }, at) => {
    const [from, to] = [borders[at], borders[at + 1]];
    const days = last - first + 1;
    return from && to ? [{ party, from, to, days, daysBetween: days }] : [];
  });
  return { ends, borders, parts };
}
