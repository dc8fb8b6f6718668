import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('NotFound');
  return { title: t('title'), robots: { index: false } };
}

/** Any path nobody knows: the 404 page in the site's own frame and in the language of the path. */
export default function UnknownPage() {
  notFound();
}
