import { defineRouting } from 'next-intl/routing';
import { defaultLanguage, type Language, languages } from '../lib/languages.ts';

export type { Language };

/**
 * Every page of the site. All languages share the slugs; listing them is what makes links typed:
 * a link to a page that does not exist, or without its parameters, is a compile error.
 */
export const routing = defineRouting({
  locales: languages,
  defaultLocale: defaultLanguage,
  localePrefix: 'as-needed',
  localeCookie: { name: 'i18n_redirected', maxAge: 60 * 60 * 24 * 365, sameSite: 'lax', path: '/' },
  pathnames: {
    '/': '/',
    '/what': '/what',
    '/about': '/about',
    '/contact': '/contact',
    '/imprint': '/imprint',
    '/privacy': '/privacy',
    '/auth/login': '/auth/login',
    '/auth/register': '/auth/register',
    '/auth/forgot': '/auth/forgot',
    '/auth/reset': '/auth/reset',
    '/auth/confirm': '/auth/confirm',
    '/auth/mfa': '/auth/mfa',
    '/auth/callback': '/auth/callback',
    '/invitation': '/invitation',
    '/receipts/[id]': '/receipts/[id]',
    '/dashboard': '/dashboard',
    '/dashboard/rent': '/dashboard/rent',
    '/dashboard/rent/bank': '/dashboard/rent/bank',
    '/dashboard/rent/debits': '/dashboard/rent/debits',
    '/dashboard/rent/payouts': '/dashboard/rent/payouts',
    '/dashboard/arrears': '/dashboard/arrears',
    '/dashboard/properties': '/dashboard/properties',
    '/dashboard/tenants': '/dashboard/tenants',
    '/dashboard/settings': '/dashboard/settings',
    '/dashboard/settings/profile': '/dashboard/settings/profile',
    '/dashboard/settings/access': '/dashboard/settings/access',
    '/dashboard/settings/portfolio': '/dashboard/settings/portfolio',
    '/dashboard/settings/landlords': '/dashboard/settings/landlords',
    '/dashboard/settings/members': '/dashboard/settings/members',
    '/dashboard/settings/categories': '/dashboard/settings/categories',
    '/dashboard/settings/reminders': '/dashboard/settings/reminders',
    '/dashboard/settings/letters': '/dashboard/settings/letters',
    '/dashboard/settings/legal': '/dashboard/settings/legal',
    '/dashboard/settings/data': '/dashboard/settings/data',
    '/dashboard/settings/danger': '/dashboard/settings/danger',
    '/dashboard/setup': '/dashboard/setup',
    '/dashboard/documents': '/dashboard/documents',
    '/dashboard/year': '/dashboard/year',
    '/dashboard/activity': '/dashboard/activity',
    '/property/[id]': '/property/[id]',
    '/property/[id]/tenants': '/property/[id]/tenants',
    '/property/[id]/rent': '/property/[id]/rent',
    '/property/[id]/recurring': '/property/[id]/recurring',
    '/property/[id]/statement': '/property/[id]/statement',
    '/property/[id]/statement/[period]': '/property/[id]/statement/[period]',
    '/property/[id]/statement/[period]/heating/[plantId]':
      '/property/[id]/statement/[period]/heating/[plantId]',
    '/property/[id]/statement/[period]/association/[associationId]':
      '/property/[id]/statement/[period]/association/[associationId]',
    '/property/[id]/documents': '/property/[id]/documents',
    '/property/[id]/statistics': '/property/[id]/statistics',
    '/property/[id]/secondary': '/property/[id]/secondary',
    '/property/[id]/danger': '/property/[id]/danger',
    '/tenant/[id]': '/tenant/[id]',
    '/tenant/[id]/leases': '/tenant/[id]/leases',
    '/tenant/[id]/leases/[leaseId]': '/tenant/[id]/leases/[leaseId]',
    '/tenant/[id]/leases/[leaseId]/letter': '/tenant/[id]/leases/[leaseId]/letter',
    '/tenant/[id]/leases/[leaseId]/handovers/[handoverId]':
      '/tenant/[id]/leases/[leaseId]/handovers/[handoverId]',
    '/tenant/[id]/account': '/tenant/[id]/account',
    '/tenant/[id]/documents': '/tenant/[id]/documents',
    '/tenant/[id]/danger': '/tenant/[id]/danger',
  },
});

export type StaticPath = Exclude<keyof typeof routing.pathnames, `${string}[${string}`>;
