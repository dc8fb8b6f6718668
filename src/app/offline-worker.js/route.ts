import { getTranslations } from 'next-intl/server';
import { type OfflineWords, offlineWorker } from '@/lib/offline-worker';
import type { Language } from '@/lib/vocabulary';

async function wordsIn(locale: Language): Promise<OfflineWords> {
  const t = await getTranslations({ locale, namespace: 'Offline' });
  return { title: t('title'), text: t('text'), again: t('again') };
}

/** The service worker of the signed-in pages. */
export async function GET() {
  const [en, de] = await Promise.all([wordsIn('en'), wordsIn('de')]);
  return new Response(offlineWorker({ en, de }), {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  });
}
