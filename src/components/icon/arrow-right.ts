// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const arrowRightIcon = '<path d="M5 12h14m-7-7l7 7l-7 7"/>';
