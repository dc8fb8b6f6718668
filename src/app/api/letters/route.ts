import { z } from 'zod';
import { getLetterFile } from '@/features/outbox/file-steps';
import { id } from '@/lib/field';
import { printer } from '@/print/printer';
import { transactionsFor } from '@/trpc/procedures';
import { answerFile, badQuestion } from '../file-answer';

const query = z.object({ id });

/** `GET ?id=…`: a letter as it was sent. Its file is made for whoever asks first. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return badQuestion();
  return answerFile(request, 'letter', async (context) => {
    const verifiedSession = await context.session();
    // It writes: a session that has ended makes and keeps no file any more.
    const inTransaction = transactionsFor({ ...context, verifiedSession }, ['viewer', 'manager', 'owner'], {
      asksSession: true,
    });
    const { bytes, fileName } = await getLetterFile(
      inTransaction,
      {
        storage: context.fileStorage(),
        print: (letter) => printer().print({ kind: 'letter', letter }, verifiedSession.userId),
      },
      asked.data.id,
    );
    return { body: bytes, mediaType: 'application/pdf', name: fileName };
  });
}
