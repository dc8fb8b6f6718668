'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { choosePortfolio } from '../actions';

/** Shown for a moment in place of a page that lies in another of the user's portfolios. */
export function SwitchPortfolio({ portfolioId, name }: { portfolioId: string; name: string }) {
  const t = useTranslations('PortfolioSwitcher');
  useEffect(() => {
    void choosePortfolio(portfolioId).then(() => window.location.reload());
  }, [portfolioId]);
  return (
    <p role="status" className="grid min-h-[50dvh] place-items-center text-center text-muted">
      {t('switching', { name })}
    </p>
  );
}
