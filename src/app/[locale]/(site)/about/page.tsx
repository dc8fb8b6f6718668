import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LinkButton } from '@/components/link-button';
import { ProsePage } from '@/components/site/prose-page';
import { siteMetadata } from '@/components/site/site-metadata';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('About');
  return siteMetadata(t('title'), t('lead'));
}

export default async function AboutPage() {
  const t = await getTranslations('About');
  return (
    <ProsePage title={t('title')} lead={t('lead')}>
      {(['who', 'why', 'how'] as const).map((key) => (
        <section key={key}>
          <h2>{t(`${key}.title`)}</h2>
          <p>{t(`${key}.first`)}</p>
          <p>{t(`${key}.second`)}</p>
        </section>
      ))}
      <p>
        <LinkButton href="/contact" look="outline">
          {t('contact')}
        </LinkButton>
      </p>
    </ProsePage>
  );
}
