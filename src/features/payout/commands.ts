import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { amountToPay } from '@/bank/orders/amount-to-pay';
import { sepaText } from '@/bank/orders/sepa-text';
import { executionDay, isTargetDay } from '@/bank/orders/target-days';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { bankAccount, lease, payout, payoutItem } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import { placeWords } from '@/domain/names';
import { lockLeases, refundCredit, reversePayment } from '@/ledger';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { isInEea } from '@/lib/iban';
import { sumCents } from '@/lib/money';
import { holdSame, shortName } from '../debit/rules';
import { getDeposit, recordMovement, reverseMovement } from '../deposit/commands';
import { listMovements } from '../deposit/queries';
import { depositBalance } from '../deposit/rules';
import { listLeaseUnits } from '../occupancy/party-queries';
import { assertOwnAccount } from '../rent-account/account-owner-queries';
import { listTransfers, type TransferItem } from './item-queries';
import { findPayout, isLeaving, readFile } from './queries';
import { LONGEST_AHEAD_DAYS } from './rules';
import type { createPayoutInput, payoutInput, transferInput } from './schema';

type CreateInput = z.output<typeof createPayoutInput>;
type Transfer = CreateInput['items'][number];

/**
 * Makes a file of transfers. What it pays stands in the books at once, dated today: a credit is paid back once, whoever makes a
 * file of it at the same moment, and no rent that falls due meanwhile takes it. (An outflow counts when the bank has the order,
 * § 11 (2) EStG with H 11 EStH.) The same request again changes nothing.
 */
export async function createPayout(tx: Tx, scope: Scope, input: CreateInput) {
  assertEuro(scope);
  const amountCents = sumCents(input.items.map((one) => one.amountCents));
  const entry = {
    action: 'payout.create',
    entity: 'payout',
    entityId: input.id,
    after: {
      executeOn: input.executeOn,
      bankAccountId: input.bankAccountId,
      count: input.items.length,
      amountCents,
    },
  } as const;
  const answer = { id: input.id, count: input.items.length, amountCents };
  const isMade = async () => {
    const [earlier] = await tx
      .select({ isBatch: payout.isBatch })
      .from(payout)
      .where(isRow(payout, scope, input.id));
    if (!earlier) return false;
    const isSame =
      earlier.isBatch === input.isBatch &&
      holdSame(await listMade(tx, scope, input.id), (await transfersOf(tx, scope, input)).map(saidOf)) &&
      (await isMadeSo(tx, scope, entry));
    if (!isSame) throw new DomainError('already_exists');
    return true;
  };
  if (await isMade()) return answer;
  assertDay(scope, input.executeOn);
  const payer = await findPayer(tx, scope, input.bankAccountId);
  const leaseIds = [...new Set(input.items.map((one) => one.leaseId))];
  await lockLeases(tx, scope, leaseIds);
  // Sent again while the first was under way: it waited for itself.
  if (await isMade()) return answer;
  await assertOwnAccount(tx, scope, payer, leaseIds);
  await tx.insert(payout).values({
    ...exactly(payout, {
      id: input.id,
      bankAccountId: input.bankAccountId,
      executeOn: input.executeOn,
      isBatch: input.isBatch,
      messageName: shortName(input.id),
      holder: payer.holder,
      iban: payer.iban,
      bic: payer.bic,
    }),
    portfolioId: scope.portfolioId,
    createdBy: postedBy(scope),
    createdAt: scope.now,
  });
  const rows = (await transfersOf(tx, scope, input)).map((transfer) => {
    const id = crypto.randomUUID();
    return {
      ...transfer,
      id,
      portfolioId: scope.portfolioId,
      payoutId: input.id,
      endToEnd: shortName(id),
      paymentId: transfer.depositId === null ? id : null,
      movementId: transfer.depositId === null ? null : id,
    };
  });
  for (const [at, item] of input.items.entries()) {
    await post(tx, scope, { id: rows[at]?.id ?? '', at, item, input });
  }
  await tx.insert(payoutItem).values(rows);
  await recordAudit(tx, scope, entry);
  return answer;
}

