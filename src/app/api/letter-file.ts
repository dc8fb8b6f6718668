import type { Letter } from '@/domain/letter';
import { getLetterFile, type LetterFile } from '@/features/outbox/file-steps';
import { printer } from '@/print/printer';
import type { Context } from '@/trpc/context';
import { transactionsFor } from '@/trpc/procedures';

/**
 * A letter as it was sent. Its file is made for whoever asks first; that writes, so a session that has ended makes and
 * keeps none.
 */
export async function sentLetterFile(
  context: Context,
  letterId: string,
  printing: { counts: boolean } = { counts: true },
): Promise<LetterFile> {
  const verifiedSession = await context.session();
  const inTransaction = transactionsFor({ ...context, verifiedSession }, ['viewer', 'manager', 'owner'], {
    asksSession: true,
  });
  const print = (letter: Letter) =>
    printer().print({ kind: 'letter', letter }, verifiedSession.userId, printing);
  return getLetterFile(inTransaction, { storage: context.fileStorage(), print }, letterId);
}
