import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

type Outgoing = Pick<ServerResponse, 'setHeader' | 'appendHeader' | 'writeHead' | 'end'>;

/**
 * Hands an answer that is all there to Node in one piece. The adapter reads every answer as a stream, and whether there is more
 * to come it asks a timer: a millisecond for each call. What comes bit by bit, such as the stream of events, is left to it.
 */
export async function sendWhole(response: Response, outgoing: Outgoing): Promise<Response> {
  const { headers, status, body } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  if (body === null || !isJson || headers.has('transfer-encoding')) return response;
  const whole = Buffer.from(await response.arrayBuffer());
  for (const [name, value] of headers) {
    if (name === 'set-cookie') outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
  }
  outgoing.setHeader('content-length', whole.byteLength);
  outgoing.writeHead(status);
  outgoing.end(whole);
  return RESPONSE_ALREADY_SENT;
}
