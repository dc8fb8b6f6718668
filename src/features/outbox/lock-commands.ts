import 'server-only';
import type { Tx } from '@/db/client';
import { letter, letterMail } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';

/** Holds the lease of a letter, always before the letter or a mail of it: two who want both take turns. */
export async function lockLetter(tx: Tx, scope: Scope, letterId: string): Promise<void> {
  const [own] = await tx
    .select({ leaseId: letter.leaseId })
    .from(letter)
    .where(isRow(letter, scope, letterId));
  if (!own) throw new DomainError('not_found');
  await lockLeases(tx, scope, [own.leaseId]);
}

/** Holds the lease of the letter that a mail brings. */
export async function lockMail(tx: Tx, scope: Scope, mailId: string): Promise<void> {
  const [mail] = await tx
    .select({ letterId: letterMail.letterId })
    .from(letterMail)
    .where(isRow(letterMail, scope, mailId));
  if (!mail) throw new DomainError('not_found');
  await lockLetter(tx, scope, mail.letterId);
}
