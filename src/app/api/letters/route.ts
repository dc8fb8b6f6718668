import { z } from 'zod';
import { LETTERS_AT_ONCE } from '@/features/outbox/pages';
import { type NamedFile, zipLetters } from '@/features/outbox/zip-steps';
import { DomainError } from '@/lib/errors';
import { id } from '@/lib/field';
import { RateLimit } from '@/lib/server/rate-limit';
import { sentSlowly } from '@/lib/server/sent-slowly';
import { answerFile, badQuestion } from '../file-answer';
import { assertOwnLetters, type SentLetter, sentLetter, sentLetterAmong } from '../letter-file';

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

/** The order in which they are printed: `01 Letter.pdf`, then `01-1 What comes with it.pdf`. */
async function* inOrder(
  { fileName, bytes, enclosed }: SentLetter,
  number: string,
): AsyncGenerator<NamedFile> {
  yield { bytes, name: `${number} ${fileName}` };
  for await (const file of enclosed ?? []) yield { bytes: file.bytes, name: `${number}-${file.fileName}` };
}

/**
 * `GET ?id=…`: a letter as it was sent, with what comes with it as a ZIP; `?ids=…,…` up to a hundred as one ZIP, numbered in
 * that order, each followed by what comes with it. Its file is made for whoever asks first.
 */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  const { data } = asked;
  return answerFile(request, 'letter', async (context) => {
    const { userId } = await context.session();
    if ('id' in data) {
      const letter = await sentLetter(context, data.id);
      const { bytes, fileName } = letter;
      if (letter.enclosed === null) return { body: bytes, mediaType: 'application/pdf', name: fileName };
      const body = await sentSlowly().send(userId, async () =>
        zipLetters([letter], async (one) => inOrder(one, '01')),
      );
      return { body, mediaType: 'application/zip', name: fileName.replace(/\.pdf$/, '.zip') };
    }
    await assertOwnLetters(context, data.ids);
    if (wholes.take(userId) > 0) throw new DomainError('rate_limited');
    const body = await sentSlowly().send(userId, async () =>
      zipLetters(data.ids, async (one, index) => {
        const letter = await sentLetterAmong(context, one);
        return letter && inOrder(letter, String(index + 1).padStart(2, '0'));
      }),
    );
    return { body, mediaType: 'application/zip', name: 'hausbuch.zip' };
  });
}
