import 'server-only';
import { and, asc, desc, eq, gt, gte, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import {
  credit,
  household,
  lease,
  leaseTenant,
  leaseUnit,
  openItem,
  property,
  tenant,
  unit,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { listLeaseTenants, listLeaseUnits } from '@/features/occupancy/party-queries';
import { findSaleDays, isWithBuyer } from '@/features/occupancy/sale-queries';
import { belongsOn, leaseState } from '@/features/occupancy/term-rules';
import { isOpen, openSums } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { decodeCursor, toPage } from '@/lib/server/cursor';
import { type AgreedRent, listRents } from '../rent/queries';
import { rentOn } from '../rent/rules';
import type { listLeasesInput } from './schema';

const leaseFields = {
  id: lease.id,
  version: lease.version,
  signedOn: lease.signedOn,
  startsOn: lease.startsOn,
  endsOn: lease.endsOn,
  isFixedTerm: lease.isFixedTerm,
  noticeGivenOn: lease.noticeGivenOn,
  noticeReceivedOn: lease.noticeReceivedOn,
  noticeBy: lease.noticeBy,
  voidedAt: lease.voidedAt,
  bookedFrom: lease.bookedFrom,
  postedThrough: lease.postedThrough,
  prorationMethod: lease.prorationMethod,
  dueRule: lease.dueRule,
  dueDay: lease.dueDay,
  paymentReference: lease.paymentReference,
  dunningPausedUntil: lease.dunningPausedUntil,
  notes: lease.notes,
};

type LeaseRow = Pick<typeof lease.$inferSelect, keyof typeof leaseFields>;

/** Leases of a property, a tenant or the portfolio, or one by itself; the latest start first. */
export async function listLeases(tx: Tx, scope: Scope, input: z.output<typeof listLeasesInput>) {
  if (input.leaseId) await assertExists(tx, scope, lease, input.leaseId);
  if (input.propertyId) await assertExists(tx, scope, property, input.propertyId);
  if (input.tenantId) await assertExists(tx, scope, tenant, input.tenantId);
  const after = decodeCursor(input.cursor, 'date');
  const rows = await tx
    .select(leaseFields)
    .from(lease)
    .where(
      and(
        within(lease, scope),
        input.leaseId ? eq(lease.id, input.leaseId) : undefined,
        input.propertyId ? isAmong(lease.id, leasesOfProperty(tx, scope, input.propertyId)) : undefined,
        input.tenantId ? isAmong(lease.id, leasesOfTenant(tx, scope, input.tenantId)) : undefined,
        input.includeEnded
          ? undefined
          : and(
              isNull(lease.voidedAt),
              or(isNull(lease.endsOn), gte(lease.endsOn, scope.today)),
              not(isWithBuyer(tx, scope)),
            ),
        after
          ? or(lt(lease.startsOn, after.key), and(eq(lease.startsOn, after.key), gt(lease.id, after.id)))
          : undefined,
      ),
    )
    .orderBy(desc(lease.startsOn), asc(lease.id))
    .limit(input.limit + 1);
  const page = toPage(rows, input.limit, (row) => ({ key: row.startsOn, id: row.id }));
  return { rows: await describeLeases(tx, scope, page.rows), nextCursor: page.nextCursor };
}

function leasesOfProperty(tx: Tx, scope: Scope, propertyId: string) {
  return tx
    .select({ id: leaseUnit.leaseId })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within([leaseUnit, unit], scope), eq(unit.propertyId, propertyId)));
}

function leasesOfTenant(tx: Tx, scope: Scope, tenantId: string) {
  return tx
    .select({ id: leaseTenant.leaseId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), eq(leaseTenant.tenantId, tenantId)));
}

/** Who, where, how much and how it stands: for a page of leases, in a fixed number of statements. */
async function describeLeases(tx: Tx, scope: Scope, rows: LeaseRow[]) {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const [tenants, units, rents, open, credits, saleDays] = await Promise.all([
    listLeaseTenants(tx, scope, ids),
    listLeaseUnits(tx, scope, ids),
    listRents(tx, scope, ids),
    sumOpen(tx, scope, ids),
    sumCredits(tx, scope, ids),
    findSaleDays(tx, scope, rows),
  ]);
  return rows.map((row) => {
    const soldOn = saleDays.get(row.id) ?? null;
    const own = rents.filter((agreed) => agreed.leaseId === row.id);
    const current = currentRent(own, row.startsOn, scope.today);
    const openOfLease = open.get(row.id);
    return {
      ...row,
      soldOn,
      state: leaseState({ ...row, soldOn }, scope.today),
      tenants: ofLease(tenants, row, scope),
      units: ofLease(units, row, scope),
      monthlyRentCents: current?.totalCents ?? 0,
      monthlyNetRentCents:
        current?.lines
          .filter((line) => line.component === 'net')
          .reduce((sum, line) => sum + line.amountCents, 0) ?? 0,
      openCents: openOfLease?.openCents ?? 0,
      overdueCents: openOfLease?.overdueCents ?? 0,
      creditCents: credits.get(row.id) ?? 0,
    };
  });
}

type Part = { leaseId: string; fromOn: string; toOn: string | null };

/** The parts of a lease; `isPresent` tells who and what belongs to it today, or did at its end. */
const ofLease = <P extends Part>(parts: readonly P[], row: LeaseRow, scope: Scope) =>
  parts
    .filter((part) => part.leaseId === row.id)
    .map((part) => ({ ...part, isPresent: belongsOn(part, row, scope.today) }));

/** The rent of today; before the lease starts, its first. */
function currentRent(rents: AgreedRent[], startsOn: string, today: string): AgreedRent | null {
  return rentOn(rents, today < startsOn ? startsOn : today);
}

async function sumOpen(tx: Tx, scope: Scope, leaseIds: string[]) {
  const rows = await tx
    .select({ leaseId: openItem.leaseId, ...openSums(scope.today) })
    .from(openItem)
    .where(and(within(openItem, scope), isAmong(openItem.leaseId, leaseIds), isOpen))
    .groupBy(openItem.leaseId);
  return new Map(rows.map((row) => [row.leaseId, row]));
}

async function sumCredits(tx: Tx, scope: Scope, leaseIds: string[]) {
  const rows = await tx
    .select({
      leaseId: credit.leaseId,
      openCents: sql<string>`sum(${credit.openCents})`.mapWith(Number),
    })
    .from(credit)
    .where(and(within(credit, scope), isAmong(credit.leaseId, leaseIds), gt(credit.openCents, sql`0`)))
    .groupBy(credit.leaseId);
  return new Map(rows.map((row) => [row.leaseId, row.openCents]));
}

/** One lease with all its rents and its household. */
export async function getLease(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(leaseFields)
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, id)));
  if (!row) throw new DomainError('not_found');
  const [described] = await describeLeases(tx, scope, [row]);
  if (!described) throw new DomainError('not_found');
  const persons = await tx
    .select({ validFrom: household.validFrom, persons: household.persons })
    .from(household)
    .where(and(within(household, scope), eq(household.leaseId, id)))
    .orderBy(asc(household.validFrom));
  return { ...described, rents: await listRents(tx, scope, [id]), household: persons };
}
