import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { deposit, depositMovement, lease, leaseTenant, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { DepositMovementKind } from '@/domain/vocabulary';
import { type CalendarDate, firstOfMonth, lastOfMonth, monthOf, shiftMonth } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
import { findDwellingLeases, findGermanLeases } from '../legal/law-queries';
import { findOwnDepositMonths } from '../legal/queries';
import { findSaleDays } from '../occupancy/sale-queries';
import { holidaysBetween } from '../rent/holiday-rules';
import { dueOnFor, findLeaseStates, listRents } from '../rent/queries';
import { rentOn } from '../rent/rules';
import { findUnsettled } from './hold-back-queries';
import { depositHoldBack } from './hold-back-rules';
import { capBaseCents, depositBalance, depositCap, depositInstalments } from './rules';
import type { listDepositsInput } from './schema';

/**
 * The deposits with their movements, the balance as of the day, the plan of instalments and, by German law, the
 * cap and the threshold of § 569 (2a) BGB. What is held is no part of the rent account and no income.
 */
export async function listDeposits(tx: Tx, scope: Scope, input: z.output<typeof listDepositsInput>) {
  const leases = await findLeases(tx, scope, input);
  const leaseIds = leases.map((row) => row.id);
  const asOf = input.asOf ?? scope.today;
  if (leaseIds.length === 0) return { asOf, leases: [] };
  const [{ deposits, movements }, rents, states] = await Promise.all([
    listStanding(tx, scope, leaseIds),
    listRents(tx, scope, leaseIds),
    findLeaseStates(tx, scope, leaseIds),
  ]);
  const [german, dwellings, ownMonths] = [
    await findGermanLeases(tx, scope, leaseIds),
    await findDwellingLeases(tx, scope, leaseIds),
    await findOwnDepositMonths(tx, scope),
  ];
  const saleDays = await findSaleDays(tx, scope, leases);
  const unsettled = await findUnsettled(
    tx,
    scope,
    // The deadline that frees what is kept is one of dwellings, too (§ 556 (3) BGB).
    leases.filter(({ id }) => german.has(id) && dwellings.has(id) && !saleDays.has(id)),
    asOf,
  );
  const described = [];
  for (const row of leases) {
    const isGerman = german.has(row.id);
    // §§ 551, 569 (2a) BGB: of dwellings; § 578 (2) BGB does not name them for other premises. Parts and cap alike.
    const isCapped = isGerman && dwellings.has(row.id);
    const ownMonthsMilli = isGerman ? null : ownMonths(row.startsOn);
    const own = deposits.filter((one) => one.leaseId === row.id);
    const first = rentOn(
      rents.filter((rent) => rent.leaseId === row.id),
      row.startsOn,
    );
    const baseCents = capBaseCents(first?.lines ?? []);
    const ownCap =
      ownMonthsMilli === null
        ? null
        : {
            monthsMilli: ownMonthsMilli,
            monthlyRentCents: sumCents((first?.lines ?? []).map((line) => line.amountCents)),
          };
    const agreedCents = sumCents(own.map((one) => one.agreedCents));
    const saleDay = saleDays.get(row.id);
    // What of it was not paid yet is the buyer's to ask for (BGH 25 July 2012, XII ZR 22/11; read in a report in December 2026).
    const isSold = saleDay !== undefined && saleDay <= asOf;
    const nextRentsDueOn = nextDueDays(row, states.get(row.id));
    const deposited = own.map((one) => {
      const its = movements.filter((movement) => movement.depositId === one.id);
      const balance = depositBalance(its, asOf);
      const instalments =
        isCapped && one.form === 'cash' && !isSold && !isMovedAway(its, asOf)
          ? depositInstalments({
              agreedCents: one.agreedCents,
              startsOn: row.startsOn,
              nextRentsDueOn,
              receivedCents: balance.receivedCents + Math.max(0, balance.movedCents),
            })
          : null;
      return {
        id: one.id,
        version: one.version,
        form: one.form,
        agreedCents: one.agreedCents,
        heldAt: one.heldAt,
        returnDueOn: one.returnDueOn,
        note: one.note,
        balance,
        instalments,
        /** What it earned is the tenant's (§ 551 (3) BGB), and none of it has been credited. */
        owesInterest: isCapped && one.form === 'cash' && balance.interestCents === 0,
        overdueCents: sumCents(
          (instalments?.result ?? []).filter((part) => part.dueOn < asOf).map((part) => part.openCents),
        ),
        movements: its,
      };
    });
    const overdueCents = sumCents(deposited.map((one) => one.overdueCents));
    const balanceCents = sumCents(deposited.map((one) => one.balance.balanceCents));
    const open = unsettled.get(row.id);
    const isHeldBack = deposited.some((one) => one.balance.heldBackCents > 0);
    const last = rentOn(
      rents.filter((rent) => rent.leaseId === row.id),
      row.endsOn ?? asOf,
    );
    const holdBack =
      open && balanceCents > 0 && !isHeldBack
        ? depositHoldBack({
            ...open,
            isGerman,
            heldCents: balanceCents,
            monthlyAdvanceCents: sumCents(
              (last?.lines ?? [])
                .filter(({ settlement }) => settlement === 'advance')
                .map((line) => line.amountCents),
            ),
          })
        : null;
    described.push({
      leaseId: row.id,
      endsOn: row.endsOn,
      /** Since when the buyer of the house is the landlord; null on days before. */
      soldOn: isSold ? saleDay : null,
      deposits: deposited,
      agreedCents,
      balanceCents,
      /** What of it may wait for statements that are still to come, where somebody has moved out. */
      holdBack: holdBack && holdBack.result.amountCents > 0 ? holdBack : null,
      monthlyNetRentCents: baseCents,
      isGerman,
      // Elsewhere the user's own figure, where there is one.
      cap:
        agreedCents > 0 && (isCapped || ownCap !== null)
          ? depositCap({ monthlyNetRentCents: baseCents, agreedCents, own: ownCap })
          : null,
      // § 569 (2a) BGB: two months' rent without operating costs; only shown, and only where something can be ended.
      threshold:
        isCapped && !isSold && baseCents > 0 && (row.endsOn === null || row.endsOn >= asOf)
          ? {
              arrearsCents: overdueCents,
              limitCents: 2 * baseCents,
              isReached: overdueCents >= 2 * baseCents,
            }
          : null,
    });
  }
  return { asOf, leases: described };
}

async function findLeases(tx: Tx, scope: Scope, input: z.output<typeof listDepositsInput>) {
  const fields = {
    id: lease.id,
    startsOn: lease.startsOn,
    endsOn: lease.endsOn,
    dueRule: lease.dueRule,
    dueDay: lease.dueDay,
  };
  if (input.leaseId) {
    await assertExists(tx, scope, lease, input.leaseId);
    return tx
      .select(fields)
      .from(lease)
      .where(and(within(lease, scope), eq(lease.id, input.leaseId)));
  }
  const tenantId = input.tenantId ?? '';
  await assertExists(tx, scope, tenant, tenantId);
  const ids = tx
    .select({ id: leaseTenant.leaseId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), eq(leaseTenant.tenantId, tenantId)));
  return tx
    .select(fields)
    .from(lease)
    .where(and(within(lease, scope), isAmong(lease.id, ids)))
    .orderBy(asc(lease.startsOn), asc(lease.id));
}

