import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { DomainError, domainErrorCodes } from '@/lib/errors';
import { domainErrorOf } from '@/lib/server/database-errors';
import { describeError, log } from '@/lib/server/log';
import type { Context } from '@/trpc/context';
import { contextOf, limitCalls } from '@/trpc/http';

const privateHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'none' };

export type MadeFile = {
  body: BodyInit;
  mediaType: string;
  /** What it is saved as; letters of any language. */
  name: string;
  sizeBytes?: bigint;
  /** Looked at where it is, as a browser shows such a file; else it is saved. */
  isShown?: boolean;
};

/** An answer without a file: the code is for the page that asked, which finds the words. */
function refuse(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code }, { status, headers: { ...privateHeaders, ...headers } });
}

/** What was asked for cannot be read. */
export const badQuestion = () => refuse(400, 'invalid');

/** A file made for whoever asks, as an attachment; or why not. It counts as a call. `what` names it in the log. */
export async function answerFile(
  request: Request,
  what: string,
  make: (context: Context) => Promise<MadeFile>,
): Promise<Response> {
  try {
    const context = await contextOf(request);
    if ((await limitCalls(context, request.url)) > 0) throw new DomainError('rate_limited');
    const { body, mediaType, name, sizeBytes, isShown = false } = await make(context);
    const plain = name.replaceAll(/[^\w .-]/g, '_');
    return new Response(body, {
      headers: {
        ...privateHeaders,
        'content-type': mediaType,
        'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
        'x-content-type-options': 'nosniff',
        ...(sizeBytes === undefined ? {} : { 'content-length': String(sizeBytes) }),
      },
    });
  } catch (error) {
    const rule = error instanceof DomainError ? error : domainErrorOf(error);
    const refused = rule ? new TRPCError({ code: domainErrorCodes[rule.code], message: rule.code }) : error;
    if (!(refused instanceof TRPCError)) {
      log().error({ event: 'file_failed', what, error: describeError(error) });
      return refuse(500, 'unexpected');
    }
    const status = getHTTPStatusCodeFromError(refused);
    const isBusy = status === 503 || status === 429;
    return refuse(status, refused.message, isBusy ? { 'retry-after': '10' } : {});
  }
}
