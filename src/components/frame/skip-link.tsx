import { useTranslations } from 'next-intl';

export const MAIN_ID = 'content';

export function SkipLink() {
  const t = useTranslations('Frame');
  return (
    <a
      href={`#${MAIN_ID}`}
      className="button button--primary fixed start-3 top-3 z-50 -translate-y-20 focus:translate-y-0"
    >
      {t('skip')}
    </a>
  );
}
