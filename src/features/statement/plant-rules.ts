import type { CalendarDate } from '../../lib/calendar.ts';
import { type Period, yearBefore } from '../../lib/period.ts';
import type { StatementLine, StatementUnit } from '../../statement/index.ts';
import type { StatementPlant } from '../../statement/plant/index.ts';
import {
  linesOfPlant,
  type MissingOfYear,
  type Plant,
  type PlantYear,
  statementPlant,
} from '../heating/rules.ts';
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

type Of = Omit<Parameters<typeof linesOf>[1], 'circle'> & {
  circle: string[] | null;
  units: readonly StatementUnit[];
  placed: readonly { id: string; kind: string; unitId: string | null }[];
  found: {
    plants: readonly {
      plant: Plant;
      year: PlantYear | null;
      period: Period;
      missing: MissingOfYear | null;
    }[];
    deliveries: ReadonlyMap<string, Delivery>;
  };
};

/**
 * The lines of a statement with the plants of its house: what is a plant's own cost counts in the plant's year, and what
 * filled a tank is no cost of any line.
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
  for (const { plant, year, period } of plants) {
    const before = yearBefore(period);
    const own = linesOf([...(owned.get(plant.id) ?? [])], { ...of, period, before });
    lines.push(...own.lines);
    Object.assign(sources, own.sources);
    sources[plant.id] = plantLine(plant, own);
    const input = statementPlant(plant, year, {
      period: of.period,
      lines: own.lines,
      units: of.units,
      meters: of.placed,
      bookings: deliveries,
    });
    const hasCosts = own.lines.length > 0 || input?.fuel || plant.sharedBy === 'service';
    if (input && hasCosts) ready.push(input);
  }
  return { lines, sources, plants: ready, about: plants.map((one) => aboutOf(one, deliveries)) };
}

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
  { plant, year, period, missing }: Of['found']['plants'][number],
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
