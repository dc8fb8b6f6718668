import { type Letter, withPictures } from '@/domain/letter';
import type { createCaller } from '@/trpc/root';

/** A letter that is only looked at, with the pictures it would be sent with. */
export async function illustrated(caller: ReturnType<typeof createCaller>, letter: Letter): Promise<Letter> {
  const ids = letter.sender.landlordIds ?? [];
  return withPictures(letter, await Promise.all(ids.map((id) => caller.landlord.pictures({ id }))));
}
