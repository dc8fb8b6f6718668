// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const arrowLeftIcon = '<path d="m12 19l-7-7l7-7m7 7H5"/>';
