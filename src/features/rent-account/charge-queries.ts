import 'server-only';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { getRentYear, listCharges, listOverdueCharges } from '@/ledger';
import { overlaps } from '@/lib/calendar';
import { listLeaseTenants, listLeaseUnits } from '../occupancy/party-queries';
import type { listChargesInput, overdueChargesInput, rentYearInput } from './schema';

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

/** A year of a property's leases, each with whose it was and where. */
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
        unitNames: [...new Set(concerned(units, ofYear).map((other) => other.name))],
      };
    }),
  };
}

/** What is overdue on a property's leases, each with whom it concerns and where. */
export async function listNamedOverdue(tx: Tx, scope: Scope, input: z.output<typeof overdueChargesInput>) {
  const { rows, hasMore } = await listOverdueCharges(tx, scope, input.propertyId);
  const { tenants, units } = await listParties(tx, scope, rows);
  return {
    rows: rows.map((row) => ({
      ...row,
      tenants: concerned(tenants, row).map(({ id, name }) => ({ id, name })),
      unitNames: concerned(units, row).map((other) => other.name),
    })),
    hasMore,
  };
}

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
