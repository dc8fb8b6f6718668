// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const circleCheckIcon = '<circle cx="12" cy="12" r="10"/><path d="m16 9l-5.5 5.5L8 12"/>';
