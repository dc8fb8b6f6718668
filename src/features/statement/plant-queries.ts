import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { addDays, FIRST_DAY } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { ownDaysOf } from '@/statement';
import { lacksKinds } from '../heating/circle-rules';
import { listDeliveries, plantsOf, yearsOf } from '../heating/queries';
import { plantPeriod } from '../heating/rules';
import { missingOf } from '../heating/year-rules';
import type { House } from '../occupancy/house-queries';
import type { HousePlant } from './plant-rules';

/** The plants of a house, and what paid their fuel. */
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
  // A tank that is there no more, or a year the plant has no more, burns nothing.
  const paid = years.flatMap(({ plantId, periodFrom, periodTo, deliveries }) => {
    const plant = plants.find(({ id }) => id === plantId);
    const own = plant && plantPeriod(plant.startMonth, { from: periodFrom, to: periodTo });
    const isBurnt = plant?.hasStock && plant.sharedBy === 'devices' && own?.from === periodFrom;
    return isBurnt ? deliveries.map(({ transactionId }) => transactionId) : [];
  });
  const owned = {
    availableFrom: house.purchasedOn ?? FIRST_DAY,
    availableTo: house.soldOn && addDays(house.soldOn, -1),
  };
  return {
    plants: plants.map((plant) => {
      const own = plantPeriod(plant.startMonth, period);
      const year = years.find((one) => one.plantId === plant.id && one.periodTo === own?.to) ?? null;
      const ends = own && addDays(own.from, -1);
      const before = years.find((one) => one.plantId === plant.id && one.periodTo === ends) ?? null;
      const missing = lacksKinds(plant, plants)
        ? 'kinds'
        : own && missingOf(plant, year, ownDaysOf([owned], own));
      return { plant, year, before, period: own, missing };
    }),
    deliveries: await listDeliveries(tx, scope, paid),
  };
}
