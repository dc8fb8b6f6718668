'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/button';
import { trash2Icon } from '@/components/icons';
import { Section } from '@/components/section';
import { EraseAccountDialog } from './erase-account-dialog';
import { ErasePortfolioDialog } from './erase-portfolio-dialog';

/** The end of the portfolio, for its owners, and of the account, for everybody. */
export function ErasureSection({ portfolio }: { portfolio: { id: string; name: string } | null }) {
  const t = useTranslations('Erasure');
  const [open, setOpen] = useState<'portfolio' | 'account' | null>(null);
  return (
    <Section id="danger" title={t('title')} tone="danger" flush>
      <div className="divide-y divide-separator">
        {portfolio && (
          <Choice title={t('portfolioTitle')} text={t('portfolioText', { portfolio: portfolio.name })}>
            <Button look="danger-soft" icon={trash2Icon} onClick={() => setOpen('portfolio')}>
              {t('deletePortfolio')}
            </Button>
          </Choice>
        )}
        <Choice title={t('accountTitle')} text={t('accountText')}>
          <Button look="danger-soft" icon={trash2Icon} onClick={() => setOpen('account')}>
            {t('deleteAccount')}
          </Button>
        </Choice>
      </div>
      {portfolio && open === 'portfolio' && (
        <ErasePortfolioDialog portfolio={portfolio} close={() => setOpen(null)} />
      )}
      {open === 'account' && <EraseAccountDialog close={() => setOpen(null)} />}
    </Section>
  );
}

function Choice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 p-5 md:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-medium">{title}</h3>
        <p className="mt-0.5 max-w-prose text-sm text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
