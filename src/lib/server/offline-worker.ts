import { defaultLanguage, type Language } from '../languages.ts';

export type OfflineWords = { title: string; text: string; again: string };

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A page that needs nothing from anywhere: there is nowhere to get it from. The empty address is the page itself. */
function pageOf(language: string, { title, text, again }: OfflineWords): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Hausbuch</title>
<style>
:root { color-scheme: light dark; }
body { display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1.5rem; text-align: center;
  font: 1rem/1.6 system-ui, sans-serif; color: light-dark(#12211f, #eef2f1); background: light-dark(#faf9f6, #0d1314); }
h1 { margin: 0; font-size: 1.5rem; }
p { max-width: 26rem; margin: 0.75rem auto 1.5rem; text-wrap: balance; }
a { justify-self: center; padding: 0.6rem 1.2rem; border-radius: 0.5rem; font-weight: 600; text-decoration: none;
  color: light-dark(#fff, #0d1314); background: light-dark(#13605a, #6bc4b8); }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
<a href="">${escaped(again)}</a>
</body>
</html>`;
}

/** What the page may do: show itself. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The script of a service worker that does one thing: where a page cannot be fetched, it says so in the language of
 * the page. It keeps nothing, so nothing private can stay behind on a device.
 */
export function offlineWorker(words: readonly (readonly [Language, OfflineWords])[]): string {
  const pages = JSON.stringify(
    Object.fromEntries(words.map(([language, said]) => [language, pageOf(language, said)])),
  );
  const headers = JSON.stringify({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  });
  return `const pages = ${pages};
const headers = ${headers};
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  // The worker takes a moment to wake up; the page is asked for meanwhile.
  event.waitUntil(self.registration.navigationPreload?.enable());
});
async function answer(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const { pathname } = new URL(event.request.url);
    const page = pages[pathname.split('/', 2)[1]] ?? pages['${defaultLanguage}'];
    return new Response(page, { status: 503, headers });
  }
}
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(answer(event));
});
`;
}
