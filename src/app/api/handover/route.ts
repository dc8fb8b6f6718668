import { z } from 'zod';
import { languages } from '@/domain/vocabulary';
import { letterFormats } from '@/features/account/format-rules';
import { readPhotos } from '@/features/handover/photo-steps';
import { printWords } from '@/features/handover/print-words';
import { printer } from '@/print/printer';
import { transactionsFor } from '@/trpc/procedures';
import { createCaller } from '@/trpc/root';
import { answerFile, badQuestion } from '../file-answer';

const query = z.object({ id: z.string().default(''), language: z.enum(languages).optional() });

/** `GET ?id=…&language=…`: the record as a PDF, in the tenant's language unless another is asked for. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  const { id } = asked.data;
  return answerFile(request, 'handover', async (context) => {
    const caller = createCaller(context);
    const [record, portfolio, profile] = await Promise.all([
      caller.handover.get({ id }),
      caller.portfolio.get(),
      caller.account.getProfile(),
    ]);
    const verifiedSession = await context.session();
    const inTransaction = transactionsFor({ ...context, verifiedSession }, ['viewer', 'manager', 'owner']);
    const language = asked.data.language ?? record.letterLanguage;
    const formats = letterFormats(language, profile, portfolio);
    const words = await printWords(formats);
    const prepare = async () =>
      ({
        kind: 'handover',
        record,
        formats,
        language,
        issuer: portfolio.name,
        ...(await readPhotos(inTransaction, context.fileStorage(), id)),
      }) as const;
    return {
      body: new Uint8Array(await printer().print(prepare, verifiedSession.userId)),
      mediaType: 'application/pdf',
      name: `${words.fixed.title} ${words.kind(record.kind)} ${record.tenants.join(', ')} ${record.heldOn}.pdf`,
    };
  });
}
