import 'server-only';
import { createTranslator } from 'next-intl';
import type { Letter } from '@/domain/letter';
import { formatDate, formatMoney, type UserFormats } from '@/i18n/formats';
import { letterFrame } from '@/i18n/server/letter-frame';
import { messagesIn } from '@/i18n/server/messages-in';
import { shortIban } from '@/lib/iban';

export type Notice = {
  collectOn: string;
  amountCents: number;
  purpose: string;
  holder: string;
  iban: string;
  mandateReference: string;
  creditorIdentifier: string;
};

/** What tells a tenant of a direct debit: amount, day, mandate and creditor identifier (SEPA Core Direct Debit Rulebook, 4.3.4). */
export async function noticeLetter(
  notice: Notice,
  frame: Omit<Parameters<typeof letterFrame>[0], 'formats'>,
  formats: UserFormats,
): Promise<Letter> {
  const { language: locale, wording, currency } = formats;
  const t = createTranslator({ locale, messages: await messagesIn(wording), namespace: 'PreNotice' });
  const day = formatDate(notice.collectOn, formats);
  const amount = formatMoney(notice.amountCents, currency, formats);
  return {
    ...(await letterFrame({ ...frame, formats })),
    title: t('title', { day }),
    subject: t('subject', { day }),
    blocks: [
      { kind: 'text', text: t('text', { amount, day }) },
      {
        kind: 'table',
        head: null,
        rows: [
          [t('purpose'), notice.purpose],
          [t('account'), `${notice.holder}, ${shortIban(notice.iban)}`],
          [t('mandate'), notice.mandateReference],
          [t('creditor'), notice.creditorIdentifier],
          [t('day'), day],
        ],
        total: [t('amount'), amount],
      },
      { kind: 'text', text: t('cover') },
    ],
  };
}
