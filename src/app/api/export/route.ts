import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { exportPortfolio } from '@/features/export/export';
import { DomainError, domainErrorCodes } from '@/lib/errors';
import { describeError, log } from '@/lib/log';
import { RateLimit } from '@/lib/rate-limit';
import { contextOf } from '@/trpc/http';
import { transactionsFor } from '@/trpc/procedures';

const headers = { 'cache-control': 'private, no-store', 'x-robots-tag': 'none' };

/** Reading everything is the most a request can ask for. */
const exports = new RateLimit({ limit: 6, perMs: 10 * 60_000 });

/** `GET`: everything of the current portfolio as a ZIP, for an owner whose session still lives. */
export async function GET(request: Request): Promise<Response> {
  try {
    const context = await contextOf(request);
    const verifiedSession = await context.session();
    if (exports.take(verifiedSession.userId) > 0) throw new DomainError('rate_limited');
    const inTransaction = transactionsFor({ ...context, verifiedSession }, ['owner'], {
      isSensitive: true,
      isSnapshot: true,
    });
    const day = new Date().toISOString().slice(0, 10);
    return new Response(await exportPortfolio(inTransaction, context.fileStorage()), {
      headers: {
        ...headers,
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="hausbuch-${day}.zip"`,
        'x-content-type-options': 'nosniff',
      },
    });
  } catch (error) {
    if (!(error instanceof DomainError)) {
      log().error({ event: 'export_failed', error: describeError(error) });
      return new Response(null, { status: 500, headers });
    }
    const status = getHTTPStatusCodeFromError(new TRPCError({ code: domainErrorCodes[error.code] }));
    return new Response(null, { status, headers });
  }
}
