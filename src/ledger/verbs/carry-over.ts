import 'server-only';
import { and, eq } from 'drizzle-orm';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { charge, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { type CalendarDate, maxDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { type AccountLine, listOpenLines } from '../rows/lines';
import { listOpen } from '../rows/open-items';
import { insertPayment } from '../rows/payments';
import { takeCredits } from '../rows/refunds';
import { settleWithPayment } from '../rows/settle';
import { postCharges, singleLine } from './post-charges';

/** `id` names the posting on both sides and makes it once; the amount is what the user was shown. */
type Carried = { id: string; amountCents: number; fromLeaseId: string; toLeaseId: string };

/** Whether this very part was carried before; under its id nothing else was. */
async function isCarried(
  tx: Tx,
  scope: Scope,
  { id, amountCents, fromLeaseId, toLeaseId }: Carried,
  what: 'credit' | 'open',
): Promise<boolean> {
  const earlier = await tx
    .select({
      amountCents: payment.amountCents,
      method: payment.method,
      leaseId: payment.leaseId,
      direction: payment.direction,
    })
    .from(payment)
    .where(and(within(payment, scope), eq(payment.transferId, id)));
  if (earlier.length === 0) return false;
  const direction = what === 'credit' ? 'out' : 'in';
  const from = earlier.filter((row) => row.leaseId === fromLeaseId && row.direction === direction);
  const isSame =
    sumCents(from.map((row) => row.amountCents)) === amountCents &&
    earlier.every((row) => row.method === 'account_transfer') &&
    (what === 'credit'
      ? earlier.some((row) => row.leaseId === toLeaseId)
      : await hasChargesOf(tx, scope, toLeaseId, id));
  if (!isSame) throw new DomainError('payment.id_used_differently');
  return true;
}

async function hasChargesOf(tx: Tx, scope: Scope, leaseId: string, transferId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: charge.id })
    .from(charge)
    .where(and(within(charge, scope), eq(charge.transferId, transferId), eq(charge.leaseId, leaseId)))
    .limit(1);
  return rows.length > 0;
}

const onPaper = (
  { id }: Carried,
  { paidOn, amountCents }: { paidOn: CalendarDate; amountCents: number },
) => ({
  paidOn,
  amountCents,
  method: 'account_transfer' as const,
  transferId: id,
});

/**
 * Carries a credit to another lease: it leaves the one account as a refund would and comes to the other as a payment
 * would. The same id again changes nothing. The caller holds both leases.
 * @throws DomainError `lease.carry_over_changed` when it is not the amount that was shown
 */
export async function carryCredit(tx: Tx, scope: Scope, carried: Carried): Promise<void> {
  if (await isCarried(tx, scope, carried, 'credit')) return;
  const { fromLeaseId, toLeaseId, amountCents } = carried;
  const [outId, inId] = [crypto.randomUUID(), crypto.randomUUID()];
  const paper = onPaper(carried, { paidOn: scope.today, amountCents });
  await insertPayment(tx, scope, {
    ...paper,
    id: outId,
    leaseId: fromLeaseId,
    direction: 'out',
  });
  const refund = { leaseId: fromLeaseId, amountCents, refundPaymentId: outId };
  if ((await takeCredits(tx, scope, refund)) > 0) throw new DomainError('lease.carry_over_changed');
  const row = { ...paper, id: inId, leaseId: toLeaseId };
  await insertPayment(tx, scope, { ...row, direction: 'in' });
  await settleWithPayment(tx, scope, row);
  await audit(tx, scope, carried, 'credit');
}

/**
 * Carries what is open to another lease: it counts as paid here and is owed there, item by item, from today on; what is not due yet, from its day,
 * so that on no day between the account here has credit. How long something is owed tells its first due day.
 * Default interest on a rent ran here until today and runs on there, however often it is carried over. The same id again
 * changes nothing. The caller holds both leases.
 * @throws DomainError `lease.carry_over_changed` when it is not the amount that was shown
 */
export async function carryDebt(tx: Tx, scope: Scope, carried: Carried): Promise<void> {
  if (await isCarried(tx, scope, carried, 'open')) return;
  const { fromLeaseId, toLeaseId, amountCents, id: transferId } = carried;
  const items = await listOpen(tx, scope, [fromLeaseId]);
  if (sumCents(items.map((item) => item.openCents)) !== amountCents) {
    throw new DomainError('lease.carry_over_changed');
  }
  const lines = await listOpenLines(tx, scope, [fromLeaseId]);
  for (const [paidOn, due] of Map.groupBy(items, (item) => maxDate(scope.today, item.dueOn))) {
    const paper = onPaper(carried, { paidOn, amountCents: sumCents(due.map((item) => item.openCents)) });
    const row = { ...paper, id: crypto.randomUUID(), leaseId: fromLeaseId };
    await insertPayment(tx, scope, { ...row, direction: 'in' });
    await settleWithPayment(
      tx,
      scope,
      row,
      due.map((item) => item.chargeId),
    );
  }
  const carriedIds = new Map(items.map((item) => [item.chargeId, crypto.randomUUID()]));
  await postCharges(
    tx,
    scope,
    items.map((item) => ({
      id: carriedIds.get(item.chargeId) ?? crypto.randomUUID(),
      leaseId: toLeaseId,
      kind: 'opening_balance' as const,
      periodFrom: null,
      periodTo: null,
      dueOn: maxDate(scope.today, item.dueOn),
      carried: {
        transferId,
        carriedFromChargeId: item.chargeId,
        carriedKind: item.carriedKind ?? item.kind,
        carriedPeriodFrom: item.carriedKind ? item.carriedPeriodFrom : item.periodFrom,
        owedSince: item.owedSince,
      },
      lines: carriedLines(
        lines.filter((line) => line.chargeId === item.chargeId),
        carriedIds,
      ),
    })),
  );
  await audit(tx, scope, carried, 'open');
}

/**
 * The lines of what is carried: one sum, and apart from it the interest and costs of debts that come along, which are
 * theirs there, too.
 */
function carriedLines(open: readonly AccountLine[], carriedIds: ReadonlyMap<string, string>) {
  const debtOf = (line: AccountLine) =>
    line.part === 'principal' ? null : (carriedIds.get(line.debt.id) ?? null);
  return [...Map.groupBy(open, debtOf)].flatMap(([debtChargeId, its]) => {
    const amountCents = sumCents(its.map((line) => line.openCents));
    const component =
      debtChargeId === null ? 'opening_balance' : its[0]?.part === 'interest' ? 'interest' : 'fee';
    return amountCents === 0 ? [] : singleLine(component, amountCents, debtChargeId);
  });
}

const audit = (tx: Tx, scope: Scope, carried: Carried, what: 'credit' | 'open') =>
  recordAudit(tx, scope, {
    action: 'lease.carry_over',
    entity: 'lease',
    entityId: carried.fromLeaseId,
    after: { what, toLeaseId: carried.toLeaseId, amountCents: carried.amountCents },
  });
