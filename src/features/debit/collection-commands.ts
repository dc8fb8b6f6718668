import 'server-only';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { isSameCreditor } from '@/bank/creditor-id';
import { sepaText } from '@/bank/orders/sepa-text';
import { earliestCollection, isTargetDay } from '@/bank/orders/target-days';
import { isAmong } from '@/db/among';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { bankAccount, collection, collectionItem, mandate } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { placeWords } from '@/domain/names';
import { lockLeases, recordPayment } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { isInEea } from '@/lib/iban';
import { sumCents } from '@/lib/money';
import { listLeaseUnits } from '../occupancy/party-queries';
import { assertOwnAccount } from '../rent-account/account-owner-queries';
import { listItems, nameDebitPayment } from './item-queries';
import { assertEuro } from './mandate-commands';
import { findCollection, readCollectable, readFile } from './queries';
import { holdSame, shortName } from './rules';
import type { collectionInput, createCollectionInput, debitInput } from './schema';

type CreateInput = z.output<typeof createCollectionInput>;

/**
 * Makes a file of direct debits. No mandate collects more than its lease owes by that day beyond what is on its way, so that two
 * members who make one at once collect once. The same request again changes nothing.
 */
export async function createCollection(tx: Tx, scope: Scope, input: CreateInput) {
  assertEuro(scope);
  const amountCents = sumCents(input.items.map((one) => one.amountCents));
  const entry = {
    action: 'collection.create',
    entity: 'collection',
    entityId: input.id,
    after: {
      collectOn: input.collectOn,
      bankAccountId: input.bankAccountId,
      count: input.items.length,
      amountCents,
    },
  } as const;
  const answer = { id: input.id, count: input.items.length, amountCents };
  const isMade = async () => {
    const [earlier] = await tx
      .select({ isBatch: collection.isBatch })
      .from(collection)
      .where(isRow(collection, scope, input.id));
    if (!earlier) return false;
    const isSame =
      earlier.isBatch === input.isBatch &&
      (await saysSame(tx, scope, input)) &&
      (await isMadeSo(tx, scope, entry));
    if (!isSame) throw new DomainError('already_exists');
    return true;
  };
  if (await isMade()) return answer;
  assertBankDay(scope, input.collectOn);
  const creditor = await findCreditor(tx, scope, input.bankAccountId);
  await lockLeasesOf(tx, scope, input);
  // Sent again while the first was under way: it waited for itself.
  if (await isMade()) return answer;
  const mandates = await findGood(tx, scope, input);
  await assertOwnAccount(
    tx,
    scope,
    creditor,
    mandates.map((row) => row.leaseId),
  );
  await assertSameCreditor(tx, scope, creditor.creditorIdentifier, input);
  await tx.insert(collection).values({
    ...exactly(collection, {
      id: input.id,
      bankAccountId: input.bankAccountId,
      collectOn: input.collectOn,
      isBatch: input.isBatch,
      messageName: shortName(input.id),
      creditorIdentifier: creditor.creditorIdentifier,
      holder: creditor.holder,
      iban: creditor.iban,
      bic: creditor.bic,
    }),
    portfolioId: scope.portfolioId,
    createdBy: postedBy(scope),
    createdAt: scope.now,
  });
  const purposeOf = await purposesOf(tx, scope, input, mandates);
  const amounts = new Map(input.items.map((one) => [one.mandateId, one.amountCents]));
  await tx.insert(collectionItem).values(
    mandates.map((row) => {
      const id = crypto.randomUUID();
      return {
        id,
        portfolioId: scope.portfolioId,
        collectionId: input.id,
        mandateId: row.id,
        leaseId: row.leaseId,
        endToEnd: shortName(id),
        amountCents: amounts.get(row.id) ?? 0,
        mandateReference: row.reference,
        signedOn: row.signedOn,
        holder: row.holder,
        iban: row.iban,
        purpose: purposeOf(row.leaseId),
      };
    }),
  );
  await recordAudit(tx, scope, entry);
  return answer;
}

/** What the tenants of a file read, by the lease. */
async function purposesOf(
  tx: Tx,
  scope: Scope,
  { purpose }: CreateInput,
  of: readonly { leaseId: string }[],
) {
  const leaseIds = of.map((row) => row.leaseId);
  const places = Map.groupBy(await listLeaseUnits(tx, scope, leaseIds), (row) => row.leaseId);
  return (leaseId: string) => sepaText(`${purpose} ${placeWords(places.get(leaseId) ?? [])}`, 140);
}

