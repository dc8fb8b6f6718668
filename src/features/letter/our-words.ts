import { createTranslator } from 'next-intl';
import type { TextKind } from '@/domain/vocabulary';
import { messagesIn } from '@/i18n/server/messages-in';
import { languageOf, type Wording } from '@/i18n/wording';
import type { LetterFacts } from './facts-queries';

/** Our text of a kind, with the names of its gaps as they are stored. */
export async function oursOf(
  kind: TextKind,
  wording: Wording,
  {
    isGerman,
    isDwelling,
    lease,
  }: { isGerman: boolean; isDwelling: boolean; lease?: Pick<LetterFacts['lease'], 'noticeBy'> },
) {
  const t = createTranslator({
    locale: languageOf(wording),
    messages: await messagesIn(wording),
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
function bodyOf(kind: TextKind, of: { isGerman: boolean; isDwelling: boolean }) {
  if (kind === 'notice_confirmation' && !of.isGerman) return 'notice_confirmation.bodyElsewhere';
  if (kind === 'reminder_last' && !of.isGerman) return 'reminder_last.bodyElsewhere';
  if (kind === 'new_advance' && !of.isDwelling) return 'new_advance.bodyOther';
  if (kind === 'index_rent' && !of.isGerman) return 'index_rent.bodyElsewhere';
  if (kind === 'index_rent' && !of.isDwelling) return 'index_rent.bodyOther';
  return `${kind}.body` as const;
}
