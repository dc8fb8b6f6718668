import 'server-only';
import { createTranslator } from 'next-intl';
import type { AccountEventKind, Language } from '@/domain/vocabulary';
import { formatZonedInstant } from '@/i18n/formats';
import { messagesIn } from '@/i18n/server/messages-in';
import { pathIn } from '@/lib/language-path';
import { languageFacts } from '@/lib/languages';
import { layOutLetter } from '@/mail/letter';
import type { Mail } from '@/mail/mailer';
import type { Place } from './event-commands';
import { accountEventDays } from './event-rules';

/** What an account's owner is told of, whoever did it. */
export type Told = Exclude<AccountEventKind, 'sign_in' | 'email_change_asked'> | 'new_device';

type Happening = {
  kind: Told;
  at: Date;
  timeZone: string;
  place: Pick<Place, 'browser' | 'system'>;
  language: Language;
  /** Of the account, as it is from now on. */
  email: string;
};

/**
 * Says what happened, when and on which device, and what to do if it was somebody else. Its link leads to the settings,
 * which ask for the sign-in: nothing in it opens an account.
 */
export async function securityMail(
  siteOrigin: string | null,
  to: string,
  { kind, at, timeZone, place, language: locale, email }: Happening,
): Promise<Mail> {
  const messages = await messagesIn(locale);
  const t = createTranslator({ locale, messages, namespace: 'SecurityMail' });
  const sessions = createTranslator({ locale, messages, namespace: 'Sessions' });
  const { browser, system } = place;
  const name =
    browser !== null && system !== null
      ? sessions('device', { browser, system })
      : (browser ?? system ?? sessions('unknownDevice'));
  const isFormerAddress = kind === 'email_changed' && to !== email;
  const letter = layOutLetter({
    language: locale,
    title: t(`${kind}.title`),
    paragraphs: [
      t(`${kind}.text`, { email, days: accountEventDays }),
      t('when', { at: formatZonedInstant(at, timeZone, languageFacts[locale].locale), device: name }),
      // Whoever took the address over gets the mails of a new password, too.
      isFormerAddress ? t('notYouFormer') : t('notYou'),
    ],
    action:
      siteOrigin === null
        ? null
        : {
            label: t('action'),
            url: `${siteOrigin}${pathIn(locale, '/dashboard/settings/access')}#sessions`,
          },
    footnote: t('footnote'),
  });
  return { to, subject: t(`${kind}.title`), ...letter };
}
