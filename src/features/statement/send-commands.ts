import 'server-only';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { inPostalOrder } from '@/domain/postal-order';
import type { Language, LetterWay } from '@/domain/vocabulary';
import { withEnclosed } from '@/i18n/server/letter-frame';
import { lockLeases } from '@/ledger';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { readSender } from '../account/sender-queries';
import { writeLetter } from '../outbox/commands';
import { type Chosen, type Enclosed, findChosen } from '../outbox/enclosure-commands';
import { isEnclosed } from '../outbox/enclosure-queries';
import { letterMail } from '../outbox/mail';
import { queueMails } from '../outbox/mail-commands';
import { findMailWay } from '../outbox/mail-queries';
import { listPictures } from '../portfolio/landlord-queries';
import { askedCents, statementLetter } from './letter';
import { findPosted, getLetters, letterHead, letterOf } from './letter-queries';
import type { sendLettersInput } from './schema';
import { listSentLetters, listTold, listUnsent, listVersions, type SentVersion } from './sent-queries';

/** So long before its last day a letter still asks to pay by the day its back-payment is due on. */
const AT_LEAST_DAYS = 14;

/**
 * Sends the letters of a settled statement that have not gone yet, of whichever version holds for a lease: each is written
 * down word by word, to whoever the tenants are and where they live today. By mail, those whom no mail reaches are written
 * down as going by post. With each come the same papers of the house. Asked again it sends nothing twice, and names those of
 * today once more.
 * @returns how many of them go by mail, and the letters that go on paper
 * @throws DomainError `statement.corrected_meanwhile`, `letter.no_mail_server`, `letter.no_reply_address`,
 * `letter.too_many_mails`, `letter.enclosure_gone`, `letter.enclosures_too_large`, `letter.sent_otherwise` where all have
 * gone, and with other enclosures
 */
export async function sendLetters(tx: Tx, scope: Scope, input: z.output<typeof sendLettersInput>) {
  const { propertyId, version, way, language, isBeside, enclosures: chosen, ...period } = input;
  const seen = await listVersions(tx, scope, propertyId, period);
  await lockLeases(tx, scope, [...(await listTold(tx, scope, seen)).keys()]);
  // Read again under the lock: what a correction told meanwhile nobody has looked at.
  const versions = await listVersions(tx, scope, propertyId, period);
  if (versions.length === 0) throw new DomainError('not_found');
  if (versions.length !== version) throw new DomainError('statement.corrected_meanwhile');
  const unsent = await listUnsent(tx, scope, { versions, told: await listTold(tx, scope, versions) });
  const leaseIds = unsent.map((one) => one.leaseId);
  if (leaseIds.length === 0) return answerAgain(tx, scope, versions, chosen);
  const enclosures = await findChosen(tx, scope, { leaseIds, way, chosen });
  const sender = await readSender(tx, scope);
  const written = [];
  for (const { id, version } of versions) {
    const own = unsent.filter(({ statementId }) => statementId === id);
    if (own.length === 0) continue;
    const asked = await getLetters(tx, scope, { propertyId, ...period, version, leaseId: null });
    const all = { ...asked, ...(await headOfToday(tx, scope, propertyId, asked)) };
    const landlordIds = all.landlords.map(({ id }) => id);
    const pictures = await listPictures(tx, scope, landlordIds);
    const given = { all, pictures, sender, way, language, isBeside, enclosures };
    for (const { leaseId, rowId } of own) {
      const frozen = asked.letters.find(({ result }) => result.leaseId === leaseId);
      if (!frozen) continue;
      const letter = await letterOf(tx, scope, frozen.result, frozen.corrects);
      written.push(await writeOne(tx, scope, { ...given, own: letter, rowId }));
    }
  }
  // At the end: what counts mails lets nobody else send until this is committed.
  const mails = written.flatMap(({ mail }) => mail ?? []);
  for (const mail of mails) await queueMails(tx, scope, mail);
  return {
    mailed: mails.length,
    paperIds: inPostalOrder(written).flatMap(({ id, mail }) => (mail ? [] : [id])),
  };
}