/** The transfers of a request, as the bank will read them. */
async function transfersOf(tx: Tx, scope: Scope, { items, purpose }: CreateInput) {
  const leaseIds = [...new Set(items.map((one) => one.leaseId))];
  const places = Map.groupBy(await listLeaseUnits(tx, scope, leaseIds), (row) => row.leaseId);
  return items.map(({ leaseId, depositId, amountCents, holder, iban }) => ({
    ...{ leaseId, depositId, amountCents, holder, iban },
    purpose: sepaText(`${purpose} ${placeWords(places.get(leaseId) ?? [])}`, 140),
  }));
}

type Said = Awaited<ReturnType<typeof transfersOf>>[number];
const saidOf = (one: Said) => [
  one.leaseId,
  one.depositId,
  one.amountCents,
  one.holder,
  one.iban,
  one.purpose,
];

/** What a file says to whom: a request that says anything else is another one, and is not answered as if it were paid. */
async function listMade(tx: Tx, scope: Scope, payoutId: string) {
  const rows = await tx
    .select()
    .from(payoutItem)
    .where(and(within(payoutItem, scope), eq(payoutItem.payoutId, payoutId)));
  return rows.map(saidOf);
}

function assertEuro(scope: Scope): void {
  if (scope.currency !== 'EUR') throw new DomainError('payout.euro_only');
}

function assertDay(scope: Scope, executeOn: string): void {
  const earliest = executionDay(scope.today, scope.today);
  if (executeOn < earliest) {
    throw new DomainError('payout.too_early', { field: 'executeOn', params: { day: earliest } });
  }
  if (executeOn > addDays(scope.today, LONGEST_AHEAD_DAYS)) {
    throw new DomainError('payout.too_late', { field: 'executeOn' });
  }
  if (!isTargetDay(executeOn)) throw new DomainError('payout.no_bank_day', { field: 'executeOn' });
}

async function findPayer(tx: Tx, scope: Scope, bankAccountId: string) {
  const [account] = await tx
    .select()
    .from(bankAccount)
    .where(isRow(bankAccount, scope, bankAccountId));
  if (!account || account.archivedAt !== null) throw new DomainError('not_found');
  const { iban } = account;
  if (iban === null || !isInEea(iban))
    throw new DomainError('payout.payer_outside_eea', { field: 'bankAccountId' });
  return { ...account, iban };
}

type Posting = { id: string; at: number; item: Transfer; input: CreateInput };

/** What stands in the books for a transfer: as much as is open of it, and no more. */
async function post(tx: Tx, scope: Scope, { id, at, item, input }: Posting): Promise<void> {
  const { leaseId, depositId, amountCents } = item;
  const tooMuch = new DomainError('payout.more_than_open', { field: `items.${at}.amountCents` });
  if (depositId === null) {
    await refundCredit(tx, scope, {
      id,
      leaseId,
      paidOn: scope.today,
      amountCents,
      method: 'transfer',
      bankAccountId: input.bankAccountId,
      reference: input.purpose,
      note: null,
    }).catch((error: unknown) => {
      throw error instanceof DomainError && error.code === 'payment.exceeds_credit' ? tooMuch : error;
    });
    return;
  }
  const row = await getDeposit(tx, scope, depositId);
  if (row.leaseId !== leaseId) throw new DomainError('not_found');
  if (row.form !== 'cash') throw new DomainError('payout.not_in_money');
  const [leaving] = await tx
    .select({ id: lease.id })
    .from(lease)
    .where(and(isRow(lease, scope, leaseId), isLeaving(input.executeOn)));
  // Its end was taken back since the list was shown: what secures the rent stays where it is.
  if (!leaving) throw new DomainError('payout.lease_runs', { field: `items.${at}.amountCents` });
  const balance = depositBalance(await listMovements(tx, scope, [depositId]), scope.today);
  const { result } = amountToPay(
    { kind: 'deposit', balanceCents: balance.balanceCents, heldBackCents: balance.heldBackCents },
    { today: scope.today, wishedOn: input.executeOn },
  );
  if (amountCents > result.amountCents) throw tooMuch;
  await recordMovement(tx, scope, {
    id,
    depositId,
    kind: 'returned',
    bookedOn: scope.today,
    amountCents,
    reason: null,
    heldUntil: null,
    settlesAccount: false,
  });
}

