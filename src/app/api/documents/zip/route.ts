import { documentsInput } from '@/features/document/schema';
import { zipDocuments } from '@/features/document/zip-steps';
import { DomainError } from '@/lib/errors';
import { RateLimit } from '@/lib/server/rate-limit';
import { sentSlowly } from '@/lib/server/sent-slowly';
import { transactionsFor } from '@/trpc/procedures';
import { answerFile, badQuestion } from '../../file-answer';

const zips = new RateLimit({ limit: 30, perMs: 5 * 60_000 });

/** `GET ?ids=…,…`: the current files of these documents in one ZIP, for whoever may read them. */
export async function GET(request: Request): Promise<Response> {
  const given = new URL(request.url).searchParams.get('ids') ?? '';
  const input = documentsInput.safeParse({ ids: given.split(',') });
  if (!input.success) return badQuestion();
  return answerFile(request, 'zip', async (context) => {
    const verifiedSession = await context.session();
    if (zips.take(verifiedSession.userId) > 0) throw new DomainError('rate_limited');
    const inTransaction = transactionsFor({ ...context, verifiedSession }, ['viewer', 'manager', 'owner'], {
      asksSession: true,
    });
    let [sizeBytes, name] = [0n, ''];
    const body = await sentSlowly().send(verifiedSession.userId, async () => {
      const zip = await zipDocuments(inTransaction, context.fileStorage(), input.data.ids, context.language);
      ({ sizeBytes, name } = zip);
      return zip.bytes;
    });
    return { body, mediaType: 'application/zip', name, sizeBytes };
  });
}
