import 'server-only';
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { amountToCollect } from '@/bank/orders/amount-due';
import { directDebitFile } from '@/bank/orders/direct-debit-file';
import { mandateState, stopsCollecting } from '@/bank/orders/mandate';
import { collectionDay } from '@/bank/orders/target-days';
import { accountColumns } from '@/db/account-columns';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankAccount, collection, collectionItem, mandate } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { inArchive, isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { listOpenOf } from '@/ledger';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { isInEea } from '@/lib/iban';
import { sumCents } from '@/lib/money';
import { decodeCursor, toPage } from '@/lib/server/cursor';
import { smtpSettings } from '@/lib/server/env';
import { nameLeases } from '../occupancy/party-queries';
import { listBuyersCharges } from '../rent/sold-month-queries';
import { readLeaseOwners } from '../rent-account/account-owner-queries';
import { firstOfEach } from '../rent-account/account-owner-rules';
import { listLastUses } from '../rent-account/mandate-queries';
import {
  type DebitItem,
  listItems,
  listRecentItems,
  listReturnReasons,
  listUnderWay,
  listUsed,
} from './item-queries';
import { findSenderGap, listNotices } from './notice-queries';
import { readPayersLeft } from './payer-queries';
import { COLLECTIONS_SHOWN, MAX_COLLECTED, PRE_NOTICE_DAYS } from './rules';
import type { dueDebitsInput, listMandatesInput } from './schema';

const mandateColumns = {
  id: mandate.id,
  leaseId: mandate.leaseId,
  reference: mandate.reference,
  holder: mandate.holder,
  iban: mandate.iban,
  signedOn: mandate.signedOn,
  revokedOn: mandate.revokedOn,
  version: mandate.version,
};

/** Mandates by their reference, each with whether it holds today. */
export async function listMandates(tx: Tx, scope: Scope, input: z.output<typeof listMandatesInput>) {
  const after = decodeCursor(input.cursor, 'text');
  const found = await tx
    .select(mandateColumns)
    .from(mandate)
    .where(
      and(
        within(mandate, scope),
        after
          ? or(
              gt(mandate.reference, after.key),
              and(eq(mandate.reference, after.key), gt(mandate.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(asc(mandate.reference), asc(mandate.id))
    .limit(input.limit + 1);
  const page = toPage(found, input.limit, (row) => ({ key: row.reference, id: row.id }));
  const [uses, used] = [
    await listLastUses(tx, scope),
    await listUsed(
      tx,
      scope,
      page.rows.map((row) => row.id),
    ),
  ];
  const leaseOf = await nameLeases(
    tx,
    scope,
    page.rows.map((row) => row.leaseId),
  );
  return {
    rows: page.rows.map((row) => {
      const lastUsedOn = uses.get(row.id) ?? null;
      return {
        ...row,
        lastUsedOn,
        /** Used once it stays, and keeps the name the bank knows it by. */
        isUsed: used.has(row.id),
        state: mandateState({ ...row, lastUsedOn }, scope.today),
        lease: leaseOf(row.leaseId),
      };
    }),
    nextCursor: page.nextCursor,
  };
}

/**
 * What may be collected on a day, lease by lease: everything due by then, without what is on its way. What the bank took
 * back for a reason that stands is shown and not proposed.
 */
export async function listDue(tx: Tx, scope: Scope, input: z.output<typeof dueDebitsInput>) {
  const collectOn = collectionDay(scope.today, input.wishedOn ?? scope.today);
  const { collectable, lapsed } = await readMandates(tx, scope, collectOn);
  const debits = collectable.filter((row) => row.amountCents > 0);
  const accounts = await listCreditors(tx, scope);
  const ownersOf = await readLeaseOwners(
    tx,
    scope,
    debits.map((row) => row.leaseId),
  );
  const shown = firstOfEach(
    debits.map((row) => ({ ...row, ownerIds: ownersOf(row.leaseId).map(({ id }) => id) })),
    accounts.filter((account) => account.creditorIdentifier),
    MAX_COLLECTED,
  );
  const gone = lapsed.slice(0, MAX_COLLECTED);
  const idsOf = (rows: readonly { leaseId: string }[]) => rows.map((row) => row.leaseId);
  const [leaseOf, payerLeft] = await Promise.all([
    nameLeases(tx, scope, idsOf([...shown, ...gone])),
    readPayersLeft(tx, scope, collectOn, shown),
  ]);
  return {
    collectOn,
    /** For each account as many as a file holds, with whose the money is: it is collected to no account of another owner. */
    rows: shown.map(({ leaseId, ...row }) => ({
      ...row,
      lease: leaseOf(leaseId),
      /** Whose account it is, where they left a lease that others go on with. */
      payerLeft: payerLeft(leaseId),
      isHeld: row.isHeld || payerLeft(leaseId) !== null,
    })),
    /** Who owes by then and has to sign anew. */
    lapsed: gone.map(({ leaseId, ...row }) => ({ ...row, lease: leaseOf(leaseId) })),
    accounts,
  };
}

/** Accounts that direct debits may be collected to, with a creditor identifier or still without. */
async function listCreditors(tx: Tx, scope: Scope) {
  const rows = await tx
    .select({
      id: bankAccount.id,
      holder: bankAccount.holder,
      ...accountColumns,
      landlordId: bankAccount.landlordId,
      creditorIdentifier: bankAccount.creditorIdentifier,
    })
    .from(bankAccount)
    .where(
      and(
        within(bankAccount, scope),
        inArchive(bankAccount.archivedAt, 'active'),
        isNotNull(bankAccount.iban),
      ),
    )
    .orderBy(asc(bankAccount.holder), asc(bankAccount.id));
  return rows.filter(({ iban }) => iban !== null && isInEea(iban));
}

/** What each mandate may collect on a day. Of several mandates of one lease the one signed last is asked. */
export const readCollectable = async (tx: Tx, scope: Scope, collectOn: string) =>
  (await readMandates(tx, scope, collectOn)).collectable;

/** The same, and the leases of none of them with something due by the day whose latest mandate has lapsed by then, and is not revoked. */
async function readMandates(tx: Tx, scope: Scope, collectOn: string) {
  const mandates = await tx
    .select(mandateColumns)
    .from(mandate)
    .where(within(mandate, scope))
    .orderBy(desc(mandate.signedOn), desc(mandate.id));
  const items = await listOpenOf(
    tx,
    scope,
    mandates.map((row) => row.leaseId),
  );
  const buyers = items.length === 0 ? new Set<string>() : await listBuyersCharges(tx, scope, collectOn);
  const [open, recent, uses] = [
    Map.groupBy(
      items.filter((item) => !buyers.has(item.id)),
      (item) => item.leaseId,
    ),
    await listRecentItems(tx, scope),
    await listLastUses(tx, scope),
  ];
  const underWay = Map.groupBy(
    recent.filter((item) => item.state === 'under_way'),
    (item) => item.leaseId,
  );
  const latest = new Map(
    recent
      .filter((item) => item.state !== 'cancelled')
      .toReversed()
      .map((item) => [item.mandateId, item]),
  );
  const reasons = await listReturnReasons(
    tx,
    scope,
    [...latest.values()].flatMap((item) => item.reversalId ?? []),
  );
  const onItsWay = (leaseId: string) =>
    sumCents((underWay.get(leaseId) ?? []).map((item) => item.amountCents));
  const asked = new Set<string>();
  const collectable = mandates.flatMap((row) => {
    const lastUsedOn = uses.get(row.id) ?? null;
    if (asked.has(row.leaseId) || mandateState({ ...row, lastUsedOn }, collectOn) !== 'active') return [];
    asked.add(row.leaseId);
    const { result } = amountToCollect(
      { ...row, lastUsedOn },
      open.get(row.leaseId) ?? [],
      onItsWay(row.leaseId),
      { today: scope.today, wishedOn: collectOn },
    );
    const last = latest.get(row.id);
    const isReturned = last?.state === 'returned';
    const reason = isReturned ? (reasons.get(last.reversalId) ?? null) : null;
    return [
      {
        mandateId: row.id,
        leaseId: row.leaseId,
        reference: row.reference,
        holder: row.holder,
        amountCents: result.amountCents,
        returnedOn: isReturned ? last.collectOn : null,
        reason,
        /** Whether somebody should speak with the tenant first. */
        isHeld: isReturned && (reason === null || stopsCollecting(reason)),
      },
    ];
  });
  const latestOf = new Map(mandates.toReversed().map((row) => [row.leaseId, row]));
  const lapsed = [...latestOf.values()].flatMap(({ id, leaseId, reference, ...row }) => {
    const state = mandateState({ ...row, lastUsedOn: uses.get(id) ?? null }, collectOn);
    if (state !== 'lapsed' || asked.has(leaseId)) return [];
    const due = (open.get(leaseId) ?? []).filter((item) => item.dueOn <= collectOn);
    const isOwed = sumCents(due.map((item) => item.openCents)) > onItsWay(leaseId);
    return isOwed ? [{ mandateId: id, leaseId, reference }] : [];
  });
  return { collectable, lapsed };
}

/**
 * The latest files with what became of them, and however old those of which something is still on its way: it lowers what may be
 * collected until somebody says that it came, or never will.
 */
export async function listCollections(tx: Tx, scope: Scope) {
  const files = (asked?: SQL) =>
    tx
      .select({
        id: collection.id,
        collectOn: collection.collectOn,
        iban: collection.iban,
        isBatch: collection.isBatch,
        cancelledAt: collection.cancelledAt,
      })
      .from(collection)
      .where(and(within(collection, scope), asked))
      .orderBy(desc(collection.collectOn), desc(collection.id));
  const latest = await files().limit(COLLECTIONS_SHOWN);
  const shown = new Set(latest.map((row) => row.id));
  const underWay = (await listUnderWay(tx, scope)).map((item) => item.collectionId);
  const older = [...new Set(underWay)].filter((id) => !shown.has(id));
  const rows = older.length === 0 ? latest : [...latest, ...(await files(isAmong(collection.id, older)))];
  const items = Map.groupBy(
    await listItems(
      tx,
      scope,
      rows.map((row) => row.id),
    ),
    (item) => item.collectionId,
  );
  return rows.map((row) => ({ ...row, ...summary(items.get(row.id) ?? []) }));
}

function summary(items: readonly DebitItem[]) {
  const sumOf = (state: DebitItem['state']) =>
    sumCents(items.filter((item) => item.state === state).map((item) => item.amountCents));
  return {
    count: items.length,
    amountCents: sumCents(items.map((item) => item.amountCents)),
    underWayCents: sumOf('under_way'),
    receivedCents: sumOf('received'),
    returnedCents: sumOf('returned'),
  };
}

/** One file with its direct debits, each with whether it was told of. */
export async function getCollection(tx: Tx, scope: Scope, id: string) {
  const row = await findCollection(tx, scope, id);
  const items = await listItems(tx, scope, [id]);
  const leaseOf = await nameLeases(
    tx,
    scope,
    items.map((item) => item.leaseId),
  );
  const notices = await listNotices(
    tx,
    scope,
    items.map((item) => item.id),
  );
  const canTell = row.cancelledAt === null && row.collectOn > scope.today;
  const untold = items.filter((item) => item.state !== 'cancelled' && !notices.has(item.id));
  return {
    id,
    bankAccountId: row.bankAccountId,
    collectOn: row.collectOn,
    cancelledAt: row.cancelledAt,
    /** The last day on which telling them keeps the usual time. */
    noticeBy: addDays(row.collectOn, -PRE_NOTICE_DAYS),
    canTell,
    /** What the letters that are still to be written would lack of who writes them. */
    senderGap: canTell
      ? await findSenderGap(
          tx,
          scope,
          untold.map((item) => item.leaseId),
        )
      : null,
    canMail: smtpSettings() !== null,
    items: items.map(
      ({ leaseId, collectionId, reversalId, postedId, messageName, isBatch, iban, ...item }) => ({
        ...item,
        lease: leaseOf(leaseId),
        notice: notices.get(item.id) ?? null,
      }),
    ),
  };
}

export async function findCollection(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select()
    .from(collection)
    .where(isRow(collection, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

/** The file as the bank takes it; the same each time it is asked for, without the direct debits that were called off since. */
export async function readFile(tx: Tx, scope: Scope, id: string) {
  const row = await findCollection(tx, scope, id);
  const debits = await tx
    .select()
    .from(collectionItem)
    .where(
      and(
        within(collectionItem, scope),
        eq(collectionItem.collectionId, id),
        isNull(collectionItem.cancelledAt),
      ),
    )
    .orderBy(asc(collectionItem.endToEnd));
  if (row.cancelledAt !== null || debits.length === 0) throw new DomainError('debit.cancelled');
  const used = await listUsesBefore(tx, scope, row, debits);
  const { collectOn, messageName, createdAt, isBatch, creditorIdentifier, holder, iban, bic } = row;
  return {
    name: `pain.008-${collectOn}-${messageName}.xml`,
    xml: directDebitFile({
      messageName,
      createdAt,
      collectOn,
      isBatch,
      creditor: { id: creditorIdentifier, name: holder, iban, bic },
      debits: debits.map((debit) => ({ ...debit, lastUsed: used.get(debit.mandateId) ?? null })),
    }),
  };
}

/** What the bank was told of mandates by the latest file before one; what was called off it never heard of. */
async function listUsesBefore(
  tx: Tx,
  scope: Scope,
  { createdAt }: { createdAt: Date },
  debits: readonly { mandateId: string }[],
) {
  const rows = await tx
    .selectDistinctOn([collectionItem.mandateId], {
      mandateId: collectionItem.mandateId,
      iban: collectionItem.iban,
      creditorName: collection.holder,
    })
    .from(collectionItem)
    .innerJoin(collection, joins(collection.id, collectionItem.collectionId))
    .where(
      and(
        within([collectionItem, collection], scope),
        isAmong(
          collectionItem.mandateId,
          debits.map(({ mandateId }) => mandateId),
        ),
        lt(collection.createdAt, createdAt),
        isNull(collection.cancelledAt),
        isNull(collectionItem.cancelledAt),
      ),
    )
    .orderBy(collectionItem.mandateId, desc(collection.createdAt), desc(collection.id));
  return new Map(rows.map(({ mandateId, ...told }) => [mandateId, told]));
}
