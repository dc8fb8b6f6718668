// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const briefcaseBusinessIcon =
  '<path d="M12 12h.01M16 6V4a2 2 0 0 0-2-2h-4a2 2 0 0 0-2 2v2m14 7a18.15 18.15 0 0 1-20 0"/><rect width="20" height="14" x="2" y="6" rx="2"/>';
