import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import type { CalendarDate } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { associationsOf, effortsOf, papersOf } from '../association/queries';
import { coversAll } from '../association/rules';
import { listCategories } from '../category/queries';
import { getHouse, type House, listHouseUnits } from '../occupancy/house-queries';
import { type HouseAssociation, ownDays } from './association-rules';

/** The associations of a house with all their papers, how they were asked for that of a period, and the kinds of cost they name. */
export async function readAssociations(tx: Tx, scope: Scope, house: House, { to }: Period) {
  const found = await associationsOf(tx, scope, [house.id]);
  if (found.length === 0) return { associations: [], kinds: [] };
  const ids = found.map(({ id }) => id);
  const papers = await papersOf(tx, scope, ids);
  const efforts = await effortsOf(tx, scope, ids, [to]);
  const associations = found.map(
    ({ id, unitId, unit, name }): HouseAssociation => ({
      ...{ id, unitId, unit, name },
      papers: papers.filter(({ associationId }) => associationId === id),
      efforts: efforts.filter(({ associationId }) => associationId === id),
    }),
  );
  return { associations, kinds: await listCategories(tx, scope, 'all') };
}

/** How far the papers are that a finished period waits for: how often their managers were asked, and when last. */
export type Waiting = { count: number; lastOn: CalendarDate | null };

/** What periods of properties wait for; of those that have their papers, or have no association, nothing. */
export async function listWaiting(
  tx: Tx,
  scope: Scope,
  periods: readonly (Period & { propertyId: string })[],
): Promise<ReadonlyMap<string, Waiting>> {
  const found = await associationsOf(
    tx,
    scope,
    periods.map(({ propertyId }) => propertyId),
  );
  if (found.length === 0) return new Map();
  const ids = found.map(({ id }) => id);
  const papers = Map.groupBy(await papersOf(tx, scope, ids), ({ associationId }) => associationId);
  const efforts = await effortsOf(
    tx,
    scope,
    ids,
    periods.map(({ to }) => to),
  );
  const lacks = (one: { id: string }, days: Period) =>
    !coversAll((papers.get(one.id) ?? []).map(daysOf), days);
  const waiting = new Map<string, Waiting>();
  for (const { propertyId, ...period } of periods) {
    const lacking = found.filter((one) => one.propertyId === propertyId && lacks(one, period));
    if (lacking.length === 0) continue;
    // Of a flat that was bought later nobody waits for a paper, nor for the days before.
    const units = await listHouseUnits(tx, scope, await getHouse(tx, scope, propertyId));
    const missing = lacking.filter((one) => {
      const own = ownDays(
        units.find(({ id }) => id === one.unitId),
        period,
      );
      return own !== null && lacks(one, own);
    });
    if (missing.length === 0) continue;
    const own = efforts.filter(
      ({ associationId, periodTo }) =>
        periodTo === period.to && missing.some(({ id }) => id === associationId),
    );
    waiting.set(propertyId, { count: own.length, lastOn: own.at(-1)?.askedOn ?? null });
  }
  return waiting;
}

const daysOf = ({ periodFrom, periodTo }: { periodFrom: CalendarDate; periodTo: CalendarDate }) => ({
  from: periodFrom,
  to: periodTo,
});
