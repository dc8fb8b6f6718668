import 'server-only';
import { and, asc, desc, eq, gte, isNull, or, type SQL } from 'drizzle-orm';
import type { MatchOrder } from '@/bank/matching/book';
import { ordersOf } from '@/bank/matching/orders';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankLine, bankMatch, collection, collectionItem, mandate } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { listChain, listProved, listStandingPayments, listStandings } from '@/ledger';
import { addDays, addMonths, type CalendarDate } from '@/lib/calendar';
import { debitState } from './rules';

/** An authorised debit may come back for eight weeks, another for 13 months (§§ 675x, 676b BGB). */
const RETURN_MONTHS = 14;
/** How far from the day of collection its money is entered by hand. */
const EARLY_DAYS = 5;
const LATE_DAYS = 35;

/** Direct debits with what became of each, the latest first. */
async function readItems(tx: Tx, scope: Scope, isAsked: SQL | undefined) {
  const rows = await tx
    .select({
      id: collectionItem.id,
      collectionId: collectionItem.collectionId,
      mandateId: collectionItem.mandateId,
      leaseId: collectionItem.leaseId,
      amountCents: collectionItem.amountCents,
      endToEnd: collectionItem.endToEnd,
      paymentId: collectionItem.paymentId,
      purpose: collectionItem.purpose,
      holder: collectionItem.holder,
      iban: collectionItem.iban,
      messageName: collection.messageName,
      isBatch: collection.isBatch,
      collectOn: collection.collectOn,
      fileCancelledAt: collection.cancelledAt,
      cancelledAt: collectionItem.cancelledAt,
    })
    .from(collectionItem)
    .innerJoin(collection, joins(collection.id, collectionItem.collectionId))
    .where(and(within([collectionItem, collection], scope), isAsked))
    .orderBy(desc(collection.collectOn), desc(collectionItem.id));
  const standings = await listStandings(
    tx,
    scope,
    rows.flatMap((row) => row.paymentId ?? []),
  );
  const items = rows.map(({ cancelledAt, fileCancelledAt, paymentId, ...row }) => {
    const standing = standings.get(paymentId ?? '');
    return {
      ...row,
      /** What stands in the books for it. */
      postedId: standing && !standing.isReversed ? standing.latestId : null,
      state: debitState(cancelledAt !== null || fileCancelledAt !== null, standing),
      reversalId: standing?.reversalId ?? null,
    };
  });
  const typedIn = await findTypedIn(
    tx,
    scope,
    items.filter((item) => item.state === 'under_way'),
  );
  return items.map((item) => {
    const postedId = typedIn.get(item.id);
    return postedId === undefined ? item : { ...item, postedId, state: 'received' as const };
  });
}

type Collected = {
  id: string;
  leaseId: string;
  amountCents: number;
  collectOn: CalendarDate;
  endToEnd: string;
  messageName: string;
};

/**
 * The direct debits whose money somebody entered by hand, or as a part of a batch's line: a payment of the lease and the amount,
 * from five days before the collection to five weeks after it, that is no other debit's. It is not collected or recorded again.
 * What the bank says came another way, as by a standing order that was not stopped, came beside the debit.
 */
async function findTypedIn(
  tx: Tx,
  scope: Scope,
  underWay: readonly Collected[],
): Promise<Map<string, string>> {
  const [first] = underWay.toSorted((a, b) => (a.collectOn < b.collectOn ? -1 : 1));
  if (!first) return new Map();
  const paid = await listStandingPayments(tx, scope, {
    leaseIds: underWay.map((item) => item.leaseId),
    from: addDays(first.collectOn, -EARLY_DAYS),
  });
  const ids = paid.flatMap((row) => [row.id, ...row.earlierIds]);
  const debits = await listDebitsOf(tx, scope, ids);
  const sent = await listSent(tx, scope, ids, underWay);
  const free = paid.filter(
    (row) =>
      row.direction === 'in' && ![row.id, ...row.earlierIds].some((id) => debits.has(id) || sent.has(id)),
  );
  const found = new Map<string, string>();
  for (const item of underWay.toSorted((a, b) => (a.collectOn < b.collectOn ? -1 : 1))) {
    const at = free.findIndex(
      (row) =>
        row.leaseId === item.leaseId &&
        row.amountCents === item.amountCents &&
        row.paidOn >= addDays(item.collectOn, -EARLY_DAYS) &&
        row.paidOn <= addDays(item.collectOn, LATE_DAYS),
    );
    const [payment] = at < 0 ? [] : free.splice(at, 1);
    if (payment) found.set(item.id, payment.id);
  }
  return found;
}

/** Payments whose line says that the payer sent them: by a standing order, or by a name that is none of these debits and files. */
async function listSent(
  tx: Tx,
  scope: Scope,
  paymentIds: string[],
  debits: readonly Collected[],
): Promise<Set<string | null>> {
  const names = debits.flatMap(({ endToEnd, messageName }) => [endToEnd, messageName]);
  const rows = await tx
    .select({ paymentId: bankMatch.paymentId, kind: bankLine.kind, references: bankLine.givenReferences })
    .from(bankMatch)
    .innerJoin(bankLine, joins(bankLine.id, bankMatch.lineId))
    .where(and(within([bankMatch, bankLine], scope), isAmong(bankMatch.paymentId, paymentIds)));
  const isSent = ({ kind, references }: (typeof rows)[number]) => {
    const said = references.endToEnd?.toUpperCase();
    const isNamed = said !== undefined && !names.some((name) => said.includes(name));
    return kind === 'standing_order' || (kind === 'transfer' && isNamed);
  };
  return new Set(rows.filter(isSent).map((row) => row.paymentId));
}

