import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { and, asc, gte, isNull, or, sql } from 'drizzle-orm';
import type {
  BankRule,
  MatchBook,
  MatchItem,
  MatchLease,
  MatchLine,
  MatchPayment,
} from '@/bank/matching/book';
import { Hearing, isHeard, leasesHeard } from '@/bank/matching/heard';
import { RuleIndex } from '@/bank/matching/rule-index';
import type { LineReferences } from '@/bank/statement';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import {
  bankAccount,
  bankLine,
  bankMatch,
  lease,
  leaseTenant,
  leaseUnit,
  rent,
  rentLine,
  tenant,
  unit,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { ChargeKind } from '@/domain/account-kinds';
import { listLeasesOwing, listLeasesPaying, listOpenOf, listStandingPayments } from '@/ledger';
import { addDays, addMonths, type CalendarDate, maxDate, minDate, monthOf } from '@/lib/calendar';
import { givingWay } from '@/lib/server/giving-way';
import { listCollectionOrders, listDebitsOf, listUnderWay } from '../debit/item-queries';
import { listPayoutOrders } from '../payout/item-queries';
import { findFeeCategory, listBookings, listSuppliers } from './booking-queries';
import { listKnownSenders } from './sender-queries';

/** Who has moved out for so long pays no more; what they still do is assigned by hand. */
const ENDED_MONTHS = 36;
/** So long before a line what was typed in, or paid, may be the same money; the matching looks closer. */
const NEAR_DAYS = 35;
/** A direct debit that was never authorised may come back for 13 months (§ 676b BGB). */
const PAYMENT_DAYS = 400;

/** A lease with its people and what payers are asked to write: whom a line may speak of. */
type Named = Pick<MatchLease, 'id' | 'references' | 'people'> & { endsOn: CalendarDate | null };

/**
 * What lines of a bank are matched with, as it is now. Of all leases it reads whom a line could name; what they owe and paid only
 * of those that these lines speak of, or whose amounts they are: of thousands of leases a page touches some dozens.
 */
export async function readBook(
  tx: Tx,
  scope: Scope,
  lines: readonly MatchLine[],
): Promise<{ book: MatchBook; hearing: Hearing }> {
  const incoming = [...new Set(lines.flatMap((line) => (line.amountCents > 0 ? [line.amountCents] : [])))];
  const [underWay, people] = await Promise.all([listUnderWay(tx, scope), listPeople(tx, scope)]);
  const named = withPeople(people, underWay);
  // Postgres adds up the rents while the names are indexed: each takes a good part of what all of it does.
  const [rules, renting, hearing] = await Promise.all([
    listKnownSenders(tx, scope, lines, new Set(named.map((row) => row.id))),
    listLeasesRenting(tx, scope, incoming),
    setImmediate().then(() => new Hearing(named)),
  ]);
  const leaseIds = await listTouched(tx, scope, lines, { hearing, rules, renting });
  const oldest = oldestOf(scope, lines);
  const [
    rentOf,
    places,
    items,
    payments,
    bookings,
    suppliers,
    feeCategoryId,
    ownAccounts,
    payouts,
    collections,
  ] = await Promise.all([
    readRents(tx, scope, leaseIds),
    listPlaces(tx, scope, leaseIds),
    listItems(tx, scope, leaseIds),
    listPayments(tx, scope, leaseIds, lines),
    listBookings(tx, scope, lines),
    listSuppliers(tx, scope, lines),
    findFeeCategory(tx, scope),
    tx
      .select({
        id: bankAccount.id,
        iban: sql<string>`coalesce(${bankAccount.iban}, ${bankAccount.accountNumber})`,
      })
      .from(bankAccount)
      .where(within(bankAccount, scope)),
    listPayoutOrders(tx, scope, addDays(oldest, -PAYMENT_DAYS)),
    listCollectionOrders(tx, scope, addDays(oldest, -NEAR_DAYS)),
  ]);
  const placesOf = Map.groupBy(places, (row) => row.leaseId);
  const touched = new Set(leaseIds);
  const book = {
    currency: scope.currency,
    leases: named
      .filter((row) => touched.has(row.id))
      .map(
        ({ endsOn, ...row }): MatchLease => ({
          ...row,
          places: (placesOf.get(row.id) ?? []).map((unit) => unit.name),
          rentCents: endsOn !== null && endsOn < scope.today ? 0 : (rentOf.get(row.id) ?? 0),
        }),
      ),
    items,
    payments,
    rules,
    bookings,
    suppliers,
    feeCategoryId,
    ownAccounts,
    orders: [...payouts, ...collections],
  };
  return { book, hearing };
}

/**
 * The people of leases whose payments lines may be, in one value: a row of its own for each would take ten times as long to read
 * as they take to find.
 */
async function listPeople(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({
      people: sql<
        [string, string, CalendarDate | null, string | null, string | null, string | null][] | null
      >`json_agg(json_build_array(${lease.id}, ${lease.paymentReference}, ${lease.endsOn}, ${tenant.firstName}, ${tenant.lastName}, ${tenant.companyName}) order by ${lease.id}, ${leaseTenant.fromOn}, ${tenant.id})`,
    })
    .from(lease)
    .innerJoin(leaseTenant, joins(leaseTenant.leaseId, lease.id))
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .where(
      and(
        within([lease, leaseTenant, tenant], scope),
        isNull(lease.voidedAt),
        or(isNull(lease.endsOn), gte(lease.endsOn, addMonths(scope.today, -ENDED_MONTHS))),
      ),
    );
  return row?.people ?? [];
}

/** What a direct debit was handed in by comes back with its line: one more reference of its lease. */
function withPeople(
  people: Awaited<ReturnType<typeof listPeople>>,
  underWay: Awaited<ReturnType<typeof listUnderWay>>,
): Named[] {
  const debitsOf = Map.groupBy(underWay, (debit) => debit.leaseId);
  const named = new Map<string, Named & { people: MatchLease['people'][number][] }>();
  for (const [id, reference, endsOn, firstName, lastName, companyName] of people) {
    const debits = (debitsOf.get(id) ?? []).map((debit) => debit.endToEnd);
    const one = named.get(id) ?? { id, endsOn, references: [reference, ...debits], people: [] };
    one.people.push({ firstName, lastName, companyName });
    named.set(id, one);
  }
  return [...named.values()];
}

/** The leases that lines speak of; those of the amount of a line that says nothing sure; those whose payment came back. */
async function listTouched(
  tx: Tx,
  scope: Scope,
  lines: readonly MatchLine[],
  { hearing, rules, renting }: { hearing: Hearing; rules: readonly BankRule[]; renting: readonly Renting[] },
): Promise<string[]> {
  const index = new RuleIndex(rules);
  const heard = await givingWay(lines, (line) => hearing.hear(line, index.find(line)));
  const amounts = lines.flatMap((line, at) => {
    const one = heard[at];
    return line.amountCents > 0 && one && !isHeard(one) ? [line.amountCents] : [];
  });
  const oldest = oldestOf(scope, lines);
  const isAsked = new Set(amounts);
  const found = await Promise.all([
    listLeasesOwing(tx, scope, amounts),
    listLeasesPaying(tx, scope, { from: addDays(oldest, -NEAR_DAYS), amounts }),
    listLeasesPaying(tx, scope, returnedOf(lines, oldest)),
  ]);
  const rented = renting.filter((row) => isAsked.has(Number(row.cents))).map((row) => row.leaseId);
  return [...new Set([...heard.flatMap(leasesHeard), ...rented, ...found.flat()])];
}

const oldestOf = (scope: Scope, lines: readonly MatchLine[]): CalendarDate =>
  lines.reduce<CalendarDate>((oldest, line) => minDate(oldest, line.bookedOn), scope.today);

const returnedOf = (lines: readonly MatchLine[], oldest: CalendarDate) => ({
  from: addDays(oldest, -PAYMENT_DAYS),
  amounts: [...new Set(lines.flatMap((line) => line.returned?.originalCents ?? []))],
});

type Renting = { leaseId: string; cents: string };

/** The leases whose rent was at any time one of these amounts, and which. */
async function listLeasesRenting(tx: Tx, scope: Scope, amounts: readonly number[]): Promise<Renting[]> {
  if (amounts.length === 0) return [];
  const cents = sql<string>`sum(${rentLine.amountCents})`;
  return tx
    .select({ leaseId: rent.leaseId, cents })
    .from(rent)
    .innerJoin(rentLine, joins(rentLine.rentId, rent.id))
    .where(within([rent, rentLine], scope))
    .groupBy(rent.id, rent.leaseId)
    .having(sql`${cents} = any(${sql.param(amounts.map(String))}::bigint[])`);
}

/** What leases pay each month, today or from their first day on. */
async function readRents(tx: Tx, scope: Scope, leaseIds: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({
      leaseId: rent.leaseId,
      startsOn: lease.startsOn,
      validFrom: rent.validFrom,
      cents: sql<string>`sum(${rentLine.amountCents})`,
    })
    .from(rent)
    .innerJoin(lease, joins(lease.id, rent.leaseId))
    .innerJoin(rentLine, joins(rentLine.rentId, rent.id))
    .where(and(within([rent, lease, rentLine], scope), isAmong(rent.leaseId, leaseIds)))
    .groupBy(rent.id, rent.leaseId, lease.startsOn, rent.validFrom)
    .orderBy(asc(rent.validFrom));
  const rents = new Map<string, number>();
  for (const { leaseId, startsOn, validFrom, cents } of rows) {
    if (validFrom <= maxDate(startsOn, scope.today)) rents.set(leaseId, Number(cents));
  }
  return rents;
}

const listPlaces = (tx: Tx, scope: Scope, leaseIds: string[]) =>
  tx
    .select({ leaseId: leaseUnit.leaseId, name: unit.name })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within([leaseUnit, unit], scope), isAmong(leaseUnit.leaseId, leaseIds)))
    .orderBy(asc(leaseUnit.fromOn), asc(unit.sortName));

