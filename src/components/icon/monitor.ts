// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const monitorIcon = '<rect width="20" height="14" x="2" y="3" rx="2"/><path d="M8 21h8m-4-4v4"/>';
