import fs from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import next from 'next';
import sirv from 'sirv';
import { env } from '../src/lib/server/env.ts';
import { readableUrl } from '../src/lib/server/readable-url.ts';
import { dataPolicy, fileHeaders, securityHeaders } from '../src/lib/server/security-headers.ts';
import { dropUntrusted } from '../src/lib/server/trusted-proxies.ts';
import { isForSupabase, passOn } from './pass-on.ts';

const headers = Object.entries({ ...securityHeaders, ...dataPolicy });

const staticPrefix = '/_next/static/';
const wordsAddress = /^\/_i18n\/([\w-]+)\/messages\.json(?:\?v=([\w-]+))?$/;

/** The files of the build, as `compressStatic` has made them ready; their names change with what is in them. */
function staticFiles(folder: string) {
  const serve = sirv(path.join(folder, '.next', 'static'), {
    brotli: true,
    gzip: true,
    extensions: [],
    immutable: true,
    maxAge: 31_536_000,
    setHeaders(response, name) {
      for (const [header, value] of Object.entries(fileHeaders)) response.setHeader(header, value);
      if (name.endsWith('.js')) response.setHeader('Content-Type', 'application/javascript; charset=UTF-8');
      if (name.endsWith('.css')) response.setHeader('Content-Type', 'text/css; charset=UTF-8');
    },
  });
  const buildId = fs.readFileSync(path.join(folder, '.next', 'BUILD_ID'), 'utf8');
  return (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => {
    const { url = '' } = request;
    const [, wording, build] = wordsAddress.exec(url) ?? [];
    if (!wording && !url.startsWith(staticPrefix)) return otherwise();
    if (request.method !== 'GET' && request.method !== 'HEAD') return otherwise();
    request.url = wording ? `/words/${wording}.json` : url.slice(staticPrefix.length - 1);
    // A page of another build gets words that are not its own, and must not keep them: while two processes answer beside
    // each other, it may be the newer one. Without a build they hold for a day, as the route says.
    if (wording && build !== buildId)
      response.setHeader('Cache-Control', build === undefined ? 'public, max-age=86400' : 'no-store');
    serve(request, response, () => {
      request.url = url;
      response.removeHeader('Cache-Control');
      otherwise();
    });
  };
}

/** The settings as the build left them: to read `next.config.ts` Next would load its compiler, and keep it. */
function keepBuiltSettings(folder: string): void {
  const file = path.join(folder, '.next', 'required-server-files.json');
  const { config } = JSON.parse(fs.readFileSync(file, 'utf8'));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

export interface Place {
  /** Holds `.next`. */
  folder: string;
  hostname: string;
  port: number;
}

/**
 * The built app in one process: procedures are answered by the same router without Next in front of it, which
 * would cost more than half of their throughput (`npm run bench`); the files of the build as they lie there, already
 * compressed; everything else by Next. Returns once it listens.
 */
export async function serveApp({ folder, hostname, port }: Place): Promise<Server> {
  keepBuiltSettings(folder);
  const app = next({ dev: false, dir: folder, hostname, port });
  await app.prepare();
  const answerPage = app.getRequestHandler();
  const { handleTrpcRequest } = await import('../src/trpc/http.ts');
  const answerCall = getRequestListener(handleTrpcRequest, { overrideGlobalObjects: false });
  const answerFile = staticFiles(folder);

  const { trustedProxies, supabaseUrl, supabasePublicUrl, appUrl } = env();
  const sharesAddress = appUrl !== undefined && new URL(appUrl).origin === new URL(supabasePublicUrl).origin;
  const answerSupabase = sharesAddress && supabaseUrl.startsWith('http:') ? passOn(supabaseUrl) : null;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    dropUntrusted(request, trustedProxies);
    if (answerSupabase && isForSupabase(request.url ?? '')) {
      answerSupabase(request, response);
      return;
    }
    request.url = readableUrl(request.url ?? '/');
    if (!request.url.startsWith('/api/trpc/')) {
      answerFile(request, response, () => void answerPage(request, response));
      return;
    }
    // As Next does: who is calling, unless a proxy in front has said so.
    if (request.headers['x-forwarded-for'] === undefined) {
      request.headers['x-forwarded-for'] = request.socket.remoteAddress;
      request.rawHeaders.push('x-forwarded-for', request.socket.remoteAddress ?? '');
    }
    for (const [name, value] of headers) response.setHeader(name, value);
    void answerCall(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, resolve);
  });
  return server;
}
