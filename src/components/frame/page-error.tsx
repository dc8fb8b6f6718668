import { useMessages, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { failureOf } from '@/i18n/failure';
import { isMissingPart, reloadOnce } from '@/lib/browser/missing-part';
import { ErrorState } from '../error-state';
import { MAIN_ID } from './skip-link';

/**
 * The content of an `error.tsx`, with the id under which the failure stands in the server's log, if it does. Whoever has another
 * role by now, or is in the portfolio no more, is told so and not to try again for ever.
 */
export function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations('ErrorState');
  const why = useRefusal(error);
  useEffect(() => {
    console.error(error);
    // A page of an older build asks for scripts the server no longer has.
    if (isMissingPart(error)) reloadOnce();
  }, [error]);
  return (
    <main id={MAIN_ID} className="grid min-h-[60dvh] place-items-center">
      <title>{t(why ? 'title' : 'internal')}</title>
      <ErrorState title={why ? undefined : t('internal')} errorId={failureOf(error).errorId} retry={retry}>
        {why}
      </ErrorState>
    </main>
  );
}

/** Read without the words of all errors, which weigh 5 kB of every page; pages outside of the signed-in ones have neither. */
function useRefusal(error: unknown): string | undefined {
  const { Errors: words }: Partial<ReturnType<typeof useMessages>> = useMessages();
  const { code } = failureOf(error);
  if (code === 'forbidden') return words?.forbidden;
  return code === 'portfolio.gone' ? words?.portfolio.gone : undefined;
}
