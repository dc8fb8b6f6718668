import { createTranslator } from 'next-intl';
import { type Letter, type LetterBlock, oneLine } from '@/domain/letter';
import { placeName } from '@/domain/names';
import type { UserFormats } from '@/i18n/formats';
import { besideLetter, letterFrame } from '@/i18n/server/letter-frame';
import { messagesIn } from '@/i18n/server/messages-in';
import { sumCents } from '@/lib/money';
import type { Outputs } from '@/trpc/outputs';
import { paymentBlock } from '../rent-account/payment-letter';
import { statementWords } from '../rent-account/statement-words';
import { annexBlocks } from './annex-letter';
import { associationBlocks, excuseBlocks } from './association-letter';
import { billsFor, totalFor } from './bill-rules';
import { heatingBlocks } from './heating-letter';
import { billRows, netTable, resultRows, vatNote } from './vat-letter';
import { type CostStatementWords, costStatementWords } from './words';

type Letters = Outputs['costStatement']['letters'];
type Own = Omit<Letters['letters'][number], 'letterId'>;

/**
 * The statement of one lease as a letter, in the tenants' language: what § 259 BGB asks for, line by line; `beside` are the
 * formats of whoever wants to read it in another language, too.
 */
export async function statementLetter(
  all: Letters,
  own: Own,
  formats: UserFormats,
  issuer: string,
  beside: UserFormats | null = null,
): Promise<Letter> {
  const letter = await letterIn(all, own, formats, issuer);
  if (beside === null || beside.language === formats.language) return letter;
  return { ...letter, beside: await besideLetter(letter.language, await letterIn(all, own, beside, issuer)) };
}

async function letterIn(all: Letters, own: Own, formats: UserFormats, issuer: string): Promise<Letter> {
  const words = await costStatementWords(all.view, formats);
  const t = await letterWords(formats);
  const { writtenOn, landlords } = all;
  const frame = await letterFrame({ ...own, writtenOn, landlords, formats, issuer });
  const { result } = own;
  const period = words.period(all.view.period);
  const receipts = receiptsTable(all, own, words, t);
  // A list that would part the letter from its end comes after it.
  const areMany = receipts.rows.length > 12;
  const blocks: LetterBlock[] = [
    { kind: 'text', text: sayResult(all, own, words, t) },
    ...(own.corrects ? [{ kind: 'text' as const, text: sayCorrection(all, own, words, t) }] : []),
    ...excuseBlocks(all.view, result, words),
    ...(isDraft(all) ? [{ kind: 'text' as const, text: t('draftNote') }] : []),
    {
      kind: 'table',
      head: null,
      rows: [
        [t('period'), period],
        [
          t('use'),
          words.t('days', { from: words.day(result.from), to: words.day(result.to), days: result.days }),
        ],
        ...billRows(all, own, words),
      ],
      total: null,
    },
    linesTable(all, own, words, t),
    ...sharingBlocks(all, own, words, t),
    ...heatingBlocks(all.view, result, words, t),
    ...associationBlocks(all.view, result, words),
    ...netTable(own, words),
    resultTable(own, words, t),
    ...vatNote(own, isDraft(all) ? (result.resultCents ?? 0) : askedCents(own), words),
    ...arrearsBlocks(own, words, t),
    ...differenceTable(own, words, t),
    ...(await paymentBlocks(all, own, formats)),
    ...advanceBlocks(all, own, words, t),
    { kind: 'note', text: t('keys') },
    ...(areMany ? [] : [receipts]),
    { kind: 'note', text: t('receiptsNote') },
    ...(all.view.isGerman && result.isHome ? [{ kind: 'note' as const, text: t('objections') }] : []),
    ...annexBlocks(all.view, result, words),
    ...labourBlocks(all, own, words, t, issuer),
    ...(areMany ? [{ kind: 'text' as const, text: t('receipts'), startsPage: true as const }, receipts] : []),
  ];
  return {
    ...frame,
    title: t(isDraft(all) ? 'draftTitle' : own.corrects ? 'correctedTitle' : 'title'),
    subject: t(isDraft(all) ? 'draftSubject' : own.corrects ? 'correctedSubject' : 'subject', {
      period,
      place: own.places.map(placeName).join(' + '),
    }),
    blocks,
  };
}

