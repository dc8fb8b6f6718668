const base = 'https://hausbuch.invalid';

// Browsers drop tabs and line breaks from an address and read a backslash as a slash.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const deceptive = /[\u0000-\u0020\u007f\\]/;

/** A path of ours, in one unambiguous reading; null where any later decoding could read something else. */
function ownPath(value: string): string | null {
  if (!value.startsWith('/') || deceptive.test(value) || !URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  // `/.//evil` becomes `//evil` only here.
  if (url.origin !== base || url.pathname.includes('//')) return null;
  return url.pathname + url.search + url.hash;
}

/**
 * The page to go to after sign-in, from a `next=` anyone may have written: a path of this site including its
 * language prefix, or the fallback. Other origins, in any spelling, and the API are not pages of this site.
 */
export function safeNextPath(value: unknown, fallback = '/dashboard'): string {
  if (typeof value !== 'string' || value.length > 2_000) return fallback;
  const path = ownPath(value);
  if (path === null || /^\/api(\/|$)/.test(path)) return fallback;
  let pathname = path.split(/[?#]/, 1)[0] ?? path;
  // Somebody further down may decode once more.
  for (let depth = 0; depth < 3; depth += 1) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(pathname);
    } catch {
      return fallback;
    }
    if (decoded === pathname) return path;
    // A blank in a path is harmless; everything else that deceives is refused at every depth.
    if (ownPath(decoded.replaceAll(' ', '_')) === null) return fallback;
    pathname = decoded;
  }
  return fallback;
}
