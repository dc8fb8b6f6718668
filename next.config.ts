import { randomUUID } from 'node:crypto';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin({
  requestConfig: './src/i18n/request.ts',
  experimental: { createMessagesDeclaration: './messages/en.json' },
});

// Every process of one build inherits the id the first of them has made.
if (process.env.NODE_ENV === 'production') process.env.HAUSBUCH_BUILD_ID ??= randomUUID();
const buildId = process.env.HAUSBUCH_BUILD_ID ?? 'development';

/** Parts of pages that have no page of their own lead to the place that shows them. */
const partPlaces: Record<string, string> = {
  '/dashboard/components/:place(setup|tenants|settings|properties)': '/dashboard/:place',
  '/dashboard/components/dashboard': '/dashboard',
  '/dashboard/components/dialog/tenant': '/dashboard/tenants?new=1',
  '/dashboard/components/dialog/property': '/dashboard/properties?new=1',
  '/dashboard/components/templates/tenant': '/dashboard/tenants',
  '/dashboard/components/templates/property': '/dashboard/properties',
  '/property/components/:part(rent|tenant|recurring|documentsSection|dangerZoneSection|statisticsSection|propertyMainSection|propertySecondarySection)':
    '/dashboard/properties',
  '/tenant/components/:part(dangerZoneSection|tenantMainSection)': '/dashboard/tenants',
};

/** For every answer; pages get their content security policy in `src/proxy.ts`. */
const securityHeaders = {
  'Strict-Transport-Security': 'max-age=63072000', // browsers heed it over https only
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

const config: NextConfig = {
  env: { NEXT_PUBLIC_BUILD_ID: buildId },
  generateBuildId: () => buildId,
  headers: async () => [
    { source: '/:path*', headers: Object.entries(securityHeaders).map(([key, value]) => ({ key, value })) },
    { source: '/api/:path*', headers: [{ key: 'Content-Security-Policy', value: "default-src 'none'" }] },
  ],
  redirects: async () =>
    ['', '/de'].flatMap((prefix) =>
      Object.entries(partPlaces).map(([source, destination]) => ({
        source: prefix + source,
        destination: prefix + destination,
        permanent: true,
      })),
    ),
  reactCompiler: true,
  typedRoutes: false, // next-intl's pathnames type the links; see src/i18n/routing.ts
  poweredByHeader: false,
  agentRules: false,
  serverExternalPackages: ['pg-boss', 'postgres', 'pino', 'nodemailer'],
};

export default withNextIntl(config);
