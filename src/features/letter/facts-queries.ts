import 'server-only';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { mandateState } from '@/bank/orders/mandate';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankAccount, costStatementLease, lease, mandate, propertyOwner } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import type { WrittenKind } from '@/domain/vocabulary';
import {
  getPayment,
  listCarriedAway,
  listCorrectedLines,
  listOpenItems,
  listPostedRents,
  listStandingPayments,
} from '@/ledger';
import {
  addMonths,
  type CalendarDate,
  firstOfMonth,
  lastOfMonth,
  maxDate,
  monthOf,
  shiftMonth,
} from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { listDeposits } from '../deposit/queries';
import { findPremises, isGermanLease } from '../legal/law-queries';
import {
  findTenantName,
  letterAddress,
  listLetterPlaces,
  listLetterTenants,
} from '../occupancy/letter-queries';
import { findMailWay } from '../outbox/mail-queries';
import { listLandlordsOf, listTaxNumbers } from '../portfolio/landlord-queries';
import { holidaysBetween } from '../rent/holiday-rules';
import { findComingRise } from '../rent/index-queries';
import { dueOnFor, findLeaseStates, listLeaseRents } from '../rent/queries';
import { rentForPeriod, rentOn } from '../rent/rules';
import { listLastUses } from '../rent-account/mandate-queries';
import { findPaymentWay } from '../rent-account/statement-payment-queries';
import { getStatement } from '../rent-account/statement-queries';
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
  const account = await listOpenItems(tx, scope, leaseId);
  const overdue = account.items.filter((item) => item.owedSince < scope.today);
  const rents = await listLeaseRents(tx, scope, leaseId);
  const asks: Asked | null = kindFacts[kind].asks;
  const carried = asks === 'no_debt' ? await listCarriedAway(tx, scope, leaseId) : [];
  const way = await findPaymentWay(tx, scope, { leaseIds: [leaseId], propertyIds });
  const month = asks === 'month' ? await readMonth(tx, scope, leaseId, own, rents, account, choice) : null;
  return {
    today: scope.today,
    lease: own,
    isGerman: await isGermanLease(tx, scope, leaseId),
    isDwelling: (await findPremises(tx, scope, leaseId)) === 'dwelling',
    tenants,
    tenantIds,
    places,
    sentTo: letterAddress(tenants, places, scope.today),
    landlords,
    mail: await findMailWay(tx, scope, { tenantIds, landlords }),
    overdue,
    /** Of what a next lease took over some is overdue there. */
    isOwedElsewhere: carried.some((row) => row.openCents > 0 && row.owedSince < scope.today),
    rent: rentOn(rents, scope.today) ?? rents[0] ?? null,
    // Whatever is asked for here is of this lease alone: its own reference finds it.
    payment: way && { ...way, reference: own.paymentReference },
    receipt: asks === 'payment' ? await readReceipt(tx, scope, leaseId, choice) : null,
    month,
    taxNumbers: await listTaxNumbers(tx, scope, hasVat(month) ? landlords.map(({ id }) => id) : []),
    paidThrough: asks === 'no_debt' ? await readPaidThrough(tx, scope, leaseId, account, carried) : null,
    next: asks === 'next_rent' ? (rents.find((rent) => rent.validFrom > scope.today) ?? null) : null,
    account: kind === 'account_statement' ? await readAccount(tx, scope, leaseId, own.startsOn) : null,
    indexRise: asks === 'index_rise' ? await findComingRise(tx, scope, leaseId) : null,
    movedIn: asks === 'moved_in' ? lastToCome(tenants) : null,
    isOwner: asks === 'moved_in' && (await isLandlordOwner(tx, scope, propertyIds)),
    // What is said of it is § 560 (4) BGB, which is for dwellings alone.
    isStatementSent:
      asks === 'next_rent' &&
      (await findPremises(tx, scope, leaseId)) === 'dwelling' &&
      (await hasStatement(tx, scope, leaseId)),
    deposits: asks === 'deposit' ? await readDeposits(tx, scope, leaseId) : null,
    debit:
      kind === 'payment_announcement' || kind === 'sepa_mandate'
        ? await readDebit(tx, scope, leaseId, way?.iban ?? null, maxDate(scope.today, month?.chosen?.dueOn))
        : null,
  };
}

export type LetterFacts = Awaited<ReturnType<typeof readFacts>>;

