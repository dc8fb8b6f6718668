import { z } from 'zod';
import { LETTERS_AT_ONCE } from '@/features/outbox/pages';
import { zipLetters } from '@/features/outbox/zip-steps';
import { DomainError } from '@/lib/errors';
import { id } from '@/lib/field';
import { RateLimit } from '@/lib/server/rate-limit';
import { sentSlowly } from '@/lib/server/sent-slowly';
import { answerFile, badQuestion } from '../file-answer';
import { assertOwnLetters, sentLetterAmong, sentLetterFile } from '../letter-file';

const query = z.union([
  z.object({ id }),
  z.object({
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(id).min(1).max(LETTERS_AT_ONCE)),
  }),
]);

/** A hundred letters are a hundred papers. */
const wholes = new RateLimit({ limit: 6, perMs: 5 * 60_000 });

/**
 * `GET ?id=…`: a letter as it was sent; `?ids=…,…` up to a hundred as one ZIP, numbered in that order. Its file is made
 * for whoever asks first.
 */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  const { data } = asked;
  return answerFile(request, 'letter', async (context) => {
    if ('id' in data) {
      const { bytes, fileName } = await sentLetterFile(context, data.id);
      return { body: bytes, mediaType: 'application/pdf', name: fileName };
    }
    const { userId } = await context.session();
    await assertOwnLetters(context, data.ids);
    if (wholes.take(userId) > 0) throw new DomainError('rate_limited');
    const body = await sentSlowly().send(userId, async () =>
      zipLetters(data.ids, async (one, index) => {
        const file = await sentLetterAmong(context, one);
        return file && { bytes: file.bytes, name: `${String(index + 1).padStart(2, '0')} ${file.fileName}` };
      }),
    );
    return { body, mediaType: 'application/zip', name: 'hausbuch.zip' };
  });
}
