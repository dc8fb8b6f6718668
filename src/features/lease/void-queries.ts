import 'server-only';
import type { z } from 'zod';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { getVoidable } from '@/ledger';
import { hasDepositMoney } from '../deposit/queries';
import type { leaseInput } from './schema';

/** What stands on a lease and goes with it when it is voided, and what has to be undone before. */
export async function previewVoidLease(tx: Tx, scope: Scope, { id }: z.output<typeof leaseInput>) {
  await assertExists(tx, scope, lease, id);
  const { payments, hasCarryOver } = await getVoidable(tx, scope, id);
  return { payments, hasCarryOver, hasDepositMoney: await hasDepositMoney(tx, scope, id) };
}
