import 'server-only';
import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease, leaseUnit, property, rent, rentLine, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { DueRule } from '@/domain/vocabulary';
import { untilSold } from '@/features/occupancy/sale-queries';
import { type ChargeLineDraft, listCorrectedLines, listPostedRents, listSettledRents } from '@/ledger';
import {
  type CalendarDate,
  eachMonth,
  firstOfMonth,
  lastOfMonth,
  type Month,
  maxDate,
  minDate,
  monthOf,
  shiftMonth,
} from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { differenceLines } from './difference-rules';
import { holidaysBetween } from './holiday-rules';
import { dueOn, methodIn, type Rent, type RentForPeriod, rentForPeriod } from './rules';
import type { previewRentInput } from './schema';

export type AgreedRent = Rent & {
  id: string;
  leaseId: string;
  reason: (typeof rent.$inferSelect)['reason'];
  note: string | null;
  version: number;
  totalCents: number;
};

/** Every rent agreed for the leases with its lines, oldest first. */
export async function listRents(tx: Tx, scope: Scope, leaseIds: string[]): Promise<AgreedRent[]> {
  if (leaseIds.length === 0) return [];
  const rows = await tx
    .select({
      id: rent.id,
      leaseId: rent.leaseId,
      validFrom: rent.validFrom,
      reason: rent.reason,
      note: rent.note,
      version: rent.version,
      line: {
        component: rentLine.component,
        amountCents: rentLine.amountCents,
        settlement: rentLine.settlement,
        vatRateBp: rentLine.vatRateBp,
      },
    })
    .from(rent)
    .innerJoin(rentLine, joins(rentLine.rentId, rent.id))
    .where(and(within([rent, rentLine], scope), isAmong(rent.leaseId, leaseIds)))
    .orderBy(asc(rent.leaseId), asc(rent.validFrom), asc(rentLine.position));
  const rents = new Map<string, AgreedRent & { lines: AgreedRent['lines'][number][] }>();
  for (const { line, ...row } of rows) {
    const known = rents.get(row.id) ?? { ...row, lines: [], totalCents: 0 };
    known.lines.push(line);
    known.totalCents += line.amountCents;
    rents.set(row.id, known);
  }
  return [...rents.values()];
}

/** The rents of one lease, oldest first. */
export async function listLeaseRents(tx: Tx, scope: Scope, leaseId: string): Promise<AgreedRent[]> {
  // A lease always has its first rent: none means that it is not here.
  const rents = await listRents(tx, scope, [leaseId]);
  if (rents.length === 0) throw new DomainError('not_found');
  return rents;
}

/**
 * Whose holidays count for what is let: those of the property's state (`DE-BE`), or of its country where none is entered, or one of
 * another country. Of several the first. Under the rules of another country a property is in Germany by mistake as likely as not.
 */
const holidayPlace = ({ jurisdiction }: Scope) => {
  const state = sql`min(${property.state}) filter (where ${property.state} like ${property.country} || '-%')`;
  const country = jurisdiction === 'other' ? sql`''` : sql`min(${property.country})`;
  return sql<string>`coalesce(${state}, ${country})`;
};

/** Whose holidays count for leases, as `holidaysBetween` takes it. */
export async function findLeaseStates(
  tx: Tx,
  scope: Scope,
  leaseIds: string[],
): Promise<Map<string, string>> {
  if (leaseIds.length === 0) return new Map();
  const rows = await tx
    .select({ leaseId: leaseUnit.leaseId, state: holidayPlace(scope) })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within([leaseUnit, unit, property], scope), isAmong(leaseUnit.leaseId, leaseIds)))
    .groupBy(leaseUnit.leaseId);
  return new Map(rows.map((row) => [row.leaseId, row.state]));
}

/** Leases that have a month to post up to the end of the given month, locked in the order of their ids. */
export function lockLeasesToPost(tx: Tx, scope: Scope, monthEnd: CalendarDate, leaseId?: string) {
  return tx
    .select({
      id: lease.id,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
      bookedFrom: lease.bookedFrom,
      postedThrough: lease.postedThrough,
      prorationMethod: lease.prorationMethod,
      dueRule: lease.dueRule,
      dueDay: lease.dueDay,
    })
    .from(lease)
    .where(
      and(
        within(lease, scope),
        leaseId ? eq(lease.id, leaseId) : undefined,
        isNull(lease.voidedAt),
        lte(lease.startsOn, monthEnd),
        lte(lease.bookedFrom, monthEnd),
        or(isNull(lease.postedThrough), sql`${lease.postedThrough} < ${monthEnd}`),
        or(isNull(lease.endsOn), isNull(lease.postedThrough), sql`${lease.endsOn} > ${lease.postedThrough}`),
      ),
    )
    .orderBy(asc(lease.id))
    .for('update');
}

