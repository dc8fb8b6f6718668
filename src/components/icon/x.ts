// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const xIcon = '<path d="M18 6L6 18M6 6l12 12"/>';
