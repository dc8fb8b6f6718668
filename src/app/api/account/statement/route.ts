import { z } from 'zod';
import { languages } from '@/domain/vocabulary';
import { letterFormats } from '@/features/account/format-rules';
import { statementTable, statementWords } from '@/features/rent-account/statement-words';
import { csvDialect } from '@/i18n/formats';
import { toCsv } from '@/lib/csv';
import { printer } from '@/print/printer';
import { createCaller } from '@/trpc/root';
import { answerFile, badQuestion } from '../../file-answer';

const query = z.object({
  format: z.enum(['pdf', 'csv']).default('pdf'),
  language: z.enum(languages).optional(),
  tenantId: z.string().optional(),
  leaseId: z.string().optional(),
  from: z.string().optional(),
  asOf: z.string().optional(),
});

/** `GET ?tenantId=…|leaseId=…&from=…&asOf=…&format=pdf|csv&language=…`: the account, for whoever may read it. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  const { format, language, ...input } = asked.data;
  return answerFile(request, 'statement', async (context) => {
    const { userId } = await context.session();
    const caller = createCaller(context);
    const [statement, portfolio, profile] = await Promise.all([
      caller.ledger.statement(input),
      caller.portfolio.get(),
      caller.account.getProfile(),
    ]);
    const formats = letterFormats(language ?? context.language, profile, portfolio);
    const words = await statementWords(formats);
    const days = [statement.from, statement.asOf].filter(Boolean).join(' – ');
    const name = `${words.title} ${statement.tenants.join(', ')} ${days}.${format}`;
    if (format === 'csv') {
      const body = toCsv(statementTable(statement, words, formats), csvDialect(formats));
      return { body, mediaType: 'text/csv; charset=utf-8', name };
    }
    const paper = { kind: 'statement', statement, formats, issuer: portfolio.name } as const;
    return { body: new Uint8Array(await printer().print(paper, userId)), mediaType: 'application/pdf', name };
  });
}
