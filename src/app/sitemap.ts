import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { siteOrigin } from '@/features/account/site-steps';
import { getPathname } from '@/i18n/navigation';
import { routing, type StaticPath } from '@/i18n/routing';

const publicPages = [
  '/',
  '/what',
  '/about',
  '/contact',
  '/imprint',
  '/privacy',
  '/auth/login',
  '/auth/register',
] satisfies StaticPath[];

/** Every public page in every language, each naming the others. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection(); // the address is a setting of the running installation
  const origin = await siteOrigin();
  return publicPages.flatMap((href) => {
    const address = (locale: (typeof routing.locales)[number]) => origin + getPathname({ href, locale });
    const languages = Object.fromEntries([
      ...routing.locales.map((locale) => [locale, address(locale)]),
      ['x-default', address(routing.defaultLocale)],
    ]);
    return routing.locales.map((locale) => ({ url: address(locale), alternates: { languages } }));
  });
}