/** Whether a file says what is asked for: a request that says anything else is another one. */
async function saysSame(tx: Tx, scope: Scope, input: CreateInput): Promise<boolean> {
  const made = await tx
    .select()
    .from(collectionItem)
    .where(and(within(collectionItem, scope), eq(collectionItem.collectionId, input.id)));
  const purposeOf = await purposesOf(tx, scope, input, made);
  return (
    holdSame(
      made.map((one) => [one.mandateId, one.amountCents]),
      input.items.map((one) => [one.mandateId, one.amountCents]),
    ) && made.every((one) => one.purpose === purposeOf(one.leaseId))
  );
}

function assertBankDay(scope: Scope, collectOn: string): void {
  const earliest = earliestCollection(scope.today);
  if (collectOn < earliest) {
    throw new DomainError('debit.too_early', { field: 'collectOn', params: { day: earliest } });
  }
  if (!isTargetDay(collectOn)) throw new DomainError('debit.no_bank_day', { field: 'collectOn' });
}

async function findCreditor(tx: Tx, scope: Scope, bankAccountId: string) {
  const [account] = await tx
    .select()
    .from(bankAccount)
    .where(isRow(bankAccount, scope, bankAccountId));
  if (!account || account.archivedAt !== null) throw new DomainError('not_found');
  const { creditorIdentifier, iban } = account;
  if (creditorIdentifier === null || iban === null)
    throw new DomainError('debit.no_creditor_id', { field: 'bankAccountId' });
  // From elsewhere in SEPA a bank asks for the debtors' addresses and its own BIC, too.
  if (!isInEea(iban)) throw new DomainError('debit.creditor_outside_eea', { field: 'bankAccountId' });
  return { ...account, creditorIdentifier, iban };
}

const isAsked = (scope: Scope, { items }: CreateInput) =>
  and(
    within(mandate, scope),
    isAmong(
      mandate.id,
      items.map((one) => one.mandateId),
    ),
  );

/** Holds the leases of the mandates, so that two who make a file of them take turns. */
async function lockLeasesOf(tx: Tx, scope: Scope, input: CreateInput): Promise<void> {
  const found = await tx.select({ leaseId: mandate.leaseId }).from(mandate).where(isAsked(scope, input));
  if (found.length !== input.items.length) throw new DomainError('not_found');
  await lockLeases(tx, scope, [...new Set(found.map((row) => row.leaseId))]);
}

/** The mandates, each of them good for its amount. */
async function findGood(tx: Tx, scope: Scope, input: CreateInput) {
  const collectable = new Map(
    (await readCollectable(tx, scope, input.collectOn)).map((row) => [row.mandateId, row.amountCents]),
  );
  for (const { mandateId, amountCents } of input.items) {
    const most = collectable.get(mandateId);
    if (most === undefined) throw new DomainError('debit.mandate_not_active');
    if (amountCents > most) throw new DomainError('debit.more_than_due');
  }
  return tx.select().from(mandate).where(isAsked(scope, input));
}

/**
 * A mandate was given to one creditor (SEPA Core Direct Debit Rulebook, AT-01 with AT-02): what is collected by it for another was never
 * authorised, and may be had back for 13 months (§ 676b BGB).
 */
async function assertSameCreditor(tx: Tx, scope: Scope, creditorIdentifier: string, { items }: CreateInput) {
  const used = await tx
    .selectDistinctOn([collectionItem.mandateId], {
      reference: collectionItem.mandateReference,
      creditor: collection.creditorIdentifier,
    })
    .from(collectionItem)
    .innerJoin(collection, joins(collection.id, collectionItem.collectionId))
    .where(
      and(
        within([collectionItem, collection], scope),
        isAmong(
          collectionItem.mandateId,
          items.map((one) => one.mandateId),
        ),
        isNull(collection.cancelledAt),
        isNull(collectionItem.cancelledAt),
      ),
    )
    .orderBy(collectionItem.mandateId, desc(collection.collectOn), desc(collection.id));
  const params = used.find(({ creditor }) => !isSameCreditor(creditor, creditorIdentifier));
  if (params) throw new DomainError('debit.other_creditor', { field: 'bankAccountId', params });
}

