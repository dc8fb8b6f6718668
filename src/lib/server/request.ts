import { wantedLanguage } from '../language-path.ts';
import { defaultLanguage, type Language, languages } from '../languages.ts';
import { env } from './env.ts';

export const portfolioCookieName = 'hausbuch_portfolio';
/** Named as in src/i18n/routing.ts, which server code outside pages need not load. */
export const languageCookieName = 'i18n_redirected';

const isLanguage = (value: string | undefined): value is Language =>
  languages.some((language) => language === value);

/** The language of a request that has no path to tell it: the chosen one, else the browser's, else the default. */
export function requestLanguage(cookie: string | undefined, acceptLanguage: string | null): Language {
  return isLanguage(cookie) ? cookie : (wantedLanguage(acceptLanguage) ?? defaultLanguage);
}

/** Some proxies name the port of a connection behind its address (Azure's do): each connection would be another visitor. */
const withoutPort = (named: string) =>
  named.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');

/** The nearest proxy's word for who is calling; good for rate limits, not for trust. */
export function requestAddress(headers: Headers): string | null {
  const nearest = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || headers.get('x-real-ip');
  return nearest && withoutPort(nearest);
}

/** Whose address it is: of IPv6 the first 64 bits, since one household has all that begin so. */
export function networkOf(address: string): string {
  if (!address.includes(':') || /\d\.\d/.test(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const missing = Math.max(0, 8 - (left?.length ?? 0) - (right?.length ?? 0));
  const groups = [...(left ?? []), ...Array.from({ length: missing }, () => '0'), ...(right ?? [])];
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

/**
 * Whether a browser could have been made to send this request by another site. Browsers always say where a
 * POST comes from; a request without Origin and Sec-Fetch-Site comes from a program, which has no cookies of
 * a visitor to misuse.
 */
export function isForeignRequest(headers: Headers, appUrl: string | undefined = env().appUrl): boolean {
  const origin = headers.get('origin');
  if (origin === null) {
    const site = headers.get('sec-fetch-site');
    return site !== null && site !== 'same-origin' && site !== 'none';
  }
  if (!URL.canParse(origin)) return true; // "null": a sandboxed frame or a file
  const url = new URL(origin);
  if (appUrl !== undefined && url.origin === new URL(appUrl).origin) return false;
  // No page can set these two headers on a request to another site.
  return ![headers.get('host'), headers.get('x-forwarded-host')].includes(url.host);
}

/** Letters, digits, dots, dashes and underscores, or an IPv6 address; then a port. */
const plainHost = /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i;

/** Several proxies in a row each add theirs; the first is what the visitor asked for. */
const forwardedHost = (headers: Headers) => headers.get('x-forwarded-host')?.split(',')[0]?.trim() || null;

/** Whether a request names its host as a host is named: addresses of ours are made from it. */
export function hasPlainHost(headers: Headers): boolean {
  const named = [headers.get('host'), forwardedHost(headers)].filter((host) => host !== null);
  return named.every((host) => plainHost.test(host) && URL.canParse(`http://${host}`));
}

/** `https://hausbuch.example`: as configured, else as the visitor addressed us. */
export function requestOrigin(
  headers: Headers,
  url?: URL,
  appUrl: string | undefined = env().appUrl,
): string {
  if (appUrl !== undefined) return new URL(appUrl).origin;
  const host = forwardedHost(headers) ?? headers.get('host') ?? url?.host ?? 'localhost';
  return `${isSecureRequest(headers, url) ? 'https' : 'http'}://${host}`;
}

/**
 * The origin that a mail to somebody else may name: as configured, or as a proxy says that was named. What a visitor called
 * us is good for that visitor only, who could make it up and have us send others there; null, but on the machine itself.
 */
export function mailOrigin(
  headers: Headers,
  url?: URL,
  appUrl: string | undefined = env().appUrl,
): string | null {
  const origin = requestOrigin(headers, url, appUrl);
  const isOwnMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);
  // Of those who are not named the word was taken away before (`trusted-proxies.ts`).
  const isVouchedFor = appUrl !== undefined || forwardedHost(headers) !== null;
  return isVouchedFor || isOwnMachine ? origin : null;
}

/**
 * Whether the visitor's side of the connection is encrypted, also behind a proxy that ends TLS: as the proxy
 * says, or as the address people open says where it says nothing.
 */
export function isSecureRequest(headers: Headers, url?: URL): boolean {
  if (env().appUrl?.startsWith('https:')) return true;
  const forwarded = headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
  return (forwarded ?? url?.protocol.replace(':', '')) === 'https';
}
