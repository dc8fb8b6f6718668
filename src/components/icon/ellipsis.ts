// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const ellipsisIcon =
  '<circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/><circle cx="5" cy="12" r="1"/>';
