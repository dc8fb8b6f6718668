// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const menuIcon = '<path d="M4 5h16M4 12h16M4 19h16"/>';