const hasVat = (month: Awaited<ReturnType<typeof readMonth>> | null): boolean =>
  month?.chosen?.lines.some(({ vatCents }) => vatCents > 0) ?? false;

/** So many months of the account are told. */
const ACCOUNT_MONTHS = 12;

/** What stands on the account since a day, what was before it as one sum, and how what is owed is paid. */
async function readAccount(tx: Tx, scope: Scope, leaseId: string, startsOn: CalendarDate) {
  const since = firstOfMonth(shiftMonth(monthOf(scope.today), 1 - ACCOUNT_MONTHS));
  const from = startsOn < since ? since : null;
  const { rows, broughtForwardCents, balanceCents, payment } = await getStatement(tx, scope, {
    leaseId,
    from,
  });
  return { since: from ?? startsOn, rows, broughtForwardCents, balanceCents, payment };
}

/**
 * The payments of a lease that came in and stand, the latest first; who made the chosen one (where nobody is entered, those on
 * the lease that day) and what it settles.
 */
async function readReceipt(tx: Tx, scope: Scope, leaseId: string, { paymentId }: Choice) {
  const from = addMonths(scope.today, -RECEIPT_MONTHS);
  const standing = await listStandingPayments(tx, scope, { leaseIds: [leaseId], from });
  const payments = standing
    .filter((row) => row.direction === 'in' && row.paidOn <= scope.today)
    .toReversed()
    .map(({ id, paidOn, amountCents }) => ({ id, paidOn, amountCents }));
  const chosen = paymentId === null ? payments[0] : payments.find((row) => row.id === paymentId);
  if (paymentId !== null && !chosen) throw new DomainError('not_found', { field: 'paymentId' });
  if (!chosen) return { payments, chosen: null, paidBy: [], settles: [] };
  const { charges, payerTenantId } = await getPayment(tx, scope, chosen.id);
  const payer = payerTenantId === null ? undefined : await findTenantName(tx, scope, payerTenantId);
  const onLease = await listLetterTenants(tx, scope, leaseId, chosen.paidOn);
  return {
    payments,
    chosen,
    paidBy: payer === undefined ? onLease.map((row) => row.name) : [payer],
    settles: charges.filter((row) => row.settledCents > 0),
  };
}

type Lease = {
  startsOn: string;
  endsOn: string | null;
  prorationMethod: 'calendar_days' | 'thirty_days' | 'full_month';
  dueRule: (typeof lease.$inferSelect)['dueRule'];
  dueDay: number | null;
};

type Account = Awaited<ReturnType<typeof listOpenItems>>;

/** What is owed for a month and what of it is still open: as it stands on the account, else as it will be posted. */
async function readMonth(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  own: Lease,
  rents: Awaited<ReturnType<typeof listLeaseRents>>,
  account: Account,
  choice: Choice,
) {
  const now = monthOf(scope.today);
  const around = Array.from({ length: 2 * MONTHS_AROUND + 1 }, (_, index) =>
    shiftMonth(now, index - MONTHS_AROUND),
  );
  const postedRents = await listPostedRents(tx, scope, [leaseId]);
  // What was paid ahead settles the months that are posted next.
  let aheadCents = account.creditCents;
  const owed = around.flatMap((month) => {
    const rent = rentForPeriod({
      rents,
      leaseStartsOn: own.startsOn,
      leaseEndsOn: own.endsOn,
      month,
      method: own.prorationMethod,
    });
    if (!rent) return [];
    const isOf = (row: (typeof postedRents)[number]) =>
      row.periodFrom !== null && monthOf(row.periodFrom) === month;
    const posted = postedRents.find(isOf) ?? null;
    const item = account.items.find((row) => row.chargeId === posted?.chargeId);
    const isNext = postedRents.every((row) => row.periodFrom === null || monthOf(row.periodFrom) < month);
    const aheadOf = isNext ? Math.min(aheadCents, rent.totalCents) : 0;
    aheadCents -= aheadOf;
    const totalCents = posted?.totalCents ?? rent.totalCents;
    const openCents = posted ? (item?.openCents ?? 0) : rent.totalCents - aheadOf;
    return [{ month, rent, posted, totalCents, openCents }];
  });
  const months = owed.map((row) => row.month);
  const coming = owed.filter((row) => row.month >= now);
  const chosen =
    choice.month === null
      ? (coming.find((row) => row.openCents > 0) ?? coming[0] ?? owed.at(-1))
      : owed.find((row) => row.month === monthOf(choice.month ?? ''));
  if (owed.length === 0) return { months, chosen: null };
  if (!chosen) throw new DomainError('invalid', { field: 'month' });
  const { month, rent, posted, totalCents, openCents } = chosen;
  const of = { month, from: rent.periodFrom, to: rent.periodTo, totalCents, openCents };
  if (posted) {
    const lines = await listCorrectedLines(tx, scope, [posted.chargeId]);
    return { months, chosen: { ...of, dueOn: posted.dueOn, lines } };
  }
  const state = (await findLeaseStates(tx, scope, [leaseId])).get(leaseId);
  const holidays = holidaysBetween(state, firstOfMonth(month), lastOfMonth(shiftMonth(month, 1)));
  const dueOn = dueOnFor(own, month, holidays, rent.periodFrom, state);
  return { months, chosen: { ...of, dueOn, lines: rent.lines } };
}

