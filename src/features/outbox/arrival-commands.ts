import 'server-only';
import { createHash } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { auditEvent, letter, letterMail } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow, nextVersion } from '@/db/versioned';
import { within } from '@/db/within';
import { todayIn } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { lockMail } from './lock-commands';
import type { mailArrivedInput, mailReturnedInput, mailUncertainInput } from './schema';

/**
 * A person says that a mail arrived of which the program knows nothing: the tenant answered it, or said so. The letter is sent
 * from that day on, with what shows it; the journal has who said so, and not in which words. What waited to go once more does not. What was noted to
 * have come back did not. Again it changes nothing.
 *
 * @throws DomainError `letter.fate_known` where the server said what became of it, or it never went; `letter.sent_in_future`,
 * `letter.sent_before_written` on `arrivedOn`, also before it was first handed to the server, as far as that is known
 */
export async function noteArrival(tx: Tx, scope: Scope, input: z.output<typeof mailArrivedInput>) {
  const { mailId, arrivedOn, proof } = input;
  const { mail, own } = await holdMail(tx, scope, mailId);
  if (mail.state === 'arrived') return { id: mailId };
  const isUnknown = mail.state === 'uncertain' || (mail.state === 'waiting' && mail.mayHaveGone);
  if (!isUnknown && mail.state !== 'returned') {
    throw new DomainError('letter.fate_known');
  }
  if (arrivedOn > scope.today) throw new DomainError('letter.sent_in_future', { field: 'arrivedOn' });
  // Of several attempts only the last is known: then from when it was to go.
  const firstTry = mail.attempts === 1 && mail.triedAt !== null ? mail.triedAt : mail.createdAt;
  if (arrivedOn < own.writtenOn || arrivedOn < todayIn(scope.timeZone, firstTry)) {
    throw new DomainError('letter.sent_before_written', { field: 'arrivedOn' });
  }
  await tx
    .update(letterMail)
    .set({ state: 'arrived', mayHaveGone: true })
    .where(isRow(letterMail, scope, mailId));
  const isFirst = own.state === 'ready';
  await tx
    .update(letter)
    .set({
      ...(isFirst && { state: 'sent', sentOn: arrivedOn }),
      // What another shows of it stays beside.
      proof: [own.proof, proof].filter(Boolean).join(between) || null,
      ...nextVersion(letter, scope),
    })
    .where(isRow(letter, scope, mail.letterId));
  await recordAudit(tx, scope, {
    action: 'letter.arrive',
    entity: 'letter',
    entityId: mail.letterId,
    before: { sentOn: own.sentOn },
    after: { leaseId: own.leaseId, name: own.title, mailId, arrivedOn, proofMark: proof && markOf(proof) },
  });
  return { id: mailId };
}

/**
 * Takes back that a mail arrived: nobody knows it again, and what was noted with it to show it is no proof. A letter that no
 * other mail brought, and nothing is noted of, waits as before. Again it changes nothing.
 */
export async function forgetArrival(tx: Tx, scope: Scope, { mailId }: z.output<typeof mailUncertainInput>) {
  const { mail, own } = await holdMail(tx, scope, mailId);
  if (mail.state === 'uncertain') return { id: mailId };
  if (mail.state !== 'arrived') throw new DomainError('letter.fate_known');
  await tx
    .update(letterMail)
    .set({ state: 'uncertain' })
    .where(isRow(letterMail, scope, mailId));
  const proof = withoutProof(own.proof, await findMark(tx, scope, mail.letterId, mailId));
  await waitUnlessOut(tx, scope, mail.letterId, { ...own, proof });
  await recordAudit(tx, scope, {
    action: 'letter.lose',
    entity: 'letter',
    entityId: mail.letterId,
    before: { sentOn: own.sentOn },
    after: { leaseId: own.leaseId, name: own.title, mailId },
  });
  return { id: mailId };
}

/**
 * A person says that a mail came back: what tells of it goes to the address this installation sends from, which the program does
 * not read. Unless another mail or somebody's note shows that it went, the letter waits to go another way, or to be taken back.
 * Again it changes nothing; what was noted by mistake is noted as arrived.
 *
 * @throws DomainError `letter.fate_known` of a mail that never went, or that a person noted as arrived
 */
