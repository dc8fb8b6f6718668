import 'server-only';
import { and } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { letter } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
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
