import 'server-only';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { bankAccount, lease, mandate } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import type { WrittenKind } from '@/domain/vocabulary';
import {
  getPayment,
  listCorrectedLines,
  listOpenItems,
  listPostedRents,
  listStandingPayments,
} from '@/ledger';
import { addMonths, firstOfMonth, lastOfMonth, monthOf, shiftMonth } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { listDeposits } from '../deposit/queries';
import { isGermanLease } from '../legal/law-queries';
import { letterAddress, listLetterPlaces, listLetterTenants } from '../occupancy/letter-queries';
import { findMailWay } from '../outbox/mail-queries';
import { listLandlordsOf } from '../portfolio/landlord-queries';
import { holidaysBetween } from '../rent/holiday-rules';
import { dueOnFor, findLeaseStates, listLeaseRents } from '../rent/queries';
import { rentForPeriod, rentOn } from '../rent/rules';
import { findPaymentWay } from '../rent-account/statement-payment-queries';
import { type Asked, kindFacts } from './kind-facts';

/** What a letter is about where its kind asks for it: which payment is receipted, which month is asked for. */
export type Choice = { paymentId: string | null; month: string | null };

/** So far back a payment can be receipted. */
const RECEIPT_MONTHS = 24;
/** So many months before this one and after it a letter may ask for the rent of. */
const MONTHS_AROUND = 2;

const leaseFields = {
  startsOn: lease.startsOn,
  endsOn: lease.endsOn,
  signedOn: lease.signedOn,
  noticeGivenOn: lease.noticeGivenOn,
  noticeReceivedOn: lease.noticeReceivedOn,
  noticeBy: lease.noticeBy,
  voidedAt: lease.voidedAt,
  paymentReference: lease.paymentReference,
  prorationMethod: lease.prorationMethod,
  dueRule: lease.dueRule,
  dueDay: lease.dueDay,
};

/** What is known of a lease on this day, as far as a letter of this kind may say it; of no other lease. */
export async function readFacts(tx: Tx, scope: Scope, leaseId: string, kind: WrittenKind, choice: Choice) {
  const [own] = await tx
    .select(leaseFields)
    .from(lease)
    .where(isRow(lease, scope, leaseId));
  if (!own) throw new DomainError('not_found');
  const tenants = await listLetterTenants(tx, scope, leaseId);
  const places = await listLetterPlaces(tx, scope, leaseId);
  const propertyIds = [...new Set(places.map((place) => place.propertyId))];
  const landlords = await listLandlordsOf(tx, scope, propertyIds);
  const tenantIds = tenants.map((row) => row.id);
  const { items } = await listOpenItems(tx, scope, leaseId);
  const overdue = items.filter((item) => item.owedSince < scope.today);
  const rents = await listLeaseRents(tx, scope, leaseId);
  const asks: Asked | null = kindFacts[kind].asks;
  const way = await findPaymentWay(tx, scope, { leaseIds: [leaseId], propertyIds });
  return {
    lease: own,
    isGerman: await isGermanLease(tx, scope, leaseId),
    tenants,
    tenantIds,
    places,
    sentTo: letterAddress(tenants, places, scope.today),
    landlords,
    mail: await findMailWay(tx, scope, { tenantIds, landlords }),
    overdue,
    rent: rentOn(rents, scope.today) ?? rents[0] ?? null,
    // Whatever is asked for here is of this lease alone: its own reference finds it.
    payment: way && { ...way, reference: own.paymentReference },
    receipt: asks === 'payment' ? await readReceipt(tx, scope, leaseId, choice) : null,
    month: asks === 'month' ? await readMonth(tx, scope, leaseId, own, rents, choice) : null,
    paidThrough: asks === 'no_debt' ? await readPaidThrough(tx, scope, leaseId) : null,
    next: asks === 'next_rent' ? (rents.find((rent) => rent.validFrom > scope.today) ?? null) : null,
    deposits: asks === 'deposit' ? await readDeposits(tx, scope, leaseId) : null,
    debit: await readDebit(tx, scope, leaseId, kind, way?.iban ?? null),
  };
}

export type LetterFacts = Awaited<ReturnType<typeof readFacts>>;

/** The payments of a lease that came in and stand, the latest first, and what the chosen one settles. */
async function readReceipt(tx: Tx, scope: Scope, leaseId: string, { paymentId }: Choice) {
  const from = addMonths(scope.today, -RECEIPT_MONTHS);
  const standing = await listStandingPayments(tx, scope, { leaseIds: [leaseId], from });
  const payments = standing
    .filter((row) => row.direction === 'in' && row.paidOn <= scope.today)
    .toReversed()
    .map(({ id, paidOn, amountCents }) => ({ id, paidOn, amountCents }));
  const chosen = paymentId === null ? payments[0] : payments.find((row) => row.id === paymentId);
  if (paymentId !== null && !chosen) throw new DomainError('not_found', { field: 'paymentId' });
  if (!chosen) return { payments, chosen: null, settles: [] };
  const { charges } = await getPayment(tx, scope, chosen.id);
  return { payments, chosen, settles: charges.filter((row) => row.settledCents > 0) };
}

type Lease = {
  startsOn: string;
  endsOn: string | null;
  prorationMethod: 'calendar_days' | 'thirty_days' | 'full_month';
  dueRule: (typeof lease.$inferSelect)['dueRule'];
  dueDay: number | null;
};

