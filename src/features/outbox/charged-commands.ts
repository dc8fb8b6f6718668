import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { voidCharge } from '@/ledger';

/** What a letter put on the account: interest, and its own costs. */
type Charged = { interestChargeId: string | null; feeChargeId: string | null };

async function findCharged(tx: Tx, scope: Scope, { interestChargeId, feeChargeId }: Charged) {
  const found = [];
  for (const chargeId of [interestChargeId, feeChargeId]) {
    if (chargeId === null) continue;
    const [item] = await tx
      .select({ totalCents: openItem.totalCents, openCents: openItem.openCents })
      .from(openItem)
      .where(and(within(openItem, scope), eq(openItem.chargeId, chargeId)));
    if (item) found.push({ chargeId, ...item });
  }
  return found;
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
  return found.reduce((sum, { openCents }) => sum + openCents, 0);
}
