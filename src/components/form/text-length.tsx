import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import { formatNumber } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Bound } from './longest';

/** Where the counter of a text of several lines begins. */
const NEAR = 0.9;

type Counted = {
  /** Of several lines: a counter stands below it near its bound. */
  isCounted?: boolean;
};

type Told = {
  /** Said as soon as the text is too long. */
  problem: string | undefined;
  /** The counter near the bound, and what is told to who does not see it. */
  told: ReactNode;
  /** Called when the field is left. */
  leave: () => void;
};

/** How long a text is where that is worth a word, else nought: a page is not drawn anew at each letter. */
function worthTelling(text: string, bound: Bound | undefined, { isCounted = false }: Counted): number {
  // No text has more characters than it is long.
  if (!bound || text.length < bound.most * NEAR) return 0;
  const length = bound.lengthOf(text);
  return length > bound.most || (isCounted && length >= bound.most * NEAR) ? length : 0;
}

/**
 * Says how long a text is that comes near the longest its schema takes, or is longer. Nothing is cut: what somebody pastes
 * stays whole until they have shortened it. It is spoken where that changes and where the field is left, not at each key.
 * For a field that keeps its own text; `measure` is called with each other one that stands in it.
 */
export function useTextLength(
  bound: Bound | undefined,
  text: string,
  counted: Counted = {},
): Told & { measure: (text: string) => void } {
  const [count, setCount] = useState(() => worthTelling(text, bound, counted));
  return { ...useTold(count, bound), measure: (typed) => setCount(worthTelling(typed, bound, counted)) };
}

/** The same for a field whose text its parent keeps. */
export const useLengthOf = (text: string, bound: Bound, counted: Counted = {}): Told =>
  useTold(worthTelling(text, bound, counted), bound);

function useTold(count: number, bound: Bound | undefined): Told {
  const t = useTranslations('Form');
  const words = useErrorWords();
  const formats = useFormats();
  const most = bound?.most ?? Infinity;
  const problem = count > most ? words.field({ code: 'too_long', params: { most, count } }) : undefined;
  const counted =
    count > 0 && !problem
      ? t('length', { count: formatNumber(count, formats), most: formatNumber(most, formats) })
      : undefined;
  const state = problem ? 'over' : counted ? 'near' : 'far';
  const sentence = problem ?? counted ?? '';
  const [spoken, setSpoken] = useState({ state, sentence: '' });
  if (spoken.state !== state) setSpoken({ state, sentence });
  return {
    problem,
    told: bound && (
      <>
        {counted && (
          <p data-length className="self-end text-xs text-muted tabular-nums">
            {counted}
          </p>
        )}
        <span aria-live="polite" className="sr-only">
          {spoken.sentence}
        </span>
      </>
    ),
    leave: () => problem && setSpoken({ state, sentence }),
  };
}
