import 'server-only';
import { and } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { letter, letterItem, letterTenant } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { changedRow, isChangedSo, isRow, isSeenRow, nextVersion } from '@/db/versioned';
import { within } from '@/db/within';
import { type Letter, withPictures } from '@/domain/letter';
import type { Language, LetterKind, LetterWay, ReminderStep } from '@/domain/vocabulary';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { listPictures } from '../portfolio/landlord-queries';
import { isChargedPaid, takeChargedBack } from './charged-commands';
import { reasonAgainst } from './due-queries';
import { type Chosen, type Enclosed, enclose } from './enclosure-commands';
import { isEnclosed } from './enclosure-queries';
import { lockLetter } from './lock-commands';
import { hasGone, isOnItsWay, stopWaiting } from './mail-commands';
import type { noteLetterInput, sendByHandInput, takeBackInput } from './schema';

const shown = { id: letter.id, version: letter.version };

export type WrittenLetter = {
  id: string;
  leaseId: string;
  kind: LetterKind;
  /** Of a reminder, its tone. */
  step: ReminderStep | null;
  way: LetterWay;
  language: Language;
  content: Letter;
  /** A bill with VAT once more, for programs; null where it is none. */
  invoiceXml?: string | null;
  tenantIds: readonly string[];
  items: readonly { chargeId: string; openCents: number; step: ReminderStep | null }[];
  totalCents: number;
  payBy: CalendarDate | null;
  interestCents: number;
  interestChargeId: string | null;
  feeCents: number;
  feeChargeId: string | null;
  statementLeaseId: string | null;
  collectionItemId?: string;
  /** The own text it was written from; null for ours. */
  template?: { name: string; version: number } | null;
  enclosures?: readonly Enclosed[];
  /** Of who writes, where they were read for many letters at once. */
  pictures?: Awaited<ReturnType<typeof listPictures>>;
};

type Repeated = {
  id: string;
  leaseId: string;
  way: LetterWay;
  totalCents?: number;
  kind?: LetterKind;
  step?: ReminderStep;
  enclosures?: readonly Chosen[];
  /** The language that stands beside the tenants' own, where those are of another. */
  besideIn?: Language | null;
};

/**
 * The letter this very request has written before; null where there is none.
 * @throws DomainError `letter.sent_otherwise` where another one was written under its id: for another sum, in another tone, with
 * other enclosures, without the second language
 */
export async function findWritten(tx: Tx, scope: Scope, { enclosures, besideIn, ...wanted }: Repeated) {
  const [existing] = await tx
    .select()
    .from(letter)
    .where(isRow(letter, scope, wanted.id));
  if (!existing) return null;
  const { content, language, version } = existing;
  const wantsBeside = besideIn !== null && besideIn !== language;
  const isOther =
    changesBetween(existing, wanted) ||
    (besideIn !== undefined && content !== null && (content.beside !== null) !== wantsBeside) ||
    (enclosures && !(await isEnclosed(tx, scope, wanted.id, enclosures)));
  if (isOther) throw new DomainError('letter.sent_otherwise');
  return { id: wanted.id, version };
}

/** Whether any of these letters was written. */
export async function isAnyWritten(tx: Tx, scope: Scope, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const [row] = await tx
    .select({ id: letter.id })
    .from(letter)
    .where(and(within(letter, scope), isAmong(letter.id, [...ids])))
    .limit(1);
  return row !== undefined;
}

/** Writes down a letter that goes today, word by word, with what it asks for. The file is made of it afterwards. */
export async function writeLetter(tx: Tx, scope: Scope, sent: WrittenLetter) {
  const { id, leaseId, kind, step, way, content, items, tenantIds, totalCents } = sent;
  const [row] = await tx
    .insert(letter)
    .values({
      portfolioId: scope.portfolioId,
      id,
      leaseId,
      kind,
      step,
      language: sent.language,
      title: content.title,
      writtenOn: scope.today,
      state: way === 'mail' ? 'ready' : 'sent',
      way,
      // By mail it has gone once a server took it.
      sentOn: way === 'mail' ? null : scope.today,
      sentBy: postedBy(scope),
      isByItself: scope.isByItself ?? false,
      totalCents,
      payBy: sent.payBy,
      interestCents: sent.interestCents,
      interestChargeId: sent.interestChargeId,
      feeCents: sent.feeCents,
      feeChargeId: sent.feeChargeId,
      statementLeaseId: sent.statementLeaseId,
      collectionItemId: sent.collectionItemId ?? null,
      templateName: sent.template?.name ?? null,
      templateVersion: sent.template?.version ?? null,
      content: withPictures(
        content,
        sent.pictures ?? (await listPictures(tx, scope, content.sender.landlordIds ?? [])),
      ),
      invoiceXml: sent.invoiceXml ?? null,
      createdAt: scope.now,
      updatedAt: scope.now,
    })
    .onConflictDoNothing({ target: [letter.portfolioId, letter.id] })
    .returning(shown);
  if (!row) throw new DomainError('already_exists');
  const ofLetter = { portfolioId: scope.portfolioId, letterId: id };
  if (items.length > 0) {
    await tx.insert(letterItem).values(items.map((item) => ({ ...ofLetter, ...item })));
  }
  if (tenantIds.length > 0) {
    await tx.insert(letterTenant).values(tenantIds.map((tenantId) => ({ ...ofLetter, tenantId })));
  }
  await enclose(tx, scope, id, sent.enclosures ?? []);
  await recordAudit(tx, scope, {
    action: way === 'mail' ? 'letter.queue' : 'letter.send',
    entity: 'letter',
    entityId: id,
    after: { leaseId, name: content.title, way, totalCents },
  });
  return row;
}

