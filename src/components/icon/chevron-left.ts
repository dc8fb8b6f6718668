// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const chevronLeftIcon = '<path d="m15 18l-6-6l6-6"/>';
