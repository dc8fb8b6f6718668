import { env } from '@/lib/server/env';
import { requestAddress } from '@/lib/server/request';

const isOfThisMachine = (address: string) => /^(::1|127\.|::ffff:127\.)/.test(address);

type Keys = { publishableKey: string; secretKey: string };

/** Whether the project's gateway lets the secret key through to the auth server; asked once per process. */
let isNamingRefused = false;

/** A refusal of the gateway and not of the auth server, which names its reasons. */
const isOfGateway = (response: Response) =>
  (response.status === 401 || response.status === 403) && !response.headers.has('x-sb-error-code');

/**
 * `fetch` for calls to the auth server on behalf of a visitor. It names the visitor's address, so that limits
 * count per visitor and not for this server as a whole; the auth server believes it with the secret key only.
 * Where a gateway in between takes no secret key for such calls they go out with the publishable one.
 */
export function visitorFetch(
  visitor: Headers,
  { publishableKey, secretKey }: Keys = {
    publishableKey: env().supabasePublishableKey,
    secretKey: env().supabaseSecretKey,
  },
): typeof fetch {
  const address = requestAddress(visitor);
  if (!address || isOfThisMachine(address)) return fetch;
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (isNamingRefused || !url.pathname.includes('/auth/v1/')) return fetch(input, init);
    const headers = new Headers(init?.headers);
    headers.set('apikey', secretKey);
    headers.set('sb-forwarded-for', address);
    if (headers.get('authorization') === `Bearer ${publishableKey}`) headers.delete('authorization');
    // Gateways refuse a secret key from what looks like a browser, and this is none.
    const browser = headers.get('user-agent');
    if (browser) headers.set('user-agent', `Hausbuch ${browser.replace(/^Mozilla\/[\d.]+ */, '')}`);
    const response = await fetch(input, { ...init, headers });
    if (!isOfGateway(response)) return response;
    const plain = await fetch(input, init);
    isNamingRefused = plain.ok || !isOfGateway(plain);
    return plain;
  };
}
