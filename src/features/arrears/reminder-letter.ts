import type { Letter } from '@/domain/letter';
import type { UserFormats } from '@/i18n/formats';
import { besideLetter, letterFrame } from '@/i18n/server/letter-frame';
import { compose, storedMarks } from '../letter/compose-rules';
import { filled } from '../letter/filled-words';
import { oursOf } from '../letter/our-words';
import { reminderValues } from '../letter/reminder-words';
import { type Reminder, saidOf } from './reminder-queries';

/**
 * The letter in the tenants' language; `beside` are the formats of whoever wants to read it in another language, too. In each
 * language it says what the portfolio's own text of the tone does, where there is one, else ours.
 * @throws DomainError `letter.gaps` where an own text has to say something that is not entered; `letter.too_long`
 */
export async function reminderLetter(
  reminder: Reminder,
  formats: UserFormats,
  issuer: string,
  beside: UserFormats | null,
): Promise<Letter> {
  const own = await letterIn(reminder, formats, issuer);
  if (beside === null) return own;
  return { ...own, beside: await besideLetter(own.language, await letterIn(reminder, beside, issuer)) };
}

const letterIn = async (reminder: Reminder, formats: UserFormats, issuer: string): Promise<Letter> => ({
  ...(await letterFrame({ ...reminder, formats, issuer })),
  ...(await reminderWords(reminder, formats, issuer)),
});

/** The own text a reminder in a language is written from; null is ours. */
export const ownTextIn = ({ texts }: Pick<Reminder, 'texts'>, language: UserFormats['language']) =>
  texts.find((text) => text.language === language) ?? null;

async function reminderWords(reminder: Reminder, formats: UserFormats, issuer: string) {
  const { step, writtenOn: today, isGerman, isDwelling } = reminder;
  const kind = `reminder_${step}` as const;
  const ours = await oursOf(kind, formats.wording, { isGerman, isDwelling });
  const values = await reminderValues(kind, saidOf(reminder), { formats, issuer, today });
  const own = ownTextIn(reminder, formats.language);
  // Of ours nothing needs to be looked after: what it may lack it asks for.
  const { subject, blocks } = own ? filled(kind, own, values) : compose(storedMarks(kind), ours, values);
  return { title: ours.title, subject, blocks };
}
