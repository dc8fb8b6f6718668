import { createTranslator } from 'next-intl';
import type { LetterBlock } from '@/domain/letter';
import type { ReminderKind } from '@/domain/vocabulary';
import type { UserFormats } from '@/i18n/formats';
import { messagesIn } from '@/i18n/server/messages-in';
import { paymentBlock } from '../rent-account/payment-letter';
import { type BasicFacts, basicValues, type Words, wordsIn } from './basic-words';
import { fieldsOf } from './kind-facts';
import type { TemplateValues } from './template-rules';
import type { SaidFacts } from './value-words';

/** What a reminder claims, whether that is owed or a sample. */
export type ReminderFacts = BasicFacts & {
  items: SaidFacts['overdue'];
  interestCents: number;
  interestThrough: string | null;
  feeCents: number;
  totalCents: number;
  payBy: string;
  payment: Parameters<typeof paymentBlock>[0] | null;
  /** The last letter about what is open. */
  last: { sentOn: string } | null;
  isGerman: boolean;
  isDwelling: boolean;
};

/** What fills the gaps of a reminder, in the words of one language; what is not claimed or not known is empty. */
export async function reminderValues(
  kind: ReminderKind,
  facts: ReminderFacts,
  { formats, issuer, today }: { formats: UserFormats; issuer: string; today: string },
): Promise<TemplateValues> {
  const words = await wordsIn(formats);
  const { interestCents, feeCents, totalCents, payment, last } = facts;
  const tenants = facts.tenants.map((row) => row.name);
  const values: { [name: string]: TemplateValues[string] | undefined } = {
    ...basicValues(facts, issuer, today, words),
    reminder_table: [await itemsTable(facts, words)],
    payment: payment
      ? [paymentBlock(payment, { amountCents: totalCents, tenants, words: words.statement })]
      : [],
    pay_by: words.day(facts.payBy),
    reminder_total: words.money(totalCents),
    reminder_interest: interestCents > 0 ? words.money(interestCents) : '',
    interest_through: interestCents > 0 ? words.day(facts.interestThrough) : '',
    reminder_fee: feeCents > 0 ? words.money(feeCents) : '',
    reminded_on: words.day(last?.sentOn ?? null),
    in_germany: facts.isGerman ? 'yes' : '',
    is_dwelling: facts.isDwelling ? 'yes' : '',
  };
  return Object.fromEntries(fieldsOf(kind).map(([name]) => [name, values[name] ?? '']));
}

/** Each debt with what is open of it, then interest and fee: the sum is what is to be paid, to the cent. */
async function itemsTable(facts: ReminderFacts, words: Words): Promise<LetterBlock> {
  const { language: locale, wording } = words.formats;
  const t = createTranslator({ locale, messages: await messagesIn(wording), namespace: 'ReminderLetter' });
  const { items, interestCents, interestThrough, feeCents, totalCents } = facts;
  const rows = items.map((item) => [
    words.statement.charge(item),
    words.day(item.owedSince),
    words.money(item.openCents),
  ]);
  if (interestCents > 0) {
    rows.push([t('interest', { through: words.day(interestThrough) }), '', words.money(interestCents)]);
  }
  if (feeCents > 0) rows.push([t('fee'), '', words.money(feeCents)]);
  return {
    kind: 'table',
    head: [t('what'), t('due'), t('open')],
    rows,
    total: [t('total'), '', words.money(totalCents)],
  };
}
