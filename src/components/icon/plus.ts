// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const plusIcon = '<path d="M5 12h14m-7-7v14"/>';