/**
 * Hands the file out and writes down who took it along, in turn with whoever calls it off. Each time: two copies are two.
 * @throws DomainError `payout.cancelled` where nothing of it is left to pay
 */
export async function takeFile(tx: Tx, scope: Scope, { id }: z.output<typeof payoutInput>) {
  const { items } = await lockPayout(tx, scope, id);
  const file = await readFile(tx, scope, id);
  const paid = items.filter((item) => item.state !== 'cancelled');
  await recordAudit(tx, scope, {
    action: 'payout.take',
    entity: 'payout',
    entityId: id,
    after: { name: file.name, count: paid.length, amountCents: sumCents(paid.map((one) => one.amountCents)) },
  });
  return file;
}

/** The file was never handed to the bank: what it was to pay is open again. What the bank did already stops it. */
export async function cancelPayout(tx: Tx, scope: Scope, input: z.output<typeof payoutInput>) {
  const { row, items } = await lockPayout(tx, scope, input.id);
  if (row.cancelledAt !== null) return { id: row.id };
  if (items.some((item) => item.state === 'confirmed' || item.state === 'returned')) {
    throw new DomainError('payout.paid');
  }
  await tx
    .update(payout)
    .set({ cancelledAt: scope.now })
    .where(isRow(payout, scope, row.id));
  for (const item of items) await takeBack(tx, scope, item);
  await recordAudit(tx, scope, {
    action: 'payout.cancel',
    entity: 'payout',
    entityId: row.id,
    before: { executeOn: row.executeOn, count: items.length },
  });
  return { id: row.id };
}

/** One transfer never went out: its amount is open again, the others of its file stand. Again it changes nothing. */
export async function cancelTransfer(tx: Tx, scope: Scope, input: z.output<typeof transferInput>) {
  const [found] = await tx
    .select({ payoutId: payoutItem.payoutId })
    .from(payoutItem)
    .where(isRow(payoutItem, scope, input.id));
  if (!found) throw new DomainError('not_found');
  const { row, items } = await lockPayout(tx, scope, found.payoutId);
  const item = items.find((one) => one.id === input.id);
  if (!item || item.state === 'cancelled') return { id: input.id };
  if (item.state !== 'ordered') throw new DomainError('payout.paid');
  await takeBack(tx, scope, item);
  await recordAudit(tx, scope, {
    action: 'payout.cancel',
    entity: 'payout',
    entityId: row.id,
    before: { executeOn: row.executeOn, amountCents: item.amountCents, leaseId: item.leaseId },
  });
  return { id: input.id };
}

async function takeBack(tx: Tx, scope: Scope, item: TransferItem): Promise<void> {
  if (item.state !== 'ordered') return;
  const id = crypto.randomUUID();
  if (item.depositId === null) await reversePayment(tx, scope, { id, paymentId: item.postedId, note: null });
  else await reverseMovement(tx, scope, { id, movementId: item.postedId });
}

/** A file with the leases of its transfers held; two who change it at once take turns. */
async function lockPayout(tx: Tx, scope: Scope, id: string) {
  await findPayout(tx, scope, id);
  const before = await listTransfers(tx, scope, [id]);
  await lockLeases(tx, scope, [...new Set(before.map((item) => item.leaseId))]);
  return { row: await findPayout(tx, scope, id), items: await listTransfers(tx, scope, [id]) };
}
