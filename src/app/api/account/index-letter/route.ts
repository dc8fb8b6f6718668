import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { z } from 'zod';
import { userFormats } from '@/features/account/user-formats';
import { indexLetterWords } from '@/features/rent/index-letter';
import { renderIndexLetter } from '@/features/rent/index-letter-pdf';
import { describeError, log } from '@/lib/log';
import { languages } from '@/lib/vocabulary';
import { contextOf } from '@/trpc/http';
import { createCaller } from '@/trpc/root';

const headers = { 'cache-control': 'private, no-store', 'x-robots-tag': 'none' };

const query = z.object({
  leaseId: z.string(),
  indexMonth: z.string().nullable().default(null),
  indexMilli: z.coerce.number().int().nullable().default(null),
  receivedOn: z.string(),
  language: z.enum(languages).optional(),
});

/** `GET ?leaseId=…&indexMonth=…&indexMilli=…&receivedOn=…&language=…`: the letter, for whoever may read the lease. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return new Response(null, { status: 400, headers });
  const { language, ...input } = asked.data;
  try {
    const context = await contextOf(request);
    const caller = createCaller(context);
    const [letter, portfolio, profile] = await Promise.all([
      caller.rent.indexLetter(input),
      caller.portfolio.get(),
      caller.account.getProfile(),
    ]);
    const formats = userFormats(language ?? context.language, profile, portfolio.currency);
    const words = await indexLetterWords(letter, formats, portfolio.name);
    const body = new Uint8Array(await renderIndexLetter(words, formats.language));
    const name = `${words.title} ${letter.tenants.join(', ')} ${letter.owedFrom}.pdf`;
    return new Response(body, {
      headers: {
        ...headers,
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="letter.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
        'x-content-type-options': 'nosniff',
      },
    });
  } catch (error) {
    if (error instanceof TRPCError) {
      return new Response(null, { status: getHTTPStatusCodeFromError(error), headers });
    }
    log().error({ event: 'index_letter_failed', error: describeError(error) });
    return new Response(null, { status: 500, headers });
  }
}
