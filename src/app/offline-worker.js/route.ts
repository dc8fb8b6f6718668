import { getTranslations } from 'next-intl/server';
import { type Language, languages } from '@/lib/languages';
import { type OfflineWords, offlineWorker } from '@/lib/server/offline-worker';

async function wordsIn(locale: Language): Promise<OfflineWords> {
  const t = await getTranslations({ locale, namespace: 'Offline' });
  return { title: t('title'), text: t('text'), again: t('again') };
}

/** The service worker of the signed-in pages. */
export async function GET() {
  const words = await Promise.all(
    languages.map(async (language) => [language, await wordsIn(language)] as const),
  );
  return new Response(offlineWorker(words), {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  });
}