export async function noteReturn(tx: Tx, scope: Scope, { mailId }: z.output<typeof mailReturnedInput>) {
  const { mail, own } = await holdMail(tx, scope, mailId);
  if (mail.state === 'returned') return { id: mailId };
  if (mail.state !== 'sent' && mail.state !== 'uncertain') throw new DomainError('letter.fate_known');
  await tx
    .update(letterMail)
    .set({ state: 'returned', mayHaveGone: false })
    .where(isRow(letterMail, scope, mailId));
  await waitUnlessOut(tx, scope, mail.letterId, own);
  await recordAudit(tx, scope, {
    action: 'letter.return',
    entity: 'letter',
    entityId: mail.letterId,
    before: { sentOn: own.sentOn },
    after: { leaseId: own.leaseId, name: own.title, mailId },
  });
  return { id: mailId };
}

/**
 * By what words are known again that the journal must not keep: a proof says what people did, and goes with them. Eight digits,
 * so that nobody can be sure of a text they guess. drizzle/0017_journal_without_words.sql has made the same of words of before.
 */
const markOf = (words: string) =>
  `${words.length}-${createHash('sha256').update(words).digest('hex').slice(0, 8)}`;

/** The mark of what was noted last to show that a mail arrived. */
async function findMark(tx: Tx, scope: Scope, letterId: string, mailId: string): Promise<string | null> {
  const [noted] = await tx
    .select({ mark: sql<string | null>`${auditEvent.after} ->> 'proofMark'` })
    .from(auditEvent)
    .where(
      and(
        within(auditEvent, scope),
        eq(auditEvent.entity, 'letter'),
        eq(auditEvent.entityId, letterId),
        eq(auditEvent.action, 'letter.arrive'),
        sql`${auditEvent.after} ->> 'mailId' = ${mailId}`,
      ),
    )
    .orderBy(desc(auditEvent.at), desc(auditEvent.id))
    .limit(1);
  return noted?.mark ?? null;
}

/** What shows that a letter went, but for one part; somebody may have written it anew meanwhile, then it stays. */
function withoutProof(all: string | null, mark: string | null): string | null {
  if (all === null || mark === null) return all;
  const parts = all.split(between);
  for (let end = parts.length; end > 0; end -= 1) {
    // A part may hold the sign that parts are joined by.
    for (let start = end - 1; start >= 0; start -= 1) {
      if (markOf(parts.slice(start, end).join(between)) !== mark) continue;
      return [...parts.slice(0, start), ...parts.slice(end)].join(between) || null;
    }
  }
  return all;
}
const between = '; ';

/** A letter that no mail of it has brought, and nothing is noted of, waits again; another keeps what shows that it went. */
async function waitUnlessOut(
  tx: Tx,
  scope: Scope,
  letterId: string,
  own: Pick<typeof letter.$inferSelect, 'state' | 'way' | 'proof'>,
): Promise<void> {
  const [out] = await tx
    .select({ id: letterMail.id })
    .from(letterMail)
    .where(
      and(
        within(letterMail, scope),
        eq(letterMail.letterId, letterId),
        isAmong(letterMail.state, ['sent', 'arrived']),
      ),
    )
    .limit(1);
  const waitsAgain = !out && own.proof === null && own.state === 'sent' && own.way === 'mail';
  await tx
    .update(letter)
    .set({
      ...(waitsAgain && { state: 'ready', sentOn: null }),
      proof: own.proof,
      ...nextVersion(letter, scope),
    })
    .where(isRow(letter, scope, letterId));
}

/** The mail and its letter, held against whoever sends it or notes something of it. */
async function holdMail(tx: Tx, scope: Scope, mailId: string) {
  await lockMail(tx, scope, mailId);
  const [row] = await tx
    .select({
      mail: {
        letterId: letterMail.letterId,
        state: letterMail.state,
        mayHaveGone: letterMail.mayHaveGone,
        attempts: letterMail.attempts,
        triedAt: letterMail.triedAt,
        createdAt: letterMail.createdAt,
      },
    })
    .from(letterMail)
    .where(isRow(letterMail, scope, mailId))
    .for('update');
  if (!row) throw new DomainError('not_found');
  const [own] = await tx
    .select({
      leaseId: letter.leaseId,
      title: letter.title,
      state: letter.state,
      way: letter.way,
      writtenOn: letter.writtenOn,
      sentOn: letter.sentOn,
      proof: letter.proof,
    })
    .from(letter)
    .where(isRow(letter, scope, row.mail.letterId));
  if (!own) throw new DomainError('not_found');
  return { mail: row.mail, own };
}
