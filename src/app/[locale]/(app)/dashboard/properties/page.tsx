import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { EmptyState } from '@/components/empty-state';
import { MAIN_ID } from '@/components/frame/skip-link';
import { building2Icon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { PageHead } from '@/components/page-head';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('PropertiesPage');
  return { title: t('title') };
}

export default async function PropertiesPage() {
  const t = await getTranslations('PropertiesPage');
  return (
    <main id={MAIN_ID}>
      <PageHead title={t('title')} />
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState
          level={2}
          icon={building2Icon}
          title={t('emptyTitle')}
          action={<LinkButton href="/dashboard/setup">{t('emptyAction')}</LinkButton>}
        >
          {t('emptyText')}
        </EmptyState>
      </div>
    </main>
  );
}
