import 'server-only';
import { and, asc, desc, eq, gte, isNull, lte, not, or } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { household, lease, leaseUnit, property, unit, unitPeriod } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { type SplitUnit, splitBill } from './rules';
import type { previewSplitInput } from './schema';

/**
 * The units of a property with what a split needs to know of them on a day, by name. Without ids all that
 * are in use and part of it by then; a named one may be archived, but not another property's.
 */
export async function listSplitUnits(
  tx: Tx,
  scope: Scope,
  input: { propertyId: string; unitIds: readonly string[]; asOf: CalendarDate },
): Promise<(SplitUnit & { unitName: string })[]> {
  const { propertyId, asOf } = input;
  const unitIds = [...new Set(input.unitIds)];
  const units = await tx
    .select({ unitId: unit.id, unitName: unit.name, kind: unit.kind })
    .from(unit)
    .where(
      and(
        within(unit, scope),
        eq(unit.propertyId, propertyId),
        unitIds.length > 0
          ? isAmong(unit.id, unitIds)
          : and(isNull(unit.archivedAt), or(isNull(unit.availableFrom), lte(unit.availableFrom, asOf))),
      ),
    )
    .orderBy(asc(unit.sortName), asc(unit.id));
  if (unitIds.length > units.length) throw new DomainError('not_found', { field: 'shares' });
  if (units.length === 0) return [];
  const ids = units.map((row) => row.unitId);
  const facts = await tx
    .selectDistinctOn([unitPeriod.unitId], {
      unitId: unitPeriod.unitId,
      areaSqm100: unitPeriod.areaSqm100,
      coOwnershipNumerator: unitPeriod.coOwnershipNumerator,
      coOwnershipDenominator: unitPeriod.coOwnershipDenominator,
      persons: unitPeriod.persons,
    })
    .from(unitPeriod)
    .where(and(within(unitPeriod, scope), isAmong(unitPeriod.unitId, ids), lte(unitPeriod.validFrom, asOf)))
    .orderBy(unitPeriod.unitId, desc(unitPeriod.validFrom));
  const leases = await listLeasesOn(tx, scope, ids, asOf);
  const persons = await listPersonsOn(
    tx,
    scope,
    leases.map((row) => row.leaseId),
    asOf,
  );
  return units.map((row) => {
    const fact = facts.find((candidate) => candidate.unitId === row.unitId);
    const leaseId = leases.find((candidate) => candidate.unitId === row.unitId)?.leaseId ?? null;
    return {
      ...row,
      areaSqm100: fact?.areaSqm100 ?? null,
      coOwnershipNumerator: fact?.coOwnershipNumerator ?? null,
      coOwnershipDenominator: fact?.coOwnershipDenominator ?? null,
      leaseId,
      persons: (leaseId === null ? fact?.persons : persons.get(leaseId)) ?? null,
    };
  });
}

/** Which lease holds which of the units on the day: at most one each. */
async function listLeasesOn(tx: Tx, scope: Scope, unitIds: string[], day: CalendarDate) {
  return tx
    .select({ unitId: leaseUnit.unitId, leaseId: leaseUnit.leaseId })
    .from(leaseUnit)
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .where(
      and(
        within(leaseUnit, scope),
        isAmong(leaseUnit.unitId, unitIds),
        not(leaseUnit.isVoided),
        lte(leaseUnit.fromOn, day),
        or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, day)),
        or(isNull(lease.endsOn), gte(lease.endsOn, day)),
      ),
    );
}

/** The household of each lease on the day, as far as anybody has said. */
async function listPersonsOn(tx: Tx, scope: Scope, leaseIds: string[], day: CalendarDate) {
  if (leaseIds.length === 0) return new Map<string, number>();
  const rows = await tx
    .selectDistinctOn([household.leaseId], { leaseId: household.leaseId, persons: household.persons })
    .from(household)
    .where(and(within(household, scope), isAmong(household.leaseId, leaseIds), lte(household.validFrom, day)))
    .orderBy(household.leaseId, desc(household.validFrom));
  return new Map(rows.map((row) => [row.leaseId, row.persons]));
}

/** What a split would give, to the cent, before anything is booked. */
export async function previewSplit(tx: Tx, scope: Scope, input: z.output<typeof previewSplitInput>) {
  await assertExists(tx, scope, property, input.propertyId);
  const units = await listSplitUnits(tx, scope, input);
  const { shares, problem } = splitBill({
    amountCents: input.amountCents,
    method: input.splitMethod,
    units,
  });
  return {
    asOf: input.asOf,
    // By hand nothing is given yet: that the sum differs is for the form to say.
    problem: input.splitMethod === 'manual' ? null : problem,
    shares: units.map(({ unitId, unitName }, index) => ({
      unitId,
      unitName,
      weight: shares[index]?.weight ?? null,
      amountCents: shares[index]?.amountCents ?? 0,
    })),
  };
}
