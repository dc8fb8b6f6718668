import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import type { Period } from '@/lib/period';
import { listDeliveries, plantsOf, yearsOf } from '../heating/queries';
import { missingOf, type Plant, type PlantYear, plantPeriod } from '../heating/rules';
import type { House } from '../occupancy/house-queries';

/** A plant of a house with its year that a period settles, and what paid its fuel. */
export type HousePlant = {
  plant: Plant;
  year: PlantYear | null;
  period: Period;
  missing: ReturnType<typeof missingOf>;
};
export type HousePlants = {
  plants: HousePlant[];
  /** Bookings that filled a tank in any year: what was burnt of them is the cost. */
  deliveries: Awaited<ReturnType<typeof listDeliveries>>;
};

/** The plants of a house, each with its year that ends in a period; none where no law asks for them. */
export async function readPlants(tx: Tx, scope: Scope, house: House, period: Period): Promise<HousePlants> {
  const plants = house.isGerman ? await plantsOf(tx, scope, house.id) : [];
  if (plants.length === 0) return { plants: [], deliveries: new Map() };
  const years = await yearsOf(
    tx,
    scope,
    plants.map(({ id }) => id),
  );
  const paid = years.flatMap(({ deliveries }) => deliveries.map(({ transactionId }) => transactionId));
  return {
    plants: plants.map((plant) => {
      const own = plantPeriod(plant.startMonth, period);
      const year = years.find((one) => one.plantId === plant.id && one.periodTo === own.to) ?? null;
      return { plant, year, period: own, missing: missingOf(plant, year) };
    }),
    deliveries: await listDeliveries(tx, scope, paid),
  };
}