/** The file was never handed to the bank, or the bank was told not to collect. What came in already stops it. */
export async function cancelCollection(tx: Tx, scope: Scope, input: z.output<typeof collectionInput>) {
  const { row, items } = await lockCollection(tx, scope, input.id);
  if (row.cancelledAt !== null) return { id: row.id };
  if (items.some((item) => item.state === 'received' || item.state === 'returned')) {
    throw new DomainError('debit.received');
  }
  await tx
    .update(collection)
    .set({ cancelledAt: scope.now })
    .where(isRow(collection, scope, row.id));
  await recordAudit(tx, scope, {
    action: 'collection.cancel',
    entity: 'collection',
    entityId: row.id,
    before: { collectOn: row.collectOn, count: items.length },
  });
  return { id: row.id };
}

/** One direct debit never came: its amount is due again, the others of its file stand. Again it changes nothing. */
export async function cancelDebit(tx: Tx, scope: Scope, input: z.output<typeof debitInput>) {
  const [found] = await tx
    .select({ collectionId: collectionItem.collectionId })
    .from(collectionItem)
    .where(isRow(collectionItem, scope, input.id));
  if (!found) throw new DomainError('not_found');
  const { row, items } = await lockCollection(tx, scope, found.collectionId);
  const item = items.find((one) => one.id === input.id);
  if (!item || item.state === 'cancelled') return { id: input.id };
  if (item.state !== 'under_way') throw new DomainError('debit.received');
  await tx
    .update(collectionItem)
    .set({ cancelledAt: scope.now })
    .where(isRow(collectionItem, scope, input.id));
  await recordAudit(tx, scope, {
    action: 'collection.cancel',
    entity: 'collection',
    entityId: row.id,
    before: { collectOn: row.collectOn, amountCents: item.amountCents, leaseId: item.leaseId },
  });
  return { id: input.id };
}

/**
 * Hands the file out and writes down who took it along, in turn with whoever calls it off. Each time: two copies are two.
 * @throws DomainError `debit.cancelled` where nothing of it is left to collect
 */
export async function takeFile(tx: Tx, scope: Scope, { id }: z.output<typeof collectionInput>) {
  const { items } = await lockCollection(tx, scope, id);
  const file = await readFile(tx, scope, id);
  const asked = items.filter((item) => item.state !== 'cancelled');
  await recordAudit(tx, scope, {
    action: 'collection.take',
    entity: 'collection',
    entityId: id,
    after: {
      name: file.name,
      count: asked.length,
      amountCents: sumCents(asked.map((one) => one.amountCents)),
    },
  });
  return file;
}

/** A file with the leases of its debits held; two who change it at once take turns. */
export async function lockCollection(tx: Tx, scope: Scope, id: string) {
  await findCollection(tx, scope, id);
  const before = await listItems(tx, scope, [id]);
  await lockLeases(tx, scope, [...new Set(before.map((item) => item.leaseId))]);
  return { row: await findCollection(tx, scope, id), items: await listItems(tx, scope, [id]) };
}

/**
 * Records what the bank collected: a payment for each direct debit that is under way, on the day of collection. What came in
 * by a line of the bank already is left as it is. Again it records nothing more.
 */
export async function receiveCollection(tx: Tx, scope: Scope, input: z.output<typeof collectionInput>) {
  const { row, items } = await lockCollection(tx, scope, input.id);
  if (row.cancelledAt !== null) throw new DomainError('debit.cancelled');
  if (row.collectOn > scope.today) {
    throw new DomainError('debit.not_yet_collected', { params: { day: row.collectOn } });
  }
  const waiting = items.filter((item) => item.state === 'under_way');
  const paymentIds: string[] = [];
  for (const [place, item] of waiting.entries()) {
    const id = crypto.randomUUID();
    await recordPayment(
      tx,
      scope,
      {
        id,
        leaseId: item.leaseId,
        paidOn: row.collectOn,
        amountCents: item.amountCents,
        method: 'direct_debit',
        payerTenantId: null,
        bankAccountId: row.bankAccountId,
        chargeIds: [],
        reference: item.endToEnd,
        note: null,
      },
      place,
    );
    await nameDebitPayment(tx, scope, item.endToEnd, { leaseId: item.leaseId, paymentId: id });
    paymentIds.push(id);
  }
  if (paymentIds.length > 0) {
    await recordAudit(tx, scope, {
      action: 'collection.receive',
      entity: 'collection',
      entityId: row.id,
      after: { count: paymentIds.length, amountCents: sumCents(waiting.map((item) => item.amountCents)) },
    });
  }
  return { id: row.id, paymentIds, amountCents: sumCents(waiting.map((item) => item.amountCents)) };
}