async function getStanding(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select({
      leaseId: letter.leaseId,
      state: letter.state,
      way: letter.way,
      version: letter.version,
      writtenOn: letter.writtenOn,
      sentOn: letter.sentOn,
      proof: letter.proof,
      answeredOn: letter.answeredOn,
      answer: letter.answer,
      title: letter.title,
      interestChargeId: letter.interestChargeId,
      feeChargeId: letter.feeChargeId,
    })
    .from(letter)
    .where(isRow(letter, scope, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

/** Notes when a letter went, what shows it and what came back. What it says stays. The same again changes nothing. */
export async function noteLetter(tx: Tx, scope: Scope, input: z.output<typeof noteLetterInput>) {
  await lockLetter(tx, scope, input.id);
  const before = await getStanding(tx, scope, input.id);
  const { id, version, sentOn, proof, answeredOn, answer } = input;
  if (isChangedSo(before, input, { sentOn, proof, answeredOn, answer })) {
    return { id, version: before.version };
  }
  if (before.state === 'taken_back') throw new DomainError('letter.taken_back');
  if (before.state === 'ready') throw new DomainError('letter.on_its_way');
  if (sentOn > scope.today) throw new DomainError('letter.sent_in_future', { field: 'sentOn' });
  if (sentOn < before.writtenOn) throw new DomainError('letter.sent_before_written', { field: 'sentOn' });
  if (answeredOn !== null && answeredOn > scope.today) {
    throw new DomainError('letter.answered_in_future', { field: 'answeredOn' });
  }
  if (answeredOn !== null && answeredOn < sentOn) {
    throw new DomainError('letter.answered_before_sent', { field: 'answeredOn' });
  }
  const changed = changedRow(
    await tx
      .update(letter)
      .set({
        state: answeredOn === null ? 'sent' : 'answered',
        sentOn,
        proof,
        answeredOn,
        answer,
        ...nextVersion(letter, scope),
      })
      .where(isSeenRow(letter, scope, { id, version }))
      .returning(shown),
  );
  await recordAudit(tx, scope, {
    action: 'letter.note',
    entity: 'letter',
    entityId: id,
    // What shows it and what was answered goes with the person it tells of; the journal stays.
    before: { sentOn: before.sentOn, hasProof: before.proof !== null, answeredOn: before.answeredOn },
    after: { name: before.title, sentOn, hasProof: proof !== null, answeredOn },
  });
  return changed;
}

/**
 * Takes back a letter that never went, and what was put on the account with it; the file stays with the papers as what
 * was printed. Again it changes nothing.
 */
export async function takeBackLetter(tx: Tx, scope: Scope, input: z.output<typeof takeBackInput>) {
  await lockLetter(tx, scope, input.id);
  const before = await getStanding(tx, scope, input.id);
  if (before.state === 'taken_back') return { id: input.id, version: before.version };
  if (await hasGone(tx, scope, input.id)) throw new DomainError('letter.on_its_way');
  if (before.answeredOn !== null || before.proof !== null) throw new DomainError('letter.has_gone');
  if (await isChargedPaid(tx, scope, before)) throw new DomainError('letter.charged_paid');
  await stopWaiting(tx, scope, input.id, 'taken_back');
  const changed = changedRow(
    await tx
      .update(letter)
      .set({ state: 'taken_back', answeredOn: null, ...nextVersion(letter, scope) })
      .where(isSeenRow(letter, scope, input))
      .returning(shown),
  );
  await takeChargedBack(tx, scope, before);
  await recordAudit(tx, scope, {
    action: 'letter.take_back',
    entity: 'letter',
    entityId: input.id,
    before: { leaseId: before.leaseId, name: before.title, sentOn: before.sentOn },
  });
  return changed;
}

/**
 * A letter that no mail has brought for certain goes another way today. What was still to be mailed is not; of what may have
 * arrived the tenant has it twice, in the same words. The same request again changes nothing.
 */
export async function sendByHand(tx: Tx, scope: Scope, input: z.output<typeof sendByHandInput>) {
  const { id, version, way } = input;
  await lockLetter(tx, scope, id);
  const before = await getStanding(tx, scope, id);
  if (isChangedSo(before, input, { state: 'sent', way })) return { id, version: before.version };
  if (await isOnItsWay(tx, scope, id)) throw new DomainError('letter.on_its_way');
  if (before.state !== 'ready') throw new DomainError('letter.not_waiting');
  const reason = await reasonAgainst(tx, scope, id);
  if (reason !== null) throw new DomainError(`letter.${reason}_meanwhile`);
  await stopWaiting(tx, scope, id, 'by_hand');
  const changed = changedRow(
    await tx
      .update(letter)
      .set({
        state: 'sent',
        way,
        sentOn: scope.today,
        sentBy: postedBy(scope),
        ...nextVersion(letter, scope),
      })
      .where(isSeenRow(letter, scope, { id, version }))
      .returning(shown),
  );
  await recordAudit(tx, scope, {
    action: 'letter.send',
    entity: 'letter',
    entityId: id,
    after: { leaseId: before.leaseId, name: before.title, way },
  });
  return changed;
}
