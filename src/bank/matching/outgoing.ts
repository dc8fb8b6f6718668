import type { Match, MatchBook, MatchLine, MatchReason } from './book.ts';
import { type NameIndex, nameKey } from './names.ts';

/**
 * Money out: an expense by the mandate or the account of who takes it, certain where the amount is the agreed one; by the name
 * of a supplier at best likely; to a known payer a refund, likely; what the bank takes for itself.
 */
export function matchOutgoing(
  line: MatchLine,
  book: MatchBook,
  payerLeases: readonly string[],
  names: NameIndex,
): Match {
  const key = nameKey(line.name ?? '');
  const { mandate, creditorId } = line.references;
  const byMandate = book.expenses.filter(
    (one) =>
      one.creditorId !== null &&
      one.creditorId === creditorId &&
      (one.mandate === null || one.mandate === mandate),
  );
  const byAccount = book.expenses.filter((one) => one.account !== null && one.account === line.account);
  const byName = book.expenses.filter((one) => key !== '' && nameKey(one.name) === key);
  const sets: [MatchReason, MatchBook['expenses']][] = [
    ['mandate', byMandate],
    ['known_payer', byAccount],
    ['supplier_name', byName],
  ];
  const [code, found] = sets.find(([, its]) => its.length > 0) ?? ['nothing_known', []];
  const exact = found.filter((one) => one.amountCents === -line.amountCents);
  const [expense] = exact.length > 0 ? exact : found;
  if (expense) {
    const isCertain = exact.length === 1 && code !== 'supplier_name';
    return match(isCertain ? 'certain' : 'likely', line, { kind: 'expense', expenseId: expense.id }, [
      code,
      ...(exact.length > 0 ? (['amount_expense'] as const) : []),
      ...(exact.length > 1 || (exact.length === 0 && found.length > 1) ? (['several_fit'] as const) : []),
    ]);
  }
  const [leaseId] = payerLeases;
  if (leaseId !== undefined) return match('likely', line, { kind: 'refund', leaseId }, ['known_payer']);
  const [named] = [...names.find(line.name ?? '')].filter(([, likeness]) => likeness === 'full');
  if (named) return match('likely', line, { kind: 'refund', leaseId: named[0] }, ['tenant_name']);
  if (line.kind === 'fee') return match('likely', line, { kind: 'bank_fee' }, ['rule']);
  return { grade: 'open', parts: [], reasons: [{ code: 'nothing_known', leaseId: null }], alternatives: [] };
}

type Part =
  | { kind: 'expense'; expenseId: string }
  | { kind: 'refund'; leaseId: string }
  | { kind: 'bank_fee' };

const match = (grade: Match['grade'], line: MatchLine, part: Part, codes: readonly MatchReason[]): Match => ({
  grade,
  parts: [{ ...part, amountCents: line.amountCents }],
  reasons: codes.map((code) => ({ code, leaseId: null })),
  alternatives: [],
});
