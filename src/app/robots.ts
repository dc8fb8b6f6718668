import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { siteOrigin } from '@/features/account/site-address';
import { routing } from '@/i18n/routing';

const privatePaths = [
  '/dashboard',
  '/property/',
  '/tenant/',
  '/auth/confirm',
  '/auth/callback',
  '/auth/reset',
];

export default async function robots(): Promise<MetadataRoute.Robots> {
  await connection(); // the address is a setting of the running installation
  const prefixes = routing.locales.map((language) =>
    language === routing.defaultLocale ? '' : `/${language}`,
  );
  const disallow = prefixes.flatMap((prefix) => privatePaths.map((path) => prefix + path));
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', ...disallow] },
    sitemap: `${await siteOrigin()}/sitemap.xml`,
  };
}
