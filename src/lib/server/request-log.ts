import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import { log } from './log.ts';

/** Files of the build and the load balancer's question are not worth a line; procedures write one of their own. */
const unlogged = /^\/(_next\/static\/|api\/trpc\/|api\/health(\?|$))|\.(ico|png|svg|woff2?)(\?|$)/;

/** An address without the secrets of links, such as that of a room for receipts: whoever reads it could use them. */
export const withoutTokens = (text: string): string => text.replace(/[\w-]{40,}/g, '[token]');

/** Where a request led, without what tells of people or opens something: no query, no ids, no tokens. */
export function placeOf(url: string): string {
  const path = url.split('?')[0] ?? '';
  return withoutTokens(path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '[id]')).slice(0, 200);
}

let isOn = false;

/**
 * One line per page and per request to a route, whatever serves it (Next's own server, ours, a container): place,
 * status, duration.
 */
export function logRequests(): void {
  if (isOn) return;
  isOn = true;
  subscribe('http.server.request.start', (message) => {
    if (typeof message !== 'object' || message === null) return;
    if (!('request' in message) || !('response' in message)) return;
    const { request, response } = message;
    if (!(request instanceof IncomingMessage) || !(response instanceof ServerResponse)) return;
    const { method, url = '' } = request;
    if (unlogged.test(url)) return;
    const startedAt = performance.now();
    response.once('close', () => {
      log().info({
        event: 'page',
        method,
        place: placeOf(url),
        // A change of page within the app asks for its data only.
        ...(request.headers.rsc ? { isPart: true } : {}),
        status: response.statusCode,
        durationMs: Math.round(performance.now() - startedAt),
        ...(response.writableFinished ? {} : { isAborted: true }),
      });
    });
  });
}
