// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const coinsIcon =
  '<path d="M13.744 17.736a6 6 0 1 1-7.48-7.48M15 6h1v4"/><path d="m6.134 14.768l.866-.5l2 3.464"/><circle cx="16" cy="8" r="6"/>';
