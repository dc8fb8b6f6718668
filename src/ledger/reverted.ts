/** Which waiver a posting takes back; null for every other one. */
export function readRevertedWaiver(basis: unknown): string | null {
  if (typeof basis !== 'object' || basis === null || !('revertsWaiver' in basis)) return null;
  return typeof basis.revertsWaiver === 'string' ? basis.revertsWaiver : null;
}
