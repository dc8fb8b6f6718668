import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PageNotFound } from '@/components/frame/page-not-found';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('NotFound');
  return { title: { absolute: t('documentTitle') }, robots: { index: false } };
}

export default function NotFound() {
  return <PageNotFound back="/" />;
}
