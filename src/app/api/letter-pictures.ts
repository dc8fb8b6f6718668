import { type Letter, withPictures } from '@/domain/letter';
import { listPictures } from '@/features/portfolio/landlord-queries';
import type { Context } from '@/trpc/context';
import { transactionsFor } from '@/trpc/procedures';

/** What landlords have on their letters beside the words. Who was deleted is still named by what was settled, and has nothing. */
export async function readPictures(context: Context, landlordIds: readonly string[]) {
  if (landlordIds.length === 0) return [];
  const verifiedSession = await context.session();
  const inTransaction = transactionsFor({ ...context, verifiedSession }, ['viewer', 'manager', 'owner']);
  return inTransaction((tx, scope) => listPictures(tx, scope, landlordIds));
}

/** A letter that is only looked at, with the pictures it would be sent with. */
export async function illustrated(context: Context, letter: Letter): Promise<Letter> {
  return withPictures(letter, await readPictures(context, letter.sender.landlordIds ?? []));
}