/** What is owed for a month: as it stands on the account, else as it will be posted. */
async function readMonth(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  own: Lease,
  rents: Awaited<ReturnType<typeof listLeaseRents>>,
  choice: Choice,
) {
  const now = monthOf(scope.today);
  const around = Array.from({ length: 2 * MONTHS_AROUND + 1 }, (_, index) =>
    shiftMonth(now, index - MONTHS_AROUND),
  );
  const owedFor = (month: string) =>
    rentForPeriod({
      rents,
      leaseStartsOn: own.startsOn,
      leaseEndsOn: own.endsOn,
      month,
      method: own.prorationMethod,
    });
  const months = around.filter((month) => owedFor(month) !== null);
  const month =
    choice.month === null ? (months.find((one) => one >= now) ?? months.at(-1)) : monthOf(choice.month);
  if (month === undefined) return { months: [], chosen: null };
  if (!months.includes(month)) throw new DomainError('invalid', { field: 'month' });
  const posted = (await listPostedRents(tx, scope, leaseId)).find(
    (row) => row.periodFrom !== null && monthOf(row.periodFrom) === month,
  );
  if (posted) {
    const lines = await listCorrectedLines(tx, scope, [posted.chargeId]);
    return {
      months,
      chosen: { month, dueOn: posted.dueOn, lines, totalCents: posted.totalCents },
    };
  }
  const owed = owedFor(month);
  const state = (await findLeaseStates(tx, scope, [leaseId])).get(leaseId);
  const holidays = holidaysBetween(state, firstOfMonth(month), lastOfMonth(shiftMonth(month, 1)));
  const dueOn = dueOnFor(own, month, holidays, owed?.periodFrom ?? firstOfMonth(month), state);
  return { months, chosen: { month, dueOn, lines: owed?.lines ?? [], totalCents: owed?.totalCents ?? 0 } };
}

/** The last month whose rent is paid with all before it; null where none is posted. */
async function readPaidThrough(tx: Tx, scope: Scope, leaseId: string) {
  const posted = (await listPostedRents(tx, scope, leaseId)).filter(
    (row) => row.periodFrom !== null && row.periodFrom <= scope.today,
  );
  const { items } = await listOpenItems(tx, scope, leaseId);
  const open = new Set(items.map((item) => item.chargeId));
  const firstOpen = posted.findIndex((row) => open.has(row.chargeId));
  const paid = firstOpen === -1 ? posted : posted.slice(0, firstOpen);
  const last = paid.at(-1)?.periodFrom;
  return last ? monthOf(last) : null;
}

/** What came in of a deposit, what was taken from it and what is left, over all of the lease. */
async function readDeposits(tx: Tx, scope: Scope, leaseId: string) {
  const { leases } = await listDeposits(tx, scope, { leaseId, tenantId: null, asOf: null });
  const deposits = leases.flatMap((row) => row.deposits);
  const movements = deposits.flatMap((one) =>
    one.movements.filter((row) => !row.isReversed && row.reversesMovementId === null),
  );
  const sum = (part: 'returnableCents' | 'returnedCents' | 'heldBackCents') =>
    sumCents(deposits.map((one) => one.balance[part]));
  return {
    movements,
    payoutCents: sum('returnableCents') + sum('returnedCents'),
    returnedCents: sum('returnedCents'),
    heldBackCents: sum('heldBackCents'),
  };
}

/** By which mandate rents are collected, and who collects them. */
async function readDebit(tx: Tx, scope: Scope, leaseId: string, kind: WrittenKind, iban: string | null) {
  if (kind !== 'payment_announcement' && kind !== 'sepa_mandate') return null;
  const [signed] = await tx
    .select({ reference: mandate.reference, iban: mandate.iban })
    .from(mandate)
    .where(and(within(mandate, scope), eq(mandate.leaseId, leaseId), isNull(mandate.revokedOn)))
    .orderBy(desc(mandate.signedOn), desc(mandate.id))
    .limit(1);
  const [account] =
    iban === null
      ? []
      : await tx
          .select({ creditorId: bankAccount.creditorIdentifier })
          .from(bankAccount)
          .where(and(within(bankAccount, scope), eq(bankAccount.iban, iban), isNull(bankAccount.archivedAt)));
  return { mandate: signed ?? null, creditorId: account?.creditorId ?? null };
}

export type Obstacle = Asked | 'voided' | 'no_tenants';

/** Why a letter of this kind cannot be written about the lease now; null where it can. */
export function whyNot(kind: WrittenKind, facts: LetterFacts): Obstacle | null {
  if (facts.lease.voidedAt !== null) return 'voided';
  if (facts.tenants.length === 0) return 'no_tenants';
  const asks: Asked | null = kindFacts[kind].asks;
  const isThere: Record<Asked, () => boolean> = {
    payment: () => facts.receipt?.chosen !== null,
    month: () => facts.month?.chosen !== null,
    notice: () => facts.lease.noticeGivenOn !== null && facts.lease.endsOn !== null,
    no_debt: () => facts.overdue.length === 0,
    next_rent: () => facts.next !== null,
    deposit: () => (facts.deposits?.movements.length ?? 0) > 0,
    creditor: () => facts.debit?.creditorId !== null,
  };
  return asks === null || isThere[asks]() ? null : asks;
}