/**
 * The last month whose rent is paid with all before it; null where there is none. What was waived is not paid, unlike what a defect
 * took off the rent; what the next lease took over is paid once it is paid there, and a month of which nothing is owed says nothing.
 */
async function readPaidThrough(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  { items }: Account,
  carried: Awaited<ReturnType<typeof listCarriedAway>>,
) {
  const posted = (await listPostedRents(tx, scope, [leaseId])).filter(
    (row) =>
      row.periodFrom !== null && row.periodFrom <= scope.today && (row.totalCents !== 0 || isWaived(row)),
  );
  const unpaid = carried.filter((row) => row.openCents > 0 || row.waivedCents > 0);
  const open = new Set([...items, ...unpaid].map((item) => item.chargeId));
  const firstUnpaid = posted.findIndex((row) => isWaived(row) || open.has(row.chargeId));
  const paid = firstUnpaid === -1 ? posted : posted.slice(0, firstUnpaid);
  const last = paid.at(-1)?.periodFrom;
  return last ? monthOf(last) : null;
}

const isWaived = (row: { waivedCents: number; reducedCents: number }) => row.waivedCents > row.reducedCents;

/** Who came into a lease last, and on which day: with its start, or later. */
function lastToCome(tenants: readonly { name: string; fromOn: CalendarDate; startsOn: CalendarDate }[]) {
  const came = tenants.map(({ name, fromOn, startsOn }) => ({ name, on: maxDate(fromOn, startsOn) }));
  const [first, ...others] = came.map((row) => row.on);
  if (first === undefined) return null;
  const on = maxDate(first, ...others);
  return { on, names: came.filter((row) => row.on === on).map((row) => row.name) };
}

/** Whether those a letter names as landlords are entered as the owners of what is let, each of all of it. */
async function isLandlordOwner(tx: Tx, scope: Scope, propertyIds: readonly string[]): Promise<boolean> {
  const owners = await tx
    .select({ propertyId: propertyOwner.propertyId, landlordId: propertyOwner.landlordId })
    .from(propertyOwner)
    .where(and(within(propertyOwner, scope), isAmong(propertyOwner.propertyId, [...propertyIds])));
  const all = new Set(owners.map((row) => row.landlordId));
  return all.size > 0 && owners.length === all.size * propertyIds.length;
}

/** Whether operating costs were ever settled with a lease: what was computed and not sent is not kept. */
async function hasStatement(tx: Tx, scope: Scope, leaseId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: costStatementLease.id })
    .from(costStatementLease)
    .where(and(within(costStatementLease, scope), eq(costStatementLease.leaseId, leaseId)))
    .limit(1);
  return row !== undefined;
}

/** What came in of deposits in money, what was taken from them and what is left, over all of the lease. */
async function readDeposits(tx: Tx, scope: Scope, leaseId: string) {
  const { leases } = await listDeposits(tx, scope, { leaseId, tenantId: null, asOf: null });
  const deposits = leases.flatMap((row) => row.deposits).filter((one) => one.form === 'cash');
  const movements = deposits.flatMap((one) =>
    one.movements.filter((row) => !row.isReversed && row.reversesMovementId === null),
  );
  const sum = (part: 'returnableCents' | 'returnedCents' | 'heldBackCents') =>
    sumCents(deposits.map((one) => one.balance[part]));
  return {
    movements,
    payoutCents: sum('returnableCents') + sum('returnedCents'),
    returnedCents: sum('returnedCents'),
    restCents: sum('returnableCents'),
    heldBackCents: sum('heldBackCents'),
    heldBackFor: movements.flatMap(({ kind, heldUntil, reason }) =>
      kind === 'hold_back' && heldUntil !== null && heldUntil >= scope.today && reason !== null
        ? [reason]
        : [],
    ),
  };
}

