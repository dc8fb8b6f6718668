import { isSaidInBrowser } from '@/i18n/said-in-browser';
import { messagesIn } from '@/i18n/server/messages-in';
import { isWording, languageOf, wordings } from '@/i18n/wording';
import { buildId } from '@/lib/build';

// While developing, words change without a new build to name in the address.
const cacheControl = buildId === 'development' ? 'no-store' : 'public, max-age=86400';

// Said once, while building, so that `compressStatic` makes them small; every other name is not found.
export const dynamic = 'force-static';
export const dynamicParams = false;
export const generateStaticParams = () => wordings.map((locale) => ({ locale }));

/** The words of one language, or of a country that has some otherwise, but those that only the server says, for the loader in the browser, which adds the build to the address. */
export async function GET(_request: Request, { params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  if (!isWording(locale)) return new Response(null, { status: 404 });
  const words = Object.entries(await messagesIn(locale)).filter(([namespace]) => isSaidInBrowser(namespace));
  return Response.json(Object.fromEntries(words), {
    headers: { 'cache-control': cacheControl, 'content-language': languageOf(locale) },
  });
}
