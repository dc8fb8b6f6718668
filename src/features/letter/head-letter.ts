import type { Letter } from '@/domain/letter';

/** A letter without its words. */
export type LetterHead = Omit<Letter, 'title' | 'subject' | 'blocks'>;
