import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const withNextIntl = createNextIntlPlugin({
  requestConfig: './src/i18n/request.ts',
  experimental: { createMessagesDeclaration: './messages/en.json' },
});

const config: NextConfig = {
  reactCompiler: true,
  typedRoutes: false, // next-intl's pathnames type the links; see src/i18n/routing.ts
  poweredByHeader: false,
  agentRules: false,
  serverExternalPackages: ['pg-boss', 'postgres', 'pino', 'nodemailer'],
};

export default withNextIntl(config);
