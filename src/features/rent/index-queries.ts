import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { indexClause, lease, rent } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { addDays, type CalendarDate, monthOf } from '@/lib/calendar';
import { findLetKinds, findPlaceOfLease, isGermanLease } from '../legal/law-queries';
import { listPriceIndices } from '../legal/queries';
import { isIndexOutdated, premisesOf } from '../legal/rules';
import { indexDates } from './index-date-rules';
import { indexRent } from './index-rules';
import type { indexRentInput } from './index-schema';
import { listRents } from './queries';
import { rentOn } from './rules';
import { isSameRent, netCentsOf, withNetCents } from './step-rules';

export type IndexPoint = { month: CalendarDate; indexMilli: number };

export async function findClause(tx: Tx, scope: Scope, leaseId: string) {
  const [row] = await tx
    .select({
      id: indexClause.id,
      version: indexClause.version,
      agreedOn: indexClause.agreedOn,
      baseMonth: indexClause.baseMonth,
      baseIndexMilli: indexClause.baseIndexMilli,
      note: indexClause.note,
    })
    .from(indexClause)
    .where(and(within(indexClause, scope), eq(indexClause.leaseId, leaseId)));
  return row ?? null;
}

/**
 * The index the rent of a lease rests on: that of its latest rise by the index, else the clause's; a clause with a later index
 * was agreed since, with the rent of that day, and begins anew.
 */
const baseOf = (risen: IndexPoint | undefined, clause: IndexPoint): IndexPoint =>
  risen && risen.month > clause.month ? { month: risen.month, indexMilli: risen.indexMilli } : clause;

async function findBase(tx: Tx, scope: Scope, leaseId: string, clause: IndexPoint): Promise<IndexPoint> {
  return baseOf((await listRisen(tx, scope, leaseId)).at(-1), clause);
}

/** The rents of a lease that followed from an index, the oldest first, with that index. */
async function listRisen(tx: Tx, scope: Scope, leaseId: string) {
  const rows = await tx
    .select({ id: rent.id, validFrom: rent.validFrom, month: rent.indexMonth, indexMilli: rent.indexMilli })
    .from(rent)
    .where(and(within(rent, scope), eq(rent.leaseId, leaseId)));
  return rows
    .flatMap(({ month, indexMilli, ...row }) =>
      month !== null && indexMilli !== null ? [{ ...row, month, indexMilli }] : [],
    )
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
}

/**
 * The next rent by the index that is entered and still to come, with what it follows from: what tells the tenants of it. Null
 * where there is none.
 */
export async function findComingRise(tx: Tx, scope: Scope, leaseId: string) {
  const clause = await findClause(tx, scope, leaseId);
  const risen = await listRisen(tx, scope, leaseId);
  const own = risen.find((row) => row.validFrom > scope.today);
  if (!clause || !own) return null;
  const rents = await listRents(tx, scope, [leaseId]);
  const coming = rents.find((row) => row.id === own.id);
  const before = rentOn(rents, addDays(own.validFrom, -1));
  if (!coming || !before) return null;
  const last = risen.findLast((row) => row.validFrom < own.validFrom);
  const base = baseOf(last, { month: clause.baseMonth, indexMilli: clause.baseIndexMilli });
  const netCents = netCentsOf(before.lines);
  const newRentCents = netCentsOf(coming.lines);
  const byIndex = indexRent({
    rentCents: netCents,
    oldIndex: base.indexMilli / 1_000,
    newIndex: own.indexMilli / 1_000,
    noticeReceivedOn: null,
    isGerman: true,
    isDwelling: true,
  }).result;
  const { changeBp, changeTenths, byRatioCents } = byIndex;
  const earlier = rents.filter((row) => row.validFrom < own.validFrom);
  const { earliestOn } = indexDates({
    isGerman: true,
    isDwelling: true,
    rents: earlier.map(({ validFrom, reason, lines }) => ({
      validFrom,
      reason,
      netCents: netCentsOf(lines),
    })),
    receivedOn: null,
  }).result;
  return {
    agreedOn: clause.agreedOn,
    base: { month: base.month, indexMilli: base.indexMilli },
    owedFrom: own.validFrom,
    /** Of a dwelling, from when the index may change it at all. */
    earliestOn,
    /** A saved rent can be edited: whether it is still what the index gives, with all else as it was. */
    isByIndex: isSameRent(withNetCents(before.lines, byIndex.newRentCents), coming.lines),
    change: {
      ...{ month: own.month, indexMilli: own.indexMilli, changeBp, changeTenths, byRatioCents },
      ...{ netCents, newRentCents, increaseCents: newRentCents - netCents, totalCents: coming.totalCents },
    },
  };
}

