import 'server-only';
import { and, asc, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, leaseUnit, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { listUnreturned } from '@/features/deposit/return-queries';
import { listUnanswered } from '@/features/objection/queries';
import { listTenantsOfLeases } from '@/features/occupancy/lease-queries';
import { isOnlyUnit } from '@/features/occupancy/place-queries';
import { comingUntil } from '@/features/occupancy/term-rules';
import { listVacancies } from '@/features/occupancy/today-queries';
import { listSoldHouses } from '@/features/rent/sold-month-queries';
import { listDueStatements } from '@/features/statement/due-queries';
import { hasPayment, listDebtors, listLeftCredits, sumRentMonth } from '@/ledger';
import { type CalendarDate, daysBetween, maxDate, monthOf } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { findRested } from '../arrears/rule-queries';
import { countWaiting } from '../bank/queries';
import { listSentReminders } from '../outbox/queries';
import { listSentByItself } from './by-itself-queries';
import { listBeginnings, listEndings } from './coming-queries';
import { listExpiringDocuments } from './expiring-queries';
import { LINES_COUNTED, SHOWN_OF_EACH } from './pages';

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
      unitSortName: unit.sortName,
      isOnlyUnit: isOnlyUnit(scope),
      propertyId: property.id,
      propertyName: property.name,
      propertySortName: property.sortName,
    })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within(leaseUnit, scope), isAmong(leaseUnit.leaseId, leaseIds)))
    .orderBy(asc(property.sortName), asc(unit.sortName));
  for (const { leaseId, unitSortName: _, propertySortName: __, ...place } of rows)
    byLease.set(leaseId, [...(byLease.get(leaseId) ?? []), place]);
  return byLease;
}

/** How far the set-up is: whether there is any of each. Who has a payment has its lease, and its house. */
async function findSetup(tx: Tx, scope: Scope) {
  if (await hasPayment(tx, scope)) return { hasProperty: true, hasLease: true, hasPayment: true };
  const has = async (table: typeof property | typeof lease) => {
    const rows = await tx
      .select({ one: sql`1` })
      .from(table)
      .where(within(table, scope))
      // In the order of the key: else Postgres may look for it among the rows of everybody.
      .orderBy(asc(table.portfolioId), asc(table.id))
      .limit(1);
    return rows.length > 0;
  };
  const [hasProperty, hasLease] = await Promise.all([has(property), has(lease)]);
  return { hasProperty, hasLease, hasPayment: false };
}

/**
 * What is to be done today, each thing once: what the bank brought, who has not paid, what ends or begins, papers that run out,
 * statements to send, objections to answer, deposits to give back, empty units, money to be paid back, and which
 * letters went by themselves.
 * Every part reads what is open or dated near today, never the history.
 */
export async function getOverview(tx: Tx, scope: Scope) {
  const comingTo = comingUntil(scope.today);
  const [
    month,
    debtors,
    endings,
    beginnings,
    papers,
    statements,
    objections,
    vacancies,
    credits,
    deposits,
    letters,
    sold,
    waitingLines,
    restedUpTo,
    setup,
  ] = await Promise.all([
    sumRentMonth(tx, scope, monthOf(scope.today)),
    listDebtors(tx, scope, SHOWN_OF_EACH),
    listEndings(tx, scope, comingTo, SHOWN_OF_EACH),
    listBeginnings(tx, scope, comingTo, SHOWN_OF_EACH),
    listExpiringDocuments(tx, scope, comingTo, SHOWN_OF_EACH),
    listDueStatements(tx, scope, SHOWN_OF_EACH),
    listUnanswered(tx, scope, SHOWN_OF_EACH),
    listVacancies(tx, scope, SHOWN_OF_EACH),
    listLeftCredits(tx, scope, SHOWN_OF_EACH),
    listUnreturned(tx, scope, SHOWN_OF_EACH),
    listSentByItself(tx, scope, SHOWN_OF_EACH),
    listSoldHouses(tx, scope, SHOWN_OF_EACH),
    countWaiting(tx, scope, LINES_COUNTED),
    findRested(tx, scope),
    findSetup(tx, scope),
  ]);
  const named = [
    ...debtors.rows,
    ...endings,
    ...beginnings,
    ...objections,
    ...credits,
    ...deposits,
    ...letters,
  ];
  const leaseIds = [...new Set(named.map((row) => row.leaseId))];
  const [tenants, places, pauses, reminded] = await Promise.all([
    listTenantsOfLeases(tx, scope, leaseIds),
    listPlacesOfLeases(tx, scope, leaseIds),
    listPauses(
      tx,
      scope,
      debtors.rows.map((row) => row.leaseId),
    ),
    listSentReminders(
      tx,
      scope,
      debtors.rows.map((row) => row.leaseId),
    ),
  ]);
  const withLease = <Row extends { leaseId: string }>(row: Row) => ({
    ...row,
    tenants: tenants.get(row.leaseId) ?? [],
    units: places.get(row.leaseId) ?? [],
  });
  return {
    today: scope.today,
    month,
    debtors: {
      count: debtors.count,
      rows: debtors.rows.map((row) => ({
        ...withLease(row),
        daysOverdue: daysBetween(row.since, scope.today),
        /** What of it is due today and not overdue yet. */
        dueTodayCents: sumCents(
          row.items.filter((item) => item.owedSince === scope.today).map((item) => item.openCents),
        ),
        remindedOn: lastReminderOf(row.items, reminded),
        ...(pauses.get(row.leaseId) ?? { leaseVersion: 1, pausedUntil: null }),
      })),
    },
    endings: endings.map(withLease),
    beginnings: beginnings.map(withLease),
    papers,
    statements,
    objections: objections.map(withLease),
    vacancies,
    credits: credits.map(withLease),
    /** Of tenants who have moved out, and still held. */
    deposits: deposits.map(withLease),
    letters: letters.map(withLease),
    /** Sold houses whose rents are booked for days of the buyer. */
    sold,
    /** Lines of the bank that wait for somebody to say what they are. */
    waitingLines,
    /** Reminders went by themselves before a backup was brought back: nobody has said yet whether they go on. */
    isResting: restedUpTo !== null,
    setup,
  };
}

/** When what is open was reminded of last; null where it never was. */
function lastReminderOf(
  items: readonly { chargeId: string }[],
  reminded: Awaited<ReturnType<typeof listSentReminders>>,
): CalendarDate | null {
  const open = new Set(items.map(({ chargeId }) => chargeId));
  const [first, ...others] = reminded.flatMap(({ itemId, sentOn }) => (open.has(itemId) ? [sentOn] : []));
  return first === undefined ? null : maxDate(first, ...others);
}

/** Of each lease until when its reminders rest, and the version to change that with. */
async function listPauses(tx: Tx, scope: Scope, leaseIds: string[]) {
  if (leaseIds.length === 0) return new Map<string, never>();
  const rows = await tx
    .select({ id: lease.id, leaseVersion: lease.version, until: lease.dunningPausedUntil })
    .from(lease)
    .where(and(within(lease, scope), isAmong(lease.id, leaseIds)));
  return new Map(
    rows.map(({ id, leaseVersion, until }) => [
      id,
      { leaseVersion, pausedUntil: until !== null && until >= scope.today ? until : null },
    ]),
  );
}
