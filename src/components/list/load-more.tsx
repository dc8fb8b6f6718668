import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../button';

/** The end of what is loaded: as it comes near, the next page is fetched; a button where that failed. */
export function LoadMore({
  isLoading,
  load,
}: {
  isLoading: boolean;
  /** Whether it could be had. */
  load: () => Promise<boolean>;
}) {
  const t = useTranslations('List');
  const end = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '1200px',
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  async function more() {
    setFailed(false);
    setFailed(!(await load()));
  }
  const onNear = useEffectEvent(() => void more());
  useEffect(() => {
    if (isNear && !isLoading && !hasFailed) onNear();
  }, [isNear, isLoading, hasFailed]);
  return (
    <div ref={end} className="mt-6 flex flex-col items-center gap-2">
      <Button pending={isLoading} onClick={() => void more()}>
        {t('more')}
      </Button>
      {hasFailed && (
        <p role="alert" className="text-sm text-danger">
          {t('moreFailed')}
        </p>
      )}
    </div>
  );
}
