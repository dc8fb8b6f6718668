import 'server-only';
import { createTranslator } from 'next-intl';
import type { InTransaction } from '@/db/scope';
import { messagesIn } from '@/i18n/server/messages-in';
import { defaultLanguage } from '@/lib/languages';
import { newId } from '@/lib/new-id';
import { smtpSettings } from '@/lib/server/env';
import { LetterPost } from '@/mail/letter-post';
import { getProfile } from '../account/queries';
import { countTestMail } from './mail-commands';
import { senderDomain } from './mail-rules';

/** Sends a mail about nothing and says what the server answered; `off` where this installation has none. */
export async function sendTestMail(inTransaction: InTransaction, to: string) {
  const smtp = smtpSettings();
  const language = await inTransaction(async (tx, { actor }) => {
    if (smtp) await countTestMail(tx, to);
    const profile = actor.kind === 'user' ? await getProfile(tx, actor.userId) : null;
    return profile?.language ?? defaultLanguage;
  });
  if (!smtp) return { kind: 'off' as const, answer: '' };
  const t = createTranslator({
    locale: language,
    messages: await messagesIn(language),
    namespace: 'TestMail',
  });
  const post = new LetterPost(smtp);
  try {
    const { kind, answer } = await post.send({
      messageId: `${newId()}@${senderDomain(smtp.from)}`,
      to,
      fromName: 'Hausbuch',
      replyTo: to,
      subject: t('subject'),
      text: t('text'),
      attachments: [],
    });
    return { kind, answer };
  } finally {
    post.close();
  }
}
