// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const banIcon = '<circle cx="12" cy="12" r="10"/><path d="M4.929 4.929L19.07 19.071"/>';
