import 'server-only';
import { and, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { placeWords } from '@/domain/names';
import { getRentMonth, getRentYear, listCharges, listOverdueCharges } from '@/ledger';
import { compareDates, lastOfMonth, monthOf, overlaps } from '@/lib/calendar';
import { compareNames } from '@/lib/compare-names';
import { listLeaseTenants, listLeaseUnits } from '../occupancy/party-queries';
import type { listChargesInput, overdueChargesInput, rentMonthInput, rentYearInput } from './schema';

/** What was charged, each with whom it concerns and where. */
export async function listNamedCharges(tx: Tx, scope: Scope, input: z.output<typeof listChargesInput>) {
  const { rows, nextCursor } = await listCharges(tx, scope, input);
  const { tenants, units } = await listParties(tx, scope, rows);
  return {
    rows: rows.map((row) => ({
      ...row,
      tenants: concerned(tenants, row),
      unitNames: concerned(units, row).map((other) => other.name),
    })),
    nextCursor,
  };
}

/** A year of leases, each with whose it was and where; of all properties with the property. */
export async function getNamedYear(tx: Tx, scope: Scope, input: z.output<typeof rentYearInput>) {
  const found = await getRentYear(tx, scope, input);
  const { tenants, units } = await listParties(tx, scope, found.rows);
  const [periodFrom, periodTo] = [`${found.year}-01-01`, `${found.year}-12-31`];
  return {
    ...found,
    rows: found.rows.map((row) => {
      const ofYear = { leaseId: row.leaseId, periodFrom, periodTo, dueOn: periodTo };
      return {
        ...row,
        tenants: concerned(tenants, ofYear).map(({ id, name }) => ({ id, name })),
        unitNames: placesOf(concerned(units, ofYear), input.propertyId),
      };
    }),
  };
}

/** A month of all leases, each with whose it is and where. */
export async function getNamedMonth(tx: Tx, scope: Scope, input: z.output<typeof rentMonthInput>) {
  const found = await getRentMonth(tx, scope, input);
  const { tenants, units } = await listParties(tx, scope, found.rows);
  const paused = await findPaused(
    tx,
    scope,
    found.rows.map((row) => row.leaseId),
  );
  const periodTo = lastOfMonth(monthOf(found.month));
  return {
    ...found,
    rows: found.rows.map((row) => {
      const ofMonth = { leaseId: row.leaseId, periodFrom: found.month, periodTo, dueOn: periodTo };
      const places = concerned(units, ofMonth);
      return {
        ...row,
        tenants: concerned(tenants, ofMonth).map(({ id, name }) => ({ id, name })),
        propertyId: places[0]?.propertyId ?? null,
        /** Nobody is to be reminded on it today. */
        isPaused: paused.has(row.leaseId),
        unitNames: placesOf(places, null),
      };
    }),
  };
}

/** Of leases, those whose reminders are paused today. */
async function findPaused(tx: Tx, scope: Scope, leaseIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: lease.id })
    .from(lease)
    .where(
      and(
        within(lease, scope),
        isAmong(lease.id, leaseIds),
        sql`${lease.dunningPausedUntil} >= ${scope.today}`,
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/** What is overdue on leases, each with whom it concerns and where. */
export async function listNamedOverdue(tx: Tx, scope: Scope, input: z.output<typeof overdueChargesInput>) {
  const { rows, hasMore } = await listOverdueCharges(tx, scope, input);
  const { tenants, units } = await listParties(tx, scope, rows);
  const named = rows.map((row) => ({
    ...row,
    tenants: concerned(tenants, row).map(({ id, name }) => ({ id, name })),
    unitNames: placesOf(concerned(units, row), input.propertyId),
  }));
  return {
    rows: named.toSorted(
      (a, b) => compareDates(a.dueOn, b.dueOn) || compareNames(a.unitNames.join(), b.unitNames.join()),
    ),
    hasMore,
  };
}

type Place = Parameters<typeof placeWords>[0][number];

/** Names of units where the property is known, else where they are. */
const placesOf = (units: readonly Place[], propertyId: string | null | undefined): string[] =>
  propertyId ? [...new Set(units.map((unit) => unit.name))] : [placeWords(units)];

async function listParties(tx: Tx, scope: Scope, rows: readonly { leaseId: string }[]) {
  const leaseIds = [...new Set(rows.map((row) => row.leaseId))];
  const [tenants, units] = await Promise.all([
    listLeaseTenants(tx, scope, leaseIds),
    listLeaseUnits(tx, scope, leaseIds),
  ]);
  return { tenants, units };
}

type Part = { leaseId: string; fromOn: string; toOn: string | null };
type Period = { leaseId: string; periodFrom: string | null; periodTo: string | null; dueOn: string };

/** Of the lease's tenants or units those a charge is about: on a day of its period, else on its due day. */
export function concerned<P extends Part>(parts: readonly P[], row: Period): P[] {
  const ofLease = parts.filter((part) => part.leaseId === row.leaseId);
  const period = { from: row.periodFrom ?? row.dueOn, to: row.periodTo ?? row.dueOn };
  const inPeriod = ofLease.filter((part) => overlaps({ from: part.fromOn, to: part.toOn }, period));
  return inPeriod.length > 0 ? inPeriod : ofLease;
}
