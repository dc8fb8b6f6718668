import { initTRPC, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { ZodError } from 'zod';
import { DomainError, type DomainErrorShape, domainErrorCodes, fieldCodes } from '@/lib/errors';
import { domainErrorOf } from '@/lib/server/database-errors';
import { describeError, log } from '@/lib/server/log';
import { originalOf, showOriginal } from '@/lib/server/original-error';
import type { Context } from './context';
import { transformer } from './transformer';

/** Everything the client learns about a failure: codes it finds words for, and an id for the unexpected. */
export type ErrorData = {
  code: TRPCError['code'];
  /** tRPC would answer 500 for all server-side codes: they share one JSON-RPC number. */
  httpStatus: number;
  domain?: DomainErrorShape;
  fields?: Record<string, string>;
  errorId?: string;
  /** In development only: what happened. */
  original?: string;
};

const concealedErrors = new WeakMap<Error, { errorId: string; original: string | undefined }>();

/** Replaces an error nobody foresaw by one that says nothing, and logs it under the id the user is shown. */
function concealed(error: unknown, where: { requestId?: string | undefined; path?: string | undefined }) {
  const original = originalOf(error);
  const answer = new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: original ?? 'unexpected' });
  const errorId = crypto.randomUUID().slice(0, 8);
  concealedErrors.set(answer, { errorId, original });
  log().error({ event: 'unexpected_error', errorId, ...where, error: describeError(error) });
  showOriginal(`${where.path ?? 'A request'} failed (${errorId})`, error);
  return answer;
}

const isConcealed = (error: TRPCError) => concealedErrors.has(error);

/**
 * The error a caller may see: domain errors and refusals of the database under their code, invalid input
 * as it is, and anything else concealed.
 */
export function presentableError(
  error: TRPCError,
  where: { requestId?: string | undefined; path?: string | undefined },
): TRPCError {
  if (isConcealed(error)) return error;
  const { cause } = error;
  const domain = cause instanceof DomainError ? cause : domainErrorOf(cause);
  if (domain) {
    return new TRPCError({ code: domainErrorCodes[domain.code], message: domain.code, cause: domain });
  }
  return error.code === 'INTERNAL_SERVER_ERROR' ? concealed(cause ?? error, where) : error;
}

function errorData(error: TRPCError): ErrorData {
  const { cause } = error;
  const concealed = concealedErrors.get(error);
  return {
    code: error.code,
    httpStatus: getHTTPStatusCodeFromError(error),
    ...(cause instanceof DomainError ? { domain: cause.toShape() } : {}),
    ...(error.code === 'BAD_REQUEST' && cause instanceof ZodError ? { fields: fieldCodes(cause) } : {}),
    ...(concealed ? { errorId: concealed.errorId } : {}),
    ...(concealed?.original ? { original: concealed.original } : {}),
  };
}

const t = initTRPC.context<Context>().create({
  transformer,
  isDev: false, // a stack never leaves the server, not even in development
  errorFormatter({ error, ctx, path }) {
    // Errors from outside a procedure (unknown path, unreadable body) come here untouched by middleware.
    const presentable = presentableError(error, { requestId: ctx?.requestId, path });
    const data = errorData(presentable);
    return {
      code: TRPC_ERROR_CODES_BY_KEY[data.code],
      message: data.domain?.code ?? data.code,
      data,
    };
  },
});

export const { router, middleware, createCallerFactory, mergeRouters } = t;
export const baseProcedure = t.procedure;
