'use client';

import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { catchError, type ErrorInfo } from 'next/error';
import { failureOf } from '@/i18n/failure';
import { ErrorState } from './error-state';

function Failed({ id, error, retry }: { id: string; error: unknown; retry: () => void }) {
  const { reset } = useQueryErrorResetBoundary();
  return (
    <div id={id} className="scroll-mt-28 rounded-2xl bg-surface shadow-surface">
      <ErrorState
        errorId={failureOf(error).errorId}
        retry={() => {
          // A query that failed throws again until it is told that somebody wants another try.
          reset();
          retry();
        }}
      />
    </div>
  );
}

/** Keeps the failure of one section to that section, with a way to try again; the page around it stays usable. */
export const SectionBoundary = catchError(({ id }: { id: string }, { error, retry }: ErrorInfo) => (
  <Failed id={id} error={error} retry={retry} />
));
