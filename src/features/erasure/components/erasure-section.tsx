'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { trash2Icon } from '@/components/icons';
import { Section } from '@/components/section';
import { SectionChoice } from '@/components/section-choice';
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
          <SectionChoice title={t('portfolioTitle')} text={t('portfolioText', { portfolio: portfolio.name })}>
            <Button look="danger-soft" icon={trash2Icon} onClick={() => setOpen('portfolio')}>
              {t('deletePortfolio')}
            </Button>
          </SectionChoice>
        )}
        <SectionChoice title={t('accountTitle')} text={t('accountText')}>
          <Button look="danger-soft" icon={trash2Icon} onClick={() => setOpen('account')}>
            {t('deleteAccount')}
          </Button>
        </SectionChoice>
      </div>
      {portfolio && open === 'portfolio' && (
        <ErasePortfolioDialog portfolio={portfolio} close={() => setOpen(null)} />
      )}
      {open === 'account' && <EraseAccountDialog close={() => setOpen(null)} />}
    </Section>
  );
}
