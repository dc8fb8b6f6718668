// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const circleIcon = '<circle cx="12" cy="12" r="10"/>';
