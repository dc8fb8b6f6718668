import 'server-only';
import { and, not } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { isAnyOf } from '@/db/columns';
import { letter, letterEnclosure } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';

/** What was sent to somebody stays as it is, and where it is. */
export async function assertNoSentLetter(tx: Tx, scope: Scope, documentIds: string[]): Promise<void> {
  const [sent] = await tx
    .select({ id: letter.id })
    .from(letter)
    .where(and(within(letter, scope), isAmong(letter.documentId, documentIds)))
    .limit(1);
  if (sent) throw new DomainError('document.sent_letter');
}

/** What came with a letter that went, or still may, is kept: it shows what was sent. */
export async function assertNotEnclosed(tx: Tx, scope: Scope, documentIds: string[]): Promise<void> {
  const [enclosed] = await tx
    .select({ id: letter.id })
    .from(letterEnclosure)
    .innerJoin(letter, joins(letter.id, letterEnclosure.letterId))
    .where(
      and(
        within([letterEnclosure, letter], scope),
        isAmong(letterEnclosure.documentId, documentIds),
        not(isAnyOf(letter.state, 'taken_back')),
      ),
    )
    .limit(1);
  if (enclosed) throw new DomainError('document.enclosed');
}