const letterWords = async ({ language: locale, wording }: UserFormats) =>
  createTranslator({ locale, messages: await messagesIn(wording), namespace: 'CostStatementLetter' });
type Translator = Awaited<ReturnType<typeof letterWords>>;

/** Until a period is settled its letters promise nothing: what they say is not posted, and may change. */
const isDraft = ({ view }: Letters) => view.sent === null;

/** The result in one sentence, and what follows of it. After the deadline nothing is asked for. */
function sayResult(
  all: Letters,
  { result, corrects }: Own,
  { money, day }: CostStatementWords,
  t: Translator,
): string {
  const cents = result.claimableCents ?? 0;
  if ((result.resultCents ?? 0) > 0 && cents <= 0) return t('nothingClaimed');
  if (cents === 0) return t('even');
  const said = t(cents > 0 ? 'toPay' : 'toCredit', { cents: money(Math.abs(cents)) });
  if (isDraft(all) || corrects) return said;
  return `${said} ${cents > 0 ? t('payBy', { day: day(all.payBy) }) : t('isCredited')}`;
}

/** What is asked for now beside what stands on the account of earlier versions; negative is given back. */
export const askedCents = ({ result, corrects }: Pick<Own, 'result' | 'corrects'>): number =>
  (result.claimableCents ?? 0) - (corrects?.standingCents ?? 0);

/** Which statement this one takes the place of, and what follows of the difference. */
function sayCorrection(all: Letters, own: Own, { money, day }: CostStatementWords, t: Translator): string {
  const cents = askedCents(own);
  const replaces = t('corrects', { day: day(own.corrects?.sentOn ?? all.writtenOn) });
  if (isDraft(all)) return replaces;
  if (cents === 0) return `${replaces} ${t('noDifference')}`;
  if (cents < 0) return `${replaces} ${t('differenceCredited', { cents: money(-cents) })}`;
  const said = `${replaces} ${t('differenceToPay', { cents: money(cents), day: day(all.payBy) })}`;
  return own.result.isObviousSlip ? `${said} ${t('obviousSlip')}` : said;
}

/** From what is asked for by now to what is asked for besides, or given back. */
function differenceTable(own: Own, { money, day }: CostStatementWords, t: Translator): LetterBlock[] {
  if (!own.corrects) return [];
  const { sentOn, standingCents } = own.corrects;
  const cents = askedCents(own);
  return [
    {
      kind: 'table',
      head: null,
      rows: [
        [t('owedNow'), money(own.result.claimableCents ?? 0)],
        [t('statedBefore', { day: day(sentOn) }), money(0 - standingCents)],
      ],
      total: [t(cents < 0 ? 'givenBack' : 'besides'), money(Math.abs(cents))],
    },
  ];
}

/** What the costs come to after the advances, and what is asked for, where that is something else. */
function resultTable(own: Own, words: CostStatementWords, t: Translator): LetterBlock {
  const { result } = own;
  const { money } = words;
  const [cents, claimed] = [result.resultCents ?? 0, result.claimableCents ?? 0];
  const rows = resultRows(own, words) ?? [
    [t('yourCosts'), money(result.costsCents)],
    [t('advances'), money(-result.advancesPaidCents)],
  ];
  if (claimed === cents) {
    const total = [t(cents < 0 ? 'credit' : 'backPayment'), money(Math.abs(cents))];
    return { kind: 'table', head: null, rows, total };
  }
  return {
    kind: 'table',
    head: null,
    rows: [...rows, [t('outcome'), money(cents)]],
    total: [t('claimed'), money(Math.max(0, claimed))],
  };
}

/**
 * What was due of the advances and never paid, told apart: it is in the result, and not owed besides; where the result may not
 * be asked for any more, the advances stay owed up to it, as the account has them.
 */
