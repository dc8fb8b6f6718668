import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { reopenAccount } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { postDueRent } from '../rent/commands';
import { postEarlierRent } from '../rent/earlier-commands';
import { openingBreach } from './rules';
import type { openEarlierInput } from './schema';
import { lockLease } from './term-commands';

/**
 * Lets the account of a lease begin with an earlier month: last year's operating costs are settled with what was paid
 * for them then, and a tax year wants all its rents. Months in between are posted by the rents agreed for them; those
 * that are posted stay. With the same month, what was open before it alone is another.
 * @throws DomainError `lease.booked_from_not_earlier`, `lease.booked_from_outside_term`
 */
export async function openEarlier(tx: Tx, scope: Scope, input: z.output<typeof openEarlierInput>) {
  const before = await lockLease(tx, scope, input);
  const { id, bookedFrom, openingBalanceCents, arePaid } = input;
  const breach = openingBreach(before, bookedFrom);
  if (breach) throw new DomainError(breach, { field: 'bookedFrom' });
  await tx
    .update(lease)
    .set({ bookedFrom, version: input.version + 1, updatedAt: scope.now })
    .where(and(within(lease, scope), eq(lease.id, id)));
  const opening = { leaseId: id, bookedFrom, amountCents: openingBalanceCents };
  await reopenAccount(tx, scope, opening, before.bookedFrom);
  await postEarlierRent(tx, scope, { ...before, bookedFrom }, before.bookedFrom, arePaid);
  await postDueRent(tx, scope, { leaseId: id });
  await recordAudit(tx, scope, {
    action: 'lease.update',
    entity: 'lease',
    entityId: id,
    before: { bookedFrom: before.bookedFrom },
    after: { bookedFrom, openingBalanceCents, arePaid },
  });
  return { id };
}