const itemKind = (kind: ChargeKind): MatchItem['kind'] =>
  kind === 'rent' || kind === 'deposit' ? kind : 'other';

async function listItems(tx: Tx, scope: Scope, leaseIds: string[]): Promise<MatchItem[]> {
  const rows = await listOpenOf(tx, scope, leaseIds);
  return rows.map(({ periodFrom, kind, ...row }) => ({
    ...row,
    kind: itemKind(kind),
    month: kind === 'rent' && periodFrom !== null ? monthOf(periodFrom) : null,
  }));
}

/** What was paid and stands, with the line that proves it where there is one. */
async function listPayments(
  tx: Tx,
  scope: Scope,
  leaseIds: string[],
  lines: readonly MatchLine[],
): Promise<MatchPayment[]> {
  const oldest = oldestOf(scope, lines);
  const rows = await listStandingPayments(tx, scope, {
    leaseIds,
    from: addDays(oldest, -NEAR_DAYS),
    longer: returnedOf(lines, oldest),
  });
  const paymentIds = rows.flatMap((row) => [row.id, ...row.earlierIds]);
  const [proofs, debits] = await Promise.all([
    listProofs(tx, scope, paymentIds),
    listDebitsOf(tx, scope, paymentIds),
  ]);
  return rows.map(({ direction, method, earlierIds, ...row }) => {
    // What was corrected or moved is the same money still, with the same line.
    const [proof] = [row.id, ...earlierIds].flatMap((id) => proofs.get(id) ?? []);
    const [debit] = [row.id, ...earlierIds].flatMap((id) => debits.get(id) ?? []);
    return {
      ...row,
      amountCents: direction === 'in' ? row.amountCents : -row.amountCents,
      awaitsLine: proof === undefined && method !== 'cash',
      isReversed: false,
      endToEnd: proof?.references.endToEnd ?? debit?.endToEnd ?? null,
      account: proof?.account ?? debit?.iban ?? null,
      month: null,
    };
  });
}

type Proof = { account: string | null; references: LineReferences };

/** The lines that prove payments. */
async function listProofs(tx: Tx, scope: Scope, paymentIds: string[]): Promise<Map<string | null, Proof>> {
  const rows = await tx
    .select({
      paymentId: bankMatch.paymentId,
      account: bankLine.account,
      references: bankLine.givenReferences,
    })
    .from(bankMatch)
    .innerJoin(bankLine, joins(bankLine.id, bankMatch.lineId))
    .where(and(within([bankMatch, bankLine], scope), isAmong(bankMatch.paymentId, paymentIds)));
  return new Map(rows.map((row) => [row.paymentId, row]));
}
