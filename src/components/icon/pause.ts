// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const pauseIcon =
  '<rect width="5" height="18" x="14" y="3" rx="1"/><rect width="5" height="18" x="5" y="3" rx="1"/>';
