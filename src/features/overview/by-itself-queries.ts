import 'server-only';
import { and, desc, gte } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { letter } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { addDays } from '@/lib/calendar';

/** Over a weekend, too, somebody sees them. */
const SHOWN_DAYS = 3;

/** The letters that went, or were to go, by themselves in the last three days: nobody has looked at them before. */
export const listSentByItself = (tx: Tx, scope: Scope, limit: number) =>
  tx
    .select({
      letterId: letter.id,
      leaseId: letter.leaseId,
      title: letter.title,
      state: letter.state,
      writtenOn: letter.writtenOn,
      totalCents: letter.totalCents,
    })
    .from(letter)
    .where(
      and(
        within(letter, scope),
        letter.isByItself,
        gte(letter.writtenOn, addDays(scope.today, 1 - SHOWN_DAYS)),
      ),
    )
    .orderBy(desc(letter.writtenOn), desc(letter.id))
    .limit(limit);
