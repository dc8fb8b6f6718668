import { type CalendarDate, compareDates } from '../../lib/calendar.ts';
import type { Statement } from '../statement.ts';

/** Money that the balances of a bank show and its lines do not: positive where money in is missing. */
export type BalanceGap = { from: CalendarDate | null; to: CalendarDate | null; missingCents: number };

type Checked = Pick<Statement, 'opening' | 'closing' | 'from' | 'to'> & {
  lines: readonly { amountCents: number }[];
};

/**
 * What is missing between the balances of statements of one account: inside a statement its lines must lead from the opening
 * balance to the closing one, and the next statement must open with what the one before closed with. Statements without
 * balances say nothing. Pending lines count for neither.
 */
export function balanceGaps(statements: readonly Checked[]): BalanceGap[] {
  const startOf = (one: Checked) => one.opening?.on ?? one.from ?? '';
  const inOrder = statements
    .filter((one) => one.opening !== null && one.closing !== null)
    .toSorted(
      (a, b) =>
        compareDates(startOf(a), startOf(b)) || compareDates(a.closing?.on ?? '', b.closing?.on ?? ''),
    );
  const gaps: BalanceGap[] = [];
  let before: Checked | null = null;
  for (const one of inOrder) {
    const { opening, closing } = one;
    if (!opening || !closing) continue;
    const earlier: Checked['closing'] = before?.closing ?? null;
    // A statement that lies inside the one before was handed out twice: it opens with no end of another.
    const isRepeated =
      earlier !== null && (closing.on ?? '') <= (earlier.on ?? '') && opening.on !== earlier.on;
    if (earlier && !isRepeated && opening.amountCents !== earlier.amountCents) {
      gaps.push({
        from: earlier.on,
        to: opening.on,
        missingCents: opening.amountCents - earlier.amountCents,
      });
    }
    const moved = one.lines.reduce((sum, line) => sum + line.amountCents, 0);
    const missingCents = closing.amountCents - opening.amountCents - moved;
    if (missingCents !== 0) gaps.push({ from: opening.on, to: closing.on, missingCents });
    if (!isRepeated) before = one;
  }
  return gaps;
}
