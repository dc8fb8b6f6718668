import { byName } from './house.ts';
import type { StatementLine } from './input.ts';

/** As § 2 BetrKV counts them, what has no number last, then by name: whatever order they were entered in. */
export function inLineOrder(lines: readonly StatementLine[]): { line: StatementLine; index: number }[] {
  const number = (line: StatementLine) => line.betrkvNo ?? 99;
  return lines
    .map((line, index) => ({ line, index }))
    .sort((a, b) => number(a.line) - number(b.line) || byName(a.line, b.line));
}
