import 'server-only';
import { and, asc, between, count, desc, gt, isNull, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { auditEvent, lease, leaseUnit, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { tenantName } from '@/domain/names';
import { listTenantsOfLeases } from '@/features/occupancy/lease-queries';
import { isOnlyUnit } from '@/features/occupancy/place-queries';
import { countOccupancy, listVacancies } from '@/features/occupancy/today-queries';
import {
  hasPayment,
  leasesOfPostings,
  listOldestOverdue,
  sumCredit,
  sumOverdue,
  sumRents,
  totalOf,
} from '@/ledger';
import { type CalendarDate, daysBetween } from '@/lib/calendar';
import { countExpiringDocuments, listExpiringDocuments } from './expiring-queries';
import { overviewDays } from './rules';

const OVERDUE_SHOWN = 5;
const DATES_SHOWN = 10;
const EVENTS_SHOWN = 10;

type Place = {
  unitId: string;
  unitName: string;
  isOnlyUnit: boolean;
  propertyId: string;
  propertyName: string;
};

async function listPlacesOfLeases(tx: Tx, scope: Scope, leaseIds: string[]) {
  const byLease = new Map<string, Place[]>();
  if (leaseIds.length === 0) return byLease;
  const rows = await tx
    .selectDistinct({
      leaseId: leaseUnit.leaseId,
      unitId: unit.id,
      unitName: unit.name,
      isOnlyUnit: isOnlyUnit(scope),
      propertyId: property.id,
      propertyName: property.name,
    })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within(leaseUnit, scope), isAmong(leaseUnit.leaseId, leaseIds)))
    .orderBy(asc(property.name), asc(unit.name));
  for (const { leaseId, ...place } of rows) byLease.set(leaseId, [...(byLease.get(leaseId) ?? []), place]);
  return byLease;
}

/** Leases that end within the days ahead, and those that are to begin. */
async function listComingDates(tx: Tx, scope: Scope, to: string) {
  const columns = { leaseId: lease.id, startsOn: lease.startsOn, endsOn: lease.endsOn };
  const ofPortfolio = and(within(lease, scope), isNull(lease.voidedAt));
  const [ends, starts] = await Promise.all([
    tx
      .select(columns)
      .from(lease)
      .where(and(ofPortfolio, between(lease.endsOn, scope.today, to)))
      .orderBy(asc(lease.endsOn), asc(lease.id))
      .limit(DATES_SHOWN),
    tx
      .select(columns)
      .from(lease)
      .where(and(ofPortfolio, gt(lease.startsOn, scope.today)))
      .orderBy(asc(lease.startsOn), asc(lease.id))
      .limit(DATES_SHOWN),
  ]);
  return [
    ...ends.map((row) => ({ kind: 'lease_ends' as const, on: row.endsOn ?? to, leaseId: row.leaseId })),
    ...starts.map((row) => ({ kind: 'lease_starts' as const, on: row.startsOn, leaseId: row.leaseId })),
  ]
    .sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
    .slice(0, DATES_SHOWN);
}

/** Leases that end from today to the day. */
async function countEndingLeases(tx: Tx, scope: Scope, to: CalendarDate): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(lease)
    .where(and(within(lease, scope), isNull(lease.voidedAt), between(lease.endsOn, scope.today, to)));
  return row?.count ?? 0;
}

/**
 * The last changes; `label` is the name of a property or tenant, as far as it still has one. What concerns a
 * lease or its account says whose and, where one was written down, how much.
 */
async function listRecentEvents(tx: Tx, scope: Scope) {
  const events = await tx
    .select({
      id: auditEvent.id,
      at: auditEvent.at,
      actorKind: auditEvent.actorKind,
      userId: auditEvent.userId,
      action: auditEvent.action,
      entity: auditEvent.entity,
      entityId: auditEvent.entityId,
      writtenName: sql<
        string | null
      >`coalesce(${auditEvent.after} ->> 'name', ${auditEvent.before} ->> 'name')`,
      amountCents: sql<number | null>`coalesce(${auditEvent.after} ->> 'amountCents',
        ${auditEvent.before} ->> 'amountCents', ${auditEvent.before} ->> 'openCents')::bigint`.mapWith(
        numberOrNull,
      ),
    })
    .from(auditEvent)
    .where(within(auditEvent, scope))
    .orderBy(desc(auditEvent.at), desc(auditEvent.id))
    .limit(EVENTS_SHOWN);
  const idsOf = (entity: string) => events.filter((row) => row.entity === entity).map((row) => row.entityId);
  const [properties, tenants, postings] = await Promise.all([
    listPropertyNames(tx, scope, idsOf('property')),
    listTenantNames(tx, scope, idsOf('tenant')),
    leasesOfPostings(tx, scope, { charges: idsOf('charge'), payments: idsOf('payment') }),
  ]);
  const names = new Map([...properties, ...tenants]);
  const leaseOf = new Map([...idsOf('lease').map((id): [string, string] => [id, id]), ...postings]);
  const tenantsOf = await listTenantsOfLeases(tx, scope, [...new Set(leaseOf.values())]);
  return events.map(({ writtenName, userId, ...event }) => ({
    ...event,
    label: names.get(event.entityId) ?? writtenName,
    /** Whether the property or tenant is still there to be looked at. */
    isPresent: names.has(event.entityId),
    tenants: tenantsOf.get(leaseOf.get(event.entityId) ?? '') ?? [],
    isOwn: scope.actor.kind === 'user' && userId === scope.actor.userId,
  }));
}

