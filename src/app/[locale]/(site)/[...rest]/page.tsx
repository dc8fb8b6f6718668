import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PageNotFound } from '@/components/frame/page-not-found';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('NotFound');
  return { title: { absolute: t('documentTitle') }, robots: { index: false } };
}

/** Any path nobody knows, in the site's own frame and the language of the path; `src/proxy.ts` answers 404. */
export default function UnknownPage() {
  return <PageNotFound back="/" />;
}
