import { expect, test } from 'vitest';
import { drawsPreviews, wholeAddresses } from './link-preview';

test('a program that draws previews gets whole addresses and no scripts, a browser is none', () => {
  const html =
    '<html><head><meta property="og:image" content="/_next/static/media/p.jpg"/><script>let a</script></head><body><h1>H</h1><script src="/a.js" async=""></script></body></html>';
  expect(wholeAddresses(html, 'https://hausbuch.example/de')).toBe(
    '<html><head><meta property="og:image" content="https://hausbuch.example/_next/static/media/p.jpg"/><link rel="canonical" href="https://hausbuch.example/de"/><meta property="og:url" content="https://hausbuch.example/de"/></head><body><h1>H</h1></body></html>',
  );
  expect(drawsPreviews('WhatsApp/2.23.20.0')).toBe(true);
  expect(drawsPreviews('Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0')).toBe(false);
  expect(drawsPreviews(null)).toBe(false);
});
