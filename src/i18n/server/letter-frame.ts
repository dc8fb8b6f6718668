import 'server-only';
import { createTranslator } from 'next-intl';
import { type Letter, oneLine } from '@/domain/letter';
import { formatDate, type UserFormats } from '../formats';
import { addressLines } from '../regions';
import { messagesIn } from './messages-in';

type Address = Parameters<typeof addressLines>[0];

/** What every letter has around its words: who writes to whom, where and when, and what its pages are called. */
export async function letterFrame({
  landlords,
  tenants,
  sentTo,
  writtenOn,
  formats,
  issuer,
}: {
  landlords: readonly (Address & { name: string })[];
  tenants: readonly string[];
  /** Null where nobody knows where the tenants live. */
  sentTo: Address | null;
  writtenOn: string;
  formats: UserFormats;
  /** Who writes where no landlord is entered. */
  issuer: string;
}): Promise<Omit<Letter, 'title' | 'subject' | 'blocks'>> {
  const { language: locale } = formats;
  const t = createTranslator({ locale, messages: await messagesIn(locale), namespace: 'Letter' });
  const [sender] = landlords;
  const names = tenants.map(oneLine);
  return {
    language: locale,
    sender: {
      name: landlords.map((one) => oneLine(one.name)).join(', ') || issuer,
      address: sender ? addressLines(sender) : [],
    },
    recipients: names,
    address: sentTo ? addressLines(sentTo) : [],
    date: [sender?.city, formatDate(writtenOn, formats)].filter(Boolean).join(', '),
    greeting: t('greeting', { names: names.join(', ') }),
    closing: t('closing'),
    page: t('page', { page: '{page}', pages: '{pages}' }),
    beside: null,
  };
}
