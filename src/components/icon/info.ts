// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const infoIcon = '<circle cx="12" cy="12" r="10"/><path d="M12 16v-4m0-4h.01"/>';
