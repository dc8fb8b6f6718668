// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const chevronDownIcon = '<path d="m6 9l6 6l6-6"/>';
