import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { voidCharge } from '@/ledger';

/** Takes the interest of a letter off the account; what somebody took back or waived by hand is off it already. */
export async function takeInterestBack(tx: Tx, scope: Scope, chargeId: string | null): Promise<void> {
  if (chargeId === null) return;
  const [item] = await tx
    .select({ totalCents: openItem.totalCents })
    .from(openItem)
    .where(and(within(openItem, scope), eq(openItem.chargeId, chargeId)));
  if (!item || item.totalCents === 0) return;
  await voidCharge(tx, scope, { id: randomUUID(), chargeId });
}

/** Whether anything was paid of the interest a letter put on the account. */
export async function isInterestPaid(tx: Tx, scope: Scope, chargeId: string | null): Promise<boolean> {
  if (chargeId === null) return false;
  const [item] = await tx
    .select({ totalCents: openItem.totalCents, openCents: openItem.openCents })
    .from(openItem)
    .where(and(within(openItem, scope), eq(openItem.chargeId, chargeId)));
  return item !== undefined && item.openCents < item.totalCents;
}
