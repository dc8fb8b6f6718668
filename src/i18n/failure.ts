/**
 * What the server said about a request that failed, read from the shape our tRPC error formatter sends
 * (`src/trpc/init.ts`). Codes only; the words are found by `useErrorWords`.
 */
export type Failure = {
  /** A domain code such as `lease.overlap`, or `network`, `unavailable`, `invalid`, `unexpected`. */
  code: string;
  params?: Record<string, string | number>;
  /** Under which the failure stands in the server's log; of a page that failed there, React's digest. */
  errorId?: string;
  /** Field path → code of what is wrong with it. */
  fields: Record<string, FieldProblem>;
};

/** Whether no answer of ours came, which passes by itself: how it ended is not known, and nothing stands in our log. */
export const isUnanswered = ({ code }: { code: string }): boolean =>
  code === 'network' || code === 'unavailable';

/** Whether the code tells whoever looks at a page why it is not shown; what is wrong with a request is no news of theirs. */
export const saysWhy = ({ code }: { code: string }): boolean => code !== 'unexpected' && code !== 'invalid';

export type FieldProblem = { code: string; params?: Record<string, string | number> };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readParams(value: unknown): Record<string, string | number> | undefined {
  if (!isRecord(value)) return undefined;
  const params: Record<string, string | number> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry === 'string' || typeof entry === 'number') params[key] = entry;
  }
  return params;
}

/** tRPC wraps a fetch that got no answer of ours into an error without data; a gateway's answer rides along. */
function unansweredCode(error: unknown): string {
  if (!(error instanceof Error) || error.name !== 'TRPCClientError') return 'unexpected';
  const meta: unknown = Reflect.get(error, 'meta');
  const response = isRecord(meta) ? meta.response : undefined;
  return response instanceof Response ? 'unavailable' : 'network';
}

/** Reads any thrown value; what is not understood becomes `unexpected`, a request without answer `network`. */
export function failureOf(error: unknown): Failure {
  const data = isRecord(error) ? error.data : undefined;
  if (!isRecord(data)) {
    const errorId = isRecord(error) && typeof error.digest === 'string' ? error.digest : undefined;
    return { code: unansweredCode(error), errorId, fields: {} };
  }

  const fields: Record<string, FieldProblem> = {};
  if (isRecord(data.fields)) {
    for (const [path, code] of Object.entries(data.fields)) {
      if (typeof code === 'string') fields[path] = { code };
    }
  }
  const errorId = typeof data.errorId === 'string' ? data.errorId : undefined;

  if (isRecord(data.domain) && typeof data.domain.code === 'string') {
    const { code, field } = data.domain;
    const params = readParams(data.domain.params);
    if (typeof field === 'string' && field !== '') fields[field] = { code, params };
    return { code, params, errorId, fields };
  }
  if (Object.keys(fields).length > 0) return { code: 'invalid', errorId, fields };
  if (data.code === 'SERVICE_UNAVAILABLE') return { code: 'unavailable', errorId, fields };
  return { code: 'unexpected', errorId, fields };
}
