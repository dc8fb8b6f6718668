import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { speak } from './spoken';

/** So long a wait is no wait. The bar comes as late, by the style sheet. */
const PATIENCE_MS = 600;

/** Stands for what was asked for and is still on its way over a slow line: a bar at the top, and a word for who does not see it. */
export function Waiting() {
  const t = useTranslations('Form');
  useEffect(() => {
    const timer = setTimeout(() => speak(t('waiting')), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      speak('');
    };
  }, [t]);
  return <div aria-hidden="true" data-react-aria-top-layer="true" className="waiting" />;
}
