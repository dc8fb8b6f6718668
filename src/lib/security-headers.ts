/** For every answer; pages get their content security policy in `src/proxy.ts`. */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=63072000', // browsers heed it over https only
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** Data is never a page: nothing in it may load or run anything. */
export const dataPolicy = { 'Content-Security-Policy': "default-src 'none'" } as const;