/** By which mandate money can be collected on a day, and who collects it; without a creditor identifier nobody does. */
async function readDebit(tx: Tx, scope: Scope, leaseId: string, iban: string | null, day: CalendarDate) {
  const [account] =
    iban === null
      ? []
      : await tx
          .select({ creditorId: bankAccount.creditorIdentifier })
          .from(bankAccount)
          .where(and(within(bankAccount, scope), eq(bankAccount.iban, iban), isNull(bankAccount.archivedAt)));
  const creditorId = account?.creditorId ?? null;
  const signed = await tx
    .select({
      id: mandate.id,
      reference: mandate.reference,
      iban: mandate.iban,
      signedOn: mandate.signedOn,
      revokedOn: mandate.revokedOn,
    })
    .from(mandate)
    .where(and(within(mandate, scope), eq(mandate.leaseId, leaseId)))
    .orderBy(desc(mandate.signedOn), desc(mandate.id));
  const uses = await listLastUses(tx, scope);
  const active = signed.find(
    (row) => mandateState({ ...row, lastUsedOn: uses.get(row.id) ?? null }, day) === 'active',
  );
  return { mandate: creditorId === null ? null : (active ?? null), creditorId };
}

type Rent = NonNullable<LetterFacts['rent']>;

/** Whether advances alone become others: nothing else of a rent may be changed by § 560 (4) BGB. */
function changesOnlyAdvances(present: Rent | null, next: Rent | null): boolean {
  const linesOf = (rent: Rent | null, isAdvance: boolean) =>
    (rent?.lines ?? [])
      .filter((line) => (line.settlement === 'advance') === isAdvance)
      .map((line) => `${line.component} ${line.settlement} ${line.vatRateBp} ${line.amountCents}`)
      .toSorted()
      .join();
  return linesOf(present, false) === linesOf(next, false) && linesOf(present, true) !== linesOf(next, true);
}

export type Obstacle =
  | Asked
  | 'voided'
  | 'no_tenants'
  | 'other_rent'
  | 'index_late'
  | 'index_early'
  | 'index_other';

/** Why a letter of this kind cannot be written about the lease now; null where it can. */
export function whyNot(kind: WrittenKind, facts: LetterFacts): Obstacle | null {
  if (facts.lease.voidedAt !== null) return 'voided';
  if (facts.tenants.length === 0) return 'no_tenants';
  const asks: Asked | null = kindFacts[kind].asks;
  const isThere: Record<Asked, () => boolean> = {
    payment: () => facts.receipt?.chosen !== null,
    month: () => facts.month?.chosen !== null,
    notice: () =>
      facts.lease.noticeGivenOn !== null && facts.lease.noticeBy !== null && facts.lease.endsOn !== null,
    moved_in: () => facts.movedIn !== null && facts.movedIn.on <= facts.today,
    no_debt: () => facts.overdue.length === 0 && !facts.isOwedElsewhere,
    next_rent: () => facts.next !== null,
    index_rise: () => facts.indexRise !== null,
    deposit: () => (facts.deposits?.movements.length ?? 0) > 0,
    creditor: () => facts.debit?.creditorId !== null,
  };
  if (asks !== null && !isThere[asks]()) return asks;
  if (asks === 'index_rise') return whyNoRise(facts);
  return asks === 'next_rent' && !changesOnlyAdvances(facts.rent, facts.next) ? 'other_rent' : null;
}

/**
 * Why what is saved as a rent by the index is not told as one: it was edited since, so that the letter would work out another
 * one. Of a dwelling the rent before has to have stood for a year, and the new one is owed from the second month after the
 * letter at the earliest (§ 557b (2) and (3) BGB): received today it would say too much.
 */
function whyNoRise({ isGerman, isDwelling, indexRise, today }: LetterFacts): Obstacle | null {
  if (!indexRise) return null;
  if (!indexRise.isByIndex) return 'index_other';
  if (!isGerman || !isDwelling) return null;
  if (indexRise.owedFrom < indexRise.earliestOn) return 'index_early';
  return indexRise.owedFrom < firstOfMonth(shiftMonth(monthOf(today), 2)) ? 'index_late' : null;
}
