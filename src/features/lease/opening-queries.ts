import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { draftEarlierRents, sumEarlierRents } from '../rent/earlier-commands';
import { openingBreach } from './rules';
import type { earlierRentsInput } from './schema';

/** How many months, and how much rent in all, would be posted if the account began with an earlier month. */
export async function getEarlierRents(tx: Tx, scope: Scope, input: z.output<typeof earlierRentsInput>) {
  const { id, bookedFrom } = input;
  const [row] = await tx
    .select()
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, id)));
  if (!row) throw new DomainError('not_found');
  if (openingBreach(row, bookedFrom)) return { months: 0, totalCents: 0 };
  return sumEarlierRents(await draftEarlierRents(tx, scope, { ...row, bookedFrom }, row.bookedFrom));
}
