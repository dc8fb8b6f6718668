// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const lockIcon =
  '<rect width="18" height="11" x="3" y="11" rx="2" ry="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/>';
