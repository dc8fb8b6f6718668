import 'server-only';
import { and, asc, eq, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { isAnyOf } from '@/db/columns';
import { takeMail as takeBudget } from '@/db/mail-budget';
import { noteMailWork } from '@/db/mail-work';
import { letter, letterMail } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow, nextVersion } from '@/db/versioned';
import { within } from '@/db/within';
import type { StopReason } from '@/domain/vocabulary';
import { DomainError } from '@/lib/errors';
import { newId } from '@/lib/new-id';
import { smtpSettings } from '@/lib/server/env';
import type { MailFate } from '@/mail/letter-post';
import { takeChargedBack } from './charged-commands';
import { reasonAgainst } from './due-queries';
import { lockLetter, lockMail } from './lock-commands';
import { nextTry, senderDomain, silentMs } from './mail-rules';

export type QueuedMails = {
  letterId: string;
  fromName: string;
  replyTo: string;
  subject: string;
  body: string;
  recipients: readonly { tenantId: string; address: string }[];
};

/**
 * Puts a letter into the queue, one mail for each address. It goes once this transaction is committed, or where the hour
 * has no room any more, when there is.
 * @throws DomainError `letter.too_many_mails` where too many went to an address today, or half a day is full already
 */
export async function queueMails(tx: Tx, scope: Scope, { recipients, ...mail }: QueuedMails) {
  const waits: number[] = [];
  for (const { address } of recipients) {
    const seconds = await takeBudget(tx, 'letter', address);
    if (seconds === null) throw new DomainError('letter.too_many_mails', { field: 'way' });
    waits.push(seconds);
  }
  await tx.insert(letterMail).values(
    recipients.map(({ tenantId, address }, index) => {
      const id = newId();
      return {
        ...mail,
        portfolioId: scope.portfolioId,
        id,
        tenantId,
        address,
        messageName: `${id}@${senderDomain(smtpSettings()?.from)}`,
        state: 'waiting' as const,
        nextTryAt: new Date(scope.now.getTime() + 1_000 * (waits[index] ?? 0)),
        createdAt: scope.now,
      };
    }),
  );
  await noteMailWork(tx, scope);
}

/** @throws DomainError `rate_limited` where too many test mails went to an address today, or from this person within the hour */
export async function countTestMail(tx: Tx, to: string): Promise<void> {
  if ((await takeBudget(tx, 'test', to)) === null) throw new DomainError('rate_limited');
}

/** What somebody began to send and never finished: it may have gone, so it is not sent again by itself. */
export async function loseSilent(tx: Tx, scope: Scope): Promise<number> {
  const rows = await tx
    .update(letterMail)
    .set({ state: 'uncertain', mayHaveGone: true })
    .where(
      and(
        within(letterMail, scope),
        isAnyOf(letterMail.state, 'sending'),
        lt(letterMail.triedAt, new Date(scope.now.getTime() - silentMs)),
      ),
    )
    .returning({ id: letterMail.id, letterId: letterMail.letterId });
  for (const { id, letterId } of rows) await tell(tx, scope, 'letter.lose', letterId, id);
  return rows.length;
}

/** The mail whose turn it is; null where none is due. */
export async function findDueMail(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({ id: letterMail.id, letterId: letterMail.letterId })
    .from(letterMail)
    .where(
      and(
        within(letterMail, scope),
        isAnyOf(letterMail.state, 'waiting'),
        lte(letterMail.nextTryAt, scope.now),
      ),
    )
    .orderBy(asc(letterMail.nextTryAt), asc(letterMail.id))
    .limit(1);
  return row ?? null;
}

/**
 * Takes a mail on, so that nobody else sends it; from here on it counts as gone unless the server says otherwise. Null where
 * somebody else was quicker, or where what the letter asks for was paid meanwhile: then it is stopped, in this transaction.
 */
export async function takeMail(tx: Tx, scope: Scope, { id, letterId }: { id: string; letterId: string }) {
  // Whoever records a payment holds it, too: before or after this, never between.
  await lockLetter(tx, scope, letterId);
  const reason = await reasonAgainst(tx, scope, letterId);
  if (reason !== null) {
    await stopLetter(tx, scope, letterId, reason);
    return null;
  }
  const [taken] = await tx
    .update(letterMail)
    .set({ state: 'sending', attempts: sql`${letterMail.attempts} + 1`, triedAt: scope.now })
    .where(and(isRow(letterMail, scope, id), eq(letterMail.state, 'waiting')))
    .returning();
  return taken ?? null;
}

/** What is still to be mailed of a letter is not; one that has reached nobody never was, and its interest is taken off again. */
export async function stopLetter(tx: Tx, scope: Scope, letterId: string, reason: StopReason): Promise<void> {
  await lockLetter(tx, scope, letterId);
  await stopWaiting(tx, scope, letterId, reason);
  if (!(await hasGone(tx, scope, letterId))) {
    const [row] = await tx
      .update(letter)
      .set({ state: 'taken_back', ...nextVersion(letter, scope) })
      .where(and(isRow(letter, scope, letterId), eq(letter.state, 'ready')))
      .returning({ interestChargeId: letter.interestChargeId, feeChargeId: letter.feeChargeId });
    if (row) await takeChargedBack(tx, scope, row);
  }
  await tell(tx, scope, 'letter.stop', letterId, null);
}

export async function stopWaiting(
  tx: Tx,
  scope: Scope,
  letterId: string,
  stopReason: StopReason,
): Promise<void> {
  await tx
    .update(letterMail)
    .set({ state: 'stopped', stopReason })
    .where(
      and(within(letterMail, scope), eq(letterMail.letterId, letterId), isAnyOf(letterMail.state, 'waiting')),
    );
}

