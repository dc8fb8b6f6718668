import 'server-only';
import { randomUUID } from 'node:crypto';
import { and } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { voidCharge } from '@/ledger';
import { sumCents } from '@/lib/money';

/** What a letter put on the account: interest, and its own costs. */
type Charged = { interestChargeId: string | null; feeChargeId: string | null };

async function findCharged(tx: Tx, scope: Scope, { interestChargeId, feeChargeId }: Charged) {
  const ids = [interestChargeId, feeChargeId].flatMap((id) => id ?? []);
  if (ids.length === 0) return [];
  return tx
    .select({
      chargeId: openItem.chargeId,
      totalCents: openItem.totalCents,
      openCents: openItem.openCents,
    })
    .from(openItem)
    .where(and(within(openItem, scope), isAmong(openItem.chargeId, ids)));
}

/** Takes what a letter charged off the account; what somebody took back or waived by hand is off it already. */
export async function takeChargedBack(tx: Tx, scope: Scope, of: Charged): Promise<void> {
  for (const { chargeId, totalCents } of await findCharged(tx, scope, of)) {
    if (totalCents !== 0) await voidCharge(tx, scope, { id: randomUUID(), chargeId });
  }
}

/** Whether anything was paid of what a letter put on the account. */
export async function isChargedPaid(tx: Tx, scope: Scope, of: Charged): Promise<boolean> {
  const found = await findCharged(tx, scope, of);
  return found.some(({ openCents, totalCents }) => openCents < totalCents);
}

/** How much of it is still open. */
export async function openOfCharged(tx: Tx, scope: Scope, of: Charged): Promise<number> {
  const found = await findCharged(tx, scope, of);
  return sumCents(found.map(({ openCents }) => openCents));
}
