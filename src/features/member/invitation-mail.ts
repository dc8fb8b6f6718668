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

/** Strangers choose these names: nothing in them may read like an address, which mail programs make a link of. */
const withoutLinks = (name: string) =>
  name
    .replace(/[./:@]+(?=\S)|\/+/g, ' ')
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