export type DebitItem = Awaited<ReturnType<typeof readItems>>[number];

/** The direct debits of files. */
export const listItems = (tx: Tx, scope: Scope, collectionIds: string[]): Promise<DebitItem[]> =>
  readItems(tx, scope, isAmong(collectionItem.collectionId, collectionIds));

/** What may still be on its way: what nobody has heard of, however old, and what was undone or may come back. */
export const listRecentItems = (tx: Tx, scope: Scope): Promise<DebitItem[]> =>
  readItems(
    tx,
    scope,
    or(isNull(collectionItem.paymentId), gte(collection.collectOn, addMonths(scope.today, -RETURN_MONTHS))),
  );

/** The direct debits under way of which the bank's line or its return will speak. */
export async function listUnderWay(tx: Tx, scope: Scope): Promise<DebitItem[]> {
  return (await listRecentItems(tx, scope)).filter((item) => item.state === 'under_way');
}

/** Files that the bank was to collect since a day, which one line may answer as a whole. */
export async function listCollectionOrders(tx: Tx, scope: Scope, from: CalendarDate): Promise<MatchOrder[]> {
  const items = (await readItems(tx, scope, gte(collection.collectOn, from))).filter(
    (item) => item.state === 'under_way' || item.state === 'received',
  );
  const proved = await listProved(
    tx,
    scope,
    items.flatMap((item) => item.postedId ?? []),
  );
  return ordersOf(
    'collection',
    items.map(({ collectionId, messageName, collectOn, isBatch, postedId, ...item }) => ({
      order: { id: collectionId, messageName, on: collectOn, isBatch },
      item: {
        ...{
          id: item.id,
          leaseId: item.leaseId,
          endToEnd: item.endToEnd,
          iban: item.iban,
          holder: item.holder,
        },
        amountCents: item.amountCents,
        isSettled: postedId !== null && proved.has(postedId),
        posted: postedId === null ? null : { kind: 'payment' as const, id: postedId },
      },
    })),
  );
}

/** Which of the mandates a file was ever made by. */
export async function listUsed(tx: Tx, scope: Scope, mandateIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ mandateId: collectionItem.mandateId })
    .from(collectionItem)
    .where(and(within(collectionItem, scope), isAmong(collectionItem.mandateId, mandateIds)));
  return new Set(rows.map((row) => row.mandateId));
}

/** Why the bank took payments back, as its lines say it, by the row that reversed each. */
export async function listReturnReasons(
  tx: Tx,
  scope: Scope,
  reversalIds: string[],
): Promise<Map<string | null, string | null>> {
  const rows = await tx
    .select({ reversalId: bankMatch.paymentId, returned: bankLine.returned })
    .from(bankMatch)
    .innerJoin(bankLine, joins(bankLine.id, bankMatch.lineId))
    .where(
      and(
        within([bankMatch, bankLine], scope),
        eq(bankMatch.kind, 'return'),
        isAmong(bankMatch.paymentId, reversalIds),
      ),
    );
  return new Map(rows.map((row) => [row.reversalId, row.returned?.reason ?? null]));
}

/** Whose account a lease is paid from by a mandate, revoked ones too: money may still come back. */
export const listMandateAccounts = (tx: Tx, scope: Scope, accounts: string[]) =>
  tx
    .select({ id: mandate.id, iban: mandate.iban, leaseId: mandate.leaseId })
    .from(mandate)
    .where(and(within(mandate, scope), isAmong(mandate.iban, accounts)))
    .orderBy(asc(mandate.id));

/** The direct debits that became payments, by the payment: their return names them. */
export async function listDebitsOf(tx: Tx, scope: Scope, paymentIds: string[]) {
  const rows = await tx
    .select({
      paymentId: collectionItem.paymentId,
      endToEnd: collectionItem.endToEnd,
      iban: collectionItem.iban,
    })
    .from(collectionItem)
    .where(and(within(collectionItem, scope), isAmong(collectionItem.paymentId, paymentIds)));
  return new Map(rows.map(({ paymentId, ...debit }) => [paymentId, debit]));
}

/**
 * Says which payment a direct debit became: by the name that came back with the bank's line, where the payment is of the lease
 * it was collected for and no other debit's.
 */
export async function nameDebitPayment(
  tx: Tx,
  scope: Scope,
  endToEnd: string | null,
  { leaseId, paymentId }: { leaseId: string; paymentId: string },
): Promise<void> {
  if (endToEnd === null) return;
  // Corrected or moved since, it is still the payment of the debit that was named then.
  const [taken] = await tx
    .select({ id: collectionItem.id })
    .from(collectionItem)
    .where(
      and(
        within(collectionItem, scope),
        isAmong(collectionItem.paymentId, await listChain(tx, scope, paymentId)),
      ),
    );
  if (taken) return;
  await tx
    .update(collectionItem)
    .set({ paymentId })
    .where(
      and(
        within(collectionItem, scope),
        eq(collectionItem.endToEnd, endToEnd),
        eq(collectionItem.leaseId, leaseId),
      ),
    );
}
