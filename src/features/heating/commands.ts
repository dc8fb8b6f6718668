import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { category, heatingPlant, heatingYear, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isRow, isSeenRow, nextVersion, sameRequestOnly } from '@/db/versioned';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import type { Period } from '@/lib/period';
import { changesBetween } from '@/lib/server/changes';
import { getHouse, listHouseLeases, listHouseUnits } from '../occupancy/house-queries';
import { servedBy, usersOf } from './circle-rules';
import { findYear, getPlant, listDeliveries, plantsOf, takenBy, yearsOf } from './queries';
import { plantPeriod } from './rules';
import type {
  createPlantInput,
  deletePlantInput,
  Plant,
  PlantYear,
  setYearInput,
  updatePlantInput,
} from './schema';

const plantKey = { id: heatingPlant.id, version: heatingPlant.version };
const yearKey = { id: heatingYear.id, version: heatingYear.version };

export async function createPlant(tx: Tx, scope: Scope, input: z.output<typeof createPlantInput>) {
  await getHouse(tx, scope, input.propertyId);
  const row = await known(tx, scope, input.propertyId, input);
  const [created] = await tx
    .insert(heatingPlant)
    .values({ ...exactly(heatingPlant, row), portfolioId: scope.portfolioId, createdAt: scope.now })
    .onConflictDoNothing({ target: [heatingPlant.portfolioId, heatingPlant.id] })
    .returning(plantKey);
  if (!created) return sameRequestOnly(await getPlant(tx, scope, input.id), row);
  const { name, sharedBy, propertyId } = row;
  await recordAudit(tx, scope, {
    action: 'heating_plant.create',
    entity: 'heating_plant',
    entityId: row.id,
    after: { name, sharedBy, propertyId },
  });
  return created;
}

export async function updatePlant(tx: Tx, scope: Scope, input: z.output<typeof updatePlantInput>) {
  const { id, version, ...wanted } = input;
  const before = await getPlant(tx, scope, id);
  if (before.version !== version) throw new DomainError('version_conflict');
  const fields = await known(tx, scope, before.propertyId, wanted, before);
  const changes = changesBetween(before, fields);
  if (!changes) return { id, version };
  const changed = changedRow(
    await tx
      .update(heatingPlant)
      .set({ ...exactly(heatingPlant, fields), ...nextVersion(heatingPlant, scope) })
      .where(isSeenRow(heatingPlant, scope, before))
      .returning(plantKey),
  );
  await recordAudit(tx, scope, {
    action: 'heating_plant.update',
    entity: 'heating_plant',
    entityId: id,
    ...changes,
  });
  return changed;
}

/** With its years. What was sent of them is a statement of its own and stays. Again it changes nothing. */
export async function deletePlant(tx: Tx, scope: Scope, input: z.output<typeof deletePlantInput>) {
  const removal = { action: 'heating_plant.delete', entity: 'heating_plant', entityId: input.id } as const;
  if (await isMadeSo(tx, scope, removal)) return { id: input.id };
  // First the plant, as whoever writes a year of it does.
  await tx
    .select({ id: heatingPlant.id })
    .from(heatingPlant)
    .where(isRow(heatingPlant, scope, input.id))
    .for('update');
  const { name, propertyId } = await getPlant(tx, scope, input.id);
  await tx.delete(heatingYear).where(and(within(heatingYear, scope), eq(heatingYear.plantId, input.id)));
  changedRow(
    await tx
      .delete(heatingPlant)
      .where(isSeenRow(heatingPlant, scope, input))
      .returning(plantKey),
  );
  await recordAudit(tx, scope, { ...removal, before: { name, propertyId } });
  return { id: input.id };
}

/**
 * Writes down what is known of the year of a plant that ends in a period of statements. The same again changes nothing.
 * @throws DomainError `version_conflict` where another window was quicker; `not_found` for a booking that is none of
 * this portfolio, or a unit or lease the plant did not serve in that year
 */
export async function setYear(tx: Tx, scope: Scope, input: z.output<typeof setYearInput>) {
  const { plantId, version, from, to, ...entered } = input;
  const fields = {
    ...entered,
    // Rows of the form that were left empty.
    deliveries: entered.deliveries.flatMap(({ quantity, ...paid }) =>
      quantity === null ? [] : [{ quantity, ...paid }],
    ),
    estimates: entered.estimates.filter(({ heat, hotWater }) => heat !== null || hotWater !== null),
  };
  await lockPlants(tx, scope, plantId, fields.deliveries.length > 0);
  const plant = await getPlant(tx, scope, plantId);
  const period = plantPeriod(plant.startMonth, { from, to });
  if (period === null) throw new DomainError('not_found');
  const before = await findYear(tx, scope, plantId, period);
  const row = { ...fields, periodFrom: period.from, periodTo: period.to };
  // What is there already may be this very request, sent again.
  if (before && !changesBetween(before, row)) return { id: before.id, version: before.version };
  if ((before?.version ?? null) !== version) throw new DomainError('version_conflict');
  await assertServed(tx, scope, { plant, period, ...fields });
  const [saved] = before
    ? [
        changedRow(
          await tx
            .update(heatingYear)
            .set({ ...exactly(heatingYear, row), ...nextVersion(heatingYear, scope) })
            .where(isSeenRow(heatingYear, scope, before))
            .returning(yearKey),
        ),
      ]
    : await tx
        .insert(heatingYear)
        .values({
          ...exactly(heatingYear, row),
          portfolioId: scope.portfolioId,
          id: crypto.randomUUID(),
          plantId,
        })
        .onConflictDoNothing()
        .returning(yearKey);
  if (!saved) throw new DomainError('version_conflict');
  await recordAudit(tx, scope, {
    action: 'heating_plant.set_year',
    entity: 'heating_plant',
    entityId: plantId,
    after: { name: plant.name, ...period, totalCents: fields.totalCents, co2CostCents: fields.co2CostCents },
  });
  return saved;
}

