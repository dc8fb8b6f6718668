import 'server-only';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { enclosedNames, type Letter } from '@/domain/letter';
import type { WrittenKind } from '@/domain/vocabulary';
import { lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { findWritten, isAnyWritten, writeLetter } from '../outbox/commands';
import { findChosen } from '../outbox/enclosure-commands';
import { letterMail } from '../outbox/mail';
import { queueMails } from '../outbox/mail-commands';
import { filled } from './filled-words';
import { lookAtLetter } from './queries';
import type { sendWrittenInput } from './schema';
import { getTemplate } from './template-queries';

/**
 * Sends a letter: writes it down word by word, with what is known of the lease now. It is what was shown, or nothing: where
 * anything that fills its gaps is something else by now, it is looked at again. The same id again changes nothing;
 * where an earlier attempt with other words was written after all, there is no second letter.
 * @throws DomainError `already_exists`, `letter.sent_otherwise`, `letter.changed_meanwhile`, `letter.text_faulty`, `letter.too_long`,
 * `letter.gaps`, `letter.needs_ink`, `letter.obstacle`
 */
export async function sendWritten(tx: Tx, scope: Scope, input: z.output<typeof sendWrittenInput>) {
  const { id, leaseId, kind, language, way } = input;
  await lockLeases(tx, scope, [leaseId]);
  const sent = await findWritten(tx, scope, { id, leaseId, way, kind, enclosures: input.enclosures });
  if (sent) return sent;
  if (await isAnyWritten(tx, scope, input.earlierIds)) throw new DomainError('already_exists');
  const besideIn = input.beside?.language ?? null;
  const look = await lookAtLetter(tx, scope, { ...input, ownLanguage: language, besideIn });
  if (!look.kinds.includes(kind)) throw new DomainError('letter.not_here', { field: 'kind' });
  if (look.obstacle !== null) throw new DomainError('letter.obstacle', { field: 'kind' });
  if (look.form === 'ink' && way === 'mail') throw new DomainError('letter.needs_ink', { field: 'way' });
  if (way === 'mail' && look.mail.reason !== null) {
    throw new DomainError(`letter.${look.mail.reason}`, { field: 'way' });
  }
  if (look.seen !== input.seen) throw new DomainError('letter.changed_meanwhile');
  const leaseIds = [leaseId];
  const enclosures = await findChosen(tx, scope, { leaseIds, way, chosen: input.enclosures });
  const content = {
    ...composeLetter(input, look),
    enclosed: enclosedNames(look.enclosedHeading, enclosures),
    needsInk: look.form === 'ink',
  };
  const row = await writeLetter(tx, scope, {
    id,
    leaseId,
    kind,
    step: null,
    way,
    language,
    content,
    enclosures,
    tenantIds: look.tenantIds,
    items: [],
    totalCents: look.totalCents,
    payBy: null,
    interestCents: 0,
    interestChargeId: null,
    feeCents: 0,
    feeChargeId: null,
    statementLeaseId: null,
    template: await readTemplate(tx, scope, input),
    invoiceXml: look.invoice?.xml ?? null,
  });
  if (way === 'mail') await mailWritten(tx, scope, id, content, look);
  return row;
}

/** The own text a letter was written from, as it is now; whoever wrote may have changed words of it for this letter. */
async function readTemplate(
  tx: Tx,
  scope: Scope,
  { kind, templateId }: Pick<z.output<typeof sendWrittenInput>, 'kind' | 'templateId'>,
) {
  if (templateId === null) return null;
  const { name, version, ...template } = await getTemplate(tx, scope, templateId);
  if (template.kind !== kind) throw new DomainError('invalid', { field: 'templateId' });
  return { name, version };
}

type Look = Awaited<ReturnType<typeof lookAtLetter>>;

type Text = { subject: string; body: string };

function composeLetter(
  text: Text & { kind: WrittenKind; beside: Text | null },
  { head, values, ours, beside }: Look,
): Letter {
  const own = filled(text.kind, text, values);
  const letter = { ...head, title: ours.title, ...own };
  if (text.beside === null) return letter;
  // It was asked for in the language the letter has: there would be two texts that bind.
  if (beside === null) throw new DomainError('invalid', { field: 'beside' });
  const { language, greeting, closing, binding } = beside;
  const words = { language, greeting, closing, ...filled(text.kind, text.beside, beside.values) };
  return { ...letter, beside: { words, binding } };
}

async function mailWritten(
  tx: Tx,
  scope: Scope,
  letterId: string,
  content: Letter,
  { mail, language }: Look,
) {
  const { replyTo, recipients } = mail;
  if (replyTo === null) throw new DomainError('letter.no_reply_address', { field: 'way' });
  const { subject, sender } = content;
  const body = await letterMail(content, language);
  await queueMails(tx, scope, { letterId, fromName: sender.name, replyTo, subject, body, recipients });
}
