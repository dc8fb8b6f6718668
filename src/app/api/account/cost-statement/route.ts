import { z } from 'zod';
import { withPictures } from '@/domain/letter';
import { letterFormats } from '@/features/account/format-rules';
import { zipLetters } from '@/features/outbox/zip-steps';
import { statementLetter } from '@/features/statement/letter';
import { DomainError } from '@/lib/errors';
import { RateLimit } from '@/lib/server/rate-limit';
import { sentSlowly } from '@/lib/server/sent-slowly';
import { printer } from '@/print/printer';
import { createCaller } from '@/trpc/root';
import { answerFile, badQuestion } from '../../file-answer';
import { sentLetter, sentLetterAmong } from '../../letter-file';
import { readPictures } from '../../letter-pictures';

const query = z.object({
  propertyId: z.string(),
  from: z.string(),
  to: z.string(),
  version: z.coerce.number().optional(),
  leaseId: z.string().optional(),
  slips: z
    .string()
    .transform((ids) => ids.split(','))
    .optional(),
});

/** A house of a hundred flats is one ZIP, and a hundred papers. */
const wholes = new RateLimit({ limit: 6, perMs: 5 * 60_000 });

/** `GET ?propertyId=…&from=…&to=…`: the statements of a period as one ZIP, with `&leaseId=…` the letter of one lease. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  return answerFile(request, 'cost-statement', async (context) => {
    const { userId } = await context.session();
    const caller = createCaller(context);
    const [all, portfolio, profile] = await Promise.all([
      caller.costStatement.letters(asked.data),
      caller.portfolio.get(),
      caller.account.getProfile(),
    ]);
    if (all.letters.length === 0) throw new DomainError('statement.not_ready');
    // All letters of a statement are written by the same landlords.
    const pictures = await readPictures(
      context,
      all.landlords.flatMap(({ id }) => id ?? []),
    );
    const isOne = asked.data.leaseId !== undefined;
    const print = async (own: (typeof all.letters)[number]) => {
      if (own.letterId !== null) {
        const letter = await (isOne ? sentLetter : sentLetterAmong)(context, own.letterId);
        if (!letter) return null;
        const { bytes, fileName } = letter;
        return { name: fileName.replace(/\.pdf$/, ` ${own.tenants.join(', ')}.pdf`), bytes };
      }
      const formats = letterFormats(own.language ?? context.language, profile, portfolio);
      const letter = withPictures(await statementLetter(all, own, formats, portfolio.name), pictures);
      const bytes = new Uint8Array(
        await printer().print({ kind: 'letter', letter }, userId, { counts: isOne }),
      );
      return { name: `${letter.title} ${own.tenants.join(', ')} ${all.view.period.from}.pdf`, bytes };
    };
    const [only] = all.letters;
    if (isOne && only) {
      const file = await print(only);
      if (!file) throw new DomainError('letter.without_file');
      return { body: file.bytes, mediaType: 'application/pdf', name: file.name };
    }
    if (wholes.take(userId) > 0) throw new DomainError('rate_limited');
    const body = await sentSlowly().send(userId, async () =>
      zipLetters(all.letters, async (own) => {
        const file = await print(own);
        return file && [file];
      }),
    );
    return { body, mediaType: 'application/zip', name: `${all.view.period.from}_${all.view.period.to}.zip` };
  });
}
