// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const contrastIcon = '<circle cx="12" cy="12" r="10"/><path d="M12 18a6 6 0 0 0 0-12z"/>';
