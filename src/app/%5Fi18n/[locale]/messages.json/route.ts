import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { isSaidInBrowser } from '@/i18n/said-in-browser';
import { messagesIn } from '@/i18n/server/messages-in';
import { isWording, languageOf, type Wording } from '@/i18n/wording';
import { buildId } from '@/lib/build';

// While developing, words change without a new build to name in the address.
const isDeveloping = buildId === 'development';
const cacheControl = isDeveloping ? 'no-store' : 'public, max-age=86400';

const compress = promisify(brotliCompress);
const compressed = new Map<Wording, Promise<Buffer<ArrayBuffer>>>();

async function wordsOf(wording: Wording): Promise<string> {
  const words = Object.entries(await messagesIn(wording));
  return JSON.stringify(Object.fromEntries(words.filter(([namespace]) => isSaidInBrowser(namespace))));
}

/** A fifth less than what Next makes of it anew for each visitor; every signed-in page waits for it. */
function compressedOf(wording: Wording): Promise<Buffer<ArrayBuffer>> {
  const known = compressed.get(wording) ?? wordsOf(wording).then((words) => compress(words));
  compressed.set(wording, known);
  known.catch(() => compressed.delete(wording));
  return known;
}

/** The words of one language, or of a country that has some otherwise, but those that only the server says, for the loader in the browser, which adds the build to the address. */
export async function GET(request: Request, { params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  if (!isWording(locale)) {
    return Response.json({ error: 'unknown language' }, { status: 404 });
  }
  const headers = {
    ...{ 'cache-control': cacheControl, 'content-language': languageOf(locale) },
    ...{ 'content-type': 'application/json', vary: 'accept-encoding' },
  };
  const readsBrotli = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
  if (isDeveloping || !readsBrotli) return new Response(await wordsOf(locale), { headers });
  return new Response(await compressedOf(locale), { headers: { ...headers, 'content-encoding': 'br' } });
}
