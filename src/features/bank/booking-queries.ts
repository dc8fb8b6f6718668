import 'server-only';
import { and, asc, desc, eq, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { MatchBooking, MatchLine, MatchSupplier } from '@/bank/matching/book';
import { nameWords } from '@/bank/matching/said-words';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankMatch, category, property, transaction } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { addDays, addMonths, type CalendarDate, maxDate, minDate } from '@/lib/calendar';
import { listComing } from '../recurring/queries';
import { isStanding } from '../transaction/queries';

/** So far from a line what stands in the books, or falls due, may be the same money; the matching looks closer. */
const NEAR_DAYS = 35;
const DUE_DAYS = 10;
/** Whom nothing was booked with for so long is asked for anew. */
const SUPPLIER_MONTHS = 18;
const MAX_SUPPLIERS = 2_000;

type Asked = readonly { bookedOn: CalendarDate; amountCents: number }[];

/** Income and expenses of the amounts of lines that no line proves, and what falls due soon. */
export async function listBookings(tx: Tx, scope: Scope, lines: Asked): Promise<MatchBooking[]> {
  const [first] = lines;
  if (!first) return [];
  const days = lines.map((line) => line.bookedOn);
  const [from, to] = [
    days.reduce((a, b) => minDate(a, b), first.bookedOn),
    days.reduce((a, b) => maxDate(a, b), first.bookedOn),
  ];
  // An expense below zero is money that came back.
  const amounts = [
    ...new Set(lines.flatMap((line) => [Math.abs(line.amountCents), -Math.abs(line.amountCents)])),
  ];
  const posted = await listPosted(tx, scope, {
    from: addDays(from, -NEAR_DAYS),
    to: addDays(to, NEAR_DAYS),
    amounts,
  });
  const through = addDays(to, DUE_DAYS);
  const coming = through > scope.today ? await listComing(tx, scope, through) : [];
  return [...posted, ...coming].map(({ payee, title, direction, amountCents, ...row }) => ({
    id: row.id,
    on: 'bookedOn' in row ? row.bookedOn : row.dueOn,
    dueOn: 'bookedOn' in row ? null : row.dueOn,
    direction,
    categoryId: row.categoryId,
    propertyId: row.propertyId,
    amountCents: direction === 'income' ? amountCents : -amountCents,
    names: payee === null ? [title] : [payee, title],
  }));
}

type Range = { from: CalendarDate; to: CalendarDate; amounts: number[] };

const listPosted = (tx: Tx, scope: Scope, { from, to, amounts }: Range) =>
  tx
    .select({
      id: transaction.id,
      bookedOn: transaction.bookedOn,
      direction: transaction.direction,
      categoryId: transaction.categoryId,
      propertyId: transaction.propertyId,
      payee: transaction.payee,
      title: transaction.title,
      amountCents: transaction.amountCents,
    })
    .from(transaction)
    .where(
      and(
        within(transaction, scope),
        gte(transaction.bookedOn, from),
        lte(transaction.bookedOn, to),
        sql`${transaction.amountCents} = any(${sql.param(amounts.map(String))}::bigint[])`,
        isStanding(tx, scope),
        sql`not exists ${tx
          .select({ id: bankMatch.id })
          .from(bankMatch)
          .where(and(within(bankMatch, scope), eq(bankMatch.transactionId, transaction.id)))}`,
      ),
    )
    .orderBy(asc(transaction.bookedOn), asc(transaction.id));

/**
 * Whom lines may name that something was booked with, each with what it was last; who bears the same name twice counts once.
 * The names are read first, and what they were booked as only of those whose words the lines say.
 */
export async function listSuppliers(
  tx: Tx,
  scope: Scope,
  lines: readonly MatchLine[],
): Promise<MatchSupplier[]> {
  const isRecent = and(
    within(transaction, scope),
    isNotNull(transaction.payee),
    gte(transaction.bookedOn, addMonths(scope.today, -SUPPLIER_MONTHS)),
  );
  const names = await tx.selectDistinct({ name: transaction.payee }).from(transaction).where(isRecent);
  const said = new Set(lines.flatMap((line) => nameWords(`${line.name ?? ''} ${line.text}`)));
  const named = names.flatMap(({ name }) =>
    name !== null && nameWords(name).every((word) => said.has(word)) ? [name] : [],
  );
  if (named.length === 0) return [];
  const rows = await tx
    .selectDistinctOn([transaction.payee, transaction.direction], {
      name: transaction.payee,
      direction: transaction.direction,
      categoryId: transaction.categoryId,
      propertyId: transaction.propertyId,
    })
    .from(transaction)
    .innerJoin(category, joins(category.id, transaction.categoryId))
    .where(
      and(
        isRecent,
        within(category, scope),
        isAmong(transaction.payee, named),
        isNull(category.archivedAt),
        isStanding(tx, scope),
      ),
    )
    .orderBy(
      asc(transaction.payee),
      asc(transaction.direction),
      desc(transaction.bookedOn),
      desc(transaction.id),
    )
    .limit(MAX_SUPPLIERS);
  return rows.map(({ name, ...row }) => ({ ...row, name: name ?? '' }));
}

/** What a bank's own charges are booked as, unless it was put away. */
export async function findFeeCategory(tx: Tx, scope: Scope): Promise<string | null> {
  const [row] = await tx
    .select({ id: category.id })
    .from(category)
    .where(and(within(category, scope), eq(category.code, 'bank_fees'), isNull(category.archivedAt)));
  return row?.id ?? null;
}

/** The names behind the ids of purposes. */
export async function describePurposes(
  tx: Tx,
  scope: Scope,
  named: readonly { categoryId: string; propertyId: string | null }[],
) {
  const categories = await tx
    .select({ id: category.id, code: category.code, name: category.name, direction: category.direction })
    .from(category)
    .where(
      and(
        within(category, scope),
        isAmong(
          category.id,
          named.map((one) => one.categoryId),
        ),
      ),
    );
  const properties = await tx
    .select({ id: property.id, name: property.name })
    .from(property)
    .where(
      and(
        within(property, scope),
        isAmong(
          property.id,
          named.flatMap((one) => one.propertyId ?? []),
        ),
      ),
    );
  return { categories, properties };
}

/** Income and expenses that lines were booked as or prove. */
export async function listBooked(tx: Tx, scope: Scope, transactionIds: string[]) {
  return tx
    .select({
      id: transaction.id,
      title: transaction.title,
      categoryCode: category.code,
      categoryName: category.name,
      propertyId: transaction.propertyId,
      propertyName: property.name,
    })
    .from(transaction)
    .innerJoin(category, joins(category.id, transaction.categoryId))
    .leftJoin(property, joins(property.id, transaction.propertyId))
    .where(and(within([transaction, category], scope), isAmong(transaction.id, transactionIds)));
}
