/** Which waiver a posting takes back; null for every other one. */
export function readUnwaived(basis: unknown): string | null {
  if (typeof basis !== 'object' || basis === null || !('unwaives' in basis)) return null;
  return typeof basis.unwaives === 'string' ? basis.unwaives : null;
}
