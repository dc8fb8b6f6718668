import { z } from 'zod';
import { LETTERS_AT_ONCE } from '@/features/outbox/pages';
import { zipLetters } from '@/features/outbox/zip-steps';
import { DomainError } from '@/lib/errors';
import { id } from '@/lib/field';
import { RateLimit } from '@/lib/server/rate-limit';
import { sentSlowly } from '@/lib/server/sent-slowly';
import { answerFile, badQuestion } from '../file-answer';
import { assertOwnLetters, sentLetterAmong, sentLetterFiles } from '../letter-file';

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
 * `GET ?id=…`: a letter as it was sent, with what comes with it as a ZIP; `?ids=…,…` up to a hundred as one ZIP, numbered in
 * that order, each followed by what comes with it. Its file is made for whoever asks first.
 */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  const { data } = asked;
  return answerFile(request, 'letter', async (context) => {
    if ('id' in data) {
      const [letter, ...enclosed] = await sentLetterFiles(context, data.id);
      const { bytes, fileName } = letter;
      if (enclosed.length === 0) return { body: bytes, mediaType: 'application/pdf', name: fileName };
      const files = [letter, ...enclosed].map((file, index) => ({
        bytes: file.bytes,
        // What comes with it is numbered already.
        name: index === 0 ? `0 ${file.fileName}` : file.fileName,
      }));
      return {
        body: zipLetters([files], async (own) => own),
        mediaType: 'application/zip',
        name: fileName.replace(/\.pdf$/, '.zip'),
      };
    }
    const { userId } = await context.session();
    await assertOwnLetters(context, data.ids);
    if (wholes.take(userId) > 0) throw new DomainError('rate_limited');
    const body = await sentSlowly().send(userId, async () =>
      zipLetters(data.ids, async (one, index) => {
        const files = await sentLetterAmong(context, one);
        const number = String(index + 1).padStart(2, '0');
        return (
          files &&
          files.map(({ bytes, fileName }, at) => ({
            bytes,
            // In the order they are printed in: `01 Letter.pdf`, then `01-1 What comes with it.pdf`.
            name: `${number}${at === 0 ? ' ' : '-'}${fileName}`,
          }))
        );
      }),
    );
    return { body, mediaType: 'application/zip', name: 'hausbuch.zip' };
  });
}
