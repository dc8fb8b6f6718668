import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { siteOrigin } from '@/features/account/site-steps';
import { pathIn } from '@/lib/language-path';
import { languages } from '@/lib/languages';

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
  const disallow = languages.flatMap((language) => privatePaths.map((path) => pathIn(language, path)));
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', ...disallow] },
    sitemap: `${await siteOrigin()}/sitemap.xml`,
  };
}
