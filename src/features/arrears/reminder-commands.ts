import 'server-only';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import type { Language, LetterWay } from '@/domain/vocabulary';
import { withEnclosed } from '@/i18n/server/letter-frame';
import { lockLeases, postCharge } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { readSender } from '../account/sender-queries';
import { findWritten, writeLetter } from '../outbox/commands';
import { type Enclosed, findChosen } from '../outbox/enclosure-commands';
import { queueMails } from '../outbox/mail-commands';
import { chargeInterest } from './commands';
import { ownTextIn, reminderLetter } from './reminder-letter';
import { reminderMail } from './reminder-mail';
import { getReminder, type Reminder } from './reminder-queries';
import { itemSteps } from './reminder-rules';
import type { remindInput } from './schema';

/**
 * Sends a reminder: writes it down word by word, and puts the interest and the fee it asks for on the account, so that what is paid as
 * asked settles it to the cent. All of it as it was shown, or nothing: a payment that came meanwhile stops it, and so does a
 * letter that somebody else has sent, or another edition of an own text. The same id again changes nothing; in another tone or with other enclosures it is refused.
 * @throws DomainError `letter.sent_otherwise`, `letter.enclosure_gone`, `letter.enclosures_too_large`, `arrears.reminder_changed` where it would ask for another amount by now, `arrears.reminded_meanwhile`,
 * `letter.changed_meanwhile` where its own text was changed, `letter.gaps` where that has nothing to say, `arrears.nothing_overdue`,
 * `arrears.paused`
 */
export async function remind(tx: Tx, scope: Scope, input: z.output<typeof remindInput>) {
  const { id, leaseId, step, way, totalCents, sentBefore } = input;
  await lockLeases(tx, scope, [leaseId]);
  const sent = await findWritten(tx, scope, {
    id,
    leaseId,
    way,
    totalCents,
    step,
    enclosures: input.enclosures,
    besideIn: input.isBeside ? input.language : null,
  });
  if (sent) return sent;
  const reminder = await getReminder(tx, scope, { leaseId, step });
  if (reminder.items.length === 0) throw new DomainError('arrears.nothing_overdue');
  if (reminder.proposal.result.reason === 'paused') throw new DomainError('arrears.paused');
  if (reminder.sentBefore !== sentBefore) throw new DomainError('arrears.reminded_meanwhile');
  if (reminder.totalCents !== totalCents) throw new DomainError('arrears.reminder_changed');
  if (input.editions !== null && input.editions !== reminder.editions) {
    throw new DomainError('letter.changed_meanwhile');
  }
  if (way === 'mail' && reminder.mail.reason !== null) {
    throw new DomainError(`letter.${reminder.mail.reason}`, { field: 'way' });
  }
  const language = reminder.language ?? input.language;
  const beside = input.isBeside && input.language !== language ? input.language : null;
  const enclosures = await findChosen(tx, scope, { leaseIds: [leaseId], way, chosen: input.enclosures });
  return sendReminder(tx, scope, reminder, { id, leaseId, way, language, beside, enclosures });
}

type Sending = {
  id: string;
  leaseId: string;
  way: LetterWay;
  language: Language;
  beside: Language | null;
  enclosures?: readonly Enclosed[];
};

/** Writes it down as it stands, with what it puts on the account, and hands it to the queue where it goes by mail. */
export async function sendReminder(tx: Tx, scope: Scope, reminder: Reminder, sending: Sending) {
  const { id, leaseId, way, language, beside, enclosures = [] } = sending;
  const { step, totalCents } = reminder;
  const written = await writtenOut(tx, scope, reminder, { language, beside, enclosures });
  const steps = itemSteps(reminder.proposal.result, step);
  const row = await writeLetter(tx, scope, {
    id,
    leaseId,
    kind: 'reminder',
    step,
    way,
    language,
    content: written.letter,
    enclosures,
    tenantIds: reminder.tenantIds,
    items: reminder.items.map(({ chargeId, openCents }) => ({
      chargeId,
      openCents,
      step: steps.get(chargeId) ?? null,
    })),
    totalCents,
    payBy: reminder.payBy,
    interestCents: reminder.interestCents,
    interestChargeId: await chargeAsked(tx, scope, leaseId, reminder.interestCents),
    feeCents: reminder.feeCents,
    feeChargeId: await chargeFee(tx, scope, leaseId, reminder, written.letter.title),
    statementLeaseId: null,
    template: ownTextIn(reminder, language),
  });
  if (way === 'mail') await mailLetter(tx, scope, id, reminder, written);
  return row;
}

type Written = Awaited<ReturnType<typeof writtenOut>>;

/** Hands the letter to the queue, for each address one mail. */
async function mailLetter(tx: Tx, scope: Scope, letterId: string, reminder: Reminder, written: Written) {
  const { replyTo, recipients } = reminder.mail;
  if (replyTo === null) throw new DomainError('letter.no_reply_address', { field: 'way' });
  await queueMails(tx, scope, {
    letterId,
    fromName: written.letter.sender.name,
    replyTo,
    ...(await reminderMail(written.letter, reminder, written.formats)),
    recipients,
  });
}

/** The letter as it is printed, in the formats of whoever sends it. */
async function writtenOut(
  tx: Tx,
  scope: Scope,
  reminder: Reminder,
  { language, beside, enclosures }: Required<Pick<Sending, 'language' | 'beside' | 'enclosures'>>,
) {
  const { formatsIn, portfolioName } = await readSender(tx, scope);
  const formats = formatsIn(language);
  const letter = await reminderLetter(reminder, formats, portfolioName, beside && formatsIn(beside));
  return { letter: await withEnclosed(letter, enclosures), formats };
}

/** What a letter asks for stands on the account from then on. */
async function chargeAsked(tx: Tx, scope: Scope, leaseId: string, amountCents: number) {
  if (amountCents === 0) return null;
  const asked = { leaseId, through: null, isBusiness: false, ownRateBp: null };
  const { id } = await chargeInterest(tx, scope, { id: randomUUID(), amountCents, ...asked });
  return id;
}

/** What the letter itself costs hangs on the oldest debt it asks for: who pays as asked settles it with that. */
async function chargeFee(tx: Tx, scope: Scope, leaseId: string, of: Reminder, note: string) {
  const { feeCents, feeDebtId } = of;
  if (feeCents === 0) return null;
  const id = randomUUID();
  const fee = { id, leaseId, kind: 'fee', dueOn: scope.today, amountCents: feeCents, note } as const;
  await postCharge(tx, scope, fee, { debtChargeId: feeDebtId });
  return id;
}
