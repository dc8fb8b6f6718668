import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import next from 'next';
import { dataPolicy, securityHeaders } from '../src/lib/security-headers.ts';

const headers = Object.entries({ ...securityHeaders, ...dataPolicy });

export interface Place {
  /** Holds `.next`. */
  folder: string;
  hostname: string;
  port: number;
}

/**
 * The built app in one process: procedures are answered by the same router without Next in front of it, which
 * would cost more than half of their throughput (`npm run bench`); everything else by Next. Returns once it listens.
 */
export async function serveApp({ folder, hostname, port }: Place): Promise<Server> {
  const app = next({ dev: false, dir: folder, hostname, port });
  await app.prepare();
  const answerPage = app.getRequestHandler();
  const { handleTrpcRequest } = await import('../src/trpc/http.ts');
  const answerCall = getRequestListener(handleTrpcRequest, { overrideGlobalObjects: false });

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/api/trpc/')) {
      void answerPage(request, response);
      return;
    }
    // As Next does: who is calling, unless a proxy in front has said so.
    request.headers['x-forwarded-for'] ??= request.socket.remoteAddress;
    for (const [name, value] of headers) response.setHeader(name, value);
    void answerCall(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, resolve);
  });
  return server;
}
