import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '../button';
import { xIcon } from '../icons';

/** What can be done with the chosen rows; stands above the end of the screen as long as there are any. */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) {
  const t = useTranslations('List');
  return (
    <section
      aria-label={t('selection')}
      className={
        count === 0
          ? 'sr-only'
          : 'sticky bottom-18 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-2xl border border-border bg-overlay px-3 py-2 shadow-overlay md:bottom-5'
      }
    >
      <p role="status" className="px-2 text-sm font-medium tabular-nums">
        {count > 0 && t('chosen', { count })}
      </p>
      {count > 0 && (
        <>
          {children}
          <Button
            look="ghost"
            size="sm"
            iconOnly
            icon={xIcon}
            aria-label={t('unchoose')}
            title={t('unchoose')}
            onClick={onClear}
          />
        </>
      )}
    </section>
  );
}
