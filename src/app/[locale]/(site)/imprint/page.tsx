import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { OperatorDetails } from '@/components/site/operator-details';
import { ProsePage } from '@/components/site/prose-page';
import { siteMetadata } from '@/components/site/site-metadata';
import { operator } from '@/lib/server/env';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Imprint');
  return siteMetadata(t('title'), t('lead'));
}

export default async function ImprintPage() {
  await connection(); // the details are settings of the running installation, not of the build
  const t = await getTranslations('Imprint');
  return (
    <ProsePage title={t('title')} lead={t('lead')}>
      <OperatorDetails operator={operator()} />
      {(['first', 'second'] as const).map((key) => (
        <section key={key}>
          <h2>{t(`${key}.title`)}</h2>
          <p>{t(`${key}.text`)}</p>
        </section>
      ))}
    </ProsePage>
  );
}
