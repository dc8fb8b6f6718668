// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const checkIcon = '<path d="M20 6L9 17l-5-5"/>';
