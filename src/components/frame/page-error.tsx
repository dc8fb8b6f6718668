import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { failureOf, saysWhy } from '@/i18n/failure';
import { isMissingPart, reloadOnce } from '@/lib/browser/missing-part';
import { FailureState } from '../failure-state';
import { MAIN_ID } from './skip-link';

/** The content of an `error.tsx`, with the id under which the failure stands in the server's log, if it does. */
export function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations('ErrorState');
  useEffect(() => {
    console.error(error);
    // A page of an older build asks for scripts the server no longer has.
    if (isMissingPart(error)) reloadOnce();
  }, [error]);
  return (
    <main id={MAIN_ID} className="grid min-h-[60dvh] place-items-center">
      <title>{t(saysWhy(failureOf(error)) ? 'title' : 'internal')}</title>
      <FailureState error={error} unknown={t('internal')} retry={retry} />
    </main>
  );
}
