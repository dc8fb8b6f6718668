// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const chevronRightIcon = '<path d="m9 18l6-6l-6-6"/>';
