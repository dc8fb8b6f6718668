import 'server-only';
import { randomUUID } from 'node:crypto';
import { createTranslator } from 'next-intl';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import type { Letter } from '@/domain/letter';
import type { Language, LetterWay } from '@/domain/vocabulary';
import { messagesIn } from '@/i18n/server/messages-in';
import { lockLeases } from '@/ledger';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { readSender } from '../account/sender-queries';
import { writeLetter } from '../outbox/commands';
import { queueMails } from '../outbox/mail-commands';
import { findMailWay } from '../outbox/mail-queries';
import { askedCents, statementLetter } from './letter';
import { getLetters, letterOf, payBy } from './letter-queries';
import type { sendLettersInput } from './schema';
import { findSent, listSentLetters, listVersions } from './sent-queries';

/** So long before its last day a letter still asks to pay by the day its back-payment is due on. */
const AT_LEAST_DAYS = 14;

/**
 * Sends the letters of a settled statement that have not gone yet: each is written down word by word, to whoever the
 * tenants are and where they live today. By mail, those whom no mail reaches are written down as going by post. Asked
 * again it sends nothing twice.
 * @returns how many letters of it go by mail, and how many on paper
 * @throws DomainError `letter.no_mail_server`, `letter.no_reply_address`, `letter.too_many_mails`
 */
export async function sendLetters(tx: Tx, scope: Scope, input: z.output<typeof sendLettersInput>) {
  const { propertyId, way, language, ...period } = input;
  const versions = await listVersions(tx, scope, propertyId, period);
  const sent = await findSent(tx, scope, versions.at(-1)?.id);
  if (!sent) throw new DomainError('not_found');
  await lockLeases(tx, scope, [...sent.letters.keys()]);
  const gone = await listSentLetters(tx, scope, sent.id);
  const asked = await getLetters(tx, scope, { propertyId, ...period, leaseId: null });
  const isNear = asked.payBy < addDays(scope.today, AT_LEAST_DAYS);
  const all = { ...asked, writtenOn: scope.today, payBy: isNear ? payBy(scope) : asked.payBy };
  const ways: LetterWay[] = [];
  for (const { result, corrects } of asked.letters) {
    const { leaseId } = result;
    const statementLeaseId = sent.rowIds.get(leaseId);
    const known = gone.find((one) => one.leaseId === leaseId);
    if (known || statementLeaseId === undefined) {
      if (known) ways.push(known.way);
      continue;
    }
    const own = await letterOf(tx, scope, result, corrects);
    ways.push(await sendOne(tx, scope, { all, own, statementLeaseId, way, language }));
  }
  const mailed = ways.filter((one) => one === 'mail').length;
  return { mailed, onPaper: ways.length - mailed };
}

async function sendOne(
  tx: Tx,
  scope: Scope,
  of: {
    all: Awaited<ReturnType<typeof getLetters>>;
    own: Awaited<ReturnType<typeof letterOf>>;
    statementLeaseId: string;
    way: LetterWay;
    language: Language;
  },
): Promise<LetterWay> {
  const { all, own, statementLeaseId } = of;
  const mail = await findMailWay(tx, scope, { tenantIds: own.tenantIds, landlords: all.landlords });
  const { replyTo, reason } = mail;
  const isMailed = of.way === 'mail' && reason === null && replyTo !== null;
  if (of.way === 'mail' && reason !== null && reason !== 'no_address') {
    throw new DomainError(`letter.${reason}`, { field: 'way' });
  }
  const way = of.way === 'mail' && !isMailed ? 'post' : of.way;
  const language = own.language ?? of.language;
  const { formatsIn, portfolioName } = await readSender(tx, scope);
  const content = await statementLetter(all, own, formatsIn(language), portfolioName);
  const cents = askedCents(own);
  const id = randomUUID();
  await writeLetter(tx, scope, {
    id,
    leaseId: own.result.leaseId,
    kind: 'cost_statement',
    step: null,
    way,
    language,
    content,
    tenantIds: own.tenantIds,
    items: [],
    totalCents: Math.max(0, cents),
    payBy: cents > 0 ? all.payBy : null,
    interestCents: 0,
    interestChargeId: null,
    statementLeaseId,
  });
  if (isMailed) {
    const body = await mailText(content, language);
    const { subject, sender } = content;
    const queued = { letterId: id, fromName: sender.name, replyTo, subject, body };
    await queueMails(tx, scope, { ...queued, recipients: mail.recipients });
  }
  return way;
}

/** What stands in the mail that brings a statement: what it is, and nothing of what it says. */
async function mailText({ greeting, title, closing, sender }: Letter, locale: Language): Promise<string> {
  const t = createTranslator({ locale, messages: await messagesIn(locale), namespace: 'StatementMail' });
  return [greeting, t('text', { title }), closing, sender.name].join('\n\n');
}
