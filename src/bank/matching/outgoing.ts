import type { Match, MatchBook, MatchLine, MatchReason } from './book.ts';
import type { NameIndex } from './names.ts';

/** Money out that is nothing booked nor of a supplier: to a known payer a refund, likely; what the bank takes for itself. */
export function matchOutgoing(
  line: MatchLine,
  { feeCategoryId }: Pick<MatchBook, 'feeCategoryId'>,
  payerLeases: readonly string[],
  names: NameIndex,
): Match {
  const [leaseId] = payerLeases;
  if (leaseId !== undefined) return match(line, { kind: 'refund', leaseId }, ['known_payer']);
  const [named] = [...names.find(line.name ?? '')].filter(([, likeness]) => likeness === 'full');
  if (named) return match(line, { kind: 'refund', leaseId: named[0] }, ['tenant_name']);
  if (line.kind === 'fee' && feeCategoryId !== null) {
    return match(line, { kind: 'category', categoryId: feeCategoryId, propertyId: null }, ['fee_kind']);
  }
  return { grade: 'open', parts: [], reasons: [{ code: 'nothing_known', leaseId: null }], alternatives: [] };
}

type Part =
  | { kind: 'refund'; leaseId: string }
  | { kind: 'category'; categoryId: string; propertyId: string | null };

const match = (line: MatchLine, part: Part, codes: readonly MatchReason[]): Match => ({
  grade: 'likely',
  parts: [{ ...part, amountCents: line.amountCents }],
  reasons: codes.map((code) => ({ code, leaseId: null })),
  alternatives: [],
});