function arrearsBlocks({ result }: Own, { money }: CostStatementWords, t: Translator): LetterBlock[] {
  const { advancesArrearsCents: cents, resultCents, claimableCents } = result;
  if (cents <= 0) return [];
  const unclaimed = Math.max(0, (resultCents ?? 0) - Math.max(0, claimableCents ?? 0));
  const owed = Math.min(cents, unclaimed);
  const said = { cents: money(cents), owed: money(owed) };
  return [{ kind: 'note', text: t(owed > 0 ? 'arrearsStay' : 'arrearsInResult', said) }];
}

function linesTable(
  { view }: Letters,
  { result }: Own,
  words: CostStatementWords,
  t: Translator,
): LetterBlock {
  const totals = new Map(view.lines.map((line) => [line.lineId, totalFor(line, result.leaseId)]));
  return {
    kind: 'table',
    head: [t('line'), t('total'), t('allShares'), t('yourShares'), t('yourCosts')],
    rows: result.lines
      .filter(({ amountCents }) => amountCents !== 0)
      .flatMap((line) => {
        const { lineId, key, parts, amountCents } = line;
        const name = t('lineByKey', { line: words.numbered(lineId), key: words.keyOfShares(key) });
        const taken = deductedParts(line);
        if (taken.length > 0) {
          return taken.map(({ part, isTaken, cents }) => {
            const { of, weight } = words.shares(key, part);
            const said = t(isTaken ? 'partBeforehand' : 'partRest', { line: name });
            return [said, words.money(Math.round(part.amountCents)), of, weight, words.money(cents)];
          });
        }
        const [part] = parts;
        const isOne = parts.every(({ weight, of }) => weight === part?.weight && of === part.of);
        const shares =
          part && isOne && key !== 'by_hand' && key !== 'heating' ? words.shares(key, part) : null;
        return [
          [
            name,
            words.money(totals.get(lineId) ?? 0),
            shares?.of ?? '',
            shares?.weight ?? '',
            words.money(amountCents),
          ],
        ];
      }),
    total: [t('together'), '', '', '', words.money(sumCents(result.lines.map((line) => line.amountCents)))],
  };
}

type OwnLine = Own['result']['lines'][number];

/**
 * What a lease bears of what was taken out beforehand and of the rest, each with what is shared out: a shop that bears of both
 * does so by different shares, and a statement that does not say them cannot be followed. Of other lines nothing.
 */
function deductedParts({ parts, amountCents }: Pick<OwnLine, 'parts' | 'amountCents'>) {
  const split = parts.filter(({ role }) => role === 'pre_deducted' || role === 'rest');
  const exact = split.map(({ amountCents: pot, weight, of }) => Math.round((pot * weight) / of));
  // The share was rounded as a whole: the last part is what the others leave of it.
  const last = amountCents - sumCents(exact.slice(0, -1));
  return split.map((part, index) => ({
    part,
    isTaken: part.role === 'pre_deducted',
    cents: index === split.length - 1 ? last : (exact[index] ?? 0),
  }));
}

/** Of the lines that are shared out otherwise than by a key of all: how, and why. */
function sharingBlocks(
  { view }: Letters,
  { result }: Own,
  words: CostStatementWords,
  t: Translator,
): LetterBlock[] {
  const { money } = words;
  const borne = new Set(result.lines.flatMap((line) => (line.amountCents === 0 ? [] : [line.lineId])));
  return view.lines
    .filter(({ lineId }) => borne.has(lineId))
    .flatMap(({ lineId, key, sharedCents, deduction, byHandReason }): LetterBlock[] => {
      const line = words.line(lineId);
      if (key === 'by_hand' && byHandReason) {
        return [{ kind: 'note', text: t('byHandBecause', { line, reason: byHandReason }) }];
      }
      if (!deduction) return [];
      const said = { cents: money(deduction.amountCents), rest: money(sharedCents - deduction.amountCents) };
      return [{ kind: 'note', text: t('deductedBefore', { line, ...said, reason: deduction.reason }) }];
    });
}

