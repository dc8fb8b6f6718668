import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { z } from 'zod';
import { userFormats } from '@/features/account/user-formats';
import { renderStatement } from '@/features/rent-account/statement-pdf';
import { statementTable, statementWords } from '@/features/rent-account/statement-words';
import { decimalSign } from '@/i18n/formats';
import { toCsv } from '@/lib/csv';
import { describeError, log } from '@/lib/log';
import { languages } from '@/lib/vocabulary';
import { contextOf } from '@/trpc/http';
import { createCaller } from '@/trpc/root';

const headers = { 'cache-control': 'private, no-store', 'x-robots-tag': 'none' };
const kinds = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' };

const query = z.object({
  format: z.enum(['pdf', 'csv']).default('pdf'),
  language: z.enum(languages).optional(),
  tenantId: z.string().optional(),
  leaseId: z.string().optional(),
  asOf: z.string().optional(),
});

/** `GET ?tenantId=…|leaseId=…&asOf=…&format=pdf|csv&language=…`: the account, for whoever may read it. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return new Response(null, { status: 400, headers });
  const { format, language, ...input } = asked.data;
  try {
    const context = await contextOf(request);
    const caller = createCaller(context);
    const [statement, portfolio, profile] = await Promise.all([
      caller.ledger.statement(input),
      caller.portfolio.get(),
      caller.account.getProfile(),
    ]);
    const formats = userFormats(language ?? context.language, profile, portfolio.currency);
    const words = await statementWords(formats);
    const body =
      format === 'pdf'
        ? new Uint8Array(await renderStatement({ statement, words, formats, issuer: portfolio.name }))
        : toCsv(statementTable(statement, words, formats), {
            decimal: decimalSign(formats),
          });
    const name = `${words.title} ${statement.tenants.join(', ')} ${statement.asOf}.${format}`;
    return new Response(body, {
      headers: {
        ...headers,
        'content-type': kinds[format],
        'content-disposition': `attachment; filename="statement.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
        'x-content-type-options': 'nosniff',
      },
    });
  } catch (error) {
    if (error instanceof TRPCError) {
      return new Response(null, { status: getHTTPStatusCodeFromError(error), headers });
    }
    log().error({ event: 'statement_failed', error: describeError(error) });
    return new Response(null, { status: 500, headers });
  }
}
