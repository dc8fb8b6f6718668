import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { z } from 'zod';
import { userFormats } from '@/features/account/user-formats';
import { renderHandover } from '@/features/handover/handover-pdf';
import { readPhotos } from '@/features/handover/photo-steps';
import { printWords } from '@/features/handover/print-words';
import { DomainError, domainErrorCodes } from '@/lib/errors';
import { describeError, log } from '@/lib/log';
import { languages } from '@/lib/vocabulary';
import { contextOf } from '@/trpc/http';
import { transactionsFor } from '@/trpc/procedures';
import { createCaller } from '@/trpc/root';

const headers = { 'cache-control': 'private, no-store', 'x-robots-tag': 'none' };

const query = z.object({ id: z.string().default(''), language: z.enum(languages).optional() });

/** `GET ?id=…&language=…`: the record as a PDF, in the tenant's language unless another is asked for. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return new Response(null, { status: 400, headers });
  const { id } = asked.data;
  try {
    const context = await contextOf(request);
    const caller = createCaller(context);
    const [record, portfolio, profile] = await Promise.all([
      caller.handover.get({ id }),
      caller.portfolio.get(),
      caller.account.getProfile(),
    ]);
    const verifiedSession = await context.session();
    const inTransaction = transactionsFor({ ...context, verifiedSession }, ['viewer', 'manager', 'owner']);
    const pictures = await readPhotos(inTransaction, context.fileStorage(), id);
    const language = asked.data.language ?? record.letterLanguage;
    const words = await printWords(userFormats(language, profile, portfolio.currency));
    const pdf = await renderHandover({ record, words, language, issuer: portfolio.name, ...pictures });
    const name = `${words.fixed.title} ${words.kind(record.kind)} ${record.tenants.join(', ')} ${record.heldOn}.pdf`;
    return new Response(new Uint8Array(pdf), {
      headers: {
        ...headers,
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="handover.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
        'x-content-type-options': 'nosniff',
      },
    });
  } catch (error) {
    const refused =
      error instanceof DomainError ? new TRPCError({ code: domainErrorCodes[error.code] }) : error;
    if (refused instanceof TRPCError) {
      return new Response(null, { status: getHTTPStatusCodeFromError(refused), headers });
    }
    log().error({ event: 'handover_print_failed', error: describeError(error) });
    return new Response(null, { status: 500, headers });
  }
}
