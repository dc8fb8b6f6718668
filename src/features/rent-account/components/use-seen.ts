import { useEffect, useRef, useState } from 'react';
import { failureOf } from '@/i18n/failure';

/** So long it takes to read that a payment is there already: whoever presses as it appears has not seen it. */
const READ_MS = 1000;

/** What was typed in this window, the latest first: who types quickly sends the next before the page shows the last. */
let typedHere: readonly string[] = [];
const MOST_TYPED = 100;

/**
 * Sends a payment with those its typist has seen: those there were when the dialog opened, what has been shown since for a
 * second, what was typed in this window before, and what the server has named as it refused.
 * @param id of the payment
 * @param shown the payment alike that stands in the dialog now
 */
export function useSeen(id: string, known: readonly string[], shown: string | undefined) {
  const [first] = useState(known);
  const since = useRef(new Map(first.map((id) => [id, 0])));
  useEffect(() => {
    if (shown !== undefined && !since.current.has(shown)) since.current.set(shown, Date.now());
  }, [shown]);
  return async <Result>(send: (seen: string[]) => Promise<Result>): Promise<Result> => {
    const read = Date.now() - READ_MS;
    try {
      const seen = [...since.current].flatMap(([one, at]) => (at <= read ? [one] : []));
      const result = await send([...new Set([...seen, ...typedHere])]);
      typedHere = [id, ...typedHere].slice(0, MOST_TYPED);
      return result;
    } catch (error) {
      const { code, params } = failureOf(error);
      if (code === 'payment.alike' && typeof params?.id === 'string') since.current.set(params.id, 0);
      throw error;
    }
  };
}