const numberOrNull = (value: unknown) => (value === null ? null : Number(value));

async function listPropertyNames(tx: Tx, scope: Scope, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: property.id, name: property.name })
    .from(property)
    .where(and(within(property, scope), isAmong(property.id, ids)));
  return rows.map((row) => [row.id, row.name]);
}

async function listTenantNames(tx: Tx, scope: Scope, ids: string[]): Promise<[string, string][]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({
      id: tenant.id,
      kind: tenant.kind,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      companyName: tenant.companyName,
    })
    .from(tenant)
    .where(and(within(tenant, scope), isAmong(tenant.id, ids)));
  return rows.map((row) => [row.id, tenantName(row)]);
}

/** How far the set-up is: whether there is any of each. */
async function findSetup(tx: Tx, scope: Scope) {
  const has = async (table: typeof property | typeof tenant | typeof lease) => {
    const rows = await tx
      .select({ one: sql`1` })
      .from(table)
      .where(within(table, scope))
      // In the order of the key: else Postgres may look for it among the rows of everybody.
      .orderBy(asc(table.portfolioId), asc(table.id))
      .limit(1);
    return rows.length > 0;
  };
  const [hasProperty, hasTenant, hasLease, isPaid] = await Promise.all([
    has(property),
    has(tenant),
    has(lease),
    hasPayment(tx, scope),
  ]);
  return { hasProperty, hasTenant, hasLease, hasPayment: isPaid };
}

/** What else waits for somebody: ends to come, papers that run out, empty units, money that settles nothing yet. */
async function getAttention(tx: Tx, scope: Scope, comingTo: CalendarDate) {
  const [endingLeases, expiringDocuments, credit, vacancies] = await Promise.all([
    countEndingLeases(tx, scope, comingTo),
    countExpiringDocuments(tx, scope, comingTo),
    sumCredit(tx, scope),
    listVacancies(tx, scope),
  ]);
  return { endingLeases, expiringDocuments, credit, vacancies };
}

/** What needs attention today. Every part reads what is open or dated near today, never the history. */
export async function getOverview(tx: Tx, scope: Scope) {
  const { monthFrom, monthTo, comingTo } = overviewDays(scope.today);
  const [rents, arrears, overdue, occupancy, dates, expiring, events, setup, attention] = await Promise.all([
    sumRents(tx, scope, { from: monthFrom, to: monthTo }, { leaseIds: null, byLease: false }),
    sumOverdue(tx, scope),
    listOldestOverdue(tx, scope, OVERDUE_SHOWN),
    countOccupancy(tx, scope),
    listComingDates(tx, scope, comingTo),
    listExpiringDocuments(tx, scope, comingTo),
    listRecentEvents(tx, scope),
    findSetup(tx, scope),
    getAttention(tx, scope, comingTo),
  ]);
  const { dueCents, receivedCents } = totalOf(rents);
  const leaseIds = [...new Set([...overdue, ...dates].map((row) => row.leaseId))];
  const [tenants, places] = await Promise.all([
    listTenantsOfLeases(tx, scope, leaseIds),
    listPlacesOfLeases(tx, scope, leaseIds),
  ]);
  const withLease = <Row extends { leaseId: string }>(row: Row) => ({
    ...row,
    tenants: tenants.get(row.leaseId) ?? [],
    units: places.get(row.leaseId) ?? [],
  });
  return {
    today: scope.today,
    currency: scope.currency,
    month: { from: monthFrom, to: monthTo, dueCents, receivedCents },
    arrears: {
      ...arrears,
      oldest: overdue.map((item) => ({
        ...withLease(item),
        daysOverdue: daysBetween(item.dueOn, scope.today),
      })),
    },
    occupancy,
    attention,
    dates: dates.map(withLease),
    expiring,
    events,
    setup,
  };
}
