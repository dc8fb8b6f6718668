import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import type { Log } from './log.ts';

/** An answer other than success, in the words of Supabase Auth. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: ErrorCode;
  readonly weakPasswordReasons: string[] | undefined;
  /** When a refused request may be tried again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: ErrorCode,
    message: string,
    weakPasswordReasons?: string[],
    retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.weakPasswordReasons = weakPasswordReasons;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const validationFailed = (message: string) => new ApiError(400, 'validation_failed', message);

export const apiVersionHeader = 'X-Supabase-Api-Version';
const apiVersion = '2024-01-01';

const errorWithCode = z.object({ code: z.string() });

/** The SQLSTATE or socket error code of whatever was thrown, or undefined. */
export function errorCodeOf(error: unknown): string | undefined {
  return errorWithCode.safeParse(error).data?.code;
}

export const uniqueViolation = '23505';

const unreachable = /^(CONNECT|CONNECTION_|ECONN|EPIPE|ENOENT|57P0|53300|08)/;
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const notStorable = new Set(['22P05', '22021', '22001', '22P02']);

function toApiError(error: unknown, log: Log): ApiError {
  if (error instanceof ApiError) return error;
  const code = errorCodeOf(error) ?? '';
  if (notStorable.has(code)) return validationFailed('The request holds a value that cannot be stored');
  log.error({ err: error }, 'request failed');
  if (diskFull.has(code)) return new ApiError(507, 'unexpected_failure', 'No space is left on the disk');
  // A retryable status lets clients keep their session while the database is away.
  if (unreachable.test(code))
    return new ApiError(503, 'unexpected_failure', 'Database unavailable', undefined, 2);
  return new ApiError(500, 'unexpected_failure', 'Internal Server Error');
}

/** Answers in the form the client's API version expects. */
export function answerError(c: Context, error: unknown, log: Log): Response {
  const { status, code, message, weakPasswordReasons, retryAfterSeconds } = toApiError(error, log);
  const weakPassword = weakPasswordReasons ? { weak_password: { reasons: weakPasswordReasons } } : {};
  c.header('x-sb-error-code', code);
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  // The rest of a refused body is still coming; the next request needs a connection of its own.
  if (status === 413) c.header('Connection', 'close');
  const requested = c.req.header(apiVersionHeader);
  if (requested !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(requested) && requested >= apiVersion) {
    // auth-js drops the error code unless the version comes back.
    c.header(apiVersionHeader, apiVersion);
    return c.json({ code, message, ...weakPassword }, status);
  }
  return c.json({ code: status, error_code: code, msg: message, ...weakPassword }, status);
}
