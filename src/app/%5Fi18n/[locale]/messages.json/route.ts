import { hasLocale } from 'next-intl';
import { getMessages } from 'next-intl/server';
import { routing } from '@/i18n/routing';
import { buildId } from '@/lib/build';

// While developing, words change without a new build to name in the address.
const cacheControl = buildId === 'development' ? 'no-store' : 'public, max-age=86400';

/** All words of one language, for the loader in the browser, which adds the build to the address. */
export async function GET(_: Request, { params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  if (!hasLocale(routing.locales, locale)) {
    return Response.json({ error: 'unknown language' }, { status: 404 });
  }
  return Response.json(await getMessages({ locale }), {
    headers: { 'cache-control': cacheControl, 'content-language': locale },
  });
}
