import { createTranslator } from 'next-intl';
import type { Language, MemberRole } from '@/domain/vocabulary';
import { messagesIn } from '@/i18n/server/messages-in';
import { pathIn } from '@/lib/language-path';
import { layOutLetter } from '@/mail/letter';
import type { Mail } from '@/mail/mailer';
import { invitationDays } from './invitation-rules';

type Invitation = {
  to: string;
  token: string;
  role: MemberRole;
  language: Language;
  portfolioName: string;
  inviterName: string;
};

/** Where an invitation is accepted, in the language of its mail. */
export function invitationUrl(
  siteOrigin: string,
  { token, language }: Pick<Invitation, 'token' | 'language'>,
) {
  return `${siteOrigin}${pathIn(language, '/invitation')}?token=${token}`;
}

/** `. / : @`, also as other scripts and wide letters write them, which programs read as these (UTS #46, 4). */
const ofAddresses = /[./:@\u2024\u3002\ufe52\ufe55\ufe6b\uff0e\uff0f\uff1a\uff20\uff61]+(?=\S)|[/\uff0f]+/gu;

/** Strangers choose these names: nothing in them may read like an address, which mail programs make a link of. */
const withoutLinks = (name: string) =>
  name
    // What is not seen would part an address here and not there, or turn one around.
    .replace(/\p{Cf}+/gu, '')
    .replace(ofAddresses, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The mail that asks somebody to join a portfolio. */
export async function invitationMail(siteOrigin: string, invitation: Invitation): Promise<Mail> {
  const { to, role, language: locale } = invitation;
  const portfolio = withoutLinks(invitation.portfolioName);
  const messages = await messagesIn(locale);
  const t = createTranslator({ locale, messages, namespace: 'InvitationMail' });
  const inviter = withoutLinks(invitation.inviterName) || t('someone');
  const letter = layOutLetter({
    language: locale,
    title: t('title'),
    paragraphs: [
      t('text', { inviter, portfolio }),
      t(role === 'viewer' ? 'viewerMay' : 'managerMay'),
      t('how', { email: to }),
    ],
    action: { label: t('action'), url: invitationUrl(siteOrigin, invitation) },
    footnote: t('footnote', { days: String(invitationDays) }),
  });
  return { to, subject: t('subject'), ...letter };
}
