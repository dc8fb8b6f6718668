import 'server-only';
import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { baseRate, consumerPriceIndex, legalFigure } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { LegalFigureKind } from '@/domain/vocabulary';
import { type CalendarDate, monthOf } from '@/lib/calendar';
import type { BaseRate } from './rules';
import { halfYearsBetween, isIndexOutdated } from './rules';

const listOwn = (tx: Tx, scope: Scope, kind: LegalFigureKind) =>
  tx
    .select({ validFrom: legalFigure.validFrom, value: legalFigure.value, source: legalFigure.source })
    .from(legalFigure)
    .where(and(within(legalFigure, scope), eq(legalFigure.kind, kind)))
    .orderBy(asc(legalFigure.validFrom));

/** The published base rates, and for half-years that are missing there what the portfolio entered. */
export async function findBaseRates(tx: Tx, scope: Scope): Promise<BaseRate[]> {
  const [published, own] = await Promise.all([
    tx
      .select({ validFrom: baseRate.validFrom, rateBp: baseRate.rateBp })
      .from(baseRate)
      .orderBy(asc(baseRate.validFrom)),
    listOwn(tx, scope, 'base_rate'),
  ]);
  const known = new Set(published.map((row) => row.validFrom));
  const added = own
    .filter((row) => !known.has(row.validFrom))
    .map(({ validFrom, value }) => ({ validFrom, rateBp: value, isOwn: true }));
  return [...published, ...added].toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
}

/** The portfolio's own yearly interest rates by day, for where no law is known. */
export const findOwnInterestRates = async (tx: Tx, scope: Scope): Promise<BaseRate[]> =>
  (await listOwn(tx, scope, 'own_interest_rate')).map(({ validFrom, value }) => ({
    validFrom,
    rateBp: value,
  }));

/** How many months' rent a deposit may be on a day, in thousandths, by the portfolio's own figure; null: none given. */
export async function findOwnDepositMonths(tx: Tx, scope: Scope) {
  const rows = await listOwn(tx, scope, 'own_deposit_months');
  return (on: CalendarDate): number | null => rows.findLast((row) => row.validFrom <= on)?.value ?? null;
}

export type IndexFigure = { month: CalendarDate; indexMilli: number; source: string; isOwn: boolean };

/** Consumer price indices by the first day of their month, oldest first; the published before the portfolio's own. */
export async function listPriceIndices(tx: Tx, scope: Scope): Promise<IndexFigure[]> {
  const [published, own] = await Promise.all([
    tx.select().from(consumerPriceIndex).orderBy(asc(consumerPriceIndex.month)),
    listOwn(tx, scope, 'consumer_price_index'),
  ]);
  const known = new Set(published.map((row) => row.month));
  return [
    ...published.map((row) => ({ ...row, isOwn: false })),
    ...own
      .filter((row) => !known.has(row.validFrom))
      .map(({ validFrom, value, source }) => ({ month: validFrom, indexMilli: value, source, isOwn: true })),
  ].toSorted((a, b) => (a.month < b.month ? -1 : 1));
}

/** What the program's tables have of what the Bundesbank publishes. */
export async function listPublishedFigures(tx: Tx) {
  const [rates, indices] = await Promise.all([
    tx.select({ validFrom: baseRate.validFrom, value: baseRate.rateBp }).from(baseRate),
    tx
      .select({ validFrom: consumerPriceIndex.month, value: consumerPriceIndex.indexMilli })
      .from(consumerPriceIndex),
  ]);
  return [
    ...rates.map((row) => ({ ...row, kind: 'base_rate' as const })),
    ...indices.map((row) => ({ ...row, kind: 'consumer_price_index' as const })),
  ];
}

/** What is known of what the Bundesbank publishes: in the program's tables, and entered by the portfolio. */
export async function listKnownFigures(tx: Tx, scope: Scope) {
  const [published, own] = await Promise.all([
    listPublishedFigures(tx),
    tx
      .select({ kind: legalFigure.kind, validFrom: legalFigure.validFrom, value: legalFigure.value })
      .from(legalFigure)
      .where(within(legalFigure, scope)),
  ]);
  return { published, own };
}

/** What the portfolio fetched, by kind: how many, from when to when, and when it asked last. */
const listFetched = (tx: Tx, scope: Scope) =>
  tx
    .select({
      kind: legalFigure.kind,
      count: sql<string>`count(*)`.mapWith(Number),
      first: sql<CalendarDate>`min(${legalFigure.validFrom})::text`,
      last: sql<CalendarDate>`max(${legalFigure.validFrom})::text`,
      fetchedOn: sql<CalendarDate>`max(${legalFigure.fetchedOn})::text`,
    })
    .from(legalFigure)
    .where(and(within(legalFigure, scope), isNotNull(legalFigure.fetchedOn)))
    .groupBy(legalFigure.kind)
    .orderBy(asc(legalFigure.kind));

/**
 * What the portfolio entered and fetched, what is published here last, the half-years whose base rate is missing, and
 * whether newer price indices than those known here must have been published. Of what was typed also what the program's
 * table says since, where that is something else.
 */
export async function listFigures(tx: Tx, scope: Scope) {
  const [typed, fetched, baseRates, indices, published] = await Promise.all([
    tx
      .select({
        id: legalFigure.id,
        version: legalFigure.version,
        kind: legalFigure.kind,
        place: legalFigure.place,
        validFrom: legalFigure.validFrom,
        validUntil: legalFigure.validUntil,
        value: legalFigure.value,
        source: legalFigure.source,
      })
      .from(legalFigure)
      .where(and(within(legalFigure, scope), isNull(legalFigure.fetchedOn)))
      .orderBy(asc(legalFigure.kind), asc(legalFigure.place), desc(legalFigure.validFrom)),
    listFetched(tx, scope),
    findBaseRates(tx, scope),
    listPriceIndices(tx, scope),
    listPublishedFigures(tx),
  ]);
  const [latestPublished] = await tx.select().from(baseRate).orderBy(desc(baseRate.validFrom)).limit(1);
  const [latestIndex] = await tx
    .select()
    .from(consumerPriceIndex)
    .orderBy(desc(consumerPriceIndex.month))
    .limit(1);
  const known = new Set(baseRates.map((row) => row.validFrom));
  const newest = indices.at(-1);
  const superseded = new Map(published.map((row) => [`${row.kind} ${row.validFrom}`, row.value]));
  return {
    isGerman: scope.jurisdiction === 'DE',
    own: typed.map((row) => {
      const value = superseded.get(`${row.kind} ${row.validFrom}`);
      return { ...row, published: value === undefined || value === row.value ? null : value };
    }),
    fetched,
    latestBaseRate: latestPublished ?? null,
    latestIndex: latestIndex ?? null,
    outdatedIndexMonth:
      newest && isIndexOutdated(monthOf(newest.month), scope.today) ? monthOf(newest.month) : null,
    missingHalfYears: latestPublished
      ? halfYearsBetween(latestPublished.validFrom, scope.today).filter((day) => !known.has(day))
      : [],
  };
}
