import 'server-only';
import { cookies, headers } from 'next/headers';
import type { Language } from '@/lib/languages';
import { languageCookieName, requestLanguage } from '@/lib/server/request';

/** The language of a visitor where no page tells it: in actions, and in what a browser fetches beside pages. */
export async function visitorLanguage(): Promise<Language> {
  const [chosen, list] = await Promise.all([cookies(), headers()]);
  return requestLanguage(chosen.get(languageCookieName)?.value, list.get('accept-language'));
}
