import type { Letter } from '@/domain/letter';
import { type EnclosedFile, listComing, openEnclosures } from '@/features/outbox/enclosure-steps';
import { assertLetters } from '@/features/outbox/file-commands';
import { getLetterFile, type LetterFile } from '@/features/outbox/file-steps';
import { DomainError } from '@/lib/errors';
import { printer } from '@/print/printer';
import type { Context } from '@/trpc/context';
import { transactionsFor } from '@/trpc/procedures';

/** Before the first byte: what is found out later only breaks the answer off. @throws DomainError `not_found` */
export async function assertOwnLetters(context: Context, letterIds: readonly string[]): Promise<void> {
  const verifiedSession = await context.session();
  const inTransaction = transactionsFor({ ...context, verifiedSession }, ['viewer', 'manager', 'owner'], {
    asksSession: true,
  });
  await inTransaction((tx, scope) => assertLetters(tx, scope, letterIds));
}

/** A letter as it was sent, among many: null where its file is lost or named somebody who was erased, so that the rest come. */
export const sentLetterAmong = (context: Context, letterId: string) =>
  sentLetter(context, letterId, { counts: false }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'letter.without_file') return null;
    throw error;
  });

export type SentLetter = LetterFile & {
  /** What came with it; null where nothing did. */
  enclosed: AsyncIterable<EnclosedFile> | null;
};

/**
 * A letter as it was sent, and what came with it. Its file is made for whoever asks first; that writes, so a
 * session that has ended makes and keeps none.
 */
export async function sentLetter(
  context: Context,
  letterId: string,
  printing: { counts: boolean } = { counts: true },
): Promise<SentLetter> {
  const verifiedSession = await context.session();
  const inTransaction = transactionsFor({ ...context, verifiedSession }, ['viewer', 'manager', 'owner'], {
    asksSession: true,
  });
  const print = (letter: Letter) =>
    printer().print({ kind: 'letter', letter }, verifiedSession.userId, printing);
  const storage = context.fileStorage();
  const file = await getLetterFile(inTransaction, { storage, print }, letterId);
  const { invoice, rows } = await inTransaction((tx, scope) => listComing(tx, scope, letterId));
  const isAlone = invoice === null && rows.length === 0;
  return { ...file, enclosed: isAlone ? null : openEnclosures(storage, invoice, rows) };
}
