import { trace } from '@opentelemetry/api';
import { parseCookieHeader } from '@supabase/ssr';
import { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { readSessionCookie } from '@/auth/server/session-cookie';
import { DomainError, type DomainErrorCode, domainErrorCodes } from '@/lib/errors';
import { env } from '@/lib/server/env';
import { log } from '@/lib/server/log';
import { RateLimit } from '@/lib/server/rate-limit';
import {
  isForeignRequest,
  languageCookieName,
  mailOrigin,
  networkOf,
  portfolioCookieName,
  requestAddress,
  requestLanguage,
  requestOrigin,
} from '@/lib/server/request';
import { changedHeaderName, portfolioHeaderName, tabHeaderName } from '@/lib/tab-header';
import { type Context, createContext } from './context';
import type { ErrorData } from './init';
import { appRouter } from './root';
import { transformer } from './transformer';

const maxBodyBytes = 1_000_000;
const maxBatchSize = 20;
/** Does nothing unless traces are collected; see `src/lib/server/telemetry.ts`. */
const tracer = trace.getTracer('hausbuch');

/** The context of a request that comes over HTTP: session, language and portfolio from its cookies. */
export async function contextOf(request: Request): Promise<Context> {
  const cookies = new Map(
    parseCookieHeader(request.headers.get('cookie') ?? '').map(({ name, value }) => [name, value ?? '']),
  );
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const stored = bearer ? null : await readSessionCookie((name) => cookies.get(name));
  const named = request.headers.get(portfolioHeaderName);
  return createContext({
    accessToken: bearer ?? stored?.access_token ?? null,
    address: requestAddress(request.headers),
    language: requestLanguage(cookies.get(languageCookieName), request.headers.get('accept-language')),
    portfolioId: named ?? cookies.get(portfolioCookieName) ?? null,
    isPortfolioNamed: named !== null,
    tab: request.headers.get(tabHeaderName),
    siteOrigin: requestOrigin(request.headers, new URL(request.url)),
    mailOrigin: mailOrigin(request.headers, new URL(request.url)),
  });
}

/** A refusal before the router is reached, in the router's own shape. */
function refuse(code: DomainErrorCode): Response {
  const trpcCode = domainErrorCodes[code];
  const httpStatus = getHTTPStatusCodeFromError(new TRPCError({ code: trpcCode }));
  const data: ErrorData = { code: trpcCode, httpStatus, domain: new DomainError(code).toShape() };
  const error = { code: TRPC_ERROR_CODES_BY_KEY[trpcCode], message: code, data };
  const headers = { [changedHeaderName]: '' };
  return Response.json({ error: transformer.serialize(error) }, { status: httpStatus, headers });
}

/** The body as text, or null as soon as it turns out longer than we read. */
async function readBody(request: Request): Promise<string | null> {
  const length = request.headers.get('content-length') ?? '';
  if (Number(length) > maxBodyBytes) return null;
  // Of a length that is said Node hands on no more than that. Read as a whole, the server need not make it a stream first.
  if (/^\d+$/.test(length)) return request.text();
  if (!request.body) return '';
  const decoder = new TextDecoder();
  const reader = request.body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBodyBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

let calls: RateLimit | undefined;

/** Counts the calls of a request against the person, else the address: 0, or how long to wait. */
export async function limitCalls(context: Context, url: string): Promise<number> {
  const limit = env().callsPerMinute;
  if (limit === 0) return 0;
  calls ??= new RateLimit({ limit, perMs: 60_000 });
  const session = await context.session().catch(() => null);
  const key = session ? `user ${session.userId}` : `address ${networkOf(context.address ?? 'unknown')}`;
  // The router decodes the path before it parts it.
  return calls.take(key, { cost: new URL(url).pathname.split(/,|%2c/i).length });
}

/** Until a connection is free again, or the database is back. */
const retryAfterSeconds = '2';

type Outcome = { response: Response; requestId?: string; errors?: string[] };

async function answer(request: Request): Promise<Outcome> {
  let routed = request;
  if (request.method === 'POST') {
    if (isForeignRequest(request.headers)) return { response: refuse('request.foreign_origin') };
    // Only JSON cannot be sent across sites without asking first; tRPC would also take forms.
    if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
      return { response: refuse('request.not_json') };
    }
    const body = await readBody(request);
    if (body === null) return { response: refuse('request.too_large') };
    routed = new Request(request.url, {
      method: 'POST',
      headers: request.headers,
      body,
      signal: request.signal,
    });
  }
  const context = await contextOf(request);
  const waitMs = await limitCalls(context, request.url);
  if (waitMs > 0) {
    const response = refuse('rate_limited');
    response.headers.set('retry-after', String(Math.ceil(waitMs / 1_000)));
    return { response, requestId: context.requestId };
  }
  const errors: string[] = [];
  const response = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req: routed,
    router: appRouter,
    createContext: () => context,
    maxBatchSize,
    onError: ({ error, path }) => {
      const code = error.cause instanceof DomainError ? error.cause.code : error.code;
      errors.push(`${path ?? '?'}: ${code}`);
    },
    // A stream of events keeps tRPC's own header, which also forbids to compress it.
    responseMeta: ({ type, errors: failures }) => {
      if (type === 'subscription') return {};
      const isBusy = failures.some(({ code }) => code === 'SERVICE_UNAVAILABLE');
      return {
        headers: {
          'cache-control': 'private, no-store',
          ...(type !== 'query' && { [changedHeaderName]: [...context.origin.changed].join(' ') }),
          ...(isBusy && { 'retry-after': retryAfterSeconds }),
        },
      };
    },
  });
  return { response, requestId: context.requestId, errors };
}

/** Serves the procedures over HTTP; writes one log line per request, without input, address or person. */
export async function handleTrpcRequest(request: Request): Promise<Response> {
  const startedAt = performance.now();
  const procedures = new URL(request.url).pathname.slice('/api/trpc/'.length).slice(0, 500);
  const { response, requestId, errors } = await tracer.startActiveSpan(`call ${procedures}`, (span) =>
    answer(request).finally(() => span.end()),
  );
  log().info({
    event: 'request',
    requestId,
    method: request.method,
    procedures,
    status: response.status,
    durationMs: Math.round(performance.now() - startedAt),
    ...(errors?.length ? { errors } : {}),
  });
  return response;
}
