// Written by scripts/icons.ts from @iconify-json/lucide (ISC licence); do not edit.
export const squareParkingIcon =
  '<rect width="18" height="18" x="3" y="3" rx="2"/><path d="M9 17V7h4a3 3 0 0 1 0 6H9"/>';
