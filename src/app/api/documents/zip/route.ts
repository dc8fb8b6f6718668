import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { documentsInput } from '@/features/document/schema';
import { zipDocuments } from '@/features/document/zip';
import { DomainError, domainErrorCodes } from '@/lib/errors';
import { describeError, log } from '@/lib/log';
import { contextOf } from '@/trpc/http';
import { transactionsFor } from '@/trpc/procedures';

const headers = { 'cache-control': 'private, no-store', 'x-robots-tag': 'none' };

/** `GET ?ids=…,…`: the current files of these documents in one ZIP, for whoever may read them. */
export async function GET(request: Request): Promise<Response> {
  const given = new URL(request.url).searchParams.get('ids') ?? '';
  const input = documentsInput.safeParse({ ids: given.split(',') });
  if (!input.success) return new Response(null, { status: 400, headers });
  try {
    const context = await contextOf(request);
    const verifiedSession = await context.session();
    const inTransaction = transactionsFor({ ...context, verifiedSession }, ['viewer', 'manager', 'owner']);
    const zip = await zipDocuments(inTransaction, context.fileStorage(), input.data.ids);
    return new Response(zip.bytes, {
      headers: {
        ...headers,
        'content-type': 'application/zip',
        'content-length': String(zip.sizeBytes),
        'content-disposition': 'attachment; filename="hausbuch.zip"',
        'x-content-type-options': 'nosniff',
      },
    });
  } catch (error) {
    if (!(error instanceof DomainError)) {
      log().error({ event: 'zip_failed', error: describeError(error) });
      return new Response(null, { status: 500, headers });
    }
    const status = getHTTPStatusCodeFromError(new TRPCError({ code: domainErrorCodes[error.code] }));
    return new Response(null, { status, headers });
  }
}
