import 'server-only';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { postedBy, type Scope } from '@/db/scope';
import { listNames } from '@/features/member/queries';
import {
  findRecorder,
  listStandingPayments,
  listTransfers,
  lockForNew,
  recordPayment,
  recordTransfer,
} from '@/ledger';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { findAlike, type Received, recordedLately, SAME_MONEY_DAYS } from './alike-rules';
import type { typedPaymentInput, typedTransferInput } from './schema';

/** Records what a person typed, unless somebody was quicker with what may be the same money and they have not seen it. */
export async function recordTypedPayment(tx: Tx, scope: Scope, typed: z.output<typeof typedPaymentInput>) {
  const { seen, ...input } = typed;
  if (seen) await assertSeen(tx, scope, { ...input, leaseIds: [input.leaseId], seen }, async (rows) => rows);
  return recordPayment(tx, scope, input);
}

/** The same of a transfer for several leases: alike is one of any leases that was as much as a whole, or a payment of one. */
export async function recordTypedTransfer(tx: Tx, scope: Scope, typed: z.output<typeof typedTransferInput>) {
  const { seen, ...input } = typed;
  if (seen) await assertSeen(tx, scope, { ...input, seen }, (rows) => wholeTransfers(tx, scope, rows));
  return recordTransfer(tx, scope, input);
}

type Standing = Awaited<ReturnType<typeof listStandingPayments>>[number];
type Typed = { id: string; leaseIds: string[]; paidOn: string; amountCents: number; seen: string[] };

/**
 * Under the lock that recording takes, so that of two who press at once the second finds what the first has recorded.
 * @throws DomainError `payment.alike` with who recorded it, when and how much
 */
async function assertSeen(
  tx: Tx,
  scope: Scope,
  { id, leaseIds, paidOn, amountCents, seen }: Typed,
  of: (rows: Standing[]) => Promise<Received[]>,
): Promise<void> {
  await lockForNew(tx, scope, leaseIds);
  const from = addDays(paidOn, -SAME_MONEY_DAYS);
  const [again, standing] = await Promise.all([
    findRecorder(tx, scope, id),
    listStandingPayments(tx, scope, { leaseIds, from }),
  ]);
  if (again) return;
  const since = recordedLately(scope.now);
  const rows = standing.filter((row) => row.direction === 'in' && row.recordedAt >= since);
  const unseen = (await of(rows)).filter((row) => !seen.includes(row.id));
  const alike = findAlike(unseen, { amountCents, paidOn });
  const recorder = alike && (await findRecorder(tx, scope, alike.id));
  if (!recorder) return;
  throw new DomainError('payment.alike', {
    params: {
      id: alike.id,
      amountCents,
      day: alike.paidOn,
      at: recorder.recordedAt.toISOString(),
      ...(await nameRecorder(tx, scope, recorder.recordedBy)),
    },
  });
}

async function wholeTransfers(tx: Tx, scope: Scope, rows: Standing[]): Promise<Received[]> {
  const single = rows.filter((row) => row.transferId === null);
  const ids = rows.flatMap((row) => row.transferId ?? []);
  return ids.length === 0 ? single : [...single, ...(await listTransfers(tx, scope, [...new Set(ids)]))];
}

async function nameRecorder(tx: Tx, scope: Scope, userId: string | null) {
  if (userId === null) return { who: 'program', name: '' };
  if (userId === postedBy(scope)) return { who: 'you', name: '' };
  const name = (await listNames(tx)).get(userId);
  return name ? { who: 'named', name } : { who: 'member', name: '' };
}
