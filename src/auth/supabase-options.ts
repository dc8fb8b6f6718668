import { authCookieName } from '@/lib/session-cookie-name';

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
