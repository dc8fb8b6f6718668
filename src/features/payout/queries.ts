import 'server-only';
import { and, asc, desc, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { z } from 'zod';
import { amountToPay } from '@/bank/orders/amount-to-pay';
import { creditTransferFile } from '@/bank/orders/credit-transfer-file';
import { executionDay } from '@/bank/orders/target-days';
import { accountColumns } from '@/db/account-columns';
import type { Tx } from '@/db/client';
import { bankAccount, deposit, lease, payout } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { inArchive, isRow } from '@/db/versioned';
import { within } from '@/db/within';
import { listCredits } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { isInEea } from '@/lib/iban';
import { sumCents } from '@/lib/money';
import { listMovements } from '../deposit/queries';
import { listReturnable as listReturnableDeposits, withoutSold } from '../deposit/return-queries';
import { depositBalance } from '../deposit/rules';
import { nameLeases } from '../occupancy/party-queries';
import { readLeaseOwners } from '../rent-account/account-owner-queries';
import { firstOfEach } from '../rent-account/account-owner-rules';
import { listTransfers, type TransferItem } from './item-queries';
import { listPayees } from './payee-queries';
import { MAX_TRANSFERS, PAYOUTS_SHOWN } from './rules';
import type { payableInput } from './schema';

/**
 * What may be paid out: credits of tenants, the most first, then what is held in money of deposits whose lease has ended or was
 * given notice of, and is not held back. For each account as many as a file holds.
 */
export async function listPayable(tx: Tx, scope: Scope, input: z.output<typeof payableInput>) {
  const days = { today: scope.today, wishedOn: input.wishedOn ?? scope.today };
  const executeOn = executionDay(scope.today, days.wishedOn);
  const credits = (await listCredits(tx, scope)).map(({ leaseId, cents }) => ({
    leaseId,
    depositId: null,
    ...amountToPay({ kind: 'credit', openCents: cents }, days).result,
    heldBackCents: 0,
    endsOn: null,
  }));
  const deposits = await listReturnable(tx, scope, days, executeOn);
  const found = [...credits, ...deposits].filter((row) => row.amountCents > 0);
  const accounts = (await listPayers(tx, scope)).filter(({ iban }) => iban !== null && isInEea(iban));
  const ownersOf = await readLeaseOwners(
    tx,
    scope,
    found.map((row) => row.leaseId),
  );
  const shown = firstOfEach(
    found.map((row) => ({ ...row, ownerIds: ownersOf(row.leaseId).map(({ id }) => id) })),
    accounts,
    MAX_TRANSFERS,
  );
  const leaseIds = [...new Set(shown.map((row) => row.leaseId))];
  const [leaseOf, payees] = await Promise.all([
    nameLeases(tx, scope, leaseIds),
    listPayees(tx, scope, leaseIds),
  ]);
  return {
    executeOn,
    today: scope.today,
    /** Each with whose houses it is about: it is paid from no account of another owner. */
    rows: shown.map(({ leaseId, executeOn: _, ...row }) => ({
      ...row,
      lease: leaseOf(leaseId),
      payee: payees.get(leaseId) ?? { holder: '', iban: '' },
    })),
    accounts,
  };
}

const listPayers = (tx: Tx, scope: Scope) =>
  tx
    .select({
      id: bankAccount.id,
      holder: bankAccount.holder,
      ...accountColumns,
      purpose: bankAccount.purpose,
      landlordId: bankAccount.landlordId,
    })
    .from(bankAccount)
    .where(and(within(bankAccount, scope), inArchive(bankAccount.archivedAt, 'active')))
    .orderBy(asc(bankAccount.holder), asc(bankAccount.id));

/** Whether a lease has ended by a day or was given notice of. A term agreed from the start runs until it is over. */
export const isLeaving = (executeOn: string) =>
  and(
    isNull(lease.voidedAt),
    isNotNull(lease.endsOn),
    or(lte(lease.endsOn, executeOn), isNotNull(lease.noticeGivenOn)),
  );

/** Deposits in money of leases that have ended by the day or were given notice of, with what may be returned of them. */
async function listReturnable(
  tx: Tx,
  scope: Scope,
  days: { today: string; wishedOn: string },
  executeOn: string,
) {
  const rows = await withoutSold(
    tx,
    scope,
    await listReturnableDeposits(tx, scope, and(eq(deposit.form, 'cash'), isLeaving(executeOn))),
  );
  const movements = Map.groupBy(
    await listMovements(
      tx,
      scope,
      rows.map((row) => row.depositId),
    ),
    (row) => row.depositId,
  );
  return rows.map(({ depositId, leaseId, endsOn }) => {
    const { balanceCents, heldBackCents } = depositBalance(movements.get(depositId) ?? [], scope.today);
    return {
      ...{ leaseId, endsOn, depositId },
      ...amountToPay({ kind: 'deposit', balanceCents, heldBackCents }, days).result,
      heldBackCents,
    };
  });
}

/** The latest files with what became of them. */
export async function listPayouts(tx: Tx, scope: Scope) {
  const rows = await tx
    .select({
      id: payout.id,
      executeOn: payout.executeOn,
      iban: payout.iban,
      isBatch: payout.isBatch,
      cancelledAt: payout.cancelledAt,
    })
    .from(payout)
    .where(within(payout, scope))
    .orderBy(desc(payout.executeOn), desc(payout.id))
    .limit(PAYOUTS_SHOWN);
  const items = Map.groupBy(
    await listTransfers(
      tx,
      scope,
      rows.map((row) => row.id),
    ),
    (item) => item.payoutId,
  );
  return rows.map((row) => ({ ...row, ...summary(items.get(row.id) ?? []) }));
}

function summary(items: readonly TransferItem[]) {
  const sumOf = (state: TransferItem['state']) =>
    sumCents(items.filter((item) => item.state === state).map((item) => item.amountCents));
  return {
    count: items.length,
    amountCents: sumCents(items.map((item) => item.amountCents)),
    orderedCents: sumOf('ordered'),
    confirmedCents: sumOf('confirmed'),
    returnedCents: sumOf('returned'),
  };
}

/** One file with its transfers. */
export async function getPayout(tx: Tx, scope: Scope, id: string) {
  const row = await findPayout(tx, scope, id);
  const items = await listTransfers(tx, scope, [id]);
  const leaseOf = await nameLeases(
    tx,
    scope,
    items.map((item) => item.leaseId),
  );
  return {
    id,
    bankAccountId: row.bankAccountId,
    executeOn: row.executeOn,
    cancelledAt: row.cancelledAt,
    items: items.map(({ id: itemId, leaseId, depositId, ...item }) => ({
      id: itemId,
      amountCents: item.amountCents,
      holder: item.holder,
      iban: item.iban,
      purpose: item.purpose,
      endToEnd: item.endToEnd,
      state: item.state,
      isDeposit: depositId !== null,
      lease: leaseOf(leaseId),
    })),
  };
}

export async function findPayout(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select()
    .from(payout)
    .where(isRow(payout, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

/**
 * The file as the bank takes it; the same each time it is asked for. What was called off since, or taken back by hand, is not in
 * it: its money is open again, and another file may pay it.
 */
export async function readFile(tx: Tx, scope: Scope, id: string) {
  const row = await findPayout(tx, scope, id);
  const transfers = (await listTransfers(tx, scope, [id]))
    .filter((item) => item.state !== 'cancelled')
    .toSorted((a, b) => (a.endToEnd < b.endToEnd ? -1 : 1));
  if (row.cancelledAt !== null || transfers.length === 0) throw new DomainError('payout.cancelled');
  const { executeOn, messageName, createdAt, isBatch, holder, iban, bic } = row;
  return {
    name: `pain.001-${executeOn}-${messageName}.xml`,
    xml: creditTransferFile({
      messageName,
      createdAt,
      executeOn,
      isBatch,
      payer: { name: holder, iban, bic },
      transfers,
    }),
  };
}
