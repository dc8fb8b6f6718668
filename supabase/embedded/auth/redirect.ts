import { isIP } from 'node:net';
import type { AuthServer } from './context.ts';
import type { SessionAnswer } from './sessions.ts';

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `*` stops at `.` and `/`, `**` at nothing, `?` is one character that is neither. */
function globToRegExp(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**') return '.*';
      if (part === '*') return '[^./]*';
      if (part === '?') return '[^./]';
      return escapeRegExp(part);
    })
    .join('');
  return new RegExp(`^${source}$`);
}

/**
 * Whether a user may be sent to this address after a link: the site itself (any port on this machine),
 * or a pattern of `additional_redirect_urls`.
 */
export function isAllowedRedirect(
  server: Pick<AuthServer, 'siteUrl' | 'config'>,
  url: string | undefined,
): url is string {
  // Browsers drop control characters and read a backslash as a slash; neither belongs here.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!url || /[\u0000-\u0020\\]/.test(url)) return false;
  const target = parse(url);
  const site = parse(server.siteUrl);
  if (!target || !site || target.username !== '' || target.password !== '') return false;
  const isWeb = target.protocol === 'http:' || target.protocol === 'https:';
  if (
    isWeb &&
    target.protocol === site.protocol &&
    target.hostname === site.hostname &&
    (target.port === site.port || isLoopback(target.hostname))
  ) {
    return true;
  }
  // The parser has already turned 2130706433 or 0x7f000001 into dots; what was written decides.
  const writtenHost = /^[a-z][a-z0-9+.-]*:\/\/([^/?#:]*|\[[^\]]*\])/i.exec(url)?.[1] ?? '';
  if (/^(0x[0-9a-f]+|\d+)$/i.test(writtenHost)) return false;
  if (isIP(target.hostname.replace(/^\[|\]$/g, '')) !== 0 && !isLoopback(target.hostname)) return false;
  if (isWeb && !isLoopback(target.hostname) && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(writtenHost)) {
    return false;
  }
  const withoutFragment = url.split('#')[0] ?? '';
  return server.config.auth.additional_redirect_urls.some((pattern) =>
    globToRegExp(pattern).test(withoutFragment),
  );
}

const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** OAuth's name for an HTTP status, where it has one. */
export const oauthErrorOf = (status: number): string | undefined => oauthErrors[status];

/** A session as the implicit flow hands it over. */
export function sessionFragment(session: SessionAnswer): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
  };
}

/** An address with values added to its query. */
export function withQuery(url: string, values: Record<string, string>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  return target.toString();
}

/** An address whose fragment carries the values, marked as Supabase's for clients that look for it. */
export function withFragment(url: string, values: Record<string, string>): string {
  const target = new URL(url);
  target.hash = new URLSearchParams({ ...values, sb: '' }).toString();
  return target.toString();
}
