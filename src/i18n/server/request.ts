import { hasLocale } from 'next-intl';
import { getRequestConfig } from 'next-intl/server';
import { type Language, routing } from '../routing';
import { messagesIn } from './messages-in';

// Root parameters cannot be read in route handlers and server actions; those pass their language on.
async function languageOfRoute(): Promise<string | undefined> {
  const { locale } = await import('next/root-params');
  return locale();
}

export default getRequestConfig(async ({ locale }) => {
  const asked = locale ?? (await languageOfRoute());
  const language: Language = hasLocale(routing.locales, asked) ? asked : routing.defaultLocale;
  return { locale: language, messages: await messagesIn(language), timeZone: 'Europe/Berlin' };
});
