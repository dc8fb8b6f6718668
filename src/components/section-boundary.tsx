'use client';

import { catchError, type ErrorInfo } from 'next/error';
import { useEffect, useEffectEvent, useState } from 'react';
import { useErrorWords } from '@/i18n/error-words';
import { failureOf, saysWhy } from '@/i18n/failure';
import { ErrorState } from './error-state';
import { useTryAgain } from './try-again';

function Failed({ id, asked = '', error, ...ways }: { id: string; asked?: string } & ErrorInfo) {
  const words = useErrorWords();
  const tryAgain = useTryAgain(error, ways);
  const failure = failureOf(error);
  const [failedFor] = useState(asked);
  const onNews = useEffectEvent(tryAgain);
  const isAskedAnew = asked !== failedFor;
  useEffect(() => {
    if (isAskedAnew) onNews();
    const listen = () => onNews();
    window.addEventListener('online', listen);
    return () => window.removeEventListener('online', listen);
  }, [isAskedAnew]);
  return (
    <div id={id} className="scroll-mt-28 rounded-2xl bg-surface shadow-surface">
      <ErrorState errorId={failure.errorId} retry={tryAgain}>
        {saysWhy(failure) ? words.failure({ ...failure, errorId: undefined }) : undefined}
      </ErrorState>
    </div>
  );
}

/**
 * Keeps the failure of one section to that section, with a way to try again; the page around it stays usable. It tries
 * by itself when the network is back, and when something else is asked for (`asked`: a search, a filter).
 */
export const SectionBoundary = catchError(
  ({ id, asked }: { id: string; asked?: string }, info: ErrorInfo) => (
    <Failed id={id} asked={asked} {...info} />
  ),
);
