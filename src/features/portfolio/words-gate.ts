import 'server-only';
import { TRPCError } from '@trpc/server';
import { createTranslator, type Messages, type NamespaceKeys, type NestedKeyOf } from 'next-intl';
import { getLocale } from 'next-intl/server';
import { cache } from 'react';
import { messagesIn } from '@/i18n/server/messages-in';
import { wordingOf } from '@/i18n/wording';
import { getOwnPortfolios } from './portfolio-gate';

/** Words of the visitor's language, as the country of the open portfolio has them. */
const getMessages = cache(async () => {
  const [locale, jurisdiction] = await Promise.all([getLocale(), findJurisdiction()]);
  return { locale, messages: await messagesIn(wordingOf(locale, jurisdiction)) };
});

/** Of a visitor who is led to the sign-in instead there is none, and the title of the page they asked for needs none. */
async function findJurisdiction() {
  try {
    return (await getOwnPortfolios()).current?.jurisdiction;
  } catch (error) {
    if (error instanceof TRPCError) return undefined;
    throw error;
  }
}

/** What pages of a portfolio say on the server: `getTranslations` knows the language alone. */
export async function getWords<Namespace extends NamespaceKeys<Messages, NestedKeyOf<Messages>>>(
  namespace: Namespace,
) {
  return createTranslator({ ...(await getMessages()), namespace });
}
