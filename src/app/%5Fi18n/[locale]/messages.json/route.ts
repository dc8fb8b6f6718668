import { hasLocale } from 'next-intl';
import { getMessages } from 'next-intl/server';
import { routing } from '@/i18n/routing';
import { buildId } from '@/lib/build';

// While developing, words change without a new build to name in the address.
const cacheControl = buildId === 'development' ? 'no-store' : 'public, max-age=86400';

/** The words of one language but those that only the server says, for the loader in the browser, which adds the build to the address. */
export async function GET(_request: Request, { params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) {
    return Response.json({ error: 'unknown language' }, { status: 404 });
  }
  const { Server: _, ...words } = await getMessages({ locale });
  return Response.json(words, {
    headers: { 'cache-control': cacheControl, 'content-language': locale },
  });
}
