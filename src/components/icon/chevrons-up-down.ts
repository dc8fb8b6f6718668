// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const chevronsUpDownIcon = '<path d="m7 15l5 5l5-5M7 9l5-5l5 5"/>';
