import { authCookieName } from './session-cookie';

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

export const realtimeOptions = { transport: NoRealtime };

/** Whether the visitor's side of the connection is encrypted, also behind a proxy that ends TLS. */
export function isSecureRequest(headers: Headers, url?: URL): boolean {
  const forwarded = headers.get('x-forwarded-proto')?.split(',')[0]?.trim();
  return (forwarded ?? url?.protocol.replace(':', '')) === 'https';
}
