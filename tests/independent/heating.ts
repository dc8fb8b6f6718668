/**
 * Heat and hot water by a second accountant, who keeps a book of days and reckons in floating point: HeizkostenV §§ 6 to 9b
 * with degree days by the day. Written after the law, not after what it checks.
 */
const daysPerMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
const perMonth = [170, 150, 130, 80, 40, 40 / 3, 40 / 3, 40 / 3, 30, 80, 120, 160];

const heatOfDay = (day: number): number => {
  const date = new Date(day * 86_400_000);
  return (perMonth[date.getUTCMonth()] ?? 0) / daysPerMonth(date.getUTCFullYear(), date.getUTCMonth());
};

const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

export type OwnHand = { name: string; from: string; to: string; heat: number | null; water: number | null };
export type OwnUnit = {
  name: string;
  area: number;
  heat: number | null;
  water: number | null;
  isEstimated: boolean;
  hands: OwnHand[];
};

/** Degree days and days of each hand of a unit, counted day by day. */
const daysOf = ({ from, to }: OwnHand) => {
  let [heat, days] = [0, 0];
  for (let day = numberOf(from); day <= numberOf(to); day += 1) {
    heat += heatOfDay(day);
    days += 1;
  }
  return { heat, days };
};

/** What each hand costs, unrounded, by `unit hand`. */
export function ownHeating(of: {
  heatCents: number;
  waterCents: number;
  byUse: number;
  units: readonly OwnUnit[];
}): Map<string, number> {
  const found = new Map<string, number>();
  const area = of.units.reduce((all, unit) => all + unit.area, 0);
  const guessed = of.units.filter((unit) => unit.isEstimated).reduce((all, unit) => all + unit.area, 0);
  const byUse = guessed / area > 0.25 ? 0 : of.byUse;
  const used = (what: 'heat' | 'water') =>
    of.units.reduce(
      (all, unit) => all + (unit[what] ?? unit.hands.reduce((sum, hand) => sum + (hand[what] ?? 0), 0)),
      0,
    );
  const [allHeat, allWater] = [used('heat'), used('water')];
  for (const unit of of.units) {
    const parts = unit.hands.map((hand) => ({ hand, ...daysOf(hand) }));
    const heat = parts.reduce((all, part) => all + part.heat, 0);
    const days = parts.reduce((all, part) => all + part.days, 0);
    for (const part of parts) {
      const ownHeat = part.hand.heat ?? ((unit.heat ?? 0) * part.heat) / heat;
      const ownWater = part.hand.water ?? ((unit.water ?? 0) * part.days) / days;
      const cents =
        of.heatCents * (1 - byUse) * (unit.area / area) * (part.heat / heat) +
        (byUse === 0 ? 0 : of.heatCents * byUse * (ownHeat / allHeat)) +
        of.waterCents * (1 - byUse) * (unit.area / area) * (part.days / days) +
        (byUse === 0 ? 0 : of.waterCents * byUse * (ownWater / allWater));
      found.set(`${unit.name} ${part.hand.name}`, cents);
    }
  }
  return found;
}
