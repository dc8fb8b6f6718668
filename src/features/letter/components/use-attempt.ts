import { useState } from 'react';
import { newId } from '@/lib/new-id';
import { EARLIER_ATTEMPTS } from '../schema';

/**
 * The ids of a letter that is about to be sent with these words. The same words are the same letter, however often they are
 * tried; other words than those that failed are another one, which is refused where the first was written after all.
 */
export function useAttempt() {
  const [first] = useState(newId);
  const [last, setLast] = useState({ id: first, earlierIds: [] as string[], words: null as string | null });
  return (words: string) => {
    const isAnother = last.words !== null && last.words !== words;
    const id = isAnother ? newId() : last.id;
    const earlierIds = isAnother ? [...last.earlierIds, last.id].slice(-EARLIER_ATTEMPTS) : last.earlierIds;
    setLast({ id, earlierIds, words });
    return { id, earlierIds };
  };
}
