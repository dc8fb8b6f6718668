import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { isAmong } from './among';
import type { Tx } from './client';
import { isAnyOf } from './columns';
import {
  associationEffort,
  costStatementLease,
  letter,
  letterEnclosure,
  letterItem,
  letterMail,
  letterTenant,
} from './schema';
import type { Scope } from './scope';
import { within } from './within';

/** Removes what was written to the tenants of leases that are about to be erased; the files are documents, and go as such. */
export async function eraseLettersOfLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  const ofLeases = tx
    .select({ id: letter.id })
    .from(letter)
    .where(and(within(letter, scope), isAmong(letter.leaseId, leaseIds)));
  for (const table of [letterEnclosure, letterItem, letterMail, letterTenant]) {
    await tx.delete(table).where(and(within(table, scope), isAmong(table.letterId, ofLeases)));
  }
  await tx.delete(letter).where(and(within(letter, scope), isAmong(letter.leaseId, leaseIds)));
}

const lettersTo = (tx: Tx, scope: Scope, tenantId: string) =>
  tx
    .select({ id: letterTenant.letterId })
    .from(letterTenant)
    .where(and(within(letterTenant, scope), eq(letterTenant.tenantId, tenantId)));

/** Letters to one person and nobody else, also on leases that others go on with. */
const lettersOnlyTo = (tx: Tx, scope: Scope, tenantId: string) =>
  tx
    .select({ id: letterTenant.letterId })
    .from(letterTenant)
    .where(and(within(letterTenant, scope), isAmong(letterTenant.letterId, lettersTo(tx, scope, tenantId))))
    .groupBy(letterTenant.letterId)
    .having(sql`bool_and(${letterTenant.tenantId} = ${tenantId}::uuid)`);

/** The files of such letters. */
export async function listFilesOnlyTo(tx: Tx, scope: Scope, tenantId: string): Promise<string[]> {
  const rows = await tx
    .select({ documentId: letter.documentId })
    .from(letter)
    .where(and(within(letter, scope), isAmong(letter.id, lettersOnlyTo(tx, scope, tenantId))));
  return rows.flatMap(({ documentId }) => documentId ?? []);
}

/**
 * One person leaves the letters of leases that others go on with: what is not printed yet names them, and is not printed.
 * A mail to the others greets them, too: that it went stays, its words do not, and what has not gone yet does not go.
 */
export async function eraseRecipient(tx: Tx, scope: Scope, tenantId: string): Promise<void> {
  const own = lettersTo(tx, scope, tenantId);
  await tx
    .update(letter)
    .set({ content: null, invoiceXml: null })
    .where(and(within(letter, scope), isAmong(letter.id, own)));
  // What shows that it went, and what was answered, is of whom it was to; of several the others have it, too.
  await tx
    .update(letter)
    .set({ proof: null, answer: null })
    .where(and(within(letter, scope), isAmong(letter.id, lettersOnlyTo(tx, scope, tenantId))));
  await tx
    .update(letterMail)
    .set({ subject: '', body: '' })
    .where(and(within(letterMail, scope), isAmong(letterMail.letterId, own)));
  await tx
    .update(letterMail)
    .set({ state: 'stopped', stopReason: 'erased' })
    .where(
      and(within(letterMail, scope), isAmong(letterMail.letterId, own), isAnyOf(letterMail.state, 'waiting')),
    );
  for (const table of [letterMail, letterTenant]) {
    await tx.delete(table).where(and(within(table, scope), eq(table.tenantId, tenantId)));
  }
  // What statements of leases that others go on with told stays; whom they were to goes.
  // Functions whose answer depends on a setting, as jsonb_build_object's may, are not called with columns over nodes.
  const told = costStatementLease.letter;
  const nobody = sql`jsonb_set(
    jsonb_set(${told}, '{party}', coalesce(${told} -> 'party', '{}') || '{"name": "", "tenantId": null}'),
    '{letter}', coalesce(${told} -> 'letter', '{}') || '{"tenants": [], "tenantIds": [], "sentTo": null}')`;
  await tx
    .update(costStatementLease)
    .set({ letter: nobody })
    .where(
      and(
        within(costStatementLease, scope),
        sql`${costStatementLease.letter} #> '{letter,tenantIds}' @> to_jsonb(${tenantId}::text)`,
      ),
    );
}

/** A note of what was done outlives the letter that was kept with it. */
export async function forgetEffortFiles(tx: Tx, scope: Scope, documentIds: string[]): Promise<void> {
  await tx
    .update(associationEffort)
    .set({ documentId: null })
    .where(and(within(associationEffort, scope), isAmong(associationEffort.documentId, documentIds)));
}

/** A letter outlives its file where that is lost or goes with somebody: what was sent, and its checksum, stay. */
export async function forgetLetterFiles(tx: Tx, scope: Scope, documentIds: string[]): Promise<void> {
  await tx
    .update(letter)
    .set({ documentId: null })
    .where(and(within(letter, scope), isAmong(letter.documentId, documentIds)));
  await tx
    .update(letterEnclosure)
    .set({ documentId: null, title: '' })
    .where(and(within(letterEnclosure, scope), isAmong(letterEnclosure.documentId, documentIds)));
}
