import 'server-only';
import { and, asc, desc, gte, isNull, or } from 'drizzle-orm';
import type {
  BankRule,
  MatchBook,
  MatchItem,
  MatchLease,
  MatchPayment,
  RuleTarget,
} from '@/bank/matching/book';
import type { LineReferences } from '@/bank/statement';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import {
  bankAccount,
  bankLine,
  bankMatch,
  bankRule,
  category,
  lease,
  leaseTenant,
  tenant,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { ChargeKind } from '@/domain/account-kinds';
import { listAllOpen, listStandingPayments } from '@/ledger';
import { addDays, addMonths, type CalendarDate, maxDate, minDate, monthOf } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { listDebitsOf, listMandateAccounts, listUnderWay } from '../debit/item-queries';
import { listLeaseUnits } from '../occupancy/party-queries';
import { listRents } from '../rent/queries';
import { rentOn } from '../rent/rules';
import { findFeeCategory, listBookings, listSuppliers } from './booking-queries';

/** Who has moved out for so long pays no more; what they still do is assigned by hand. */
const ENDED_MONTHS = 36;
/** A direct debit that was never authorised may come back for 13 months (§ 676b BGB). */
const PAYMENT_DAYS = 400;

/** All that lines of a bank are matched with, as it is now: leases with their people and what they owe, and what was paid. */
export async function readBook(
  tx: Tx,
  scope: Scope,
  lines: readonly { bookedOn: CalendarDate; amountCents: number }[],
): Promise<MatchBook> {
  const oldestLineOn = lines.reduce<CalendarDate>(
    (oldest, line) => minDate(oldest, line.bookedOn),
    scope.today,
  );
  const [leases, people, items, payments, learned, accounts, debits, mandates] = [
    await listMatchedLeases(tx, scope),
    await listPeople(tx, scope),
    await listItems(tx, scope),
    await listPayments(tx, scope, addDays(oldestLineOn, -PAYMENT_DAYS)),
    await listLearned(tx, scope),
    await tx
      .select({ id: bankAccount.id, iban: bankAccount.iban })
      .from(bankAccount)
      .where(within(bankAccount, scope)),
    Map.groupBy(await listUnderWay(tx, scope), (debit) => debit.leaseId),
    await listMandateAccounts(tx, scope),
  ];
  const ids = leases.map((row) => row.id);
  const [units, rents] = [await listLeaseUnits(tx, scope, ids), await listRents(tx, scope, ids)];
  const [unitsOf, rentsOf, peopleOf] = [
    Map.groupBy(units, (row) => row.leaseId),
    Map.groupBy(rents, (row) => row.leaseId),
    Map.groupBy(people, (row) => row.leaseId),
  ];
  return {
    currency: scope.currency,
    leases: leases.map(({ id, paymentReference, startsOn, endsOn }): MatchLease => {
      const day = maxDate(startsOn, scope.today);
      const rent = endsOn !== null && endsOn < scope.today ? null : rentOn(rentsOf.get(id) ?? [], day);
      return {
        id,
        // What a direct debit was handed in by comes back with its line.
        references: [paymentReference, ...(debits.get(id) ?? []).map((debit) => debit.endToEnd)],
        people: (peopleOf.get(id) ?? []).map(({ firstName, lastName, companyName }) => ({
          firstName,
          lastName,
          companyName,
        })),
        places: (unitsOf.get(id) ?? []).map((unit) => unit.name),
        rentCents: sumCents(rent?.lines.map((line) => line.amountCents) ?? []),
      };
    }),
    items,
    payments,
    rules: [
      ...knownPayers(people, new Set(ids)),
      ...mandates.map(
        ({ id, iban, leaseId }): BankRule => ({
          id,
          account: iban,
          name: null,
          text: null,
          target: { kind: 'leases', leaseIds: [leaseId] },
        }),
      ),
      ...learned.map(asRule),
    ],
    bookings: await listBookings(tx, scope, lines),
    suppliers: await listSuppliers(tx, scope),
    feeCategoryId: await findFeeCategory(tx, scope),
    ownAccounts: accounts,
  };
}

const listMatchedLeases = (tx: Tx, scope: Scope) =>
  tx
    .select({
      id: lease.id,
      paymentReference: lease.paymentReference,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
    })
    .from(lease)
    .where(
      and(
        within(lease, scope),
        isNull(lease.voidedAt),
        or(isNull(lease.endsOn), gte(lease.endsOn, addMonths(scope.today, -ENDED_MONTHS))),
      ),
    )
    .orderBy(asc(lease.id));

const listPeople = (tx: Tx, scope: Scope) =>
  tx
    .select({
      leaseId: leaseTenant.leaseId,
      tenantId: tenant.id,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      companyName: tenant.companyName,
      payerIbans: tenant.payerIbans,
    })
    .from(leaseTenant)
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .where(within([leaseTenant, tenant], scope))
    .orderBy(asc(leaseTenant.fromOn), asc(tenant.id));

type Tenancy = Awaited<ReturnType<typeof listPeople>>[number];

/** The accounts that tenants' records name, each with the leases it pays for. */
function knownPayers(people: readonly Tenancy[], leaseIds: ReadonlySet<string>): BankRule[] {
  const byTenant = Map.groupBy(
    people.filter((row) => leaseIds.has(row.leaseId) && row.payerIbans.length > 0),
    (row) => row.tenantId,
  );
  return [...byTenant].flatMap(([tenantId, own]) => {
    const target = { kind: 'leases' as const, leaseIds: [...new Set(own.map((row) => row.leaseId))] };
    const ibans = own[0]?.payerIbans ?? [];
    return ibans.map((iban) => ({
      id: `${tenantId} ${iban}`,
      account: iban,
      name: null,
      text: null,
      target,
    }));
  });
}

/** What decisions taught; of a sender booked as several things what was decided last comes first. */
const listLearned = (tx: Tx, scope: Scope) =>
  tx
    .select({
      id: bankRule.id,
      account: bankRule.account,
      name: bankRule.name,
      leaseId: bankRule.leaseId,
      categoryId: bankRule.categoryId,
      propertyId: bankRule.propertyId,
      direction: category.direction,
    })
    .from(bankRule)
    .leftJoin(category, joins(category.id, bankRule.categoryId))
    .where(within(bankRule, scope))
    .orderBy(desc(bankRule.learnedAt), asc(bankRule.id));

type Learned = Awaited<ReturnType<typeof listLearned>>[number];

const asRule = ({ id, account, name, ...learned }: Learned): BankRule => ({
  id,
  account,
  name,
  text: null,
  target: targetOf(learned),
});

function targetOf({
  leaseId,
  categoryId,
  propertyId,
  direction,
}: Pick<Learned, 'leaseId' | 'categoryId' | 'propertyId' | 'direction'>): RuleTarget {
  if (leaseId !== null) return { kind: 'leases', leaseIds: [leaseId] };
  if (categoryId === null || direction === null) return { kind: 'left_out' };
  return { kind: 'category', direction, categoryId, propertyId };
}

const itemKind = (kind: ChargeKind): MatchItem['kind'] =>
  kind === 'rent' || kind === 'deposit' ? kind : 'other';

async function listItems(tx: Tx, scope: Scope): Promise<MatchItem[]> {
  const rows = await listAllOpen(tx, scope);
  return rows.map(({ periodFrom, kind, ...row }) => ({
    ...row,
    kind: itemKind(kind),
    month: kind === 'rent' && periodFrom !== null ? monthOf(periodFrom) : null,
  }));
}

/** What was paid and stands, with the line that proves it where there is one. */
async function listPayments(tx: Tx, scope: Scope, from: CalendarDate): Promise<MatchPayment[]> {
  const rows = await listStandingPayments(tx, scope, from);
  const paymentIds = rows.flatMap((row) => [row.id, ...row.earlierIds]);
  const [proofs, debits] = [
    await listProofs(tx, scope, paymentIds),
    await listDebitsOf(tx, scope, paymentIds),
  ];
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