export type PostedDifference = {
  chargeId: string;
  month: string;
  postedCents: number;
  owedCents: number;
  differenceCents: number;
};

type LeaseTerms = {
  id: string;
  startsOn: CalendarDate;
  endsOn: CalendarDate | null;
  prorationMethod: 'calendar_days' | 'thirty_days' | 'full_month';
};

/** A posted month beside what the lease owes for it today; `owed` is null when it owes nothing any more. */
export type PostedMonth = PostedDifference & {
  owed: {
    lines: readonly ChargeLineDraft[];
    totalCents: number;
    proration: RentForPeriod['proration'];
  } | null;
  postedLines: ChargeLineDraft[];
};

/**
 * The posted months of a lease that would be posted with another amount today, or with the same in other parts: what is
 * posted stays until the user confirms a correction. What was waived of a month stays waived; where more was waived than
 * it would still owe, nothing is left of it. Advances that a statement has settled stay as it counted them.
 */
export async function listPostedDifferences(
  tx: Tx,
  scope: Scope,
  leaseRow: LeaseTerms,
): Promise<PostedMonth[]> {
  const found = await listDifferencesOf(tx, scope, [leaseRow]);
  return found.get(leaseRow.id) ?? [];
}

/** The same of several leases, in as many statements; of all months, or of those that begin on a day or later. */
export async function listDifferencesOf(
  tx: Tx,
  scope: Scope,
  leases: readonly LeaseTerms[],
  from?: CalendarDate,
): Promise<Map<string, PostedMonth[]>> {
  const ids = leases.map(({ id }) => id);
  const own = await untilSold(tx, scope, leases);
  const posted = await listPostedRents(tx, scope, ids, from);
  const rents = Map.groupBy(await listRents(tx, scope, ids), (row) => row.leaseId);
  const settled = await listSettledRents(tx, scope, ids);
  const chargeIds = posted.map((row) => row.chargeId);
  const lines = Map.groupBy(await listCorrectedLines(tx, scope, chargeIds), (line) => line.rootId);
  const postedOf = Map.groupBy(posted, (row) => row.leaseId);
  return new Map(
    own.map((one) => [
      one.id,
      (postedOf.get(one.id) ?? []).flatMap((row) => {
        if (!row.periodFrom) return [];
        const month = monthOf(row.periodFrom);
        const agreed = rentForPeriod({
          rents: rents.get(one.id) ?? [],
          leaseStartsOn: one.startsOn,
          leaseEndsOn: one.endsOn,
          month,
          method: methodIn(one, month),
        });
        const isSettled = settled.has(row.chargeId);
        return differenceOf(row, { month, agreed, isSettled, lines: lines.get(row.chargeId) ?? [] });
      }),
    ]),
  );
}

type PostedRent = Awaited<ReturnType<typeof listPostedRents>>[number];

/** A posted month beside what is owed for it; nothing where they are alike. */
function differenceOf(
  { chargeId, ...row }: PostedRent,
  of: {
    month: Month;
    agreed: RentForPeriod | null;
    isSettled: boolean;
    lines: Awaited<ReturnType<typeof listCorrectedLines>>;
  },
): PostedMonth[] {
  const { month, agreed } = of;
  const linesOf = ({ withWaivers }: { withWaivers: boolean }) =>
    of.lines.filter((line) => withWaivers || !line.isWaiver).map(({ rootId, isWaiver, ...line }) => line);
  const postedLines = linesOf({ withWaivers: false });
  const owed = of.isSettled ? withAdvancesOf(agreed, postedLines) : agreed;
  const owedCents = owed?.totalCents ?? 0;
  const postedCents = row.totalCents + row.waivedCents;
  const differenceCents = owedCents - postedCents;
  if (differenceLines(owed?.lines ?? [], postedLines).length === 0) return [];
  if (row.totalCents + differenceCents >= 0) {
    return [{ chargeId, month, postedCents, owedCents, differenceCents, owed, postedLines }];
  }
  if (row.totalCents === 0) return [];
  return [
    {
      chargeId,
      month,
      postedCents: row.totalCents,
      owedCents: 0,
      differenceCents: -row.totalCents,
      owed: null,
      postedLines: linesOf({ withWaivers: true }),
    },
  ];
}

