import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import next from 'next';
import { dataPolicy, securityHeaders } from '../src/lib/security-headers.ts';
import { root } from './surroundings.ts';

/**
 * The app in one process: procedures are answered by the same router without Next in front of it, which would
 * cost more than half of their throughput (`npm run bench`); everything else by Next. Started with
 * `--import scripts/src-imports.ts`.
 */
const port = Number(process.env.PORT);
const app = next({ dev: false, dir: root, hostname: 'localhost', port });
await app.prepare();
const answerPage = app.getRequestHandler();
const { handleTrpcRequest } = await import('../src/trpc/http.ts');
const answerCall = getRequestListener(handleTrpcRequest, { overrideGlobalObjects: false });
const headers = Object.entries({ ...securityHeaders, ...dataPolicy });

function handle(request: IncomingMessage, response: ServerResponse): void {
  if (!request.url?.startsWith('/api/trpc/')) {
    void answerPage(request, response);
    return;
  }
  // As Next does: who is calling, unless a proxy in front has said so.
  request.headers['x-forwarded-for'] ??= request.socket.remoteAddress;
  for (const [name, value] of headers) response.setHeader(name, value);
  void answerCall(request, response);
}

createServer(handle).listen(port, 'localhost');
