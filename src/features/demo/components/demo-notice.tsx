'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { forgetLastPortfolio } from '@/features/portfolio/components/kept-last';
import { useErrorWords } from '@/i18n/error-words';
import { getPathname } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';

/** Says that what is shown is made up, and removes it by one click. */
export function DemoNotice({ portfolioId, canRemove }: { portfolioId: string; canRemove: boolean }) {
  const t = useTranslations('Demo');
  const words = useErrorWords();
  const locale = useLocale();
  const [leaving, setLeaving] = useState(false);
  const remove = trpc.demo.remove.useMutation();

  async function leave() {
    setLeaving(true);
    try {
      await remove.mutateAsync({ id: portfolioId });
      forgetLastPortfolio();
      window.location.assign(getPathname({ href: '/dashboard/setup', locale }));
    } catch {
      setLeaving(false);
    }
  }

  return (
    <div className="mb-6" data-demo-notice>
      <Notice>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0">{t('notice')}</p>
          {canRemove && (
            <Button size="sm" pending={leaving} onClick={() => void leave()} className="md:-my-1.5">
              {t('remove')}
            </Button>
          )}
        </div>
        {remove.error && (
          <p role="alert" className="mt-2 text-danger-soft-foreground">
            {words.failure(remove.error)}
          </p>
        )}
      </Notice>
    </div>
  );
}