/**
 * What the index clause of a lease allows: the rent by the newest index known, or by another that is named, from which
 * day it would be owed, and how both came about. Changes nothing.
 */
export async function getIndexRent(tx: Tx, scope: Scope, input: z.output<typeof indexRentInput>) {
  const { leaseId, receivedOn } = input;
  await assertExists(tx, scope, lease, leaseId);
  const isGerman = await isGermanLease(tx, scope, leaseId);
  const [clause, figures, rents] = [
    await findClause(tx, scope, leaseId),
    // Germany's, as all that is published here: a contract abroad names another.
    isGerman ? await listPriceIndices(tx, scope) : [],
    await listRents(tx, scope, [leaseId]),
  ];
  const [place, kinds] = [await findPlaceOfLease(tx, scope, leaseId), await findLetKinds(tx, scope, leaseId)];
  const premises = premisesOf(kinds);
  const hasRoom = kinds.includes('room');
  // § 557b BGB holds for these; of other premises, and abroad, the contract says from when.
  const isDwelling = isGerman && premises === 'dwelling';
  const dates = indexDates({
    isGerman,
    isDwelling,
    rents: rents.map(({ validFrom, reason, lines }) => ({ validFrom, reason, netCents: netCentsOf(lines) })),
    receivedOn,
  });
  const newest = figures.at(-1);
  const outdatedMonth =
    isGerman && newest && isIndexOutdated(monthOf(newest.month), scope.today) ? monthOf(newest.month) : null;
  if (clause === null) {
    return {
      isGerman,
      isDwelling,
      premises,
      hasRoom,
      clause,
      figures,
      base: null,
      dates,
      change: null,
      outdatedMonth,
      place,
    };
  }
  const base = await findBase(tx, scope, leaseId, {
    month: clause.baseMonth,
    indexMilli: clause.baseIndexMilli,
  });
  const newer = figures.filter((figure) => figure.month > base.month);
  const chosen = pick(newer, base, input);
  const { owedFrom } = dates.result;
  const lines = rentOn(rents, owedFrom ?? dates.result.earliestOn)?.lines ?? rents[0]?.lines ?? [];
  const change =
    chosen &&
    changeOf({
      lines,
      base,
      chosen,
      receivedOn,
      isByLetter: isDwelling && owedFrom !== null && owedFrom > dates.result.earliestOn,
      isGerman,
      isDwelling,
    });
  return {
    isGerman,
    isDwelling,
    premises,
    hasRoom,
    clause,
    figures: newer,
    base,
    dates,
    change,
    outdatedMonth,
    place,
  };
}

/** A published month by its name, else a month and index given by hand, else the newest that is known. */
function pick(
  newer: readonly IndexPoint[],
  base: IndexPoint,
  asked: { indexMonth: string | null; indexMilli: number | null },
): IndexPoint | null {
  if (asked.indexMonth === null) return newer.at(-1) ?? null;
  const known = newer.find((figure) => figure.month === asked.indexMonth);
  if (known) return { month: known.month, indexMilli: known.indexMilli };
  if (asked.indexMilli === null || asked.indexMonth <= base.month) return null;
  return { month: asked.indexMonth, indexMilli: asked.indexMilli };
}

function changeOf(given: {
  lines: Parameters<typeof netCentsOf>[0];
  base: IndexPoint;
  chosen: IndexPoint;
  receivedOn: CalendarDate | null;
  isByLetter: boolean;
  isGerman: boolean;
  isDwelling: boolean;
}) {
  const { lines, base, chosen, receivedOn } = given;
  const netCents = netCentsOf(lines);
  const found = indexRent({
    rentCents: netCents,
    oldIndex: base.indexMilli / 1_000,
    newIndex: chosen.indexMilli / 1_000,
    // Before the year is over it is owed later than the letter alone would have it; `dates` tells the day.
    noticeReceivedOn: given.isByLetter ? receivedOn : null,
    isGerman: given.isGerman,
    isDwelling: given.isDwelling,
  });
  const newLines = withNetCents(lines, found.result.newRentCents);
  return {
    ...chosen,
    netCents,
    ...found.result,
    newLines,
    totalCents: newLines.reduce((sum, line) => sum + line.amountCents, 0),
    trace: found.trace,
  };
}
