import 'server-only';
import { createHash } from 'node:crypto';
import { createTranslator } from 'next-intl';
import type { z } from 'zod';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import type { LetterHead } from '@/domain/letter';
import type { Language, WrittenKind } from '@/domain/vocabulary';
import { bindingSentence, enclosedHeading, letterFrame } from '@/i18n/server/letter-frame';
import { messagesIn } from '@/i18n/server/messages-in';
import { readSender } from '../account/sender-queries';
import { listEnclosable, shownPaper } from '../outbox/enclosure-queries';
import { type LetterFacts, readFacts, whyNot } from './facts-queries';
import { formOf, kindFacts, kindsFor } from './kind-facts';
import { sampleFacts } from './sample-facts';
import type { listEnclosableInput, lookAtLetterInput, sampleInput } from './schema';
import type { TemplateValues } from './template-rules';
import { letterValues, type SaidFacts } from './value-words';

type Asked = z.output<typeof lookAtLetterInput>;

/** A letter without its words, and what fills their gaps: all of it of this lease, as it is today. */
export async function lookAtLetter(tx: Tx, scope: Scope, asked: Asked) {
  const { kind } = asked;
  const facts = await readFacts(tx, scope, asked.leaseId, kind, asked);
  const language = asked.language ?? facts.tenants[0]?.letterLanguage ?? asked.ownLanguage;
  const { formatsIn, portfolioName: issuer } = await readSender(tx, scope);
  const saidIn = (said: Language) =>
    wordsIn(kind, facts, { formats: formatsIn(said), issuer, today: scope.today });
  const { values, ours, head } = await saidIn(language);
  const beside = asked.besideIn === null || asked.besideIn === language ? null : await saidIn(asked.besideIn);
  return {
    kind,
    kinds: kindsFor({ ...facts, currency: scope.currency }),
    form: formOf(kind, facts.isGerman),
    isGerman: facts.isGerman,
    language,
    obstacle: whyNot(kind, facts),
    ours,
    head,
    values,
    /** Of all that is filled in: another one later, and the letter says something nobody has looked at. */
    seen: seenOf(beside ? [values, head, beside.values, beside.head] : [values, head]),
    /** The same in the other language, and what says that it does not bind. */
    beside: beside && {
      language: beside.head.language,
      greeting: beside.head.greeting,
      closing: beside.head.closing,
      values: beside.values,
      ours: beside.ours,
      binding: await bindingSentence(language),
    },
    enclosedHeading: await enclosedHeading(beside ? [language, beside.head.language] : [language]),
    payments: facts.receipt?.payments ?? null,
    paymentId: facts.receipt?.chosen?.id ?? null,
    months: facts.month?.months ?? null,
    month: facts.month?.chosen?.month ?? null,
    totalCents: kind === 'rent_invoice' ? (facts.month?.chosen?.openCents ?? 0) : 0,
    tenantIds: facts.tenantIds,
    hasAddress: facts.sentTo !== null,
    mail: facts.mail,
  };
}

/** A letter without its words, and what fills their gaps, of a lease that is nobody's: to look at a text with. */
export async function sampleLetter(tx: Tx, scope: Scope, { kind, language }: z.output<typeof sampleInput>) {
  const { formatsIn, portfolioName: issuer } = await readSender(tx, scope);
  const names = (await messagesIn(language)).LetterSample;
  const isGerman = scope.jurisdiction === 'DE';
  const facts = { ...sampleFacts(names, scope.today), isGerman, isDwelling: true };
  const { values, head } = await wordsIn(kind, facts, {
    formats: formatsIn(language),
    issuer,
    today: scope.today,
  });
  return { kind, language, values, head };
}

/** Papers that may come with a letter about a lease, the newest first. */
export async function listPapers(tx: Tx, scope: Scope, input: z.output<typeof listEnclosableInput>) {
  const { leaseId, search, only } = input;
  await assertExists(tx, scope, lease, leaseId);
  const papers = await listEnclosable(tx, scope, { leaseIds: [leaseId], search, only });
  return papers.map(shownPaper);
}

const seenOf = (said: readonly (TemplateValues | LetterHead)[]) =>
  createHash('sha256').update(JSON.stringify(said)).digest('hex');

type Frame = { formats: Parameters<typeof letterFrame>[0]['formats']; issuer: string; today: string };

type AllFacts = SaidFacts & {
  isGerman: boolean;
  isDwelling: boolean;
  sentTo: Parameters<typeof letterFrame>[0]['sentTo'];
};

/** What a kind of letter says of facts in one language. */
async function wordsIn(kind: WrittenKind, facts: AllFacts, frame: Frame) {
  return {
    values: await letterValues(kind, facts, frame),
    ours: await oursOf(kind, frame.formats.language, facts),
    head: await headOf(kind, facts, frame),
  };
}

async function headOf(
  kind: WrittenKind,
  facts: AllFacts,
  { formats, issuer, today }: Frame,
): Promise<LetterHead> {
  const frame = await letterFrame({
    landlords: facts.landlords,
    tenants: facts.tenants.map((row) => row.name),
    sentTo: facts.sentTo,
    writtenOn: today,
    formats,
    issuer,
  });
  // It is shown to somebody else: it greets nobody.
  return kindFacts[kind].isCertificate ? { ...frame, greeting: '', closing: '' } : frame;
}

/** Our text of a kind, with the names of its gaps as they are stored. */
export async function oursOf(
  kind: WrittenKind,
  language: Language,
  {
    isGerman,
    isDwelling,
    lease,
  }: { isGerman: boolean; isDwelling: boolean; lease?: Pick<LetterFacts['lease'], 'noticeBy'> },
) {
  const t = createTranslator({
    locale: language,
    messages: await messagesIn(language),
    namespace: 'LetterTexts',
  });
  // Where nobody gave notice, none is confirmed: the mail and the file are called after what was agreed.
  const isAgreed = kind === 'notice_confirmation' && lease?.noticeBy === 'agreement';
  return {
    title: isAgreed ? t('notice_confirmation.titleAgreed') : t(`${kind}.title`),
    subject: t(`${kind}.subject`),
    body: t(bodyOf(kind, { isGerman, isDwelling })),
  };
}

/** Where the law of our text does not hold, there is another. */
function bodyOf(kind: WrittenKind, of: { isGerman: boolean; isDwelling: boolean }) {
  if (kind === 'notice_confirmation' && !of.isGerman) return 'notice_confirmation.bodyElsewhere';
  if (kind === 'new_advance' && !of.isDwelling) return 'new_advance.bodyOther';
  if (kind === 'index_rent' && !(of.isGerman && of.isDwelling)) return 'index_rent.bodyOther';
  return `${kind}.body` as const;
}