/** What a month owes, with the advances that were posted for it instead of its own. */
function withAdvancesOf(agreed: RentForPeriod | null, posted: readonly ChargeLineDraft[]) {
  const own = (agreed?.lines ?? []).filter(({ settlement }) => settlement !== 'advance');
  const lines = [...own, ...posted.filter(({ settlement }) => settlement === 'advance')];
  const totalCents = sumCents(lines.map(({ amountCents }) => amountCents));
  return { lines, totalCents, proration: agreed?.proration ?? null };
}

/** The posted months of a lease that differ from what it owes for them, without the lines behind. */
export async function listDifferences(tx: Tx, scope: Scope, leaseId: string): Promise<PostedDifference[]> {
  const [row] = await tx
    .select({
      id: lease.id,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
      prorationMethod: lease.prorationMethod,
      voidedAt: lease.voidedAt,
    })
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, leaseId)));
  if (!row) throw new DomainError('not_found');
  if (row.voidedAt) return [];
  const months = await listPostedDifferences(tx, scope, row);
  return months.map(({ owed, postedLines, ...difference }) => difference);
}

/** Due date of a month for a lease; § 193 BGB moves agreed days in German properties. */
export function dueOnFor(
  terms: { dueRule: DueRule; dueDay: number | null },
  month: string,
  holidays: ReadonlySet<CalendarDate>,
  periodFrom: CalendarDate,
  state: string | undefined,
): CalendarDate {
  return dueOn(
    { rule: terms.dueRule, day: terms.dueDay, movesToWorkingDay: state?.startsWith('DE') ?? false },
    month,
    holidays,
    periodFrom,
  );
}

export type PreviewedMonth = RentForPeriod & { dueOn: CalendarDate };

/** Of a lease before it is saved: what `months` owe, and how much is booked at once where that is more than they show. */
export type RentPreviewed = {
  months: PreviewedMonth[];
  booked: { months: number; totalCents: number } | null;
};

/**
 * What a lease would owe, before it is saved: from the booked-from month the first three months, the current one where
 * more than they are booked at once, and the last one if the lease has an end.
 */
export async function previewRent(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof previewRentInput>,
): Promise<RentPreviewed> {
  for (const unitId of input.unitIds) await assertExists(tx, scope, unit, unitId);
  const firstMonth = maxDate(monthOf(input.bookedFrom), monthOf(input.startsOn));
  const months = eachMonth(firstMonth, shiftMonth(firstMonth, 2));
  const lastMonth = input.endsOn ? monthOf(input.endsOn) : null;
  const lastBooked = minDate(monthOf(scope.today), lastMonth);
  const isBehind = lastBooked > (months.at(-1) ?? firstMonth);
  if (isBehind) months.push(lastBooked);
  if (lastMonth && lastMonth > (months.at(-1) ?? firstMonth)) months.push(lastMonth);
  const state = await findUnitState(tx, scope, input.unitIds);
  const until = lastOfMonth(shiftMonth(months.at(-1) ?? firstMonth, 1));
  const days = holidaysBetween(state, firstOfMonth(firstMonth), until);
  const rents = [...input.earlierRents, { validFrom: input.rentSince ?? input.startsOn, lines: input.lines }];
  const owedFor = (month: Month) =>
    rentForPeriod({
      rents,
      leaseStartsOn: input.startsOn,
      leaseEndsOn: input.endsOn,
      month,
      method: input.prorationMethod,
    });
  const shown = months.flatMap((month) => {
    const owed = owedFor(month);
    return owed ? [{ ...owed, dueOn: dueOnFor(input, month, days, owed.periodFrom, state) }] : [];
  });
  if (!isBehind) return { months: shown, booked: null };
  const owed = eachMonth(firstMonth, lastBooked).flatMap((month) => owedFor(month) ?? []);
  return { months: shown, booked: { months: owed.length, totalCents: sumCents(owed.map(totalOf)) } };
}

const totalOf = ({ totalCents }: RentForPeriod) => totalCents;

async function findUnitState(tx: Tx, scope: Scope, unitIds: string[]): Promise<string | undefined> {
  if (unitIds.length === 0) return undefined;
  const [row] = await tx
    .select({ state: holidayPlace(scope) })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within([unit, property], scope), isAmong(unit.id, unitIds)));
  return row?.state ?? undefined;
}
