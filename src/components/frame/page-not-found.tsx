import { useTranslations } from 'next-intl';
import type { StaticPath } from '@/i18n/routing';
import { LinkButton } from '../link-button';
import { PathSentence } from './path-sentence';
import { MAIN_ID } from './skip-link';

/** For an unknown path, and for an id that is not the visitor's: the two look the same on purpose. */
export function PageNotFound({ back }: { back: Extract<StaticPath, '/' | '/dashboard'> }) {
  const t = useTranslations('NotFound');
  return (
    <main id={MAIN_ID} className="mx-auto grid min-h-[60dvh] max-w-page place-items-center px-4 py-16">
      <div className="max-w-md text-center">
        <p className="text-sm font-medium text-muted">404</p>
        <h1 className="mt-2 text-3xl font-semibold">{t('title')}</h1>
        <p className="mt-3 text-muted">{t('text')}</p>
        <LinkButton href={back} className="mt-7">
          {t(back === '/' ? 'home' : 'overview')}
        </LinkButton>
        <p className="mt-8 text-xs break-all text-muted">
          <PathSentence sentence={t('path', { path: '{path}' })} />
        </p>
      </div>
    </main>
  );
}
