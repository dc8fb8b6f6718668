import { requestAddress } from '@/lib/server/request';

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
