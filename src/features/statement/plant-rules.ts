import { type CalendarDate, overlaps } from '../../lib/calendar.ts';
import { type Period, yearBefore } from '../../lib/period.ts';
import {
  isHeating,
  type StatementLine,
  type StatementMeter,
  type StatementUnit,
} from '../../statement/index.ts';
import type { StatementPlant } from '../../statement/plant/index.ts';
import { countDifferently, linesOfPlant, metersOfPlant, servedBy } from '../heating/circle-rules.ts';
import { statementPlant, unreadPlant } from '../heating/rules.ts';
import type { Plant, PlantYear } from '../heating/schema.ts';
import type { MissingOfYear } from '../heating/year-rules.ts';
import { type Cost, type LineSource, linesOf } from './rules.ts';

type Delivery = { on: CalendarDate; amountCents: number; title: string; payee: string | null };

/** What a plant of the house is to its statement, beside the figures. */
export type PlantSource = {
  id: string;
  name: string;
  period: Period;
  /** Why it cannot be settled yet. */
  missing: MissingOfYear | null;
  /** What filled its tank in its year. */
  deliveries: {
    transactionId: string;
    title: string;
    payee: string | null;
    paidOn: CalendarDate;
    amountCents: number;
  }[];
};

/** A plant of a house with its year that a period settles. */
export type HousePlant = {
  plant: Plant;
  year: PlantYear | null;
  /** The year of it before. */
  before: PlantYear | null;
  /** Null: no year of it ends in the period. */
  period: Period | null;
  missing: MissingOfYear | null;
};

type Of = Omit<Parameters<typeof linesOf>[1], 'circle'> & {
  circle: string[] | null;
  units: readonly StatementUnit[];
  placed: readonly { id: string; kind: string; measure: string; unitId: string | null }[];
  /** The meters as they counted in the year before. */
  placedBefore: readonly StatementMeter[];
  found: { plants: readonly HousePlant[]; deliveries: ReadonlyMap<string, Delivery> };
};

/**
 * The lines of a statement with the plants of its house: what is a plant's own cost counts in the plant's year and in no
 * other, and what filled a tank is no cost of any line. For an outlook a plant that lacks something is shared out by area.
 */
export function linesAndPlants(costs: readonly Cost[], of: Of) {
  const { plants, deliveries } = of.found;
  const all = plants.map(({ plant }) => plant);
  const burnt = costs.filter(({ id }) => !deliveries.has(id));
  const owned = new Map(
    plants.map(({ plant }) => [plant.id, new Set(linesOfPlant(plant, all, burnt.filter(isShared)))] as const),
  );
  const isOwned = (cost: Cost) => [...owned.values()].some((own) => own.has(cost));
  const { lines, sources } = linesOf(
    burnt.filter((cost) => !isOwned(cost)),
    of,
  );
  const ready: StatementPlant[] = [];
  const about: PlantSource[] = [];
  for (const one of plants) {
    const { plant, year, period } = one;
    if (period === null) continue;
    const own = linesOf([...(owned.get(plant.id) ?? [])], { ...of, period, before: yearBefore(period) });
    lines.push(...own.lines);
    Object.assign(sources, own.sources);
    sources[plant.id] = plantLine(plant, own);
    const missing = one.missing ?? missingAround({ plant, year, period }, costs, of);
    about.push(aboutOf({ ...one, period, missing }, deliveries));
    const around = { period: of.period, lines: own.lines, units: of.units, meters: of.placed };
    const before = { year: one.before, meters: of.placedBefore };
    const known =
      missing === null ? statementPlant(plant, year, { ...around, bookings: deliveries, before }) : null;
    const input = known ?? (of.withExpected ? unreadPlant(plant, around) : null);
    if (input && (own.lines.length > 0 || input.fuel || input.shared.by === 'service')) ready.push(input);
  }
  return { lines, sources, plants: ready, about };
}

/** What else than figures of its year keeps a plant from being settled. */
function missingAround(
  { plant, year, period }: Pick<HousePlant, 'plant' | 'year'> & { period: Period },
  costs: readonly Cost[],
  { units, placed }: Of,
): MissingOfYear | null {
  const served = servedBy(plant, units).map(({ id }) => id);
  // The service's bill has them in it.
  const isBookedTwice = costs.some(
    ({ unitId, betrkvNo, ...cost }) =>
      unitId !== null && served.includes(unitId) && isHeating(betrkvNo) && isFor(cost, period),
  );
  if (plant.sharedBy === 'service') return isBookedTwice ? 'units_booked' : null;
  return countDifferently(metersOfPlant(plant, served, placed), year?.groups) ? 'meters' : null;
}

/** Of the days its bill says it is for; where it says none, of the day it was paid. */
const isFor = (
  { serviceFrom, serviceTo, bookedOn }: Pick<Cost, 'serviceFrom' | 'serviceTo' | 'bookedOn'>,
  period: Period,
) => overlaps({ from: serviceFrom ?? bookedOn, to: serviceFrom === null ? bookedOn : serviceTo }, period);

/** What is booked on a unit is that unit's alone, whatever heats the house. */
const isShared = ({ unitId }: Cost) => unitId === null;

const plantLine = (
  { name }: Plant,
  { lines, sources }: { lines: readonly StatementLine[]; sources: Record<string, LineSource> },
): LineSource => ({
  code: null,
  name,
  transactionIds: lines.flatMap(({ id }) => sources[id]?.transactionIds ?? []),
});

function aboutOf(
  { plant, year, period, missing }: HousePlant & { period: Period },
  deliveries: Of['found']['deliveries'],
): PlantSource {
  const { id, name } = plant;
  const filled = plant.hasStock ? (year?.deliveries ?? []) : [];
  return {
    ...{ id, name, period, missing },
    deliveries: filled.flatMap(({ transactionId }) => {
      const paid = deliveries.get(transactionId);
      if (!paid) return [];
      const { on, amountCents, title, payee } = paid;
      return [{ transactionId, title, payee, paidOn: on, amountCents }];
    }),
  };
}
