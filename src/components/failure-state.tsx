import { useMessages } from 'next-intl';
import { useErrorWords } from '@/i18n/error-words';
import { failureOf, saysWhy } from '@/i18n/failure';
import { ErrorState } from './error-state';

/**
 * What could not be shown, and why where that is known: whoever has another role by now, or is in the portfolio no more, is told
 * so and not to try again for ever. `unknown` is the title where it is not.
 */
export function FailureState({
  error,
  unknown,
  retry,
}: {
  error: unknown;
  unknown?: string;
  retry: () => void;
}) {
  const words = useErrorWords();
  const { errorId, ...failure } = failureOf(error);
  // Pages outside of the signed-in ones have not all words.
  const hasWords = 'Errors' in useMessages();
  const why = hasWords && saysWhy(failure) ? words.failure(failure) : undefined;
  return (
    <ErrorState title={why === undefined ? unknown : undefined} errorId={errorId} retry={retry}>
      {why}
    </ErrorState>
  );
}
