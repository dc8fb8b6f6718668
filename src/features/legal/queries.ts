import 'server-only';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { baseRate, consumerPriceIndex, legalFigure } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { LegalFigureKind } from '@/domain/vocabulary';
import { type CalendarDate, monthOf, shiftMonth } from '@/lib/calendar';
import type { BaseRate } from './rules';
import { halfYearsBetween } from './rules';

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

// The index of a month is published in the middle of the next one.
const INDEX_MONTHS_BEHIND = 2;

/**
 * What the portfolio entered, what is published here last, the half-years whose base rate is missing, and whether
 * newer price indices than those known here must have been published.
 */
export async function listFigures(tx: Tx, scope: Scope) {
  const [own, baseRates, indices] = await Promise.all([
    tx
      .select({
        id: legalFigure.id,
        version: legalFigure.version,
        kind: legalFigure.kind,
        validFrom: legalFigure.validFrom,
        value: legalFigure.value,
        source: legalFigure.source,
      })
      .from(legalFigure)
      .where(within(legalFigure, scope))
      .orderBy(asc(legalFigure.kind), desc(legalFigure.validFrom)),
    findBaseRates(tx, scope),
    tx.select().from(consumerPriceIndex).orderBy(desc(consumerPriceIndex.month)).limit(1),
  ]);
  const [latestPublished] = await tx.select().from(baseRate).orderBy(desc(baseRate.validFrom)).limit(1);
  const known = new Set(baseRates.map((row) => row.validFrom));
  const ownIndices = own.filter((row) => row.kind === 'consumer_price_index').map((row) => row.validFrom);
  const latestMonths = [...ownIndices, ...indices.map((row) => row.month)].map(monthOf);
  const latestMonth = latestMonths.toSorted().at(-1) ?? null;
  return {
    isGerman: scope.jurisdiction === 'DE',
    own,
    latestBaseRate: latestPublished ?? null,
    latestIndex: indices[0] ?? null,
    outdatedIndexMonth:
      latestMonth !== null && latestMonth < shiftMonth(monthOf(scope.today), -INDEX_MONTHS_BEHIND)
        ? latestMonth
        : null,
    missingHalfYears: latestPublished
      ? halfYearsBetween(latestPublished.validFrom, scope.today).filter((day) => !known.has(day))
      : [],
  };
}
