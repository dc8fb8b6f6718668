import { requestAddress } from '@/lib/request';
import { authCookieName } from './session-cookie-name';

/** Live events come over tRPC; without this the client insists on a WebSocket at construction. */
class NoRealtime extends EventTarget {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readonly readyState = 3;
  readonly url = '';
  readonly protocol = '';
  onopen = null;
  onmessage = null;
  onclose = null;
  onerror = null;
  close() {}
  send() {}
}

/** Cookie settings of the session; `secure` follows how the site is reached, not how it was built. */
export const authCookieOptions = (isSecure: boolean) => ({
  name: authCookieName,
  path: '/',
  sameSite: 'lax' as const,
  secure: isSecure,
});

/** The client goes on trying to refresh for 30 s; a visitor does not wait that long. */
export const refreshPatienceMs = 4_000;

export const realtimeOptions = { transport: NoRealtime };

/**
 * Names the visitor to the auth server: it counts attempts per address, and keeps address and browser of every
 * session for its owner to recognise. Without it everybody would share the address of this server. Somebody on
 * this very machine is not worth naming.
 */
export function visitorHeaders(headers: Headers): Record<string, string> {
  const address = requestAddress(headers);
  const isLocal = !address || /^(::1|127\.|::ffff:127\.)/.test(address);
  const browser = headers.get('user-agent');
  return {
    ...(isLocal ? {} : { 'x-forwarded-for': address }),
    // Longer ones exist only where somebody made them up.
    ...(browser ? { 'user-agent': browser.slice(0, 400) } : {}),
  };
}