/** Whether a letter has, or may have, reached anybody by mail. */
export const hasGone = (tx: Tx, scope: Scope, letterId: string): Promise<boolean> =>
  // What nobody knew the fate of stays so, whatever a later attempt came to.
  hasMail(
    tx,
    scope,
    letterId,
    or(isOut, isAmong(letterMail.state, ['uncertain']), eq(letterMail.mayHaveGone, true)),
  );

/** Whether a letter is on its way by mail, or has reached somebody for certain. */
export const isOnItsWay = (tx: Tx, scope: Scope, letterId: string): Promise<boolean> =>
  hasMail(tx, scope, letterId, isOut);

const isOut = isAmong(letterMail.state, ['sending', 'sent', 'arrived']);

async function hasMail(tx: Tx, scope: Scope, letterId: string, of: SQL | undefined): Promise<boolean> {
  const [found] = await tx
    .select({ id: letterMail.id })
    .from(letterMail)
    .where(and(within(letterMail, scope), eq(letterMail.letterId, letterId), of))
    .limit(1);
  return found !== undefined;
}

/** What kept a mail from going is not the server's: it waits its turn again, and after three days it is given up. */
export async function putOff(tx: Tx, scope: Scope, mailId: string): Promise<void> {
  const [row] = await tx
    .select({ attempts: letterMail.attempts, letterId: letterMail.letterId })
    .from(letterMail)
    .where(and(isRow(letterMail, scope, mailId), eq(letterMail.state, 'waiting')))
    .for('update');
  if (!row) return;
  const attempts = row.attempts + 1;
  const again = nextTry(attempts, scope.now);
  await tx
    .update(letterMail)
    .set(again ? { attempts, nextTryAt: again } : { attempts, state: 'refused' })
    .where(isRow(letterMail, scope, mailId));
  if (!again) await tell(tx, scope, 'letter.refuse', row.letterId, mailId);
}

/** Writes down what became of an attempt. What was sent stays sent, and a later attempt has its own answer. */
export async function noteFate(
  tx: Tx,
  scope: Scope,
  mail: { id: string; letterId: string; attempts: number },
  fate: MailFate,
): Promise<void> {
  await lockLetter(tx, scope, mail.letterId);
  // Somebody it names was erased while it was under way: without its words it does not go again.
  const isErased = fate.kind === 'later' && !(await hasWords(tx, scope, mail.id));
  const again = fate.kind === 'later' && !isErased ? nextTry(mail.attempts, scope.now) : null;
  const triedInVain = isErased ? 'stopped' : again ? 'waiting' : 'refused';
  const state = fate.kind === 'later' ? triedInVain : fate.kind;
  const [noted] = await tx
    .update(letterMail)
    .set({
      state,
      answer: fate.answer,
      ...(state === 'uncertain' && { mayHaveGone: true }),
      isAddressRefused: fate.kind === 'refused' && fate.isAddress,
      ...(isErased && { stopReason: 'erased' }),
      ...(again && { nextTryAt: again }),
    })
    .where(
      and(
        isRow(letterMail, scope, mail.id),
        eq(letterMail.attempts, mail.attempts),
        // It took so long that it was given up for lost: the answer is heard all the same.
        isAmong(letterMail.state, ['sending', 'uncertain']),
      ),
    )
    .returning({ id: letterMail.id });
  if (!noted || state === 'waiting' || state === 'stopped') return;
  const { letterId } = mail;
  if (state === 'sent') {
    await tx
      .update(letter)
      .set({ state: 'sent', sentOn: scope.today, ...nextVersion(letter, scope) })
      .where(and(isRow(letter, scope, letterId), eq(letter.state, 'ready')));
  }
  const action = { sent: 'letter.mail', refused: 'letter.refuse', uncertain: 'letter.lose' } as const;
  await tell(tx, scope, action[state], letterId, mail.id);
}

/** Whether a mail still has what stands in it: of one that names somebody who was erased nothing does. */
async function hasWords(tx: Tx, scope: Scope, mailId: string): Promise<boolean> {
  const [row] = await tx
    .select({ body: letterMail.body })
    .from(letterMail)
    .where(isRow(letterMail, scope, mailId));
  return row !== undefined && row.body !== '';
}

/**
 * Sends once more what nobody knows the fate of, as the same message. Again it changes nothing.
 * @throws DomainError `letter.names_erased` where its words went with somebody it named
 */
export async function mailAgain(tx: Tx, scope: Scope, { mailId }: { mailId: string }) {
  await lockMail(tx, scope, mailId);
  const [mail] = await tx
    .select({ state: letterMail.state, letterId: letterMail.letterId })
    .from(letterMail)
    .where(isRow(letterMail, scope, mailId))
    .for('update');
  if (!mail) throw new DomainError('not_found');
  if (mail.state === 'waiting') return { id: mailId };
  if (mail.state !== 'uncertain') throw new DomainError('letter.not_uncertain');
  if (!(await hasWords(tx, scope, mailId))) throw new DomainError('letter.names_erased');
  await tx
    .update(letterMail)
    .set({ state: 'waiting', nextTryAt: scope.now })
    .where(isRow(letterMail, scope, mailId));
  await tell(tx, scope, 'letter.resend', mail.letterId, mailId);
  await noteMailWork(tx, scope);
  return { id: mailId };
}

type Told = 'letter.mail' | 'letter.refuse' | 'letter.lose' | 'letter.stop' | 'letter.resend';

/** The journal outlives a tenant who is erased: it names the mail, whose row has the address and the server's words. */
const tell = (tx: Tx, scope: Scope, action: Told, letterId: string, mailId: string | null) =>
  recordAudit(tx, scope, { action, entity: 'letter', entityId: letterId, after: { mailId } });
