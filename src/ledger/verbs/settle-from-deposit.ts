import 'server-only';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { insertCharges } from '../rows/charges';
import { voidCharges } from '../rows/corrections';
import { listOpen } from '../rows/open-items';
import { getReversible, insertPayment } from '../rows/payments';
import { takeBack } from '../rows/reversals';
import { settleWithPayment } from '../rows/settle';
import { isPosted, singleLine } from './post-charges';

/**
 * What is kept of a deposit pays the tenant's account, and is income of the year it is kept in, for rent and for damage alike
 * (§§ 11, 21 EStG: BFH 11 July 2000, IX R 48/96, BStBl II 2001, 784; FG Münster 10 Dec 2019, 2 K 2497/17 E; United States: IRS
 * Publication 527, “Security deposits”; read in November 2026). The caller holds the lease.
 * @param kept `claimId`: the id under which it is claimed, by its reason, and paid by this; null pays what is open
 * @returns the id of the payment
 * @throws DomainError `deposit.exceeds_open` for more than is open
 */
export async function settleFromDeposit(
  tx: Tx,
  scope: Scope,
  kept: {
    leaseId: string;
    paidOn: CalendarDate;
    amountCents: number;
    reason: string | null;
    claimId: string | null;
  },
): Promise<string> {
  const { reason, claimId, ...paid } = kept;
  if (claimId === null) {
    const open = await listOpen(tx, scope, [paid.leaseId]);
    if (paid.amountCents > sumCents(open.map((item) => item.openCents))) {
      throw new DomainError('deposit.exceeds_open', { field: 'amountCents' });
    }
  } else {
    await claim(tx, scope, { ...paid, id: claimId, note: reason });
  }
  const row = { id: crypto.randomUUID(), ...paid };
  await insertPayment(tx, scope, { ...row, direction: 'in', method: 'deposit', note: reason });
  await settleWithPayment(tx, scope, row, claimId === null ? [] : [claimId]);
  return row.id;
}

/** Posts what is kept for something that was not on the account; credit of the tenant does not pay it. */
async function claim(
  tx: Tx,
  scope: Scope,
  of: { id: string; leaseId: string; paidOn: CalendarDate; amountCents: number; note: string | null },
): Promise<void> {
  const { id, leaseId, paidOn: dueOn, amountCents, note } = of;
  const lines = singleLine(CLAIM_KIND, amountCents);
  const posted = await insertCharges(tx, scope, [
    { id, leaseId, kind: CLAIM_KIND, periodFrom: null, periodTo: null, dueOn, note, lines },
  ]);
  if (posted.length === 0) throw new DomainError('already_exists');
}

const CLAIM_KIND = 'other';

/** Whether what was kept had a claim of its own, by the id it was posted under. */
export const isClaimedFromDeposit = (
  tx: Tx,
  scope: Scope,
  claim: { id: string; leaseId: string; amountCents: number },
): Promise<boolean> => isPosted(tx, scope, { ...claim, kind: CLAIM_KIND });

/** The deposit has it again: what it had settled is open, and a claim of its own, where it had one, is void. */
export async function reverseDepositSettlement(
  tx: Tx,
  scope: Scope,
  { paymentId, claimId }: { paymentId: string; claimId: string },
): Promise<void> {
  const original = await getReversible(tx, scope, paymentId);
  const claims = await tx
    .select({ chargeId: openItem.chargeId })
    .from(openItem)
    .where(and(within(openItem, scope), eq(openItem.chargeId, claimId), gt(openItem.totalCents, sql`0`)));
  await voidCharges(tx, scope, claims);
  await takeBack(tx, scope, original, { id: crypto.randomUUID(), note: null });
}