/** Nothing is left to send: of today's letters only the answer may have been lost. With other enclosures they were not sent. */
async function answerAgain(
  tx: Tx,
  scope: Scope,
  versions: readonly SentVersion[],
  chosen: readonly Chosen[],
) {
  const ids = versions.map(({ id }) => id);
  const gone = await listSentLetters(tx, scope, ids);
  const today = gone.filter(({ sentOn }) => sentOn === null || sentOn === scope.today);
  if (today.length > 0 && !(await isOneEnclosed(tx, scope, today, chosen))) {
    throw new DomainError('letter.sent_otherwise');
  }
  const onPaper = [];
  for (const { id, leaseId, way } of today) {
    if (way === 'mail') continue;
    const { tenants, sentTo } = await findPosted(tx, scope, leaseId);
    onPaper.push({ id, sentTo, tenants: tenants.map(({ name }) => name) });
  }
  return { mailed: today.length - onPaper.length, paperIds: inPostalOrder(onPaper).map(({ id }) => id) };
}

async function isOneEnclosed(
  tx: Tx,
  scope: Scope,
  letters: readonly { id: string }[],
  chosen: readonly Chosen[],
) {
  for (const { id } of letters) if (await isEnclosed(tx, scope, id, chosen)) return true;
  return false;
}

/** Who writes today, and into which account; by a day that leaves time to pay. */
async function headOfToday(
  tx: Tx,
  scope: Scope,
  propertyId: string,
  { payBy: dueOn, view }: Awaited<ReturnType<typeof getLetters>>,
) {
  const head = await letterHead(tx, scope, propertyId, view);
  return { ...head, payBy: dueOn < addDays(scope.today, AT_LEAST_DAYS) ? head.payBy : dueOn };
}

async function writeOne(
  tx: Tx,
  scope: Scope,
  of: {
    all: Awaited<ReturnType<typeof getLetters>>;
    own: Awaited<ReturnType<typeof letterOf>>;
    rowId: string;
    pictures: Awaited<ReturnType<typeof listPictures>>;
    sender: Awaited<ReturnType<typeof readSender>>;
    way: LetterWay;
    language: Language;
    isBeside: boolean;
    enclosures: readonly Enclosed[];
  },
) {
  const { all, own, rowId } = of;
  const found = await findMailWay(tx, scope, { tenantIds: own.tenantIds, landlords: all.landlords });
  const { replyTo, reason, recipients } = found;
  if (of.way === 'mail' && reason !== null && reason !== 'no_address') {
    throw new DomainError(`letter.${reason}`, { field: 'way' });
  }
  const isMailed = of.way === 'mail' && reason === null && replyTo !== null;
  const language = own.language ?? of.language;
  const { formatsIn, portfolioName } = of.sender;
  const beside = of.isBeside ? formatsIn(of.language) : null;
  const letter = await statementLetter(all, own, formatsIn(language), portfolioName, beside);
  const content = await withEnclosed(letter, of.enclosures);
  const cents = askedCents(own);
  const id = randomUUID();
  await writeLetter(tx, scope, {
    id,
    leaseId: own.result.leaseId,
    kind: 'cost_statement',
    step: null,
    way: of.way === 'mail' && !isMailed ? 'post' : of.way,
    language,
    content,
    pictures: of.pictures,
    enclosures: of.enclosures,
    tenantIds: own.tenantIds,
    items: [],
    totalCents: Math.max(0, cents),
    payBy: cents > 0 ? all.payBy : null,
    interestCents: 0,
    interestChargeId: null,
    feeCents: 0,
    feeChargeId: null,
    statementLeaseId: rowId,
  });
  const posted = { id, sentTo: own.sentTo, tenants: own.tenants };
  if (!isMailed) return { ...posted, mail: null };
  const { subject, sender } = content;
  const body = await letterMail(content, language);
  return { ...posted, mail: { letterId: id, fromName: sender.name, replyTo, subject, body, recipients } };
}
