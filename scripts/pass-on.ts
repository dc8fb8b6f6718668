import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

const ownOfConnection = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];

const without = (headers: IncomingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Files share the address of the pages: what people upload must never run as one, also where the answer forgets to say so. */
const filePolicy = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

const isOfThisMachine = (address: string) => /^(::1$|127\.)/.test(address);

/** Whether a request is for the sign-in or file server where that has no address of its own. */
export const isForSupabase = (url: string): boolean =>
  // As the other side will read it: what leads out of these two by dots is not for it.
  [url, URL.parse(url, 'http://localhost')?.pathname ?? ''].every((path) =>
    /^\/(auth|storage)\/v1\//.test(path),
  );

/**
 * Hands requests on to the embedded sign-in and file server, so that one port serves all. It is told whom a request
 * counts for: whom a proxy that is believed names, else the peer; of this machine nobody, as if asked directly.
 */
export function passOn(target: string): (request: IncomingMessage, response: ServerResponse) => void {
  const agent = new http.Agent({ keepAlive: true });
  return (request, response) => {
    const { url = '/', method, headers, socket } = request;
    const named = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim();
    const visitor = named || (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
    const passed = without(headers, [...ownOfConnection, 'x-forwarded-for', 'sb-forwarded-for']);
    const own = isOfThisMachine(visitor) ? {} : { 'x-forwarded-for': visitor };
    const inner = http.request(new URL(target), { path: url, method, agent, headers: { ...passed, ...own } });
    inner.on('response', (answer) => {
      const policy = url.startsWith('/storage/') ? filePolicy : {};
      response.writeHead(answer.statusCode ?? 502, {
        ...policy,
        ...without(answer.headers, ownOfConnection),
      });
      pipeline(answer, response, () => {});
    });
    inner.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { 'retry-after': '2' }).end();
    });
    response.on('close', () => inner.destroy());
    pipeline(request, inner, () => {});
  };
}
