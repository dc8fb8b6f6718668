// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const clockIcon = '<circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/>';
