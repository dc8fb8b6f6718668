// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const listFilterIcon = '<path d="M2 5h20M6 12h12m-9 7h6"/>';
