import 'server-only';
import { and, eq, lt } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { letter, letterItem, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';

/** Why a letter that has not gone yet had better not go any more; null where it still says what is so. */
export async function reasonAgainst(tx: Tx, scope: Scope, letterId: string): Promise<'paid' | 'late' | null> {
  const [row] = await tx
    .select({
      payBy: letter.payBy,
      interestCents: letter.interestCents,
      interestOpenCents: openItem.openCents,
    })
    .from(letter)
    .leftJoin(openItem, and(joins(openItem.chargeId, letter.interestChargeId), within(openItem, scope)))
    .where(isRow(letter, scope, letterId));
  if (!row) throw new DomainError('not_found');
  if (row.interestCents > (row.interestOpenCents ?? 0)) return 'paid';
  if (await isLessOpen(tx, scope, letterId)) return 'paid';
  return row.payBy !== null && row.payBy < scope.today ? 'late' : null;
}

/** Whether less is open of any debt a letter asks for than when it was written. */
async function isLessOpen(tx: Tx, scope: Scope, letterId: string): Promise<boolean> {
  const [less] = await tx
    .select({ id: letterItem.id })
    .from(letterItem)
    .innerJoin(openItem, joins(openItem.chargeId, letterItem.chargeId))
    .where(
      and(
        within([letterItem, openItem], scope),
        eq(letterItem.letterId, letterId),
        lt(openItem.openCents, letterItem.openCents),
      ),
    )
    .limit(1);
  return less !== undefined;
}
