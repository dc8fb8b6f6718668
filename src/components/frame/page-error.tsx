'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { isMissingPart, reloadOnce } from '@/lib/browser/missing-part';
import { ErrorState } from '../error-state';
import { MAIN_ID } from './skip-link';

/** The content of an `error.tsx`: of what failed on the server only a digest arrives, the id in its log. */
export function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations('ErrorState');
  useEffect(() => {
    console.error(error);
    // A page of an older build asks for scripts the server no longer has.
    if (isMissingPart(error)) reloadOnce();
  }, [error]);
  const digest =
    typeof error === 'object' && error !== null && 'digest' in error && typeof error.digest === 'string'
      ? error.digest
      : undefined;
  return (
    <main id={MAIN_ID} className="grid min-h-[60dvh] place-items-center">
      <title>{t('internal')}</title>
      <ErrorState title={t('internal')} errorId={digest} retry={retry} />
    </main>
  );
}
