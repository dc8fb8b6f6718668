import 'server-only';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import type { LetterHead } from '@/domain/letter';
import type { Language, ReminderKind, WrittenKind } from '@/domain/vocabulary';
import { countryOfJurisdiction } from '@/i18n/country-rules';
import { bindingSentence, enclosedHeading, letterFrame } from '@/i18n/server/letter-frame';
import { messagesIn } from '@/i18n/server/messages-in';
import { readSender } from '../account/sender-queries';
import { listEnclosable, shownPaper } from '../outbox/enclosure-queries';
import { readFacts, whyNot } from './facts-queries';
import { rentInvoice } from './invoice-words';
import { formOf, isReminderKind, kindFacts, kindsFor } from './kind-facts';
import { oursOf } from './our-words';
import { type ReminderFacts, reminderValues } from './reminder-words';
import { sampleFacts, sampleReminder } from './sample-facts';
import { samplePlace } from './sample-place-facts';
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
  const invoice = kind === 'rent_invoice' ? await rentInvoice(facts, { formats: formatsIn(language) }) : null;
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
    seen: seenOf([values, head, ...(beside ? [beside.values, beside.head] : [])], invoice),
    invoice,
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

/**
 * A letter without its words, what fills their gaps, and our text, of a lease that is nobody's: to look at a text with, and to
 * begin one from ours.
 */
export async function sampleLetter(tx: Tx, scope: Scope, { kind, language }: z.output<typeof sampleInput>) {
  const { formatsIn, portfolioName: issuer } = await readSender(tx, scope);
  const formats = formatsIn(language);
  const names = (await messagesIn(formats.wording)).LetterSample;
  const isGerman = scope.jurisdiction === 'DE';
  const place = samplePlace(countryOfJurisdiction(scope), scope.currency);
  const frame = { formats, issuer, today: scope.today };
  if (isReminderKind(kind)) {
    const facts = sampleReminder(names, scope.today, place, isGerman);
    return { kind, language, ...(await reminderLook(kind, facts, frame)) };
  }
  const facts = { ...sampleFacts(names, scope.today, place), isGerman, isDwelling: true };
  return { kind, language, ...(await wordsIn(kind, facts, frame)) };
}

/** A reminder without its words, what fills their gaps, and our text. */
export async function reminderLook(
  kind: ReminderKind,
  facts: ReminderFacts & Pick<AllFacts, 'sentTo'>,
  frame: Frame,
) {
  const { formats, issuer, today } = frame;
  const { landlords, tenants, sentTo, isGerman, isDwelling } = facts;
  const names = tenants.map((row) => row.name);
  return {
    values: await reminderValues(kind, facts, frame),
    ours: await oursOf(kind, formats.wording, { isGerman, isDwelling }),
    head: await letterFrame({ landlords, tenants: names, sentTo, writtenOn: today, formats, issuer }),
  };
}

/** Papers that may come with a letter about a lease, the newest first. */
export async function listPapers(tx: Tx, scope: Scope, input: z.output<typeof listEnclosableInput>) {
  const { leaseId, search, only } = input;
  await assertExists(tx, scope, lease, leaseId);
  const papers = await listEnclosable(tx, scope, { leaseIds: [leaseId], search, only });
  return papers.map(shownPaper);
}

const seenOf = (said: readonly (TemplateValues | LetterHead)[], invoice: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(invoice === null ? said : [...said, invoice]))
    .digest('hex');

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
    ours: await oursOf(kind, frame.formats.wording, facts),
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
