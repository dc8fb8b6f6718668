import { z } from 'zod';
import { languages } from '@/domain/vocabulary';
import { letterFormats } from '@/features/account/format-rules';
import { indexLetter } from '@/features/letter/index-letter';
import { printer } from '@/print/printer';
import { createCaller } from '@/trpc/root';
import { answerFile, badQuestion } from '../../file-answer';
import { illustrated } from '../../letter-pictures';

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
  if (!asked.success) return badQuestion();
  const { language, ...input } = asked.data;
  return answerFile(request, 'index_letter', async (context) => {
    const { userId } = await context.session();
    const caller = createCaller(context);
    const [facts, portfolio, profile] = await Promise.all([
      caller.rent.indexLetter(input),
      caller.portfolio.get(),
      caller.account.getProfile(),
    ]);
    const formats = letterFormats(language ?? context.language, profile, portfolio);
    const letter = await illustrated(context, await indexLetter(facts, formats, portfolio.name));
    return {
      body: new Uint8Array(await printer().print({ kind: 'letter', letter }, userId)),
      mediaType: 'application/pdf',
      name: `${letter.title} ${facts.tenants.join(', ')} ${facts.owedFrom}.pdf`,
    };
  });
}