type LeaseTerms = Awaited<ReturnType<typeof findLeases>>[number];

/** The due days of the two rents after the first. */
function nextDueDays(row: LeaseTerms, state: string | undefined): CalendarDate[] {
  const first = monthOf(row.startsOn);
  const months = [shiftMonth(first, 1), shiftMonth(first, 2)];
  const until = lastOfMonth(shiftMonth(first, 3));
  const holidays = holidaysBetween(state, firstOfMonth(first), until);
  return months.map((month) => dueOnFor(row, month, holidays, firstOfMonth(month), state));
}

/** The movements of deposits by day; a reversal follows what it reverses. */
export async function listMovements(tx: Tx, scope: Scope, depositIds: string[]) {
  if (depositIds.length === 0) return [];
  const rows = await tx
    .select({
      id: depositMovement.id,
      depositId: depositMovement.depositId,
      kind: depositMovement.kind,
      bookedOn: depositMovement.bookedOn,
      amountCents: depositMovement.amountCents,
      reason: depositMovement.reason,
      heldUntil: depositMovement.heldUntil,
      paymentId: depositMovement.paymentId,
      transferId: depositMovement.transferId,
      reversesMovementId: depositMovement.reversesMovementId,
    })
    .from(depositMovement)
    .where(and(within(depositMovement, scope), isAmong(depositMovement.depositId, depositIds)))
    .orderBy(asc(depositMovement.bookedOn), asc(depositMovement.recordedAt), asc(depositMovement.id));
  const reversed = new Set(rows.flatMap((row) => row.reversesMovementId ?? []));
  return rows.map((row) => ({ ...row, isReversed: reversed.has(row.id) }));
}

/** The deposits of leases with what moved on them: all that stand, however much was agreed or paid. */
export async function listStanding(tx: Tx, scope: Scope, leaseIds: readonly string[]) {
  const deposits = await tx
    .select()
    .from(deposit)
    .where(and(within(deposit, scope), isAmong(deposit.leaseId, leaseIds)))
    .orderBy(asc(deposit.createdAt), asc(deposit.id));
  const movements = await listMovements(
    tx,
    scope,
    deposits.map((row) => row.id),
  );
  return { deposits: deposits.filter(({ id }) => !isMoveTakenBack(id, movements)), movements };
}

/**
 * A deposit that came into being by a move from another lease bears the move's id. When that was taken back and
 * nothing else happened to it, there is no such deposit.
 */
function isMoveTakenBack(
  id: string,
  movements: readonly { depositId: string; transferId: string | null; isReversed: boolean }[],
): boolean {
  const its = movements.filter((movement) => movement.depositId === id);
  return its.length === 2 && its.every((row) => row.transferId === id) && its.some((row) => row.isReversed);
}

/** What of a deposit was not paid yet is owed where it went, with what was agreed. */
const isMovedAway = (
  movements: readonly {
    kind: DepositMovementKind;
    bookedOn: CalendarDate;
    isReversed: boolean;
    reversesMovementId: string | null;
  }[],
  on: CalendarDate,
): boolean =>
  movements.some(
    (row) =>
      row.kind === 'moved_out' && row.bookedOn <= on && !row.isReversed && row.reversesMovementId === null,
  );

/** Whether money of a deposit stands on a lease: something moved on it that was not taken back. */
export async function hasDepositMoney(tx: Tx, scope: Scope, leaseId: string): Promise<boolean> {
  const deposits = await tx
    .select({ id: deposit.id })
    .from(deposit)
    .where(and(within(deposit, scope), eq(deposit.leaseId, leaseId)));
  const movements = await listMovements(
    tx,
    scope,
    deposits.map((row) => row.id),
  );
  return movements.some((row) => !row.isReversed && row.reversesMovementId === null);
}