/** How to pay, where something is asked for and there is one account for it. */
async function paymentBlocks(all: Letters, own: Own, formats: UserFormats): Promise<LetterBlock[]> {
  const { account } = all;
  const amountCents = askedCents(own);
  if (!account || isDraft(all) || amountCents <= 0) return [];
  const words = await statementWords(formats);
  return [
    paymentBlock({ ...account, reference: own.reference }, { amountCents, tenants: own.tenants, words }),
  ];
}

/**
 * The advance that was agreed after the statement, which this letter declares: of a home by § 560 (4) BGB in text form. That
 * is for dwellings; of a shop or a garage it is what the contract provides for (§ 578 BGB does not refer to § 560).
 */
function advanceBlocks(
  { view }: Letters,
  { result }: Own,
  { money, day }: CostStatementWords,
  t: Translator,
): LetterBlock[] {
  const change = view.sent?.advances.find(({ leaseId, isAgreed }) => isAgreed && leaseId === result.leaseId);
  if (!change) return [];
  const { validFrom, beforeCents, monthlyCents } = change;
  const said = { day: day(validFrom), cents: money(monthlyCents), before: money(beforeCents) };
  // Of other premises than dwellings the contract says whether advances may change.
  const isByLaw = view.isGerman && result.isHome;
  return [{ kind: 'text', text: t(isByLaw ? 'newAdvanceGerman' : 'newAdvance', said) }];
}

/** What the tenant may tell the tax office, as a page that can be handed in (§ 35a EStG; BMF 9 Nov 2016, annex 2). */
function labourBlocks(
  { view, landlords, writtenOn }: Letters,
  { result, tenants, places }: Own,
  words: CostStatementWords,
  t: Translator,
  issuer: string,
): LetterBlock[] {
  if (result.labour.length === 0) return [];
  const cents = sumCents(result.labour.map(({ amountCents }) => amountCents));
  const { from, to } = result;
  return [
    { kind: 'text', text: t('certificate'), startsPage: true },
    {
      kind: 'table',
      head: null,
      rows: [
        [t('landlord'), landlords.map(({ name }) => oneLine(name)).join(', ') || issuer],
        [t('tenants'), tenants.map(oneLine).join(', ')],
        [t('home'), places.map(placeName).join(' + ')],
        [t('period'), words.period(view.period)],
        [t('use'), words.t('days', { from: words.day(from), to: words.day(to), days: result.days })],
        [t('certifiedOn'), words.day(writtenOn)],
      ],
      total: null,
    },
    { kind: 'text', text: t('labour') },
    {
      kind: 'table',
      // Names and groups are long words: a column each would be too narrow for them.
      head: [`${t('labourOf')} · ${t('labourBy')}`, t('labourGroup'), t('labourCents')],
      rows: result.labour.map(({ line, group, providers, amountCents }) => [
        [words.line(line), providers.join(', ')].filter(Boolean).join(' · '),
        t(`groups.${group}`),
        words.money(amountCents),
      ]),
      total: [t('together'), '', words.money(cents)],
    },
  ];
}

function receiptsTable(
  { view }: Letters,
  { result }: Own,
  words: CostStatementWords,
  t: Translator,
): Extract<LetterBlock, { kind: 'table' }> {
  const borne = new Set(result.lines.map(({ lineId }) => lineId));
  return {
    kind: 'table',
    head: [t('receipt'), t('paidOn'), t('counted')],
    rows: view.lines
      .filter(({ lineId }) => borne.has(lineId))
      .flatMap(({ lineId, bills, deliveries }) => {
        const row = (title: string, payee: string | null, paidOn: string | null, counted: string) => [
          [words.line(lineId), title, payee].filter(Boolean).join(' · '),
          paidOn === null ? '' : words.day(paidOn),
          counted,
        ];
        return [
          ...billsFor({ bills }, result.leaseId).map(({ title, payee, paidOn, partCents }) =>
            row(title, payee, paidOn, words.money(partCents)),
          ),
          // Of what filled a tank only what was burnt counts, which the heating says.
          ...deliveries.map(({ title, payee, paidOn, amountCents }) =>
            row(title, payee, paidOn, t('delivered', { cents: words.money(amountCents) })),
          ),
        ];
      }),
    total: null,
  };
}