/**
 * Whoever deletes the plant waits, or has done it. A booking fills one tank of the house in one year: where a year names some, all
 * its plants are held, in one order, so that of two windows the second sees what the first wrote.
 */
async function lockPlants(tx: Tx, scope: Scope, plantId: string, isFilled: boolean): Promise<void> {
  const isPlant = isRow(heatingPlant, scope, plantId);
  const locked = tx.select({ id: heatingPlant.id }).from(heatingPlant);
  if (!isFilled) {
    await locked.where(isPlant).for('share');
    return;
  }
  const { propertyId } = await getPlant(tx, scope, plantId);
  await locked
    .where(and(within(heatingPlant, scope), eq(heatingPlant.propertyId, propertyId)))
    .orderBy(asc(heatingPlant.id))
    .for('update');
}

/** Units and kinds of cost of this house and portfolio, each once and always in the same order. */
async function known<Fields extends { unitIds: string[]; categoryIds: string[] }>(
  tx: Tx,
  scope: Scope,
  propertyId: string,
  fields: Fields,
  before: { unitIds: string[]; categoryIds: string[] } = { unitIds: [], categoryIds: [] },
): Promise<Fields> {
  const unitIds = [...new Set(fields.unitIds)].sort();
  const categoryIds = [...new Set(fields.categoryIds)].sort();
  const units = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, propertyId), isAmong(unit.id, unitIds)));
  const isGone = (found: readonly { id: string }[], id: string) => !found.some((one) => one.id === id);
  // What was there when it was named and is gone by now is named no more.
  if (unitIds.some((id) => isGone(units, id) && !before.unitIds.includes(id))) {
    throw new DomainError('not_found', { field: 'unitIds' });
  }
  const kinds = await tx
    .select({ id: category.id })
    .from(category)
    .where(and(within(category, scope), isAmong(category.id, categoryIds)));
  if (categoryIds.some((id) => isGone(kinds, id) && !before.categoryIds.includes(id))) {
    throw new DomainError('not_found', { field: 'categoryIds' });
  }
  return {
    ...fields,
    unitIds: unitIds.filter((id) => !isGone(units, id)),
    categoryIds: categoryIds.filter((id) => !isGone(kinds, id)),
  };
}

type YearOf = Pick<PlantYear, 'amounts' | 'estimates' | 'deliveries' | 'groups'> & {
  plant: Plant;
  period: Period;
};

/** Units, users and bookings of a year are the plant's own. */
async function assertServed(
  tx: Tx,
  scope: Scope,
  { plant, period, amounts, estimates, deliveries, groups }: YearOf,
): Promise<void> {
  const paid = await listDeliveries(
    tx,
    scope,
    deliveries.map(({ transactionId }) => transactionId),
  );
  const plants = await plantsOf(tx, scope, plant.propertyId);
  const years = await yearsOf(
    tx,
    scope,
    plants.map(({ id }) => id),
  );
  const elsewhere = takenBy(years, { plantId: plant.id, to: period.to });
  const unpaid = deliveries.findIndex(
    ({ transactionId }) => !paid.has(transactionId) || elsewhere.has(transactionId),
  );
  if (unpaid >= 0) throw new DomainError('not_found', { field: `deliveries.${unpaid}.quantity` });
  if (amounts.length + estimates.length + groups.length === 0) return;
  const house = await getHouse(tx, scope, plant.propertyId);
  const units = servedBy(plant, await listHouseUnits(tx, scope, house));
  const users = usersOf(units, await listHouseLeases(tx, scope, plant.propertyId, period), period);
  const stranger = amounts.findIndex(
    (one) => !users.some((user) => user.unitId === one.unitId && user.leaseId === one.leaseId),
  );
  if (stranger >= 0) throw new DomainError('not_found', { field: `amounts.${stranger}.amountCents` });
  const unserved = estimates.findIndex((one) => !units.some(({ id }) => id === one.unitId));
  if (unserved >= 0) throw new DomainError('not_found', { field: `estimates.${unserved}.heat` });
  const foreign = groups.findIndex((one) => one.unitIds.some((own) => !units.some(({ id }) => id === own)));
  if (foreign >= 0) throw new DomainError('not_found', { field: `groups.${foreign}.name` });
}
