import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { ZodError } from 'zod';
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

/** Twenty tenants make a header that no proxy takes, and a name that no disk does. */
function shortened(name: string): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[a-z]{3,4})?$/su.exec(name) ?? [];
  const letters = [...stem];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('').trim()}…${ending}` : name;
}
const LONGEST_NAME = 150;

/** A file made for whoever asks, as an attachment; or why not. It counts as a call. `what` names it in the log. */
export async function answerFile(
  request: Request,
  what: string,
  make: (context: Context) => Promise<MadeFile>,
): Promise<Response> {
  try {
    const context = await contextOf(request);
    if ((await limitCalls(context, request.url)) > 0) throw new DomainError('rate_limited');
    const { body, mediaType, name: whole, sizeBytes, isShown = false } = await make(context);
    const name = shortened(whole);
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
    // A question in words of the program's own is none of the page's codes.
    if (refused.cause instanceof ZodError) return badQuestion();
    const status = getHTTPStatusCodeFromError(refused);
    const isBusy = status === 503 || status === 429;
    return refuse(status, refused.message, isBusy ? { 'retry-after': '10' } : {});
  }
}
