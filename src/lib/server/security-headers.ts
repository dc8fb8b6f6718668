/** For every answer. */
export const fileHeaders = {
  'Strict-Transport-Security': 'max-age=63072000', // browsers heed it over https only
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * For every answer but the files of the build, to which these mean nothing and of which each page needs a dozen.
 * Pages get their content security policy in `src/proxy.ts`.
 */
export const securityHeaders = {
  ...fileHeaders,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Data is never a page: nothing in it may load or run anything. */
export const dataPolicy = { 'Content-Security-Policy': "default-src 'none'" } as const;
