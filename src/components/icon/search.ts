// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const searchIcon = '<path d="m21 21l-4.34-4.34"/><circle cx="11" cy="11" r="8"/>';
