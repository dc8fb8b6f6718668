import type { MetadataRoute } from 'next';
import { getTranslations } from 'next-intl/server';
import { getPathname } from '@/i18n/navigation';
import { visitorLanguage } from '@/i18n/server/visitor-language';

/** What a phone installs: the dashboard, in the language chosen here. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const locale = await visitorLanguage();
  const t = await getTranslations({ locale, namespace: 'Site' });
  return {
    id: '/',
    lang: locale,
    name: t('name'),
    short_name: t('name'),
    description: t('description'),
    start_url: getPathname({ href: '/dashboard', locale }),
    scope: '/',
    display: 'standalone',
    background_color: '#faf9f6',
    theme_color: '#13605a',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon1.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon2.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon2.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
