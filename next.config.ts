import { randomUUID } from 'node:crypto';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { prefixOf } from './src/lib/language-path.ts';
import { defaultLanguage, languages } from './src/lib/languages.ts';
import { maxFormBytes } from './src/lib/server/form-limit.ts';
import { dataPolicy, fileHeaders, securityHeaders } from './src/lib/server/security-headers.ts';

const withNextIntl = createNextIntlPlugin({
  requestConfig: './src/i18n/server/request.ts',
  experimental: {
    // While developing scripts/message-types.ts writes it.
    ...(process.env.NODE_ENV === 'production' && {
      createMessagesDeclaration: `./messages/${defaultLanguage}.json`,
    }),
    // Read while building, so that no browser needs the parser of messages.
    messages: {
      path: './messages',
      format: 'json',
      locales: languages,
      sourceLocale: defaultLanguage,
      precompile: true,
    },
  },
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

const listed = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));

const config: NextConfig = {
  env: { NEXT_PUBLIC_BUILD_ID: buildId },
  generateBuildId: () => buildId,
  headers: async () => [
    { source: '/_next/static/:path*', headers: listed(fileHeaders) },
    { source: '/((?!_next/static/).*)', headers: listed(securityHeaders) },
    { source: '/api/:path*', headers: listed(dataPolicy) },
  ],
  redirects: async () =>
    languages.map(prefixOf).flatMap((prefix) =>
      Object.entries(partPlaces).map(([source, destination]) => ({
        source: prefix + source,
        destination: prefix + destination,
        permanent: true,
      })),
    ),
  reactCompiler: true,
  // Every page has its title from the first byte, and keeps one while the next is on its way; none asks anything slow.
  htmlLimitedBots: /.*/,
  // None of ours asks for it, and anybody could: each spelling of an address would be drawn anew and kept on the disk.
  images: { unoptimized: true },
  // For the container; see scripts/container-build.ts.
  output: process.env.HAUSBUCH_OUTPUT === 'standalone' ? 'standalone' : undefined,
  typedRoutes: false, // next-intl's pathnames type the links; see src/i18n/routing.ts
  poweredByHeader: false,
  agentRules: false,
  experimental: {
    turbopackChunking: { minChunkSize: 200_000, maxMergeChunkSize: 1_000_000, requestCost: 400_000 },
    serverActions: { bodySizeLimit: maxFormBytes },
    proxyClientMaxBodySize: '2mb',
  },
  serverExternalPackages: ['pg-boss', 'postgres', 'pino', 'nodemailer'],
};

export default withNextIntl(config);
